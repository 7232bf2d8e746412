//! What each sort of name gives away, by example.

use gobo_contract::Kind;

use crate::redact::rule::Rule;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "assignment-password",
        kind: Kind::Secret,
        source: "common notation; the word in 20 languages",
        keywords: &["password", "passwd", "pwd"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("password=Kq83nfa ok", "password=<REDACTED:PASSWORD> ok"),
            (
                "changed the password from Otter2025! to Kite2026! today",
                "changed the password from <REDACTED:PASSWORD> to <REDACTED:PASSWORD> today",
            ),
            (
                "the password has been changed to Kq83nfaPz1 now",
                "the password has been changed to <REDACTED:PASSWORD> now",
            ),
            ("the password is *Kq83nfaPz1* for now", "the password is *<REDACTED:PASSWORD>* for now"),
            ("password: **Kq83nfaPz1**", "password: **<REDACTED:PASSWORD>**"),
            ("password was reset to Kq83nfaPz1", "password was reset to <REDACTED:PASSWORD>"),
            ("otpSeed: 77RZEZSBEZI5P2KZKIWQ", "otpSeed: <REDACTED:SECRET>"),
            ("POSTGRES_PASSWORD: letmein", "POSTGRES_PASSWORD: <REDACTED:PASSWORD>"),
            (
                "the admin password is Kq83nfa, rotate it",
                "the admin password is <REDACTED:PASSWORD>, rotate it",
            ),
            ("密码：Kq83nfa 重试", "密码：<REDACTED:PASSWORD> 重试"),
        ],
        misses: &[
            ("password policy: strict", "the name goes on"),
            ("password=", "there is no value"),
            ("password: ${DB_PASSWORD}", "a reference"),
            ("password=********", "a mask"),
            ("password: required field", "prose"),
            ("the password is 90 days old", "an age"),
            ("password is SHA-256 hashed", "how it is kept"),
            ("password = jsonencode({\n  user = \"bo\"", "a call"),
        ],
    },
    Rule {
        id: "assignment-pass",
        kind: Kind::Secret,
        source: "common notation",
        keywords: &["pass"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("PASS=0Y05eVyt up", "PASS=<REDACTED:PASSWORD> up"),
            ("redis_pass: dragon2031", "redis_pass: <REDACTED:PASSWORD>"),
        ],
        misses: &[("pass=41 fail=2", "a count"), ("bypass=true", "another word")],
    },
    Rule {
        id: "assignment-passphrase",
        kind: Kind::Secret,
        source: "https://theworld.com/~reinhold/diceware.html",
        keywords: &["passphrase"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("passphrase: winter otter canyon lamp opened", "passphrase: <REDACTED:PASSWORD> opened"),
            ("passphrase=otter9", "passphrase=<REDACTED:PASSWORD>"),
        ],
        misses: &[
            ("the passphrase lives in the safe", "prose"),
            ("passphrase: required", "a word that says yes"),
        ],
    },
    Rule {
        id: "assignment-token",
        kind: Kind::Secret,
        source: "RFC 6749 section 1.4; common notation",
        keywords: &["token"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("?access_token=Kq83nfaPz1&page=2", "?access_token=<REDACTED:TOKEN>&page=2"),
            ("use token \"Kq83nfaPz1Lx\" here", "use token \"<REDACTED:TOKEN>\" here"),
        ],
        misses: &[
            ("max_tokens=4096", "a limit"),
            ("Version=13.0.0.0, PublicKeyToken=30ad4fe6b2a6aeed", "a part of a public key"),
            ("password_confirmation: does not match", "a complaint"),
            ("token_type=bearer", "the name goes on"),
            ("token expired", "prose"),
            ("unexpected token: STRING_LITERAL2", "what a parser has read"),
            ("next_page_token=Kq83nfaPz1", "a place in a list"),
        ],
    },
    Rule {
        id: "assignment-secret",
        kind: Kind::Secret,
        source: "RFC 6749 section 2.3.1; common notation",
        keywords: &["secret"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("clientSecret=Kq83nfaPz1", "clientSecret=<REDACTED:SECRET>"),
            ("secret: |\n  Kq83nfaPz1\nnext: 1", "secret: |\n  <REDACTED:SECRET>\nnext: 1"),
        ],
        misses: &[
            ("secret \"db-creds\" not found", "a name"),
            ("secretKeyRef: {name: db-creds}", "the name goes on"),
        ],
    },
    Rule {
        id: "assignment-key",
        kind: Kind::Secret,
        source: "common notation of cloud providers and frameworks",
        keywords: &["key"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("api_key: Kq83nfaPz1", "api_key: <REDACTED:API_KEY>"),
            ("AccountKey=Kq83nfaPz1Lx==;x=1", "AccountKey=<REDACTED:API_KEY>;x=1"),
            ("api key: Kq83nfaPz1Lx2", "api key: <REDACTED:API_KEY>"),
        ],
        misses: &[
            ("primary key=12", "a column"),
            ("cache key=user:42:v3", "a name"),
            ("ALERT_KEY = 'queue-drain-stale-shard'", "words"),
        ],
    },
    Rule {
        id: "assignment-session",
        kind: Kind::Secret,
        source: "RFC 6265; OWASP Session Management Cheat Sheet",
        keywords: &["session", "sid"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("sid=d0037505437c922cb0620154 closed", "sid=<REDACTED:SESSION> closed"),
            ("sessionid: 'WO0LB43wA3QYMdswJAN8'", "sessionid: '<REDACTED:SESSION>'"),
        ],
        misses: &[
            ("session timeout=30m", "the name goes on"),
            ("session_id=3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6f", "a UUID names, it does not admit"),
            ("sid=17", "a number"),
        ],
    },
    Rule {
        id: "assignment-signature",
        kind: Kind::Secret,
        source: "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html; https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas",
        keywords: &["signature", "sig"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("&X-Amz-Signature=db8ad52dedbf3b96053c&x=1", "&X-Amz-Signature=<REDACTED:SIGNATURE>&x=1"),
            ("?sv=2024&sig=CxzWRy3ErysMmwnWKk%3D", "?sv=2024&sig=<REDACTED:SIGNATURE>"),
        ],
        misses: &[("signature mismatch", "prose"), ("sig=9", "a signal")],
    },
    Rule {
        id: "assignment-code",
        kind: Kind::Secret,
        source: "RFC 6238; PCI DSS 3.2",
        keywords: &["otp", "pin", "cvv"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("otp=493021 sent", "otp=<REDACTED:CODE> sent"),
            ("verification code is 493021", "verification code is <REDACTED:CODE>"),
        ],
        misses: &[("pin: 17", "too short for a code"), ("status code: 404", "another code")],
    },
    Rule {
        id: "assignment-credential",
        kind: Kind::Secret,
        source: "common notation",
        keywords: &["credential", "auth", "salt"],
        max_bytes: VALUE_BYTES,
        hits: &[
            ("credentials=Kq83nfaPz1Lx ok", "credentials=<REDACTED:CREDENTIAL> ok"),
            ("_auth=Kq83nfaPz1Lx==", "_auth=<REDACTED:CREDENTIAL>"),
        ],
        misses: &[("credentials=include", "a word"), ("auth=none", "a word")],
    },
];

/// The longest value that was seen in the wild; a longer one is hidden whole all the same.
const VALUE_BYTES: usize = 4_096;
