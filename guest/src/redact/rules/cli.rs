//! Passwords in the arguments of commands: `mysql -p…`, `curl -u user:…`, `sshpass -p …`.

use gobo_contract::Kind;

use super::is_glued;
use crate::redact::around::{byte, run, slice};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Before, Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_placeholder, looks_chosen, looks_random, value_at};
use crate::redact::words::{Words, first_column};

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape {
        words: &[&[".exe"]],
        more_words: &[&NAMES],
        before: Before::Nothing,
        min_bytes: 2,
        ..Shape::ANY
    }),
    find,
    member: Some(member),
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
        (
            "mysql -h 10.0.0.7 -pbrbxcHIbDvh9 shop; curl -u bo:yDxD1fHBgvRk x",
            "mysql -h <IP:1> -p<REDACTED:PASSWORD> shop; curl -u bo:<REDACTED:PASSWORD> x",
        ),
        ("htpasswd -cb /etc/users ann dIluG0gh4 ok", "htpasswd -cb /etc/users ann <REDACTED:PASSWORD> ok"),
        ("rabbitmqctl add_user ann dIluG0gh4", "rabbitmqctl add_user ann <REDACTED:PASSWORD>"),
        ("mysqladmin -u root password otter", "mysqladmin -u root password <REDACTED:PASSWORD>"),
        ("lftp -u bo,dIluG0gh4 sftp://x", "lftp -u bo,<REDACTED:PASSWORD> sftp://x"),
        (
            "az sql server create -n s -u bo -p dIluG0gh4",
            "az sql server create -n s -u bo -p <REDACTED:PASSWORD>",
        ),
        ("vault operator unseal dIluG0gh4/a+b==", "vault operator unseal <REDACTED:PASSWORD>"),
        ("sqlplus -s app/dIluG0gh4@orders @x.sql", "sqlplus -s app/<REDACTED:PASSWORD>@orders @x.sql"),
        (
            "net use Q: \\\\files\\q dIluG0gh4 /user:ann",
            "net use Q: \\\\<HOST:1>\\q <REDACTED:PASSWORD> /user:ann",
        ),
        (
            "ConvertTo-SecureString 'dIluG0gh4' -AsPlainText -Force",
            "ConvertTo-SecureString '<REDACTED:PASSWORD>' -AsPlainText -Force",
        ),
        ("kinit ann <<< dIluG0gh4", "kinit ann <<< <REDACTED:PASSWORD>"),
        ("C:\\setup.exe /q /p:Kq83nfa", "C:\\setup.exe /q /p:<REDACTED:PASSWORD>"),
        ("run.exe /q setup.exe /p:Kq83nfa", "run.exe /q setup.exe /p:<REDACTED:PASSWORD>"),
        ("sqlcmd.exe /U sa /P dIluG0gh4 /Q x", "sqlcmd.exe /U sa /P <REDACTED:PASSWORD> /Q x"),
        (
            "CMD [\"redis-cli\",\"-a\",\"dIluG0gh4\",\"ping\"] ok",
            "CMD [\"redis-cli\",\"-a\",\"<REDACTED:PASSWORD>\",\"ping\"] ok",
        ),
        ("[\"/bin/mysql\", \"-pdIluG0gh4\"]", "[\"/bin/mysql\", \"-p<REDACTED:PASSWORD>\"]"),
        ("[\"-u\", \"ann\", \"-p\", \"dIluG0gh4\"]", "[\"-u\", \"ann\", \"-p\", \"<REDACTED:PASSWORD>\"]"),
        ("skopeo copy --src-creds=bo:dIluG0gh4 a b", "skopeo copy --src-creds=bo:<REDACTED:PASSWORD> a b"),
        (
            "mc alias set s http://m:9000 ann dIluG0gh4",
            "mc alias set s http://m:9000 ann <REDACTED:PASSWORD>",
        ),
        ("erl -name a -setcookie dIluG0gh4 -noshell", "erl -name a -setcookie <REDACTED:PASSWORD> -noshell"),
    ],
    misses: &[
        ("ssh -p 2022 build", "a port"),
        ("docker run -p 9090:80 -u 1001:1001 caddy", "ports and ids"),
        ("mysql -u root -p -e x", "the password is asked for"),
        ("[\"docker\", \"run\", \"-p\", \"8080:80\"] [\"-p\", \"src/App2Config3\"]", "ports and places"),
        ("msbuild.exe a.sln /p:Platform=x64 /p:8080", "a property and a port"),
        ("sqlplus / as sysdba", "the system knows the account"),
        ("net use failed with error 53", "no share"),
        ("az webapp create -g r -p plan1 -n x", "a plan"),
        ("vault operator unseal -status", "an option"),
        ("vault login -method=userpass username=bo", "an account"),
        ("ConvertTo-SecureString $secret -AsPlainText", "a variable"),
    ],
}];

