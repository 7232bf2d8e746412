//! Passwords in the arguments of commands: `mysql -p…`, `curl -u user:…`, `sshpass -p …`.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_placeholder, value_at};

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { words: &[&NAMES], whole: true, min_bytes: 2, ..Shape::ANY }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "command-argument",
    kind: Kind::Secret,
    source: "the manual pages of the commands",
    keywords: &["mysql", "curl", "sshpass", "redis-cli"],
    max_bytes: ARGUMENTS_BYTES,
    hits: &[
        ("+ sshpass -p dIluG0gh4FUt ssh deploy@build", "+ sshpass -p <REDACTED:PASSWORD> ssh deploy@build"),
        ("curl -u admin:yDxD1fHBgvRk https://api/v1", "curl -u admin:<REDACTED:PASSWORD> https://api/v1"),
        ("mysql -uroot -pbrbxcHIbDvh9 -e x", "mysql -uroot -p<REDACTED:PASSWORD> -e x"),
    ],
    misses: &[
        ("ssh -p 2022 build", "a port"),
        ("docker run -p 9090:80 -u 1001:1001 caddy", "ports and ids"),
        ("mysql -u root -p -e x", "the password is asked for"),
    ],
}];

/// The most bytes of a command line that are looked at after its name.
const ARGUMENTS_BYTES: usize = 512;

/// How a flag carries its secret.
#[derive(Clone, Copy)]
enum Carries {
    /// The next argument.
    Next,
    /// The rest of the same argument.
    Glued,
    /// `user:password` in the next argument.
    Pair,
    /// `user%password` in the next argument.
    PercentPair,
}

