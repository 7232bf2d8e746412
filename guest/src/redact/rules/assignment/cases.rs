//! Notations of names and values, by kind: what must go, and what looks like it and must stay.

use crate::redact::examples::redact;

fn each(cases: &[(&str, &str)]) {
    for (text, shown) in cases {
        assert_eq!(redact(text), *shown);
        assert_eq!(redact(shown), *shown, "once more");
    }
}

fn all_stay(texts: &[&str]) {
    for text in texts {
        assert_eq!(redact(text), *text);
    }
}

#[test]
fn what_stands_behind_a_name_without_being_its_value() {
    all_stay(&[
        "message Login { string user = 1; bytes password = 2; optional string otp_token = 3 [deprecated = true]; }",
        "Using --password via the CLI is insecure. Use --password-stdin.",
        "key_mgmt=WPA-PSK priority=3",
    ]);
    each(&[
        ("bytes password = 2024;x", "bytes password = <REDACTED:PASSWORD>"),
        ("psk=\"Kq 83 nfa\" key_mgmt=WPA-PSK", "psk=\"<REDACTED:PASSWORD>\" key_mgmt=WPA-PSK"),
        (
            "ERROR: OPTIONS (user 'bo', password 'otter')",
            "ERROR: OPTIONS (user 'bo', password '<REDACTED:PASSWORD>')",
        ),
        ("credentials: bo / Kq83nfaPz1", "credentials: bo / <REDACTED:PASSWORD>"),
        ("user / password: bo / Kq83nfaPz1", "user / password: bo / <REDACTED:PASSWORD>"),
        ("Username/Password: bo/Kq83nfaPz1", "Username/Password: bo/<REDACTED:PASSWORD>"),
        ("--password via", "--password <REDACTED:PASSWORD>"),
    ]);
}

#[test]
fn several_values_of_one_name() {
    each(&[
        ("password: [otter9, Kq83nfa] ok", "password: [<REDACTED:PASSWORD>, <REDACTED:PASSWORD>] ok"),
        ("passwords=['otter', 'Kq83nfa']", "passwords=['<REDACTED:PASSWORD>', '<REDACTED:PASSWORD>']"),
        (
            "passwords:\n  - otter9\n  - Kq83nfa\nnext: 1",
            "passwords:\n  - <REDACTED:PASSWORD>\n  - <REDACTED:PASSWORD>\nnext: 1",
        ),
        ("password[0]=otter", "password[0]=<REDACTED:PASSWORD>"),
        ("user_password[\"bo\"]=otter", "user_password[\"bo\"]=<REDACTED:PASSWORD>"),
        (
            "~ password = \"otter\" -> \"Kq83nfa\"",
            "~ password = \"<REDACTED:PASSWORD>\" -> \"<REDACTED:PASSWORD>\"",
        ),
        (
            "password changed from otter9 to Kq83nfa",
            "password changed from <REDACTED:PASSWORD> to <REDACTED:PASSWORD>",
        ),
        ("api_keys: Kq83nfaPz1", "api_keys: <REDACTED:API_KEY>"),
    ]);
    all_stay(&[
        "tokens: 512",
        "tokens=[12, 15, 900]",
        "stored passwords: 42",
        "pass: 3/5",
        "passwords do not match",
        "secrets:\n- db-creds\n- api-creds",
        "password: [FILTERED]",
        "let psk: [u8; 32] = x",
    ]);
}

#[test]
fn values_in_the_lines_below() {
    each(&[
        ("db_password:\n  otter\nnext: 1", "db_password:\n  <REDACTED:PASSWORD>\nnext: 1"),
        ("The root password is:\n\n    Kq83nfa", "The root password is:\n\n    <REDACTED:PASSWORD>"),
        ("The password is:\n```text\nKq83nfa\n```", "The password is:\n```text\n<REDACTED:PASSWORD>\n```"),
        ("password = \\\n  Kq83nfa", "password = <REDACTED:PASSWORD>"),
    ]);
    all_stay(&[
        "Password:\nLogin incorrect",
        "password:\n  type: string\n  required: true",
        "password:\n  minLength: 8",
        "Enter password:\nconnection closed",
        "The password is:\ntoo short",
    ]);
}