/// The most bytes of a command line that are looked at after its name.
const ARGUMENTS_BYTES: usize = 512;

/// How a flag carries its secret.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carries {
    /// The next argument.
    Next,
    /// The rest of the same argument.
    Glued,
    /// `user:password` in the next argument or the same, with that separator.
    Pair(u8),
    /// After so many other arguments that are no flags.
    Nth(u8),
    /// `user/password@database`, the first argument that is no flag.
    Account,
}

/// A flag, or how an argument begins, and how it carries its secret. The empty flag stands for the command itself.
type Flag = (&'static [u8], Carries);

/// A command, the subcommand that it takes, and the flags whose argument is a secret.
type Command = (&'static str, &'static str, &'static [Flag]);

const COMMANDS: &[Command] = &[
    ("wpa_passphrase", "", &[(b"", Carries::Nth(1))]),
    ("sshpass", "", &[(b"-p", Carries::Next), (b"-p", Carries::Glued)]),
    ("mysql", "", &[(b"-p", Carries::Glued)]),
    ("mysqldump", "", &[(b"-p", Carries::Glued)]),
    ("mysqladmin", "", &[(b"-p", Carries::Glued), (b"password", Carries::Nth(0))]),
    ("mysqlimport", "", &[(b"-p", Carries::Glued)]),
    ("mysqlcheck", "", &[(b"-p", Carries::Glued)]),
    ("mysqlbinlog", "", &[(b"-p", Carries::Glued)]),
    ("mariadb", "", &[(b"-p", Carries::Glued)]),
    ("mariadb-dump", "", &[(b"-p", Carries::Glued)]),
    ("xtrabackup", "", &[(b"-p", Carries::Glued)]),
    (
        "curl",
        "",
        &[
            (b"-u", Carries::Pair(b':')),
            (b"--user", Carries::Pair(b':')),
            (b"-U", Carries::Pair(b':')),
            (b"--proxy-user", Carries::Pair(b':')),
            (b"-E", Carries::Pair(b':')),
            (b"--cert", Carries::Pair(b':')),
            (b"--oauth2-bearer", Carries::Next),
        ],
    ),
    ("http", "", &[(b"-a", Carries::Pair(b':')), (b"--auth", Carries::Pair(b':'))]),
    ("redis-cli", "", &[(b"-a", Carries::Next), (b"--pass", Carries::Next)]),
    ("mongo", "", &[(b"-p", Carries::Next)]),
    ("mongosh", "", &[(b"-p", Carries::Next)]),
    ("mongodump", "", &[(b"-p", Carries::Next)]),
    ("mongorestore", "", &[(b"-p", Carries::Next)]),
    ("sqlcmd", "", &[(b"-P", Carries::Next), (b"/P", Carries::Next), (b"-P", Carries::Glued)]),
    ("erl", "", &[(b"-setcookie", Carries::Next)]),
    ("elixir", "", &[(b"--cookie", Carries::Next)]),
    ("iex", "", &[(b"--cookie", Carries::Next)]),
    ("bcp", "", &[(b"-P", Carries::Next), (b"-P", Carries::Glued)]),
    ("isql", "", &[(b"-P", Carries::Next), (b"-P", Carries::Glued)]),
    ("ldapsearch", "", &[(b"-w", Carries::Next)]),
    ("ldapmodify", "", &[(b"-w", Carries::Next)]),
    ("ldapadd", "", &[(b"-w", Carries::Next)]),
    ("ldapwhoami", "", &[(b"-w", Carries::Next)]),
    ("smbclient", "", &[(b"-U", Carries::Pair(b'%'))]),
    ("rpcclient", "", &[(b"-U", Carries::Pair(b'%'))]),
    ("winexe", "", &[(b"-U", Carries::Pair(b'%'))]),
    ("ipmitool", "", &[(b"-P", Carries::Next)]),
    ("snmpget", "", &[(b"-A", Carries::Next), (b"-X", Carries::Next), (b"-c", Carries::Next)]),
    ("snmpwalk", "", &[(b"-A", Carries::Next), (b"-X", Carries::Next), (b"-c", Carries::Next)]),
    ("zip", "", &[(b"-P", Carries::Next)]),
    ("unzip", "", &[(b"-P", Carries::Next)]),
    ("7z", "", &[(b"-p", Carries::Glued)]),
    ("7za", "", &[(b"-p", Carries::Glued)]),
    ("unrar", "", &[(b"-p", Carries::Glued)]),
    ("docker", "login", &[(b"-p", Carries::Next)]),
    ("podman", "login", &[(b"-p", Carries::Next)]),
    ("helm", "login", &[(b"-p", Carries::Next)]),
    ("oc", "login", &[(b"-p", Carries::Next)]),
    ("rabbitmqadmin", "", &[(b"-p", Carries::Next)]),
    ("influx", "", &[(b"-password", Carries::Next), (b"-t", Carries::Next)]),
    ("clickhouse-client", "", &[(b"--password", Carries::Next)]),
    ("psexec", "", &[(b"-p", Carries::Next)]),
    ("plink", "", &[(b"-pw", Carries::Next)]),
    ("pscp", "", &[(b"-pw", Carries::Next)]),
    ("putty", "", &[(b"-pw", Carries::Next)]),
    ("xfreerdp", "", &[(b"/p:", Carries::Glued)]),
    ("rdesktop", "", &[(b"-p", Carries::Next)]),
    ("cqlsh", "", &[(b"-p", Carries::Next)]),
    ("impala-shell", "", &[(b"-p", Carries::Next)]),
    ("ncftpput", "", &[(b"-p", Carries::Next)]),
    ("lftp", "", &[(b"-u", Carries::Pair(b':')), (b"-u", Carries::Pair(b','))]),
    ("wget", "", &[(b"--http-passwd", Carries::Next)]),
    ("openssl", "", &[(b"pass:", Carries::Glued), (b"-k", Carries::Next)]),
    ("radtest", "", &[(b"", Carries::Nth(1))]),
    ("etcdctl", "", &[(b"--user", Carries::Pair(b':'))]),
    ("skopeo", "", &[(b"--src-creds", Carries::Pair(b':')), (b"--dest-creds", Carries::Pair(b':'))]),
    ("skopeo", "", &[(b"--creds", Carries::Pair(b':'))]),
    ("podman", "", &[(b"--creds", Carries::Pair(b':'))]),
    ("ctr", "", &[(b"--user", Carries::Pair(b':')), (b"-u", Carries::Pair(b':'))]),
    ("crane", "login", &[(b"-p", Carries::Next)]),
    ("nerdctl", "login", &[(b"-p", Carries::Next)]),
    ("mc", "alias", &[(b"set", Carries::Nth(3))]),
    ("mysqlpump", "", &[(b"-p", Carries::Glued)]),
    ("mysqlslap", "", &[(b"-p", Carries::Glued)]),
    ("mydumper", "", &[(b"-p", Carries::Next)]),
    ("mongoexport", "", &[(b"-p", Carries::Next)]),
    ("mongoimport", "", &[(b"-p", Carries::Next)]),
    ("cypher-shell", "", &[(b"-p", Carries::Next)]),
    ("neo4j-admin", "", &[(b"set-initial-password", Carries::Nth(0))]),
    ("nodetool", "", &[(b"-pw", Carries::Next)]),
    ("grafana-cli", "", &[(b"reset-admin-password", Carries::Nth(0))]),
    ("elasticsearch-users", "", &[(b"-p", Carries::Next)]),
    ("racadm", "", &[(b"-p", Carries::Next)]),
    ("ab", "", &[(b"-A", Carries::Pair(b':')), (b"-P", Carries::Pair(b':'))]),
    ("useradd", "", &[(b"-p", Carries::Next)]),
    ("usermod", "", &[(b"-p", Carries::Next)]),
    ("freerdp", "", &[(b"/p:", Carries::Glued)]),
    ("mosquitto_pub", "", &[(b"-P", Carries::Next)]),
    ("mosquitto_sub", "", &[(b"-P", Carries::Next)]),
    ("az", "login", &[(b"-p", Carries::Next)]),
    ("az", "sql", &[(b"-p", Carries::Next)]),
    ("az", "mysql", &[(b"-p", Carries::Next)]),
    ("az", "postgres", &[(b"-p", Carries::Next)]),
    ("cf", "login", &[(b"-p", Carries::Next)]),
    ("vault", "login", &[(b"login", Carries::Nth(0))]),
    ("vault", "operator", &[(b"unseal", Carries::Nth(0))]),
    (
        "htpasswd",
        "",
        &[
            (b"-b", Carries::Nth(2)),
            (b"-cb", Carries::Nth(2)),
            (b"-bc", Carries::Nth(2)),
            (b"-Bb", Carries::Nth(2)),
            (b"-bB", Carries::Nth(2)),
            (b"-cBb", Carries::Nth(2)),
            (b"-nb", Carries::Nth(1)),
            (b"-nbB", Carries::Nth(1)),
        ],
    ),
    (
        "rabbitmqctl",
        "",
        &[
            (b"add_user", Carries::Nth(1)),
            (b"change_password", Carries::Nth(1)),
            (b"authenticate_user", Carries::Nth(1)),
        ],
    ),
    ("net", "use", &[(b"\\\\", Carries::Nth(0))]),
    ("net", "user", &[(b"user", Carries::Nth(1))]),
    ("schtasks", "", &[(b"/rp", Carries::Next), (b"/RP", Carries::Next)]),
    ("ssh-keygen", "", &[(b"-N", Carries::Next), (b"-P", Carries::Next)]),
    ("ConvertTo-SecureString", "", &[(b"-String", Carries::Next), (b"", Carries::Nth(0))]),
    ("sqlplus", "", &[(b"", Carries::Account)]),
    ("sqlldr", "", &[(b"", Carries::Account)]),
    ("impdp", "", &[(b"", Carries::Account)]),
    ("expdp", "", &[(b"", Carries::Account)]),
    ("kinit", "", &[(b"<<<", Carries::Next)]),
    ("gh", "", &[(b"<<<", Carries::Next)]),
    ("su", "", &[(b"<<<", Carries::Next)]),
    ("sudo", "", &[(b"<<<", Carries::Next)]),
    ("passwd", "", &[(b"<<<", Carries::Next)]),
    ("cryptsetup", "", &[(b"<<<", Carries::Next)]),
    ("docker", "login", &[(b"<<<", Carries::Next)]),
];

/// The commands' names.
static NAMES: Words = Words::new(&LISTED);

const LISTED: [&[u8]; COMMANDS.len()] = first_column(COMMANDS);

/// What is known of a command, each of its subcommands by itself.
fn commands(name: &[u8]) -> impl Iterator<Item = &'static Command> {
    NAMES
        .places(name)
        .filter_map(|place| COMMANDS.get(place))
        .filter(move |(known, ..)| known.as_bytes() == name)
}

pub(super) fn is_command(word: &[u8]) -> bool {
    word.first().is_some_and(u8::is_ascii_alphanumeric) && commands(word).next().is_some()
}

/// Whether the word is a command, or a program for Windows.
fn is_program(word: &[u8]) -> bool {
    word.ends_with(b".exe") || is_command(word)
}

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let name = token.of(text);
    let name = name.strip_suffix(b".exe").unwrap_or(name);
    if !matches!(text.get(token.end), Some(b' ' | b'"' | b'\'')) {
        return token.end;
    }
    // `<IP:1>curl` was a word.
    if is_glued(text, token.start, token.end) {
        return token.end;
    }
    let is_windows = name.len() < token.end - token.start;
    let mut known = commands(name).peekable();
    if known.peek().is_none() && !is_windows || is_before_command(text, token.end) {
        return token.end;
    }
    if known.peek().is_none() && is_windows {
        hide_switches(text, token, findings);
    }
    let mut end = token.end;
    for (_, subcommand, flags) in known {
        for value in Arguments::of(text, token, subcommand.as_bytes(), flags) {
            if value.start >= end && is_argument(value.of(text)) {
                findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
                end = value.end;
            }
        }
    }
    token.end
}

