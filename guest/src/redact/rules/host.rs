//! Names of machines.
//!
//! A dotted name is a machine if its zone is internal, if a cloud gives such names to machines, or if it has a host label
//! below a public domain. Names that everybody shares (`api.github.com`, reserved and documentation domains) identify
//! nothing and stay. A name without dots needs a role and a number (`kube-worker-23`), a key (`hostname=`) or a place
//! (`'app'@'…'`) that says machine.

mod dotted;
mod key;
mod place;
mod plain;
mod said;
mod served;
mod url;
mod words;

use std::ops::Range;

use gobo_contract::Kind;

use crate::redact::around::{byte, is_name_byte, previous, run, slice, stands};
use crate::redact::class::{DIGIT, DOT, HYPHEN, LETTERS, UNDERSCORE};
use crate::redact::finding::{Finding, Marker, Numbered};
use crate::redact::rule::{Before, Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

pub(super) use dotted::is_exempt;
pub(super) use key::names_service;
pub(super) use place::resolved;

use dotted::is_dotted;
use key::{KEY_WORDS, keyed};
use place::{behind_at, sharing};
use plain::{is_padded_role, is_plain};
use said::reported;
use served::served;
use url::addressed;

/// Called at names with a dot; fails at the last label of nearly all.
pub(crate) const DOTTED: Family = Family::new(
    DOTTED_RULES,
    Trigger::Token(Shape {
        all: DOT,
        none: UNDERSCORE,
        words: &[&["exception"]],
        more_words: &words::ZONES,
        before: Before::Dot,
        min_bytes: 6,
        ..Shape::ANY
    }),
    |text, token, findings| one(named(text, token).or_else(|| unresolved(text, token)), token, findings),
);

/// Called at names with a hyphen.
pub(crate) const PLAIN: Family = Family::new(
    PLAIN_RULES,
    Trigger::Token(Shape { all: HYPHEN, any: LETTERS, none: UNDERSCORE, min_bytes: 4, ..Shape::ANY }),
    |text, token, findings| {
        let host = named(text, token).or_else(|| reported(text, token.start..token.end));
        one(host, token, findings)
    },
);

/// Called at letters that digits follow; fails where the digits do not begin with a zero.
pub(crate) const GLUED: Family = Family::new(
    GLUED_RULES,
    Trigger::Token(Shape {
        all: DIGIT,
        none: HYPHEN | UNDERSCORE | DOT,
        first: ALPHABET,
        min_bytes: 3,
        ..Shape::ANY
    }),
    |text, token, findings| {
        let host = token.start..token.end;
        let is_host = is_padded_role(token.of(text)) && !matches!(byte(text, token.end), b'(' | b'=');
        let host = if is_host { Some(host) } else { reported(text, host) };
        one(host, token, findings)
    },
);

const ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Called at words that end as a key for a machine does; a comparison of four bytes fails nearly all.
pub(crate) const KEYED: Family = Family::new(
    KEYED_RULES,
    Trigger::Token(Shape { words: &[KEY_WORDS], more_words: &said::VERBS, min_bytes: 4, ..Shape::ANY }),
    |text, token, findings| {
        let end = token.end - usize::from(previous(text, token.end) == b'.');
        keyed(text, token.start..end, |host| findings.push(Finding::numbered(host, Numbered::Host)));
        token.end
    },
);

/// Called at `@`.
pub(crate) const BEHIND_AT: Family =
    Family::new(BEHIND_AT_RULES, Trigger::Byte(b"@"), |text, token, findings| {
        behind_at(text, token.start, |host| findings.push(Finding::numbered(host, Numbered::Host)));
        token.end
    });

/// Called at two backslashes.
pub(crate) const SHARED: Family =
    Family::new(SHARED_RULES, Trigger::Pair(b"\\", b"\\"), |text, token, findings| {
        one(sharing(text, token.start), token, findings)
    });

/// Called at colons before a digit; fails where no name or no port stands.
pub(crate) const SERVED: Family =
    Family::new(SERVED_RULES, Trigger::Pair(b":", b"0123456789"), |text, token, findings| {
        if let Some(password) = served::password(text, token.start) {
            findings.push(Finding::new(password.start, password.end, Marker::Secret("PASSWORD")));
        }
        one(served(text, token.start), token, findings)
    });

/// Called at `:/`.
pub(crate) const ADDRESSED: Family =
    Family::new(ADDRESSED_RULES, Trigger::Pair(b":", b"/"), |text, token, findings| {
        addressed(text, token.start, |host| findings.push(Finding::numbered(host, Numbered::Host)));
        token.end
    });

fn one(host: Option<Range<usize>>, token: Token, findings: &mut Vec<Finding>) -> usize {
    findings.extend(host.map(|host| Finding::numbered(host, Numbered::Host)));
    token.end
}

const DOTTED_RULES: &[Rule] = &[Rule {
    id: "host-domain-name",
    kind: Kind::Host,
    source: "RFC 1035 section 2.3.4; RFC 2606 and RFC 6761 for what is reserved; RFC 6762 appendix G; Kubernetes DNS",
    keywords: &["."],
    max_bytes: NAME_BYTES,
    hits: &[
        ("node prod-db-07.corp.acme.internal is unreachable", "node <HOST:1> is unreachable"),
        ("kafka-2.kafka-headless.streaming.svc.cluster.local:9092", "<HOST:1>:9092"),
        ("dial vault-2.vault-internal:8201", "dial <HOST:1>:8201"),
        ("handshake with vault01.eu.acme-payments.net failed", "handshake with <HOST:1> failed"),
        ("java.net.UnknownHostException: batchbox", "java.net.UnknownHostException: <HOST:1>"),
        ("to=http%3A%2F%2Fweb01.acme.lan%3A8080", "to=http%3A%2F%2F<HOST:1>%3A8080"),
    ],
    misses: &[
        ("GET https://docs.example.test/guides 200", "a zone for documentation"),
        ("POST https://api.telegram.org/ 404", "a service that everybody shares"),
        ("org.apache.hadoop.ipc.Client", "a class"),
        ("GET /static/main.3f2a1b9c.js 304", "a file"),
        ("batch.kubernetes.io/job-name", "a label's key"),
        ("agent.server.serf.lan: ready", "a logger"),
        ("server.xml in conf.d.local, /etc/rc.local, jail.local", "files"),
    ],
}];

const PLAIN_RULES: &[Rule] = &[Rule {
    id: "host-machine-name",
    kind: Kind::Host,
    source: "Amazon EC2 hostname types; GKE and AKS node names; Windows computer names (MS-NBTE); common naming schemes",
    keywords: &["-"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("lost quorum with node-west-03 ; retry", "lost quorum with <HOST:1> ; retry"),
        ("between WKS-FIN-0042 and the domain", "between <HOST:1> and the domain"),
        ("on ip-10-0-3-77 now", "on <HOST:1> now"),
        ("(tried: prod-db:3333)", "(tried: <HOST:1>:3333)"),
        ("joined: consul-server-0 and mysql-primary-1", "joined: <HOST:1> and <HOST:2>"),
    ],
    misses: &[
        ("http-nio-8080-exec-1 and worker-3", "names of threads"),
        ("CVE-2024-1234, UTF-8, MY-010119", "identifiers of other things"),
        ("stage-3 of core-js-3", "too little to tell"),
        ("postgres-14 and nginx-12", "versions"),
        ("rack-12 powered off", "a place"),
    ],
}];

const GLUED_RULES: &[Rule] = &[Rule {
    id: "host-role-and-number",
    kind: Kind::Host,
    source: "RFC 1178 and common naming schemes: what a machine does and a padded number",
    keywords: &["0"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("ENOTFOUND db01", "ENOTFOUND <HOST:1>"),
        ("web7 | CHANGED | rc=0 >>", "<HOST:1> | CHANGED | rc=0 >>"),
        ("ok: [web7]\nfatal: [db1]: FAILED! => {}", "ok: [<HOST:1>]\nfatal: [<HOST:2>]: FAILED! => {}"),
        ("web7                  : ok=3    changed=1", "<HOST:1>                  : ok=3    changed=1"),
        ("Server be_app/web02 is DOWN, ok: [SRV01]", "Server be_app/<HOST:1> is DOWN, ok: [<HOST:2>]"),
    ],
    misses: &[
        ("step01 page02 chapter04 worker01", "numbered things that are no machines"),
        ("pg17 node18 web2 es6", "versions"),
        ("step7 : done, tags: [v12]\nnode20 | SUCCESS in 3s\njava17 | FAILED", "no machines"),
    ],
}];

const KEYED_RULES: &[Rule] = &[Rule {
    id: "host-by-key",
    kind: Kind::Host,
    source: "Elastic Common Schema host.name; Kubernetes nodeName; common notation",
    keywords: &[
        "host", "hostname", "nodename", "node", "server", "instance", "machine", "broker", "computer",
    ],
    max_bytes: NAME_BYTES,
    hits: &[
        ("hostname=batchbox msg", "hostname=<HOST:1> msg"),
        ("Failed to connect to web7 port 443: refused", "Failed to connect to <HOST:1> port 443: refused"),
        ("Connection to web7 closed.", "Connection to <HOST:1> closed."),
        ("{\"host\":\"checkout-service:3004\"}", "{\"host\":\"<HOST:1>:3004\"}"),
        ("connect to server msra-sa-41 failed", "connect to server <HOST:1> failed"),
        ("hosts=web01,web02 retry=3", "hosts=<HOST:1>,<HOST:2> retry=3"),
        ("hosts: [db1, db2]", "hosts: [<HOST:1>, <HOST:2>]"),
        ("node/web01 cordoned", "node/<HOST:1> cordoned"),
        ("Data Source=ERPSQL1;Pooling=True", "Data Source=<HOST:1>;Pooling=True"),
        ("lookup kafka1 on <IP:1>:53", "lookup <HOST:1> on <IP:1>:53"),
        (
            "up{instance=\"batchbox:9100\",node=\"batchbox\"}",
            "up{instance=\"<HOST:1>:9100\",node=\"<HOST:1>\"}",
        ),
        ("kubernetes_node=batchbox", "kubernetes_node=<HOST:1>"),
        ("getaddrinfo ENOTFOUND batchbox", "getaddrinfo ENOTFOUND <HOST:1>"),
        ("could not translate host name \"batchbox\" to", "could not translate host name \"<HOST:1>\" to"),
        (
            "<hostname>batchbox</hostname> hostname => batchbox",
            "<hostname><HOST:1></hostname> hostname => <HOST:1>",
        ),
        ("Node batchbox status is now: NodeNotReady", "Node <HOST:1> status is now: NodeNotReady"),
        ("nodes \"batchbox\" not found", "nodes \"<HOST:1>\" not found"),
        ("Server=batchbox;Database=x", "Server=<HOST:1>;Database=x"),
        ("ssh: connect to host batchbox port 22: refused", "ssh: connect to host <HOST:1> port 22: refused"),
        ("--- batchbox ping statistics ---", "--- <HOST:1> ping statistics ---"),
        (
            "Warning: Permanently added 'web7' (ED25519) to the list of known hosts.",
            "Warning: Permanently added '<HOST:1>' (ED25519) to the list of known hosts.",
        ),
        ("Failed to resolve 'web7' ([Errno -2] Name", "Failed to resolve '<HOST:1>' ([Errno -2] Name"),
        (
            "Last login: Mon Nov 30 10:00:00 2026 from batchbox",
            "Last login: Mon Nov 30 10:00:00 2026 from <HOST:1>",
        ),
        (" 1  gw1 (10.0.0.3)  0.345 ms", " 1  <HOST:1> (<IP:1>)  0.345 ms"),
        ("ping: batchbox: Name or service not known", "ping: <HOST:1>: Name or service not known"),
        ("Connection to batchbox closed by remote host.", "Connection to <HOST:1> closed by remote host."),
        (
            "Can't connect to MySQL server on 'batchbox' (111)",
            "Can't connect to MySQL server on '<HOST:1>' (111)",
        ),
        ("PING batchbox (10.0.0.3) 56(84) bytes of data.", "PING <HOST:1> (<IP:1>) 56(84) bytes of data."),
        ("db:\n  host: batchbox\n", "db:\n  host: <HOST:1>\n"),
        ("{\"k8s.node.name\": \"batchbox\"}", "{\"k8s.node.name\": \"<HOST:1>\"}"),
        ("{\"host\": {\"name\": \"batchbox\"}}", "{\"host\": {\"name\": \"<HOST:1>\"}}"),
        (
            "[{\"key\":\"host.name\",\"value\":{\"s\":\"batchbox\"}}]",
            "[{\"key\":\"host.name\",\"value\":{\"s\":\"<HOST:1>\"}}]",
        ),
    ],
    misses: &[
        ("host=localhost host: db", "the same everywhere"),
        ("server: nginx/1.18.0", "a product"),
        ("node is unreachable, server closed", "prose"),
        ("hosts: all, servers=5, nodes=3,5,7", "no names"),
        ("in /opt/node/npm-6/bin", "a path"),
        ("instance: shard-3, lookup index-7 failed", "parts of something"),
        ("lookup failed on retry", "prose"),
        (
            "node pool event: x, ping timeout, connect to host db port 22, Connection to redis closed by remote host.",
            "services",
        ),
        ("Host undef port always takes precedence", "prose"),
        ("Node affinity status is now ready", "prose"),
        ("Can't resolve 'lodash' in '/app'", "a package"),
        ("server=http addr=:8080 failover to standby (<IP:1>)", "what it is, not who"),
        ("node=root node=\"Identifier\" host=redis instance=\"app:8080\"", "what it is, not who"),
    ],
}];

const SHARED_RULES: &[Rule] = &[Rule {
    id: "host-of-share",
    kind: Kind::Host,
    source: "Microsoft, Universal Naming Convention (MS-DTYP section 2.2.57)",
    keywords: &["\\\\"],
    max_bytes: NAME_BYTES,
    hits: &[
        (r"open \\FILESRV01\share\a.txt failed", r"open \\<HOST:1>\share\a.txt failed"),
        (r"(\\SRV02\backup)", r"(\\<HOST:1>\backup)"),
    ],
    misses: &[(r"C:\\Users\bob", "an escaped path"), (r"a \\ b", "no name")],
}];

const SERVED_RULES: &[Rule] = &[SERVED_NAME, ENTRY];

const SERVED_NAME: Rule = Rule {
    id: "host-before-port",
    kind: Kind::Host,
    source: "RFC 3986 section 3.2.3; IANA Service Name and Transport Protocol Port Number Registry; bootstrap.servers of Kafka",
    keywords: &[":"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("connect mysql01:3306 failed", "connect <HOST:1>:3306 failed"),
        ("dial tcp web01:80: refused", "dial tcp <HOST:1>:80: refused"),
        ("server.1=zk1:2888:3888;2181", "server.1=<HOST:1>:2888:3888;2181"),
        ("service:\"web01:80\"", "service:\"<HOST:1>:80\""),
        ("kafka brokers a:9092,b:9092", "kafka brokers <HOST:1>:9092,<HOST:2>:9092"),
        ("seeds cas1:9042 cas2:9042", "seeds <HOST:1>:9042 <HOST:2>:9042"),
        ("connect to batchbox:5432 failed", "connect to <HOST:1>:5432 failed"),
    ],
    misses: &[
        ("dial redis:6379, image redis:7", "the name of a service"),
        ("user123:4567 step1:1000 utf8:1000 v2:8080", "numbered things that are no machines"),
        ("read:1000,write:1000 task3:15 rows:5432", "values"),
        ("connect to checkout:8080", "a service that is asked over HTTP"),
    ],
};

const ENTRY: Rule = Rule {
    id: "pgpass-line",
    kind: Kind::Secret,
    source: "https://www.postgresql.org/docs/current/libpq-pgpass.html",
    keywords: &[":5432:"],
    max_bytes: 512,
    hits: &[
        ("db:5432:shop:bo:otter", "db:5432:shop:bo:<REDACTED:PASSWORD>"),
        ("x\ndb1:5432:*:bo:Kq83nfa\ny", "x\n<HOST:1>:5432:*:bo:<REDACTED:PASSWORD>\ny"),
    ],
    misses: &[
        ("db:5432:shop:bo:", "no password"),
        ("db:5432: connection refused: no route: x", "prose"),
        ("at db:5432:shop:bo:otter", "no line of its own"),
    ],
};

const ADDRESSED_RULES: &[Rule] = &[Rule {
    id: "host-of-url",
    kind: Kind::Host,
    source: "RFC 3986 section 3.2.2",
    keywords: &["://"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("mount smb://srv01/share", "mount smb://<HOST:1>/share"),
        ("GET http://web02/health 200", "GET http://<HOST:1>/health 200"),
        ("redis://batchbox:6379 down", "redis://<HOST:1>:6379 down"),
        ("mongodb://batchbox,payroll:27017/db", "mongodb://<HOST:1>,<HOST:2>:27017/db"),
        ("scrape http://batchbox:9100/metrics", "scrape http://<HOST:1>:9100/metrics"),
    ],
    misses: &[
        ("GET http://checkout:8080/health 200", "the name of a service"),
        ("s3://bucket1/key", "a bucket"),
        ("redis://localhost:6379 amqp://rabbit", "the same everywhere"),
    ],
}];

const BEHIND_AT_RULES: &[Rule] = &[Rule {
    id: "host-of-account",
    kind: Kind::Host,
    source: "MySQL Reference Manual, Specifying Account Names; the User@Host line of its slow query log",
    keywords: &["@"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("denied for user 'app'@'batchbox' (using", "denied for user 'app'@'<HOST:1>' (using"),
        ("# User@Host: root[root] @ web01 [10.1.1.1]", "# User@Host: root[root] @ <HOST:1> [<IP:1>]"),
        ("ssh root@web01 and kim@erp7:~/x", "ssh root@<HOST:1> and kim@<HOST:2>:~/x"),
        ("mongodb://app:k7QzX2mR@mongo1,mongo2/db", "mongodb://app:<REDACTED:PASSWORD>@<HOST:1>,<HOST:2>/db"),
        ("mongodb://app@n1,n2,n3/db", "mongodb://app@<HOST:1>,<HOST:2>,<HOST:3>/db"),
        ("scp x app@batchbox:/tmp; ssh app@batchbox", "scp x app@<HOST:1>:/tmp; ssh app@<HOST:1>"),
        ("jdbc:oracle:thin:@db1:1521:orcl", "jdbc:oracle:thin:@<HOST:1>:1521:orcl"),
        ("mysql+pymysql://app@batchbox/x", "mysql+pymysql://app@<HOST:1>/x"),
    ],
    misses: &[
        ("'kim'@'%' and 'kim'@'localhost'", "no machine of one's own"),
        ("java.lang.Object@1a2b3c4d", "an object's hash"),
        ("root@localhost, git@batch, postgres://app@db/orders", "services and what is the same everywhere"),
        ("actions/checkout@v4 and foo@test1", "versions and tags"),
    ],
}];

/// Bytes of a host name.
///
/// # Source
/// RFC 1035 section 2.3.4: 255 octets on the wire, 253 in text.
const NAME_BYTES: usize = 253;
/// Bytes of a server's name in a UNC path (`NetBIOS`).
const SHARE_NAME_BYTES: usize = 15;

/// The machine that the word, a run of name bytes, names.
fn named(text: &[u8], token: Token) -> Option<Range<usize>> {
    let bytes = token.end - token.start;
    if !(4..=NAME_BYTES).contains(&bytes) || token.has & UNDERSCORE != 0 || token.has & LETTERS == 0 {
        return None;
    }
    let start = behind_escape(text, token.start);
    let word = start..without_punctuation(text, start, token.end);
    let name = slice(text, word.start, word.end);
    if !name.first().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let is_name = match token.has & (DOT | HYPHEN) {
        0 => false,
        HYPHEN => is_plain(text, word.end, name),
        _ => is_dotted(text, word.start, word.end, name),
    };
    is_name.then_some(word)
}

/// The name that Java does not know: `java.net.UnknownHostException: batchbox`.
fn unresolved(text: &[u8], token: Token) -> Option<Range<usize>> {
    let is_said = token.has & UNDERSCORE == 0
        && token.of(text).ends_with(b".UnknownHostException")
        && stands(text, token.end, b": ");
    let host = if is_said { name_at(text, token.end + b": ".len()) } else { None };
    host.filter(|host| said::is_machine(text, host))
}

/// Whether a marker stands at `at`: what touches it was longer, and no name.
fn is_before_marker(text: &[u8], at: usize) -> bool {
    byte(text, at) == b'<' && byte(text, at + 1).is_ascii_uppercase()
}

/// Where a word starts whose first two bytes may belong to an escape: `%2Fweb01.acme.lan`.
fn behind_escape(text: &[u8], start: usize) -> usize {
    let escape = previous(text, start) == b'%'
        && byte(text, start).is_ascii_digit()
        && byte(text, start + 1).is_ascii_hexdigit();
    if escape { start + 2 } else { start }
}

/// The name at `start`, a run of name bytes without the punctuation behind it; nothing if no letter is in it.
#[inline]
fn name_at(text: &[u8], start: usize) -> Option<Range<usize>> {
    let end = without_punctuation(text, start, run(text, start, NAME_BYTES + 1, is_name_byte));
    let lettered = slice(text, start, end).iter().any(u8::is_ascii_alphabetic);
    (lettered && end - start <= NAME_BYTES).then_some(start..end)
}

fn without_punctuation(text: &[u8], start: usize, mut end: usize) -> usize {
    while end > start && !previous(text, end).is_ascii_alphanumeric() {
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::class::class;

    fn all(text: &str) -> Vec<&str> {
        let bytes = text.as_bytes();
        let mut found: Vec<Range<usize>> = Vec::new();
        for at in 0..bytes.len() {
            if bytes[at] == b'@' {
                behind_at(bytes, at, |host| found.push(host));
            }
            if is_name_byte(bytes[at]) && !is_name_byte(previous(bytes, at)) {
                let end = run(bytes, at, usize::MAX, is_name_byte);
                let has = bytes[at..end].iter().fold(0, |has, byte| has | class(*byte));
                found.extend(named(bytes, Token { start: at, end, has }));
                keyed(bytes, at..end, |host| found.push(host));
            }
        }
        found.sort_by_key(|range| range.start);
        found.dedup();
        found.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn names_of_machines_go() {
        for (text, host) in [
            ("node prod-db-07.corp.acme.internal is unreachable", "prod-db-07.corp.acme.internal"),
            ("lost heartbeat from ip-10-2-33-41.ec2.internal after", "ip-10-2-33-41.ec2.internal"),
            ("on ip-10-0-3-77 now", "ip-10-0-3-77"),
            ("handshake with vault01.eu.acme-payments.net failed", "vault01.eu.acme-payments.net"),
            ("user 'app'@'web-14.prod.acme.lan' (using", "web-14.prod.acme.lan"),
            ("user 'app'@'batchbox' (using", "batchbox"),
            ("hostname=kube-worker-23 msg", "kube-worker-23"),
            (
                "kafka-2.kafka-headless.streaming.svc.cluster.local:9092",
                "kafka-2.kafka-headless.streaming.svc.cluster.local",
            ),
            ("between WKS-FIN-0042 and", "WKS-FIN-0042"),
            (
                "to aurora-1.cluster-c9akciq32rp2.eu-west-1.rds.amazonaws.com after",
                "aurora-1.cluster-c9akciq32rp2.eu-west-1.rds.amazonaws.com",
            ),
            ("quorum with node-west-03 ;", "node-west-03"),
            ("gke-prod-pool-1-a1b2c3d4-x9z8 joined", "gke-prod-pool-1-a1b2c3d4-x9z8"),
            ("instance i-0abc1234def567890 stopped", "i-0abc1234def567890"),
            ("rhost=adsl.wanadoo.nl  user=root", "adsl.wanadoo.nl"),
            ("{\"host\":\"checkout-service:3004\"}", "checkout-service"),
            ("Node:             kind-worker/172.18.0.2", "kind-worker"),
            ("server msra-sa-41:8030. Already", "msra-sa-41"),
            ("(tried: prod-db:3333)", "prod-db"),
            ("root[root] @ web01 [10.1.1.1]", "web01"),
            ("deploy@build-7:/srv", "build-7"),
            ("db.host = pg17-primary", "pg17-primary"),
        ] {
            assert_eq!(all(text), [host], "{text}");
        }
        let resolved =
            |text: &'static str| resolved(text.as_bytes(), text.find('/')?).map(|range| &text[range]);
        assert_eq!(resolved("old msra-sa-41/10.0.0.1"), Some("msra-sa-41"));
        assert_eq!(resolved("localhost/127.0.0.1"), None);
    }

    #[test]
    fn names_that_everybody_shares_and_other_dotted_words_stay() {
        for text in [
            "GET https://docs.example.test/guides and https://api.example.test/v1, Host: example.test",
            "POST https://hooks.slack.com/services https://api.telegram.org ghcr.io",
            "EndpointSuffix=core.windows.net sts.amazonaws.com s3.us-east-1.amazonaws.com",
            "o.s.b.w.e.tomcat.TomcatWebServer org.apache.hadoop.ipc.Client com.acme.internal",
            "/static/main.3f2a1b9c.js service.jar web.config curl/8.5.0 Handler.java:41",
            "spring.datasource.host kafka.consumer.group.id trace.id java.io db.host",
            "batch.kubernetes.io/job-name nvidia.com/gpu docker.io/library/busybox node.kubernetes.io/not-ready",
            "host=localhost server: nginx/1.18.0 node: <none> Host Port: 0/TCP host key verification",
            "node is unreachable, server closed the connection, node v18, server 3",
            "http-nio-8080-exec-1 pool-1-thread-2 kafka-producer-network-thread worker-3 task-12 MY-010119 UTF-8 SHA-256",
            "app-02 sha-256 ISO-8859-1 CVE-2024-1234 stage-3 core-js-3 web-app-2024",
            "ann@gmail.com react@18.2.0 java.lang.Object@1a2b3c4d 'kim'@'%' 'a'@'localhost'",
            "host.docker.internal kubernetes.default.svc metadata.google.internal",
        ] {
            assert_eq!(all(text), [""; 0], "{text}");
        }
    }
}
