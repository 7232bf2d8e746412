//! Statements and what stands around them: what must go, and what looks like it and must stay.

use crate::redact::examples::redact;

#[test]
fn every_dialect_quotes_its_literals() {
    for (text, redacted) in [
        (
            "QUERY OK db=3.1ms\nSELECT l0.\"id\" FROM \"leads\" AS l0 WHERE (l0.\"phone\" = '+49') AND (l0.`n` >= 5)",
            "QUERY OK db=3.1ms\nSELECT l0.\"id\" FROM \"leads\" AS l0 WHERE (l0.\"phone\" = ?) AND (l0.`n` >= ?)",
        ),
        ("SELECT E'it\\'s', N'nat', _utf8'x', .5e3 FROM dual", "SELECT ?, ?, ?, ? FROM dual"),
        ("INSERT INTO notes VALUES (q'[can't tell 8812]')", "INSERT INTO notes VALUES (?)"),
        ("SELECT $$harbor lamp$$ AS v FROM dual", "SELECT ? AS v FROM dual"),
        ("SELECT id FROM t WHERE name = \"Bo L\" ORDER BY c", "SELECT id FROM t WHERE name = ? ORDER BY c"),
        (
            r#"SELECT "u".* FROM "u" WHERE "u"."id" = $1 AND "u"."n" = 'x'  [["id", 42]]"#,
            r#"SELECT "u".* FROM "u" WHERE "u"."id" = $1 AND "u"."n" = ?  [["id", ?]]"#,
        ),
        ("INSERT INTO emp VALUES (:1, 'Bob', 4200)", "INSERT INTO emp VALUES (:1, ?, ?)"),
        (
            "exec sp_executesql N'SELECT a FROM t WHERE b = @p0 AND c = ''x''',N'@p0 nvarchar(40)',@p0=N'joe'",
            "exec sp_executesql N'SELECT a FROM t WHERE b = @p0 AND c = ?',N'@p0 nvarchar(40)',@p0=?",
        ),
        ("EXEC dbo.usp_get @id = 55, @name = N'joe'", "EXEC dbo.usp_get @id = ?, @name = ?"),
        (r#"select a from t where b=\"x y\" and c=0xFF"#, "select a from t where b=? and c=?"),
    ] {
        assert_eq!(redact(text), redacted);
    }
}

#[test]
fn a_statement_ends_where_the_message_goes_on() {
    for (text, redacted) in [
        (
            "SELECT a FROM t WHERE b LIKE 'x%' took 512 ms rows=15",
            "SELECT a FROM t WHERE b LIKE ? took 512 ms rows=15",
        ),
        ("SELCT * FROM t WHERE id = 35 - RequestID: r12", "SELCT * FROM t WHERE id = ? - RequestID: r12"),
        ("(insert into t (a) values ('b')); nested 5", "(insert into t (a) values (?)); nested 5"),
        (
            "Query: 'DELETE FROM t WHERE x IN (3, 4)', Error_code: 126",
            "Query: 'DELETE FROM t WHERE x IN (?, ?)', Error_code: 126",
        ),
        (
            "DELETE FROM t WHERE a = 'cut\n# Time: 1\n# Rows: 5",
            "DELETE FROM t WHERE a = ?\n# Time: 1\n# Rows: 5",
        ),
        ("SELECT a FROM t WHERE b = 1 in 512 ms", "SELECT a FROM t WHERE b = ? in 512 ms"),
        ("<SELECT a FROM t LIMIT 5>, time 512 msec", "<SELECT a FROM t LIMIT ?>, time 512 msec"),
        ("SELECT a FROM b WHERE c = 1 (12.5 ms)", "SELECT a FROM b WHERE c = ? (12.5 ms)"),
    ] {
        assert_eq!(redact(text), redacted);
    }
}

#[test]
fn wherever_a_statement_is_cut_no_literal_is_left() {
    for text in [
        "SELECT * FROM users WHERE mail = 'zqzqzq' AND age > 987987 AND n IN ('zqzqzq', 987987)",
        "INSERT INTO notes (a, b) VALUES ('zq''zqzq', \"zqzqzq\"), (987987, $x$zqzqzq$x$)",
        "UPDATE t SET note = 'zq\\'zqzq', n = 0x987987 WHERE id = 987987",
        "CREATE USER 'zqzqzq'@'%' IDENTIFIED BY 'zqzqzq'",
    ] {
        for cut in 0..=text.len() {
            let redacted = redact(&text[..cut]);
            assert!(!redacted.contains("zq") && !redacted.contains("987"), "{cut}: {redacted}");
            assert_eq!(redact(&redacted), redacted, "{cut}");
        }
    }
}

#[test]
fn a_statement_goes_on_behind_every_kind_of_operand() {
    for text in [
        "SELECT * FROM t WHERE d = DATE 'zq' AND e > TIMESTAMP WITH TIME ZONE 'zq' AND x = 'zq'",
        "SELECT * FROM t WHERE d > now() - INTERVAL 'zq' AND a = point 'zq' AND j @> jsonb 'zq' AND x = 'zq'",
        "SELECT a, rank() OVER (PARTITION BY b ORDER BY c DESC ROWS BETWEEN 987 PRECEDING AND CURRENT ROW) FROM t \
         WHERE x = 'zq'",
        "select case when a = 987 then 'zq' else 'zq' end as z, user0_.id as id1_0_ from t user0_ where x > 987",
        "INSERT INTO t (a) VALUES ('zq') ON CONFLICT (a) DO UPDATE SET b = 'zq' WHERE t.c = 'zq' RETURNING id",
        "SELECT group_concat(a ORDER BY b SEPARATOR 'zq'), trim(BOTH 'zq' FROM a) FROM t WHERE x = 'zq'",
        "SELECT * FROM t TABLESAMPLE SYSTEM (987) WHERE match(a) AGAINST ('zq' IN BOOLEAN MODE) AND x = 'zq'",
        "SELECT/**/*/**/FROM/**/t/**/WHERE/**/x='zq'",
        "SELECT a FROM t # it's a note\nWHERE x = 'zq'",
        "SELECT /*+ INDEX(t 'zq') */ a FROM t WHERE x = 'zq'",
        "SELECT [u].[Id] FROM [dbo].[Users] AS [u] WHERE [u].[Name] = @p0 AND [u].[X] = N'zq'",
        "UPDATE `t` SET `t`.`a` = 'zq' WHERE `t`.`b` = 987",
        "SHOW COLUMNS FROM t LIKE 'zq'",
        "COPY t FROM 'zq' WITH (DELIMITER 'zq')",
        "{call f('zq', 987)}",
        "EXECUTE f USING 'zq', 987",
        "UPDATE ks.t USING TTL 987 SET a = 'zq', b = {'zq': 'zq'}, c = c + ['zq'] WHERE d = 987e4567-e89b-12d3-a456-426614174987",
        "DECLARE @x NVARCHAR(9) = N'zq'; SELECT @x",
        "select set_config('zq', 'zq', true)",
        "zq' and u.a = 'zq' AND u.b = 'zq' AND u.c > 987",
    ] {
        let redacted = redact(text);
        assert!(!redacted.contains("'zq'") && !redacted.contains("987"), "{redacted}");
        assert_eq!(redact(&redacted), redacted);
    }
}

#[test]
fn what_stands_below_a_statement_is_no_part_of_it() {
    for (text, redacted) in [
        ("select a from users\npassword: Kq83nfa", "select a from users\npassword: <REDACTED:PASSWORD>"),
        ("SELECT 1\ncurl -u a:Kq83nfa x", "SELECT ?\ncurl -u a:<REDACTED:PASSWORD> x"),
        ("sql=SELECT a FROM t, password: Kq83nfa", "sql=SELECT a FROM t, password: <REDACTED:PASSWORD>"),
        (
            "UPDATE t SET a = 1 WHERE b = 2, mysql -uroot -pKq83nfa x",
            "UPDATE t SET a = ? WHERE b = ?, mysql -uroot -p<REDACTED:PASSWORD> x",
        ),
        (
            "ALTER TABLE t ADD a INT NOT NULL run --password Kq83nfa",
            "ALTER TABLE t ADD a INT NOT NULL run --password <REDACTED:PASSWORD>",
        ),
        (
            "CREATE USER bo IDENTIFIED BY 'x' <secret>Kq83nfa</secret>",
            "CREATE USER bo IDENTIFIED BY ? <secret><REDACTED:SECRET></secret>",
        ),
        (
            "CREATE USER bo IDENTIFIED BY 'x'\"; password=Kq83nfa",
            "CREATE USER bo IDENTIFIED BY ?\"; password=<REDACTED:PASSWORD>",
        ),
        (
            "ALTER TABLE t ADD a INT NOT NULL failed on 203.0.113.77",
            "ALTER TABLE t ADD a INT NOT NULL failed on <IP:1>",
        ),
        (
            "ALTER TABLE t ADD a INT NOT NULL, the admin password is Kq83nfa, rotate it",
            "ALTER TABLE t ADD a INT NOT NULL, the admin password is <REDACTED:PASSWORD>, rotate it",
        ),
        ("q: SELECT * FROM t WHERE a='x\nnext line\n", "q: SELECT * FROM t WHERE a=?\nnext line\n"),
        ("SELECT * FROM t WHERE a='x\nit's late\n", "SELECT * FROM t WHERE a=?\nit's late\n"),
        ("SELECT $$abc\nnext", "SELECT ?\nnext"),
        ("SELECT a FROM t WHERE b='x\ny' AND c=3", "SELECT a FROM t WHERE b=? AND c=?"),
    ] {
        assert_eq!(redact(text), redacted);
    }
}

#[test]
fn a_password_in_or_behind_a_statement_goes() {
    for (text, redacted) in [
        ("SELECT a FROM u WHERE password=hunter7 AND b='c'", "SELECT a FROM u WHERE password=? AND b=?"),
        (
            "UPDATE u SET password = 'p', a = 'b' WHERE id = 4",
            "UPDATE u SET password = ?, a = ? WHERE id = ?",
        ),
        ("SELECT a FROM u JOIN v ON u.token = v.token", "SELECT a FROM u JOIN v ON u.token = v.token"),
        (
            "(\"SELECT a FROM u ON a = b\", \"SELECT a FROM u ON u.token = v.token\")",
            "(\"SELECT a FROM u ON a = b\", \"SELECT a FROM u ON u.token = v.token\")",
        ),
        (
            "SELECT a FROM u WHERE id = 42 password=hunter7",
            "SELECT a FROM u WHERE id = ? password=<REDACTED:PASSWORD>",
        ),
    ] {
        assert_eq!(redact(text), redacted);
    }
}

#[test]
fn values_that_were_bound_go() {
    for (text, redacted) in [
        ("Parameters: x(String), 42(Integer)", "Parameters: ?(String), ?(Integer)"),
        (
            "==>  Preparing: select * from t where a > ?\n==> Parameters: 42(Integer)\n<==      Total: 0",
            "==>  Preparing: select * from t where a > ?\n==> Parameters: ?(Integer)\n<==      Total: 0",
        ),
        ("==> Parameters: O'Neil, Ann (Ms)(String), null", "==> Parameters: ?(String), null"),
        ("<==        Row: 42, anna", "<==        Row: ?"),
        (
            "SELECT a FROM t WHERE b = %s; args=('x', 42); alias=d",
            "SELECT a FROM t WHERE b = %s; args=(?, ?); alias=d",
        ),
        (
            "select a from t where b = $1 -- PARAMETERS: [\"x\",42]",
            "select a from t where b = $1 -- PARAMETERS: [?,?]",
        ),
        (
            "sql=\"SELECT a FROM t WHERE b = $1\" args=\"[42 x]\" t=1ms",
            "sql=\"SELECT a FROM t WHERE b = $1\" args=\"[?]\" t=1ms",
        ),
        ("SELECT a FROM t WHERE b = $1; \"x\", 42", "SELECT a FROM t WHERE b = $1; ?, ?"),
        (
            "INSERT INTO t (\"a\", \"b\") VALUES ($1, $2)  [[\"a\", \"x\"], [\"b\", 42]]",
            "INSERT INTO t (\"a\", \"b\") VALUES ($1, $2)  [[\"a\", ?], [\"b\", ?]]",
        ),
        (
            "SELECT a FROM t WHERE b=? [2 values: b=42, c='x']",
            "SELECT a FROM t WHERE b=? [2 values: b=?, c=?]",
        ),
        ("knex:bindings [ 'x', 1 ] trx2", "knex:bindings [ ?, ? ] trx2"),
        (
            "SELECT a FROM t WHERE b = ? | params: [\"x\", 4] | 9ms",
            "SELECT a FROM t WHERE b = ? | params: [?, ?] | 9ms",
        ),
        ("SELECT a FROM t WHERE b = ? -- params [x, 42]", "SELECT a FROM t WHERE b = ? -- params [?, ?]"),
        (
            "SELECT a FROM t WHERE b = ? with bindings [x, 42] ok",
            "SELECT a FROM t WHERE b = ? with bindings [?, ?] ok",
        ),
        ("SELECT a FROM t WHERE (b = $1) [\"x\", 42]", "SELECT a FROM t WHERE (b = $1) [?, ?]"),
        (
            "SELECT a FROM t WHERE b = ? (parameters: array{\"1\":\"x\"}, types: array{\"1\":2})",
            "SELECT a FROM t WHERE b = ? (parameters: array{\"1\":?}, types: array{\"1\":2})",
        ),
        ("bind => [\"x\"]", "bind => [?]"),
        ("params=('anna', 42)", "params=(?, ?)"),
        ("args: [\"anna\" 42] took", "args: [? ?] took"),
        ("Binding parameter #1: anna", "Binding parameter #1: ?"),
        ("bind parameter 2 = 'anna' ok", "bind parameter 2 = ? ok"),
        ("SQLite bind params: (\"anna\", 42)", "SQLite bind params: (?, ?)"),
        ("[cached since 3.2s ago] {'name_1': 'x', 'n': 42}", "[cached since 3.2s ago] {'name_1': ?, 'n': ?}"),
        (
            "extracted value ([name1_0_] : [VARCHAR]) - [anna]",
            "extracted value ([name1_0_] : [VARCHAR]) - [?]",
        ),
        (
            "Parameters: {\"name\"=>\"x\"}; args=['a', 1]; values=[1, 2]",
            "Parameters: {\"name\"=>\"x\"}; args=['a', 1]; values=[1, 2]",
        ),
    ] {
        assert_eq!(redact(text), redacted);
        assert_eq!(redact(redacted), redacted);
    }
}

#[test]
fn values_without_quotes_go() {
    for (text, redacted) in [
        (
            "(SQL: insert into `users` (`mail`, `name`) values (a@x.test, Anna Meier))",
            "(SQL: insert into `users` (`mail`, `name`) values (?, ?))",
        ),
        (
            "1406 Data too long (Connection: mysql, SQL: update `users` set `name` = Meier, Anna, `at` = 2026-11-30 10:00:00 where `id` = 42)",
            "1406 Data too long (Connection: mysql, SQL: update `users` set `name` = ?, `at` = ? where `id` = ?)",
        ),
        (
            "(SQL: select * from \"users\" where \"mail\" = a@x.test and \"id\" in (4, 2) limit 1)",
            "(SQL: select * from \"users\" where \"mail\" = ? and \"id\" in (?, ?) limit ?)",
        ),
        (
            "(SQL: select * from `a` inner join `b` on `a`.`id` = `b`.`id` where `b`.`n` = x)",
            "(SQL: select * from `a` inner join `b` on `a`.`id` = `b`.`id` where `b`.`n` = ?)",
        ),
    ] {
        assert_eq!(redact(text), redacted);
        assert_eq!(redact(redacted), redacted);
    }
}

#[test]
fn prose_with_the_words_of_sql_stays() {
    for text in [
        "select is not an option; update 3 of 5 done, delete 'tmp' now, insert 2 coins",
        "insert into slot 4, delete from queue failed 3 times, select one as default from 4",
        "Show more like 'this'; copy from 'a' to 'b'; call me at 5 AND 6",
        "Filter: (3 of 5 rows), Cond: (x), Row: 5, cached since [3] (5), bind(fd=5, addr=[1])",
        "bind [42]; params: [\"--verbose\", \"3\"]; call foo('x') failed; SHOW status of 'x'",
        "unknown parameters: [\"limit\"]; missing required params: ['id']",
        "Missing parameter [3]; parameters [a, b] are wrong",
        "parameters: (1) the name, (2) the value; args: [\"run\" \"main.go\"]; args: [3]; params=(5)",
        "Error binding parameter 1: type 'list' is not supported",
        "failed at position 5 (retry), near \"x\", unable to encode 5",
    ] {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn values_in_error_messages_go() {
    for (text, redacted) in [
        ("The duplicate key value is (jo, 5).", "The duplicate key value is (?)."),
        (
            "Conversion failed when converting the varchar value 'abc' to data type int.",
            "Conversion failed when converting the varchar value '?' to data type int.",
        ),
        ("invalid input syntax for type integer: \"abc\"", "invalid input syntax for type integer: \"?\""),
        ("Failing row contains (1, bob, null).", "Failing row contains (?)."),
        ("[parameters: {'name': 'bob', 'age': 42}]", "[parameters: {'name': ?, 'age': ?}]"),
        (
            "[Parameters=[@p0='joe' (Size = 4000)], CommandTimeout='30']",
            "[Parameters=[@p0=? (Size = 4000)], CommandTimeout='30']",
        ),
        ("DETAIL:  parameters: $1 = 'bob', $2 = '5'", "DETAIL:  parameters: $1 = ?, $2 = ?"),
        ("  Filter: ((name)::text = 'x'::text)\n  Rows: 5", "  Filter: ((name)::text = ?::text)\n  Rows: 5"),
        ("-> Index Cond: (a > 42)  (cost=0.4 rows=1)", "-> Index Cond: (a > ?)  (cost=0.4 rows=1)"),
        ("CONTEXT:  COPY t, line 3, column age: \"an\"", "CONTEXT:  COPY t, line 3, column age: \"?\""),
        (
            "failed at position 9 ('x') (line 1, col 9): 'x' AND y = 4. Expected one of",
            "failed at position 9 (?) (line 1, col 9): ? AND y = ?. Expected one of",
        ),
        ("syntax error at or near \"'x'\" LINE 1", "syntax error at or near \"?\" LINE 1"),
        (
            "invalid input for query argument $1: 'x' (an integer)",
            "invalid input for query argument $1: ? (an integer)",
        ),
        ("malformed array literal: \"{a,b\"", "malformed array literal: \"?\""),
        (
            "Invalid STRING constant (an) for \"id\" of type int",
            "Invalid STRING constant (?) for \"id\" of type int",
        ),
        (
            "BIGINT UNSIGNED value is out of range in '(`t`.`a` - 4712)'",
            "BIGINT UNSIGNED value is out of range in '(`t`.`a` - ?)'",
        ),
        ("unable to encode \"x\" into binary format", "unable to encode \"?\" into binary format"),
        ("column 'name'. Truncated value: 'an'.", "column 'name'. Truncated value: '?'."),
        ("error near 'foo' in file 5", "error near 'foo' in file 5"),
    ] {
        assert_eq!(redact(text), redacted);
    }
}
