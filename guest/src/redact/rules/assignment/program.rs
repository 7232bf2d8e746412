//! What a program says of a name: a variable, a call or a prompt stands where a value would.

use crate::redact::name::secret_name;
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_expression};

/// Words before a name that is declared or compared: a value without quotes is another name there.
const DECLARES: &[&[u8]] = &[
    b"let", b"const", b"var", b"val", b"final", b"auto", b"mut", b"String", b"string", b"if", b"elif",
    b"while", b"unless", b"and", b"or", b"&&", b"||",
];

/// What a name begins with that is part of an object.
const OWNERS: &[&[u8]] = &[b"self.", b"this.", b"cls.", b"super."];

/// The most bytes before a name that are looked at.
const BEFORE_BYTES: usize = 16;

/// Whether the value is an expression of a program, or tells one what to ask for.
pub(super) fn is_program(text: &[u8], token: Token, value: Value) -> bool {
    let bytes = value.of(text);
    if value.quoted {
        // `getpass("Password: ")`, `getenv("DB_PASSWORD")`, `"{password}"`
        let opens = |byte: &u8| matches!(byte, b'(' | b'[');
        let open = value.start.checked_sub(2).and_then(|at| text.get(at)).is_some_and(opens);
        let is_slot = value.start.checked_sub(1).and_then(|at| text.get(at)) == Some(&b'{');
        let is_command = value.start.checked_sub(1).and_then(|at| text.get(at)) == Some(&b'`')
            && bytes.contains(&b' ')
            && text.get(..value.start - 1).is_some_and(|before| before.ends_with(b"="));
        // `input("Password: ")`: the quote closes what the name stands in.
        let is_said = text.get(..value.start - 1).is_some_and(|before| before.ends_with(b": "));
        let closes = is_said
            && matches!(
                bytes,
                [b')']
                    | [b')', b')' | b';' | b',' | b' ' | b'.', ..]
                    | [b' ', b'%' | b'+' | b'.', b' ', ..]
                    | [b',', b' ', ..]
            );
        return (open || is_slot) && secret_name(bytes).is_some()
            || is_command
            || closes
            || is_one_of_words(text, token, value);
    }
    is_field_number(text, token, value) || is_expression(text, value.start) || is_variable(text, token, value)
}

/// Types of fields in a schema of Protocol Buffers.
const FIELD_TYPES: &[&[u8]] = &[
    b"string",
    b"bytes",
    b"bool",
    b"int32",
    b"int64",
    b"uint32",
    b"uint64",
    b"sint32",
    b"sint64",
    b"fixed32",
    b"fixed64",
    b"sfixed32",
    b"sfixed64",
    b"double",
    b"float",
];

/// Whether the value is the number of a field: `bytes password = 2;`, `string otp = 3 [deprecated = true];`.
fn is_field_number(text: &[u8], token: Token, value: Value) -> bool {
    let before = text.get(token.start.saturating_sub(BEFORE_BYTES)..token.start).unwrap_or_default();
    let word = before.strip_suffix(b" ").unwrap_or_default();
    let word = word.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
    let is_number = value.end - value.start <= FIELD_DIGITS && value.of(text).iter().all(u8::is_ascii_digit);
    let ends = text.get(value.end..).is_some_and(|rest| rest.starts_with(b";") || rest.starts_with(b" ["));
    is_number && ends && FIELD_TYPES.contains(&word)
}

/// Digits of the highest number of a field.
const FIELD_DIGITS: usize = 9;

/// Whether the value is the name of a variable.
fn is_variable(text: &[u8], token: Token, value: Value) -> bool {
    let bytes = value.of(text);
    let signs = bytes.iter().take(2).take_while(|byte| b"$@:&*!_".contains(byte)).count();
    let variable = bytes.get(signs..).unwrap_or_default();
    let in_name = |byte: &u8| byte.is_ascii_alphabetic() || b"_.".contains(byte);
    if variable.is_empty() || !variable.iter().all(in_name) {
        return false;
    }
    let name = token.of(text).rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let name = name.strip_prefix(b"_").unwrap_or(name);
    let is_same = variable.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"_"));
    is_same || is_in_program(text, token, value) || names_another(text, token, value, variable)
}

/// Whether names stand around the value as in a program: it is compared, declared, or part of an object.
fn is_in_program(text: &[u8], token: Token, value: Value) -> bool {
    let between = text.get(token.end..value.start).unwrap_or_default().trim_ascii();
    let before = text.get(token.start.saturating_sub(BEFORE_BYTES)..token.start).unwrap_or_default();
    let word = before.strip_suffix(b" ").or_else(|| before.strip_suffix(b" (")).unwrap_or_default();
    let word = word.rsplit(|byte| !byte.is_ascii_graphic() || *byte == b'(').next().unwrap_or_default();
    matches!(between, b"==" | b"===" | b":=")
        || between == b"=" && is_target(text, token.start)
        || between.starts_with(b"=")
            && (OWNERS.iter().any(|owner| token.of(text).starts_with(owner))
                || DECLARES.contains(&word)
                || matches!(before.last(), Some(b'$' | b'@')))
}

/// Whether nothing but names with commas between stands before a name in its line: `user, password = split`.
fn is_target(text: &[u8], start: usize) -> bool {
    let before = text.get(start.saturating_sub(TARGET_BYTES)..start).unwrap_or_default();
    let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let in_names = |byte: &u8| byte.is_ascii_alphanumeric() || b"_., \t".contains(byte);
    line.len() < TARGET_BYTES && line.ends_with(b", ") && line.iter().all(in_names)
}

