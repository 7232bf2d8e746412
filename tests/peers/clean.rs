//! How many lines that hold nothing to hide are changed all the same. What a line holds is for others to say than the
//! engine: a few generous regexes for each kind, which would rather suspect a line too many.

use anyhow::Result;
use regex::RegexSet;

use crate::engines::{Engine, Native};
use crate::input::File;

const SHOWN: usize = 20;

/// What a line may hold: one or more rows for each kind.
const SUSPICIONS: &[&str] = &[
    // Addresses: four numbers with dots; hexadecimal groups with `::`, or six and more of them.
    r"\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}",
    r"(?i)\b[0-9a-f]{1,4}::|::[0-9a-f]{1,4}\b|(?:\b[0-9a-f]{1,4}:){5,}[0-9a-f]",
    // Hosts: behind `://` or `@`, with a port or an address, with a domain, named as one, four numbers with hyphens.
    r"://[^\s/]|\w@\w",
    r"(?i)\b[a-z][a-z0-9-]*:\d{2,5}\b|\w/\d{1,3}\.",
    r"(?i)[a-z0-9-]\.(?:com|net|org|edu|gov|mil|info|biz|io|dev|app|cloud|internal|intranet|local|localdomain|lan|corp|home|arpa|svc|cluster|[a-z]{2})(?:[^\w.-]|\.?$)",
    r"(?i)\b[a-z_-]*(?:host|hostname|server|node|peer|machine|upstream|broker|replica|master|worker|vm)(?:_?(?:name|id))?s?\W{0,3}[=:]",
    r"(?i)\b(?:host|hostname|node|machine|broker)\s+\S*[\d.-]",
    r"\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}",
    // The second column of syslog.
    r"^(?:<\d+>)?[A-Z][a-z]{2} +\d{1,2} \d{2}:\d{2}:\d{2} \S",
    // Pods: an end of the alphabet that Kubernetes makes names of, named as one, on their way to a node.
    r"[a-z0-9]-[bcdfghjklmnpqrstvwxz2456789]{5}\b|(?i)\bpods?(?:\b|_)|-\d+\.\w+\.svc|\bassigned \S+ to\b",
    // Process ids: named as one, in brackets behind a word, as `1#2`, a column of logcat or of Hadoop's old layout.
    r"(?i)pid\b|\bprocess(?:es)?\W{1,3}(?:id\W{0,3})?\d|\bchild\W{1,3}\d",
    r"[\w)]\[\d+\]|\b\d+#\d+",
    r"^\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d+ +\d+ +\d+ [A-Z] |^\d{6} \d{6} \d+ ",
    // Frames of a trace, which are dropped as a kind of their own.
    r"^\W*(?:[tn]\W*)?at \S+.*\(",
    // Statements, also cut off.
    r"(?i)\b(?:select|insert|update|delete|replace|merge|call|alter|create|drop|set)\b.*(?:\b(?:from|into|set|values?|where|table|index|join)\b|=)",
    r"(?i)\bwhere\b.*[=<>]|\bvalues\s*\(|\bsql\b|duplicate entry",
    // Secrets: a name that says so, an issuer's beginning, a long run that no word or identifier is.
    r"(?i)pass(?:w|ph|c|\b)|pwd|secret|token|credential|api.?key|access.?key|private.?key|bearer|basic |\bauth|cookie|session|signature|\bsalt\b|\bpin\b|\botp\b|密码|口令|密钥|令牌",
    r"(?:AKIA|ASIA|gh[pousr]_|github_pat_|xox[a-z]-|eyJ|sk-|sk_|AIza|glpat-|-----BEGIN|\$2[aby]\$)",
    r"[A-Za-z0-9+/]{40,}",
];

pub(crate) fn run(files: &[File]) -> Result<()> {
    let suspicions = RegexSet::new(SUSPICIONS)?;
    let mut native = Native::default();
    let mut changed = Vec::new();
    let mut total = (0, 0, 0);
    println!("| file | lines | clean | of these changed | |");
    println!("|---|---|---|---|---|");
    for file in files {
        let clean: Vec<_> = file.lines.iter().filter(|line| !suspicions.is_match(line)).collect();
        let before = changed.len();
        for line in &clean {
            let redacted = native.redact(line)?;
            if redacted != **line {
                changed.push((&file.name, *line, redacted));
            }
        }
        let counts = (file.lines.len(), clean.len(), changed.len() - before);
        print_row(&file.name, counts);
        total = (total.0 + counts.0, total.1 + counts.1, total.2 + counts.2);
    }
    print_row("all", total);
    let step = changed.len().div_ceil(SHOWN).max(1);
    for (file, line, redacted) in changed.iter().step_by(step) {
        eprintln!("{file}\n  - {line}\n  + {redacted}");
    }
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "for people")]
fn print_row(name: &str, (lines, clean, changed): (usize, usize, usize)) {
    let percent = changed as f64 * 100.0 / clean.max(1) as f64;
    println!("| {name} | {lines} | {clean} | {changed} | {percent:.2} % |");
}
