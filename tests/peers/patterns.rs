//! What a careful engineer writes by hand in an hour: the same ten for both peers. Each hides its whole match.
//!
//! Both take the syntax of the `regex` crate, without what only one of them knows; `\x27` is a quote that does not end a
//! VRL literal.

pub(crate) const PATTERNS: [&str; 10] = [
    // Assignments of secrets, as `password=…`, `token: …` and `"api_key":"…"`.
    r#"(?i)(?:password|passwd|pwd|secret|token|api[_-]?key)["\x27]?\s{0,4}[:=]\s{0,4}["\x27]?[^\s"\x27,;&]{4,}"#,
    // What an `Authorization` header carries.
    r"(?i)\bbearer\s+[A-Za-z0-9._~+/-]{8,}=*",
    // AWS access key ids, permanent and temporary.
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    // GitHub tokens, classic and fine-grained.
    r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
    // JSON web tokens: a header that begins with `{"`, a body, a signature.
    r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
    // Private keys in PEM, with their body, also cut off.
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----[A-Za-z0-9+/=\s]*(?:-----END [A-Z ]*PRIVATE KEY-----)?",
    // User and password in a URL.
    r"://[^\s/:@]*:[^\s/@]+@",
    // IPv4 addresses.
    r"\b(?:[0-9]{1,3}\.){3}[0-9]{1,3}\b",
    // Names of hosts, by the usual ends of internal and public ones.
    r"\b(?:[A-Za-z0-9-]+\.)+(?:internal|local|lan|corp|com|net|org|io)\b",
    // Process ids, as `pid=4711` and `sshd[4711]:`.
    r"(?i)\bpid[=: ]+[0-9]+\b|\[[0-9]+\]:",
];