/// Whether the next word is another command: then this one has no arguments.
fn is_before_command(text: &[u8], at: usize) -> bool {
    let end = run(text, at + 1, COMMAND_BYTES, |byte| byte.is_ascii_graphic());
    byte(text, at) == b' ' && byte(text, end) == b' ' && is_command(slice(text, at + 1, end))
}

/// More bytes than the name of a command has.
const COMMAND_BYTES: usize = 32;

/// Adds the passwords in the switches of any program for Windows: `setup.exe /p:x`.
fn hide_switches(text: &[u8], token: Token, findings: &mut Vec<Finding>) {
    let arguments = Arguments::of(text, token, b"", &[(b"/p:", Carries::Glued), (b"/P:", Carries::Glued)]);
    // The next program reads its own.
    for value in (Arguments { begins_another: is_program, ..arguments }) {
        let bytes = value.of(text);
        // A build takes properties and paths there.
        let password = bytes.split(|byte| b"($".contains(byte)).next().unwrap_or_default();
        if looks_chosen(password)
            && is_argument(bytes)
            && !password.iter().any(|byte| b"=/\\;".contains(byte))
        {
            findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
        }
    }
}

/// Adds the secrets among the arguments of the command that the string from `start` to before `end` names, if it does:
/// the other strings of its list.
pub(crate) fn hide_arguments(text: &[u8], start: usize, end: usize, findings: &mut Vec<Finding>) {
    let word = text.get(start..end).unwrap_or_default();
    super::protocol::hide_in_array(text, start, end, findings);
    let folder = word.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    find(text, Token { start: start + folder, end, has: 0 }, findings);
}