#[test]
fn elements_and_attributes() {
    each(&[
        ("<password>\n otter\n</password>", "<password>\n <REDACTED:PASSWORD>\n</password>"),
        ("<password><![CDATA[otter]]></password>", "<password><![CDATA[<REDACTED:PASSWORD>]]></password>"),
        (
            "<name>db.password</name>\n<final>true</final>\n<value>otter</value>",
            "<name>db.password</name>\n<final>true</final>\n<value><REDACTED:PASSWORD></value>",
        ),
        (
            "<key>password</key><string>otter</string>",
            "<key>password</key><string><REDACTED:PASSWORD></string>",
        ),
        ("<entry key=\"password\">otter</entry>", "<entry key=\"password\"><REDACTED:PASSWORD></entry>"),
        (
            "<setting name=\"ApiKey\" as=\"String\"><value>otter</value>",
            "<setting name=\"ApiKey\" as=\"String\"><value><REDACTED:API_KEY></value>",
        ),
        ("<add value=\"otter9\" key=\"ApiKey\"/>", "<add value=\"<REDACTED:API_KEY>\" key=\"ApiKey\"/>"),
        ("<password><b>otter</b></password>", "<password><b><REDACTED:PASSWORD></b></password>"),
    ]);
    all_stay(&[
        "<label for=\"password\">Password</label>",
        "<label name=\"password\">Password</label>",
        "<password></password>",
        "<name>timeout</name><value>30</value>",
    ]);
}

#[test]
fn values_with_a_type() {
    each(&[
        ("password: Some(\"otter\")", "password: Some(\"<REDACTED:PASSWORD>\")"),
        ("[\"password\"]=>\n  string(5) \"otter\"", "[\"password\"]=>\n  string(5) \"<REDACTED:PASSWORD>\""),
        ("s:8:\"password\";s:5:\"otter\";", "s:8:\"password\";s:5:\"<REDACTED:PASSWORD>\";"),
        (
            "variable \"db_password\" {\n  type = string\n  default = \"otter\"\n}",
            "variable \"db_password\" {\n  type = string\n  default = \"<REDACTED:PASSWORD>\"\n}",
        ),
    ]);
    each(&[
        ("{'password': u'otter', 'n': 1}", "{'password': u'<REDACTED:PASSWORD>', 'n': 1}"),
        ("const PASSWORD: &str = \"otter\";", "const PASSWORD: &str = \"<REDACTED:PASSWORD>\";"),
        ("var password string = \"otter\"", "var password string = \"<REDACTED:PASSWORD>\""),
        ("password: &pw Kq83nfa", "password: &pw <REDACTED:PASSWORD>"),
        ("password = <<EOF\nKq83nfa\nEOF", "password = <<EOF\n<REDACTED:PASSWORD>\nEOF"),
        ("{password,\"otter\"}", "{password,\"<REDACTED:PASSWORD>\"}"),
        ("{password,<<\"otter\">>}", "{password,<<\"<REDACTED:PASSWORD>\">>}"),
        ("password (plain): Kq83nfa", "password (plain): <REDACTED:PASSWORD>"),
        ("DefaultPassword    REG_SZ    otter", "DefaultPassword    REG_SZ    <REDACTED:PASSWORD>"),
        (
            "{ name = \"DB_PASSWORD\", value = \"otter\" }",
            "{ name = \"DB_PASSWORD\", value = \"<REDACTED:PASSWORD>\" }",
        ),
    ]);
    all_stay(&["password: (see the safe", "New-User -Password (Get-Credential -User bo)"]);
}