/// The most bytes of the names that are assigned to together.
const TARGET_BYTES: usize = 64;

/// Whether name and value are two words of a list of words in quotes: `'pwd', 'quit', 'tail'`.
fn is_one_of_words(text: &[u8], token: Token, value: Value) -> bool {
    let is_word = value.of(text).iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    let before = text.get(token.start.saturating_sub(4)..token.start).unwrap_or_default();
    let between = text.get(token.end..value.start).unwrap_or_default();
    let follows = matches!(before, [.., b'"', b',', b' ', b'"'] | [.., b'\'', b',', b' ', b'\''])
        || matches!(before, [.., b'"' | b'\'', b',', b'"' | b'\'']);
    is_word && follows && between.iter().all(|byte| b"\"', ".contains(byte))
}

/// Whether the value names a secret and stands where a literal would have quotes: `f(password=user_password)`,
/// `"password": user_password`.
fn names_another(text: &[u8], token: Token, value: Value, variable: &[u8]) -> bool {
    let is_quoted_key = matches!(text.get(token.end), Some(b'"' | b'\''));
    let is_argument = text.get(value.end) == Some(&b')');
    let is_alias = text.get(value.start) == Some(&b'*');
    is_alias || (is_quoted_key || is_argument) && secret_name(variable).is_some()
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn calls_elements_and_variables_are_no_values() {
        for text in [
            "token := r.Header.Get(\"Authorization\")",
            "self.token = token",
            "this.password = password;",
            "password = getpass(\"Password: \")",
            "password = getpass.getpass('Password: ')",
            "password = os.getenv(\"DB_PASSWORD\")",
            "password = input(\"Enter password: \") or None",
            "ask(\"Password for %s: \" % (user, \"localhost\"))",
            "self.token += character",
            "let brace_token = braced!(content in input);",
            "token: Token![+],",
            "user, password = split",
            "password = password_ptr",
            "\"print\", \"pwd\", \"quit\", \"tail\"",
            "token = nextchar",
            "token['state'] = self.state",
            "if token == '{':",
            "with the --username and --password options",
            "const token = await getToken({ scope: \"x\" });",
            "let token = req.headers[\"x-token\"];",
            "if password == \"\" {",
            "if (token !== storedToken) {",
            "password = cfg[\"db\"][\"password\"]",
            "password = params[:password]",
            "password = generate_password(16)",
            "password = base64.b64decode(encoded)",
            "token: Optional[str] = None",
            "token = tokens[0]",
            "$password = $_POST['password'];",
            "$password = Read-Host -AsSecureString",
            "$token = $request->header('Authorization');",
            "\"password\": password,",
            "connect(password=db_password)",
            "PASSWORD=`cat /run/secrets/pw`",
            "password: !Ref DBPassword",
            "password: *db_password",
            "password = Column(String(128))",
            "password: SecretStr = Field(...)",
            "password = (hidden)",
            "password: arn:aws:secretsmanager:eu-west-1:1234:secret:db-AbCdEf",
        ] {
            assert_eq!(redact(text), text);
        }
    }

    #[test]
    fn slots_of_templates_and_usage_texts_hold_no_value() {
        for text in [
            "password=%s",
            "password: %-20v",
            "WHERE password = %(password)s",
            "token={token}",
            "token=%{token}",
            "password=#{db.password}",
            "  -p, --password <password>   Password",
            "      --token <token>   The token of the account",
            "   --password value, -p value  the password",
        ] {
            assert_eq!(redact(text), text);
        }
    }

    #[test]
    fn columns_of_tables_are_no_values() {
        for text in [
            "| token | varchar(64) |",
            "| password | varchar(255) | NO | PRI |",
            "+----------+------+\n| Field    | Type |\n+----------+------+\n| password | char(60) |\n| token    | char(64) |",
            "CREATE TABLE users (id int, token varchar(64), password varchar(255) NOT NULL)",
        ] {
            assert_eq!(redact(text), text);
        }
    }

    #[test]
    fn what_only_looks_like_an_expression_is_hidden() {
        for (text, shown) in [
            ("password=Summer(2024)", "password=<REDACTED:PASSWORD>"),
            ("password=Kq8[3nfa]x", "password=<REDACTED:PASSWORD>"),
            ("password=\", otter9\"", "password=\"<REDACTED:PASSWORD>\""),
            ("password=(otter9", "password=<REDACTED:PASSWORD>"),
            ("password={otter9", "password=<REDACTED:PASSWORD>"),
            ("password=\"otter.kite\"", "password=\"<REDACTED:PASSWORD>\""),
            ("password=Kq8(3nfa", "password=<REDACTED:PASSWORD>"),
            ("api key: Kq83nfaPz1Lx2(see below)", "api key: <REDACTED:API_KEY> below)"),
            ("POSTGRES_PASSWORD=password", "POSTGRES_PASSWORD=<REDACTED:PASSWORD>"),
            ("password: my_secret_password", "password: <REDACTED:PASSWORD>"),
            ("password = Password(\"otter\")", "password = Password(\"<REDACTED:PASSWORD>\")"),
            ("password=$ecret!42", "password=<REDACTED:PASSWORD>"),
            ("const password = \"otter\";", "const password = \"<REDACTED:PASSWORD>\";"),
            ("if password == \"otter\"", "if password == \"<REDACTED:PASSWORD>\""),
            ("<password> otter </password>", "<password> <REDACTED:PASSWORD> </password>"),
        ] {
            assert_eq!(redact(text), shown);
        }
    }
}