/// What stands after `-p` in a list, whatever the command: a port, a path or a password.
fn member(key: &[u8], value: &[u8]) -> Option<Marker> {
    let is_password = matches!(key, b"-p" | b"-P")
        && looks_random(value, 8)
        && !value.iter().any(|byte| b"/.-".contains(byte));
    is_password.then_some(Marker::Secret("PASSWORD"))
}

/// Reads the arguments of a command, up to the next command.
struct Arguments<'t> {
    text: &'t [u8],
    /// Where the next argument begins.
    at: usize,
    /// No argument begins here or after.
    end: usize,
    flags: &'static [Flag],
    subcommand: &'static [u8],
    /// After so many other arguments comes the secret, and how it is written there.
    awaited: Option<(u8, Carries)>,
    /// Whether another command begins with a word.
    begins_another: fn(&[u8]) -> bool,
}

impl<'t> Arguments<'t> {
    fn of(text: &'t [u8], token: Token, subcommand: &'static [u8], flags: &'static [Flag]) -> Self {
        let awaited = flags.iter().find(|(flag, _)| flag.is_empty()).map(|(_, carries)| match carries {
            Carries::Nth(others) => (*others, *carries),
            _ => (0, *carries),
        });
        let end = text.len().min(token.end + ARGUMENTS_BYTES);
        Self { text, at: token.end, end, flags, subcommand, awaited, begins_another: is_command }
    }