#[test]
fn what_is_glued_to_a_marker_or_stated_as_a_default() {
    each(&[
        ("password=<IP:1>otter", "password=<REDACTED:PASSWORD>"),
        ("password=<REDACTED:PASSWORD>otter", "password=<REDACTED:PASSWORD>"),
        ("password=***Kq83nfa", "password=<REDACTED:PASSWORD>"),
        ("password=<Kq83nfa>", "password=<REDACTED:PASSWORD>"),
        ("password=''Kq83nfa''", "password=''<REDACTED:PASSWORD>''"),
        ("password=true&Kq83nfa", "password=<REDACTED:PASSWORD>"),
        ("password=${A}Kq83nfa", "password=<REDACTED:PASSWORD>"),
        ("password=${A:-otter}", "password=${A:-<REDACTED:PASSWORD>}"),
        ("password=${A:${B:otter}}", "password=${A:${B:<REDACTED:PASSWORD>}}"),
        ("password=$(echo -n otter)", "password=$(echo -n <REDACTED:PASSWORD>)"),
        ("password: {{ pw | default('otter') }}", "password: {{ pw | default('<REDACTED:PASSWORD>') }}"),
    ]);
    all_stay(&[
        "password=***",
        "password=Kq****fa",
        "password=${DB_PASSWORD}",
        "password=${env:DB_PASSWORD}",
        "password=${A:?is not set}",
        "password=${A}${B}",
        "password=$(cat /run/secrets/db)",
        "password=<redacted>",
        "password=<your password>",
        "password=[not shown]",
        "password=null",
        "password: {{ pw | default(omit) }}",
    ]);
}

#[test]
fn sentences() {
    each(&[
        ("password for admin: Kq83nfa", "password for admin: <REDACTED:PASSWORD>"),
        ("use Kq83nfa as the password", "use <REDACTED:PASSWORD> as the password"),
        ("logged in with password Kq83n!", "logged in with password <REDACTED:PASSWORD>"),
        ("wrong password \"otter\" given", "wrong password \"<REDACTED:PASSWORD>\" given"),
        ("machine h\nlogin bo\npassword otter", "machine h\nlogin bo\npassword <REDACTED:PASSWORD>"),
        ("THE PASSWORD IS KQ83NFA", "THE PASSWORD IS <REDACTED:PASSWORD>"),
        ("Das Passwort lautet: Kq83nfa", "Das Passwort lautet: <REDACTED:PASSWORD>"),
        ("Passwort für admin: Kq83nfa", "Passwort für admin: <REDACTED:PASSWORD>"),
        ("La contraseña es Kq83nfa", "La contraseña es <REDACTED:PASSWORD>"),
        ("mot de passe pour admin : Kq83nfa", "mot de passe pour admin : <REDACTED:PASSWORD>"),
        (
            "A temporary password is generated for root@localhost: Kq83nfa",
            "A temporary password is generated for root@localhost: <REDACTED:PASSWORD>",
        ),
        ("setx DB_PASSWORD otter", "setx DB_PASSWORD <REDACTED:PASSWORD>"),
        ("ENV DB_PASSWORD otter", "ENV DB_PASSWORD <REDACTED:PASSWORD>"),
        ("password → Kq83nfa", "password → <REDACTED:PASSWORD>"),
    ]);
    all_stay(&[
        "password for user bob was changed",
        "login with password failed",
        "with password protection",
        "use ssl as the default",
        "password reset for user bob requested",
    ]);
}