/// A flag and how it carries its secret.
type Flag = (&'static [u8], Carries);

/// Commands and the flags whose argument is a secret.
const COMMANDS: &[(&str, &[Flag])] = &[
    ("sshpass", &[(b"-p", Carries::Next), (b"-p", Carries::Glued)]),
    ("mysql", &[(b"-p", Carries::Glued)]),
    ("mysqldump", &[(b"-p", Carries::Glued)]),
    ("mysqladmin", &[(b"-p", Carries::Glued)]),
    ("mysqlimport", &[(b"-p", Carries::Glued)]),
    ("mysqlcheck", &[(b"-p", Carries::Glued)]),
    ("mysqlbinlog", &[(b"-p", Carries::Glued)]),
    ("mariadb", &[(b"-p", Carries::Glued)]),
    ("mariadb-dump", &[(b"-p", Carries::Glued)]),
    ("xtrabackup", &[(b"-p", Carries::Glued)]),
    (
        "curl",
        &[
            (b"-u", Carries::Pair),
            (b"--user", Carries::Pair),
            (b"-U", Carries::Pair),
            (b"--proxy-user", Carries::Pair),
        ],
    ),
    ("http", &[(b"-a", Carries::Pair), (b"--auth", Carries::Pair)]),
    ("redis-cli", &[(b"-a", Carries::Next)]),
    ("mongo", &[(b"-p", Carries::Next)]),
    ("mongosh", &[(b"-p", Carries::Next)]),
    ("mongodump", &[(b"-p", Carries::Next)]),
    ("mongorestore", &[(b"-p", Carries::Next)]),
    ("sqlcmd", &[(b"-P", Carries::Next), (b"-P", Carries::Glued)]),
    ("bcp", &[(b"-P", Carries::Next), (b"-P", Carries::Glued)]),
    ("isql", &[(b"-P", Carries::Next), (b"-P", Carries::Glued)]),
    ("ldapsearch", &[(b"-w", Carries::Next)]),
    ("ldapmodify", &[(b"-w", Carries::Next)]),
    ("ldapadd", &[(b"-w", Carries::Next)]),
    ("ldapwhoami", &[(b"-w", Carries::Next)]),
    ("smbclient", &[(b"-U", Carries::PercentPair)]),
    ("rpcclient", &[(b"-U", Carries::PercentPair)]),
    ("winexe", &[(b"-U", Carries::PercentPair)]),
    ("ipmitool", &[(b"-P", Carries::Next)]),
    ("snmpget", &[(b"-A", Carries::Next), (b"-X", Carries::Next), (b"-c", Carries::Next)]),
    ("snmpwalk", &[(b"-A", Carries::Next), (b"-X", Carries::Next), (b"-c", Carries::Next)]),
    ("zip", &[(b"-P", Carries::Next)]),
    ("unzip", &[(b"-P", Carries::Next)]),
    ("7z", &[(b"-p", Carries::Glued)]),
    ("7za", &[(b"-p", Carries::Glued)]),
    ("unrar", &[(b"-p", Carries::Glued)]),
    ("docker", &[(b"login", Carries::Next)]),
    ("podman", &[(b"login", Carries::Next)]),
    ("helm", &[(b"login", Carries::Next)]),
    ("oc", &[(b"login", Carries::Next)]),
    ("rabbitmqadmin", &[(b"-p", Carries::Next)]),
    ("influx", &[(b"-password", Carries::Next), (b"-t", Carries::Next)]),
    ("clickhouse-client", &[(b"--password", Carries::Next)]),
    ("psexec", &[(b"-p", Carries::Next)]),
    ("plink", &[(b"-pw", Carries::Next)]),
    ("pscp", &[(b"-pw", Carries::Next)]),
    ("putty", &[(b"-pw", Carries::Next)]),
    ("xfreerdp", &[(b"/p:", Carries::Glued)]),
    ("rdesktop", &[(b"-p", Carries::Next)]),
    ("cqlsh", &[(b"-p", Carries::Next)]),
    ("impala-shell", &[(b"-p", Carries::Next)]),
    ("ncftpput", &[(b"-p", Carries::Next)]),
    ("lftp", &[(b"-u", Carries::Pair)]),
    ("wget", &[(b"--http-passwd", Carries::Next)]),
    ("openssl", &[(b"pass:", Carries::Glued)]),
    ("mosquitto_pub", &[(b"-P", Carries::Next)]),
    ("mosquitto_sub", &[(b"-P", Carries::Next)]),
];

/// The commands' names.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
const NAMES: [&str; COMMANDS.len()] = {
    let mut names = [""; COMMANDS.len()];
    let mut at = 0;
    while at < COMMANDS.len() {
        names[at] = COMMANDS[at].0;
        at += 1;
    }
    names
};

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let name = token.of(text);
    let name = name.strip_suffix(b".exe").unwrap_or(name);
    if !matches!(text.get(token.end), Some(b' ' | b'"' | b'\'')) {
        return token.end;
    }
    let Some((_, flags)) = COMMANDS.iter().find(|(command, _)| command.as_bytes() == name) else {
        return token.end;
    };
    let rest = text.get(token.end..).unwrap_or_default();
    let look = rest.get(..rest.len().min(ARGUMENTS_BYTES)).unwrap_or_default();
    let line = look.iter().position(|byte| matches!(byte, b'\n' | b'|' | b'\0')).unwrap_or(look.len());
    let mut at = token.end;
    let mut end = token.end;
    let login = flags.iter().any(|(flag, _)| *flag == b"login");
    let mut logging_in = false;
    for word in look.get(..line).unwrap_or_default().split(|&byte| byte == b' ') {
        let next = at + word.len() + 1;
        let bare = word
            .iter()
            .position(|byte| !b"\"',[".contains(byte))
            .and_then(|from| word.get(from..))
            .unwrap_or_default();
        if at > token.end + 1 && COMMANDS.iter().any(|(command, _)| command.as_bytes() == bare) {
            break;
        }
        logging_in |= login && bare.starts_with(b"login");
        let offset = word.len() - bare.len();
        let secret = if login {
            let flag = logging_in && matches!(bare, b"-p" | b"-p\"," | b"--password");
            flag.then(|| value_at(text, next)).flatten()
        } else {
            flags.iter().find_map(|(flag, carries)| carried(text, bare, at + offset, next, flag, *carries))
        };
        if let Some(value) = secret.filter(|value| value.start >= end && is_argument(value.of(text))) {
            findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
            end = value.end;
        }
        at = next;
    }
    end
}

/// The secret that a flag carries.
fn carried(text: &[u8], word: &[u8], at: usize, next: usize, flag: &[u8], carries: Carries) -> Option<Value> {
    let rest = word.strip_prefix(flag)?;
    let after = |value: Value, separator: u8| {
        let colon = value.of(text).iter().position(|&byte| byte == separator)?;
        Some(Value { start: value.start + colon + 1, ..value })
    };
    match carries {
        Carries::Glued if !rest.is_empty() && !rest.starts_with(b"=") => value_at(text, at + flag.len()),
        Carries::Next if rest.iter().all(|byte| b"\"',".contains(byte)) => value_at(text, next),
        Carries::Pair | Carries::PercentPair => {
            let start =
                if rest.is_empty() { next } else { at + flag.len() + usize::from(rest.starts_with(b"=")) };
            after(value_at(text, start)?, if matches!(carries, Carries::Pair) { b':' } else { b'%' })
        }
        _ => None,
    }
}

/// Not a flag, a number of four digits or less, or a reference.
fn is_argument(value: &[u8]) -> bool {
    let number = value.len() <= 5 && value.iter().all(u8::is_ascii_digit);
    !value.starts_with(b"-") && !number && !is_placeholder(value)
}