    /// The secret in an argument or after it.
    fn secret_at(&mut self, word: &[u8], at: usize, next: usize) -> Option<Value> {
        let quotes = word.iter().take_while(|byte| b"\"',[".contains(byte)).count();
        let bare = word.get(quotes..).unwrap_or_default();
        if self.subcommand == bare.split(|byte| b"\"',".contains(byte)).next().unwrap_or_default() {
            self.subcommand = &[];
        }
        if !self.subcommand.is_empty() || bare.is_empty() {
            return None;
        }
        if let Some((others, carries)) = self.awaited
            && !is_option(bare)
            && !is_named(bare)
        {
            self.awaited = others.checked_sub(1).map(|others| (others, carries));
            return if others > 0 { None } else { awaited_at(self.text, at, carries) };
        }
        for (flag, carries) in self.flags {
            let Some(rest) = bare.strip_prefix(*flag).filter(|_| !flag.is_empty()) else { continue };
            match carries {
                Carries::Nth(others) if rest.is_empty() || *flag == b"\\\\" => {
                    self.awaited = Some((*others, *carries));
                }
                _ => {
                    let value = carried(self.text, rest, at + quotes + flag.len(), next, *carries);
                    if value.is_some() {
                        return value;
                    }
                }
            }
        }
        None
    }
}