#[test]
fn accounts_with_their_passwords() {
    each(&[
        ("auth: bo:Kq83nfa", "auth: bo:<REDACTED:PASSWORD>"),
        ("--auth bo:Kq83nfa", "--auth bo:<REDACTED:PASSWORD>"),
        ("with credentials bo/Kq83nfa", "with credentials bo/<REDACTED:PASSWORD>"),
        (r#"{"auth":"bo:Kq83nfa"}"#, r#"{"auth":"<REDACTED:CREDENTIAL>"}"#),
    ]);
    all_stay(&["credentials: config/prod2x.json", "auth: method:password", "auth: sha256:ab12cd34ef56"]);
}

#[test]
fn members_of_documents() {
    each(&[
        (r#"{"password":{"value":"otter"}}"#, r#"{"password":{"value":"<REDACTED:PASSWORD>"}}"#),
        (r#"{"passwords":{"ann":"otter"}}"#, r#"{"passwords":{"ann":"<REDACTED:PASSWORD>"}}"#),
        (
            r#"{"key":"password","value":{"stringValue":"otter"}}"#,
            r#"{"key":"password","value":{"stringValue":"<REDACTED:PASSWORD>"}}"#,
        ),
        (
            r#"[["user","bo"],["password","Kq83nfa"]]"#,
            r#"[["user","bo"],["password","<REDACTED:PASSWORD>"]]"#,
        ),
    ]);
    all_stay(&[
        r#"{"password":{"type":"string","minLength":8}}"#,
        r#"{"errors":{"password":["can't be blank","is too short"]}}"#,
        r#"{"secret":{"name":"db-creds","namespace":"prod"}}"#,
        r#"["user","password","host"]"#,
        r#"{"name":"password","tags":["form"]}"#,
    ]);
}

/// Found by the property tests on other seeds.
#[test]
fn what_a_value_is_joined_to_is_judged_the_same_when_a_marker_stands_there() {
    each(&[
        ("session_id=3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6fpbkdf2:64.0.64.0_", "session_id=<REDACTED:SESSION>"),
        (
            concat!(
                "?sv=2024&sig=CxzWRy3ErysMmwnWKk%3Dhash=$2b",
                "$12$gOgCr1rPqX9WMP9VY.AwH9HFueqz0LAF.ElODbbZ5lUF3R59kqhKV x"
            ),
            "?sv=2024&sig=<REDACTED:SIGNATURE> x",
        ),
    ]);
}

#[test]
fn a_sentence_announces_the_value_below() {
    each(&[
        (
            "Use the following password to log in:\n\n9cf466ef74d97db774\n\nIt is also in a file",
            "Use the following password to log in:\n\n<REDACTED:PASSWORD>\n\nIt is also in a file",
        ),
        (
            "Your new API key is below.\n\nKq83nfaPz1Qm7rTd",
            "Your new API key is below.\n\n<REDACTED:API_KEY>",
        ),
    ]);
    all_stay(&["The following password rules apply:\n\nminimum", "Use the following token types:\n\nbearer"]);
}

#[test]
fn codes_in_mails() {
    each(&[
        ("493021 is your verification code. Bye", "<REDACTED:CODE> is your verification code. Bye"),
        ("Your security code: 493-021", "Your security code: <REDACTED:CODE>"),
        ("Your login code is 493 021", "Your login code is <REDACTED:CODE>"),
    ]);
    all_stay(&["4930 is your order number", "your login code has expired"]);
}

#[test]
fn pairs_that_a_nul_separates_and_fields_with_doubled_quotes() {
    each(&[
        ("LANG=C^@API_KEY=Kq83nfaPz1^@PWD=/srv^@", "LANG=C^@API_KEY=<REDACTED:API_KEY>^@PWD=/srv^@"),
        ("A=b\\0DB_TOKEN=Kq83nfaPz1\\0PWD=/srv", "A=b\\0DB_TOKEN=<REDACTED:TOKEN>\\0PWD=/srv"),
        (
            "7,\"{\"\"a\"\":\"\"b\"\",\"\"api_key\"\":\"\"Kq83nfaPz1\"\"}\",x",
            "7,\"{\"\"a\"\":\"\"b\"\",\"\"api_key\"\":\"\"<REDACTED:API_KEY>\"\"}\",x",
        ),
        ("set $api_key \"Kq83{;}nfa Pz1\"; # x", "set $api_key \"<REDACTED:API_KEY>\"; # x"),
        ("Unseal Key 1: Kq83nfaPz1Qm7rTd", "Unseal Key 1: <REDACTED:API_KEY>"),
    ]);
}

#[test]
fn labels_of_other_languages() {
    each(&[
        ("同步失敗 密鑰：Kq83nfaPz1 逾時", "同步失敗 密鑰：<REDACTED:SECRET> 逾時"),
        ("비밀번호는 Kq83nfaPz1 입니다", "비밀번호는 <REDACTED:PASSWORD> 입니다"),
        ("Ваш пароль — Kq83nfaPz1", "Ваш пароль — <REDACTED:PASSWORD>"),
        ("Ditt lösenord är Kq83nfaPz1", "Ditt lösenord är <REDACTED:PASSWORD>"),
        ("clé secrète : Kq83nfaPz1Qm7rTd", "clé secrète : <REDACTED:SECRET>"),
    ]);
    all_stay(&["пароль должен содержать 8 символов", "Wachtwoord moet 8 tekens zijn", "密码错误，请重试"]);
}

#[test]
fn notations_of_directories_and_shells() {
    each(&[
        ("userPassword:: e1NTSEF9VjU2Y0R", "userPassword:: <REDACTED:PASSWORD>"),
        ("userPassword: {SSHA}Cks8ccNvHZKvXZ== failed", "userPassword: <REDACTED:PASSWORD> failed"),
    ]);
    all_stay(&["DB_PASSWORD=${DB_PASSWORD:?must be set}", "token::Kind and password::Hash"]);
}

#[test]
fn signs_within_a_value_belong_to_it() {
    each(&[
        ("password=Kq8&nfaPz1", "password=<REDACTED:PASSWORD>"),
        ("password=Kq8|nfaPz1 ok", "password=<REDACTED:PASSWORD> ok"),
        (
            "temporary password is generated for root@localhost: t0&kP>9dLw2q",
            "temporary password is generated for root@localhost: <REDACTED:PASSWORD>",
        ),
        ("password=Kq8nfaPz1&user=bo", "password=<REDACTED:PASSWORD>&user=bo"),
        ("password=Kq8nfaPz1|user=bo", "password=<REDACTED:PASSWORD>|user=bo"),
        ("<password>Kq8nfaPz1</password>", "<password><REDACTED:PASSWORD></password>"),
    ]);
    all_stay(&["api_key: <your-api-key>\nexport X=1"]);
}

#[test]
fn flags_and_values_in_lists() {
    each(&[
        (
            "args:\n  - --password\n  - otter\n  - --port\n  - \"8080\"",
            "args:\n  - --password\n  - <REDACTED:PASSWORD>\n  - --port\n  - \"8080\"",
        ),
        ("args: [--password, otter, --verbose]", "args: [--password, <REDACTED:PASSWORD>, --verbose]"),
        (
            r#"CMD ["mysqladmin", "-uroot", "-potter9", "ping"]"#,
            r#"CMD ["mysqladmin", "-uroot", "-p<REDACTED:PASSWORD>", "ping"]"#,
        ),
        (r#"["sshpass","-p","otter9","ssh"]"#, r#"["sshpass","-p","<REDACTED:PASSWORD>","ssh"]"#),
    ]);
    all_stay(&["args:\n  - --token-file\n  - /run/token", "args:\n  - --password\n  - --port"]);
}

#[test]
fn values_before_their_names() {
    each(&[
        ("- value: otter\n  name: DB_PASSWORD", "- value: <REDACTED:PASSWORD>\n  name: DB_PASSWORD"),
        (
            "{value: \"otter\", name: \"DB_PASSWORD\"}",
            "{value: \"<REDACTED:PASSWORD>\", name: \"DB_PASSWORD\"}",
        ),
        (
            "<input value=\"otter\" id=\"x\" type=\"password\">",
            "<input value=\"<REDACTED:PASSWORD>\" id=\"x\" type=\"password\">",
        ),
        (
            "<input type='password' name='x' value='otter'/>",
            "<input type='password' name='x' value='<REDACTED:PASSWORD>'/>",
        ),
    ]);
    all_stay(&[
        "- name: LEVEL\n  value: debug\n- name: DB_PASSWORD\n  valueFrom: x",
        "<input type=\"password\" placeholder=\"Enter password\">",
    ]);
}

#[test]
fn several_secrets_under_one_name() {
    each(&[
        (
            "passwords:\n  admin: otter\n  bo: kite\nnext: 1",
            "passwords:\n  admin: <REDACTED:PASSWORD>\n  bo: <REDACTED:PASSWORD>\nnext: 1",
        ),
        (
            "passwords: {admin: otter9, bo: kite88} ok",
            "passwords: {admin: <REDACTED:PASSWORD>, bo: <REDACTED:PASSWORD>} ok",
        ),
        (
            "credentials:\n  admin: Kq83nfaPz1\n  region: eu1West2\n",
            "credentials:\n  admin: <REDACTED:CREDENTIAL>\n  region: eu1West2\n",
        ),
        (
            "credentials:\n- bo:Kq83nfaPz1\n- ann:Zb93mLqQ7",
            "credentials:\n- bo:<REDACTED:PASSWORD>\n- ann:<REDACTED:PASSWORD>",
        ),
        (
            "passwords: otter9, kite88 and so on",
            "passwords: <REDACTED:PASSWORD>, <REDACTED:PASSWORD> and so on",
        ),
    ]);
    all_stay(&[
        "passwords:\n  min_length: 8\n  policy: strict",
        "credentials:\n  provider: vault2Go\n  path: a1/B2c3",
        "secrets:\n  db: enabled\n  api: enabled",
    ]);
}

#[test]
fn names_and_values_in_two_cells() {
    each(&[
        ("db_password\totter", "db_password\t<REDACTED:PASSWORD>"),
        ("db_password,otter9x\n", "db_password,<REDACTED:PASSWORD>\n"),
        ("k: db_password\nv: otter", "k: db_password\nv: <REDACTED:PASSWORD>"),
        (
            "option_name: smtp_password\noption_value: otter",
            "option_name: smtp_password\noption_value: <REDACTED:PASSWORD>",
        ),
        (
            r#"{"op":"add","path":"/data/password","value":"otter"}"#,
            r#"{"op":"add","path":"/data/password","value":"<REDACTED:PASSWORD>"}"#,
        ),
        (
            r#"{"field":"password","old":"otter","new":"kite"}"#,
            r#"{"field":"password","old":"<REDACTED:PASSWORD>","new":"<REDACTED:PASSWORD>"}"#,
        ),
        (r#"{"k":"db_password","v":"otter"}"#, r#"{"k":"db_password","v":"<REDACTED:PASSWORD>"}"#),
        (
            r#"{"config_key":"db_password","config_value":"otter"}"#,
            r#"{"config_key":"db_password","config_value":"<REDACTED:PASSWORD>"}"#,
        ),
    ]);
    all_stay(&[
        "db_password,host\n",
        "user_password,created_at\n",
        "user_password\thost\tport",
        r#"{"k":"level","v":"debug"}"#,
    ]);
}

#[test]
fn identifiers_that_admit() {
    each(&[
        ("secret_id=6f1c2d3e-7a90-4d5e-9c3b-1a2b3c4d5e6f ok", "secret_id=<REDACTED:SECRET> ok"),
        (
            r#"{"role_id":"6f1c2d3e-7a90-4d5e-9c3b-1a2b3c4d5e6f","secret_id":"6f1c2d3e-7a90-4d5e-9c3b-1a2b3c4d5e6f"}"#,
            r#"{"role_id":"6f1c2d3e-7a90-4d5e-9c3b-1a2b3c4d5e6f","secret_id":"<REDACTED:SECRET>"}"#,
        ),
        ("SecretID:       6f1c2d3e-7a90-4d5e-9c3b-1a2b3c4d5e6f", "SecretID:       <REDACTED:SECRET>"),
    ]);
    all_stay(&["secretId=prod/db", "secret_id: 42", "secret id not found"]);
}

#[test]
fn abbreviations() {
    each(&[
        ("psw=otter&x=1", "psw=<REDACTED:PASSWORD>&x=1"),
        ("pswd: otter9", "pswd: <REDACTED:PASSWORD>"),
        ("preshared_key: otter99", "preshared_key: <REDACTED:API_KEY>"),
        ("palavra-passe: Kq83nfa", "palavra-passe: <REDACTED:PASSWORD>"),
        ("wpa_passphrase homenet otter99", "wpa_passphrase homenet <REDACTED:PASSWORD>"),
    ]);
    all_stay(&["cpsw 4a100000.switch: detected"]);
}

#[test]
fn values_that_a_switch_or_an_object_states() {
    each(&[
        (
            "reg add HKLM\\X /v DefaultPassword /t REG_SZ /d otter /f",
            "reg add HKLM\\X /v DefaultPassword /t REG_SZ /d <REDACTED:PASSWORD> /f",
        ),
        (
            "put-parameter --name /prod/db/password --value otter --type x",
            "put-parameter --name /prod/db/password --value <REDACTED:PASSWORD> --type x",
        ),
        ("-Name DefaultPassword -Value \"otter\"", "-Name DefaultPassword -Value \"<REDACTED:PASSWORD>\""),
        (
            "\"db.password\": {\"value\": \"otter\", \"origin\": \"x\"}",
            "\"db.password\": {\"value\": \"<REDACTED:PASSWORD>\", \"origin\": \"x\"}",
        ),
        (
            "SetEnvironmentVariable(\"DB_PASSWORD\", \"otter\", \"User\")",
            "SetEnvironmentVariable(\"DB_PASSWORD\", \"<REDACTED:PASSWORD>\", \"User\")",
        ),
        ("password = <<-EOT\n    otter99\nEOT", "password = <<-EOT\n    <REDACTED:PASSWORD>\nEOT"),
        ("password........\"otter\"", "password........\"<REDACTED:PASSWORD>\""),
        ("{\"X-Api-Key\":[]string{\"Kq83nfaPz1\"}}", "{\"X-Api-Key\":[]string{\"<REDACTED:API_KEY>\"}}"),
        ("{:user \"bo\" :password \"otter\"}", "{:user \"bo\" :password \"<REDACTED:PASSWORD>\"}"),
        ("password <- \"otter\"", "password <- \"<REDACTED:PASSWORD>\""),
        ("REDISCLI_AUTH=otter9 redis-cli", "REDISCLI_AUTH=<REDACTED:PASSWORD> redis-cli"),
        ("security.credentials=otter9", "security.credentials=<REDACTED:PASSWORD>"),
    ]);
    all_stay(&[
        "password:  12 bytes\nusername:  5 bytes",
        "token:     1024 bytes",
        "checking password.... done",
        "--name db-password --type String",
    ]);
}

#[test]
fn notations_of_forms_pages_and_lists() {
    each(&[
        (
            "form-data; name=\"password\"\n\notter\n--x",
            "form-data; name=\"password\"\n\n<REDACTED:PASSWORD>\n--x",
        ),
        ("1) \"masterauth\"\n2) \"otter\"", "1) \"masterauth\"\n2) \"<REDACTED:PASSWORD>\""),
        ("<td>Password</td><td>Kq83nfa</td>", "<td>Password</td><td><REDACTED:PASSWORD></td>"),
        ("<b>Password:</b> Kq83nfa", "<b>Password:</b> <REDACTED:PASSWORD>"),
        ("db_password [string] = otter", "db_password [string] = <REDACTED:PASSWORD>"),
        ("password (Kq83nfa) was tried", "password (<REDACTED:PASSWORD>) was tried"),
        ("db_password ........ otter9", "db_password ........ <REDACTED:PASSWORD>"),
        ("PASSWORD ?= otter", "PASSWORD ?= <REDACTED:PASSWORD>"),
        ("password ==> otter", "password ==> <REDACTED:PASSWORD>"),
        (" db_password | otter", " db_password | <REDACTED:PASSWORD>"),
        (
            "| db_password | otter9 |\n+-------------+--------+\n1 row",
            "| db_password | <REDACTED:PASSWORD> |\n+-------------+--------+\n1 row",
        ),
        ("host h\nuser bo\npassword otter", "host h\nuser bo\npassword <REDACTED:PASSWORD>"),
        ("poll h user bo password \"otter\"", "poll h user bo password \"<REDACTED:PASSWORD>\""),
    ]);
    all_stay(&[
        " db_password | db_user\n-------------+--------\n ${PASSWORD} | bo\n",
        "<td>password</td><td>The password of the user</td>",
        "<th>Password</th><th>Token</th>",
        "for user bo password mismatch",
        "password (required) of the user",
        "db_password ........ ok",
        "1) \"password\"\nnext",
    ]);
}

#[test]
fn what_stands_between_a_name_and_its_value_is_looked_at_too() {
    each(&[
        ("password for bo on 10.0.0.2: Kq83nfa", "password for bo on <IP:1>: <REDACTED:PASSWORD>"),
        (
            "Failed password for bo from 10.1.2.3\nexport API_TOKEN=hunter2Kq83\n{\"hostname\": \"batchbox\"}",
            "Failed password for bo from <IP:1>\nexport API_TOKEN=<REDACTED:TOKEN>\n{\"hostname\": \"<HOST:1>\"}",
        ),
        ("password for bo from x\nexport foo: otter77", "password for bo from x\nexport foo: otter77"),
    ]);
}