impl Iterator for Arguments<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        loop {
            let at = self.at;
            let rest = self.text.get(at..self.end).filter(|rest| !rest.is_empty())?;
            // In a list, quotes and a comma stand between two arguments.
            let mut before = 0;
            let ends = |byte: &u8| {
                let closed = matches!(std::mem::replace(&mut before, *byte), b'"' | b'\'');
                matches!(byte, b' ' | b'\n' | b'|' | b'\0') || closed && matches!(byte, b',' | b']')
            };
            let length = rest.iter().position(ends).unwrap_or(rest.len());
            let word = rest.get(..length)?;
            self.at += length + 1;
            match rest.get(length) {
                Some(b' ') => {}
                Some(b',') => {
                    self.at += rest.iter().skip(length + 1).take_while(|byte| **byte == b' ').count();
                }
                _ => self.end = self.at,
            }
            let bare = word.strip_prefix(b"\"").and_then(|word| word.strip_suffix(b"\"")).unwrap_or(word);
            if (self.begins_another)(bare) {
                return None;
            }
            let value = self.secret_at(word, at, self.at);
            if value.is_some() {
                return value;
            }
        }
    }
}

/// `-x` and `/x`, but no path.
fn is_option(word: &[u8]) -> bool {
    matches!(word, [b'-', ..]) || matches!(word, [b'/', rest @ ..] if !rest.contains(&b'/'))
}

/// `username=bo`: it stands at any place.
fn is_named(word: &[u8]) -> bool {
    let name = word.iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'_').count();
    name > 1 && word.get(name) == Some(&b'=')
}

/// The secret in an argument that is one by its place.
fn awaited_at(text: &[u8], at: usize, carries: Carries) -> Option<Value> {
    let value = value_at(text, at)?;
    if carries != Carries::Account {
        return Some(value);
    }
    let bytes = Some(value.of(text)).filter(|bytes| !is_placeholder(bytes))?;
    let slash = bytes.iter().position(|&byte| byte == b'/').filter(|slash| *slash > 0)?;
    let end = bytes.iter().rposition(|&byte| byte == b'@').filter(|end| *end > slash).unwrap_or(bytes.len());
    Some(Value { start: value.start + slash + 1, end: value.start + end, ..value })
}

/// The secret that a flag carries, of which `rest` is glued to it.
fn carried(text: &[u8], rest: &[u8], at: usize, next: usize, carries: Carries) -> Option<Value> {
    match carries {
        Carries::Glued if !rest.is_empty() && !rest.starts_with(b"=") => value_at(text, at),
        Carries::Next if rest.iter().all(|byte| b"\"',".contains(byte)) => value_at(text, next),
        Carries::Pair(separator) => {
            let start = if rest.is_empty() { next } else { at + usize::from(rest.starts_with(b"=")) };
            let value = value_at(text, start)?;
            // `bo,x sftp://…`: what looks like the next pair of a list.
            if byte(text, value.end) == separator && !value.quoted {
                return value_at(text, value.end + 1);
            }
            let end = value.of(text).iter().position(|&byte| byte == separator)?;
            (!is_placeholder(value.of(text))).then_some(Value { start: value.start + end + 1, ..value })
        }
        _ => None,
    }
}

/// Not a flag, a number of four digits or less, a variable or a reference.
fn is_argument(value: &[u8]) -> bool {
    let number = value.len() <= 5 && value.iter().all(u8::is_ascii_digit);
    let variable = matches!(value, [b'$', name @ ..] if name.iter().all(|byte| byte.is_ascii_alphabetic() || b"_:".contains(byte)));
    value != b"*" && !value.starts_with(b"-") && !number && !variable && !is_placeholder(value)
}
