//! The table of statements with their verdicts.

use super::{Refusal, check};

/// Ordinary questions of a diagnosis. None may be refused.
const ACCEPTED: &[(&str, usize)] = &[
    ("SELECT 1", 0),
    ("select 1;", 0),
    ("SELECT 1 ; -- done", 0),
    ("SELECT * FROM orders", 0),
    ("SELECT id, state FROM orders WHERE customer_id = ? AND state IN (?, ?) ORDER BY id DESC LIMIT 20", 3),
    (
        "SELECT o.id, c.name FROM orders o JOIN customers AS c ON c.id = o.customer_id WHERE o.created_at > ?",
        1,
    ),
    ("SELECT o.id FROM orders o LEFT JOIN payments p ON p.order_id = o.id WHERE p.id IS NULL", 0),
    ("SELECT a.id FROM a INNER JOIN b USING (id) RIGHT JOIN c ON (c.id = b.id) CROSS JOIN d", 0),
    ("SELECT a.id FROM a STRAIGHT_JOIN b ON a.id = b.id", 0),
    ("SELECT state, COUNT(*) AS n FROM orders GROUP BY state HAVING COUNT(*) > 10 ORDER BY n DESC", 0),
    ("SELECT state, COUNT(*) FROM orders GROUP BY state WITH ROLLUP", 0),
    ("SELECT COUNT(DISTINCT customer_id), SUM(total), AVG(total), MIN(total), MAX(total) FROM orders", 0),
    ("SELECT GROUP_CONCAT(DISTINCT name ORDER BY name SEPARATOR ', ') FROM tags GROUP BY kind", 0),
    (
        "SELECT DISTINCT host FROM sessions WHERE user LIKE 'app\\_%' AND last_seen >= NOW() - INTERVAL 15 MINUTE",
        0,
    ),
    ("SELECT id, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY created_at DESC) AS n FROM orders", 0),
    ("SELECT id, LAG(total, 1) OVER w, SUM(total) OVER w FROM orders WINDOW w AS (ORDER BY id)", 0),
    (
        "SELECT RANK() OVER (ORDER BY total), DENSE_RANK() OVER (ORDER BY total), NTILE(4) OVER (ORDER BY total) FROM t",
        0,
    ),
    ("SELECT SUM(x) OVER (ORDER BY d ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM daily", 0),
    ("WITH late AS (SELECT * FROM orders WHERE due < NOW()) SELECT COUNT(*) FROM late", 0),
    (
        "WITH late (id, due) AS (SELECT id, due FROM orders), n AS (SELECT COUNT(*) AS c FROM late) SELECT * FROM n",
        0,
    ),
    (
        "WITH RECURSIVE tree (id, depth) AS (SELECT id, 0 FROM node WHERE parent IS NULL UNION ALL SELECT n.id, t.depth + 1 FROM node n JOIN tree t ON n.parent = t.id) SELECT * FROM tree",
        0,
    ),
    (
        "SELECT * FROM (SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id) AS x WHERE n > 5",
        0,
    ),
    ("SELECT * FROM (SELECT 1, 2) AS t (a, b)", 0),
    ("SELECT * FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE region = ?)", 1),
    ("SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id)", 0),
    ("SELECT * FROM orders WHERE total > ALL (SELECT total FROM refunds)", 0),
    ("SELECT (SELECT MAX(id) FROM orders) AS newest, (SELECT MIN(id) FROM orders) AS oldest", 0),
    ("(SELECT id FROM a) UNION (SELECT id FROM b) ORDER BY id LIMIT 5", 0),
    ("SELECT id FROM a UNION ALL SELECT id FROM b", 0),
    ("SELECT id FROM a EXCEPT SELECT id FROM b", 0),
    (
        "SELECT CASE WHEN total > 100 THEN 'big' WHEN total > 10 THEN 'mid' ELSE 'small' END AS size FROM orders",
        0,
    ),
    ("SELECT IF(paid = 1, 'yes', 'no'), IFNULL(note, ''), COALESCE(a, b, 0), NULLIF(a, b) FROM orders", 0),
    ("SELECT CAST(total AS DECIMAL(10, 2)), CAST(id AS CHAR), CONVERT(id, UNSIGNED) FROM orders", 0),
    ("SELECT CAST(a AS SIGNED), CAST(b AS DATETIME(3)), CONVERT(name USING utf8mb4) FROM t", 0),
    (
        "SELECT DATE(created_at), HOUR(created_at), COUNT(*) FROM orders GROUP BY DATE(created_at), HOUR(created_at)",
        0,
    ),
    ("SELECT DATE_FORMAT(created_at, '%Y-%m-%d %H:%i') AS minute, COUNT(*) FROM errors GROUP BY minute", 0),
    ("SELECT TIMESTAMPDIFF(SECOND, started_at, ended_at) AS seconds FROM jobs", 0),
    ("SELECT DATE_SUB(NOW(), INTERVAL 1 DAY), DATE_ADD(CURDATE(), INTERVAL ? HOUR)", 1),
    ("SELECT UNIX_TIMESTAMP(), FROM_UNIXTIME(1700000000), UTC_TIMESTAMP(), CURRENT_TIMESTAMP", 0),
    ("SELECT EXTRACT(YEAR FROM created_at), LAST_DAY(created_at) FROM orders", 0),
    (
        "SELECT CONCAT(first, ' ', last), UPPER(first), LENGTH(last), TRIM(first), REPLACE(first, 'a', 'b') FROM people",
        0,
    ),
    (
        "SELECT SUBSTRING(name, 1, 3), SUBSTRING(name FROM 2 FOR 2), LEFT(name, 2), RIGHT(name, 2) FROM people",
        0,
    ),
    ("SELECT INSERT(name, 1, 2, 'xx'), TRUNCATE(total, 2), CHAR(77, 121), LOCATE('a', name) FROM t", 0),
    ("SELECT * FROM events WHERE JSON_EXTRACT(body, '$.user.id') = ?", 1),
    ("SELECT body->'$.user.id', body->>'$.user.name' FROM events", 0),
    ("SELECT JSON_UNQUOTE(JSON_EXTRACT(body, '$.a')), JSON_LENGTH(body) FROM events", 0),
    ("SELECT * FROM logs WHERE message REGEXP 'time[d]?out' AND message NOT LIKE '%retry%'", 0),
    ("SELECT * FROM logs WHERE message NOT REGEXP '^ok' OR message RLIKE 'x'", 0),
    ("SELECT * FROM docs WHERE MATCH (title, body) AGAINST ('deadlock' IN NATURAL LANGUAGE MODE)", 0),
    ("SELECT * FROM orders WHERE created_at BETWEEN ? AND ?", 2),
    ("SELECT a <=> b, a DIV 2, a % 3 FROM t", 0),
    ("SELECT NOT a, a XOR b FROM t", 0),
    ("SELECT a && b FROM t", 0),
    ("SELECT a || b FROM t", 0),
    ("SELECT a & 1, a | 2, a ^ 3, ~a, a << 2, a >> 1 FROM t", 0),
    ("SELECT 0x1F, X'4D', b'101', 1e3, -1.5, .5, TRUE, FALSE, NULL", 0),
    ("SELECT _utf8mb4'x', N'y', 'it''s', \"double\"", 0),
    ("SELECT `order`.`key`, t.`update`, `select` FROM `order`, `t`", 0),
    ("SELECT t.lock, t.release, t.create FROM t", 0),
    ("SELECT update_time, created, deleted_at, is_locked, insert_id, call_count FROM t", 0),
    ("SELECT COUNT(*) AS 数量 FROM 订单 WHERE 状态 = '失败'", 0),
    ("SELECT * FROM orders LIMIT 10 OFFSET 20", 0),
    ("SELECT * FROM orders LIMIT 20, 10", 0),
    ("SELECT * FROM orders LIMIT ? OFFSET ?", 2),
    ("SELECT * FROM orders USE INDEX (idx_state) WHERE state = 1", 0),
    ("SELECT * FROM orders FORCE INDEX (PRIMARY, idx_state) WHERE state = 1", 0),
    ("SELECT * FROM orders PARTITION (p0, p1)", 0),
    ("SELECT SQL_NO_CACHE * FROM orders", 0),
    ("SELECT SQL_CALC_FOUND_ROWS id FROM orders LIMIT 1", 0),
    ("SELECT name FROM t ORDER BY name COLLATE utf8mb4_bin", 0),
    ("SELECT * FROM t WHERE (a, b) IN ((1, 2), (3, 4))", 0),
    ("SELECT * FROM t WHERE ROW(a, b) = ROW(1, 2)", 0),
    ("SELECT 'DELETE FROM t; -- ?', \"INTO OUTFILE\", 'a?b'", 0),
    ("SELECT /* slow orders? */ id -- for the report\nFROM orders # all of them\nWHERE id > ?", 1),
    ("SELECT 1 /* DROP TABLE t; */", 0),
    ("SELECT @@version, @@global.max_connections, @@session.sql_mode", 0),
    ("SELECT VERSION(), DATABASE(), CURRENT_USER(), CONNECTION_ID()", 0),
    ("SELECT table_name, table_rows, data_length FROM information_schema.tables WHERE table_schema = ?", 1),
    ("SELECT * FROM information_schema.processlist WHERE time > 60 ORDER BY time DESC", 0),
    ("SELECT * FROM information_schema.innodb_trx", 0),
    ("SELECT * FROM performance_schema.data_lock_waits", 0),
    (
        "SELECT digest_text, count_star, avg_timer_wait / 1000000000 FROM performance_schema.events_statements_summary_by_digest ORDER BY sum_timer_wait DESC LIMIT 10",
        0,
    ),
    ("SELECT * FROM sys.schema_unused_indexes", 0),
    ("SELECT * FROM mysql.slow_log WHERE start_time > ? ORDER BY query_time DESC LIMIT 5", 1),
    (
        "SELECT ROUND(SUM(data_length + index_length) / 1024 / 1024, 1) AS mib FROM information_schema.tables",
        0,
    ),
    ("SELECT MD5(email), SHA2(email, 256), HEX(token_prefix), INET_NTOA(ip) FROM t", 0),
    ("SELECT id FROM a NATURAL JOIN b", 0),
    ("SELECT * FROM a, LATERAL (SELECT * FROM b WHERE b.a = a.id) AS l", 0),
    ("SELECT ANY_VALUE(a), BIT_AND(b), STDDEV(c), JSON_ARRAYAGG(d) FROM t GROUP BY e", 0),
    ("SELECT 1 FROM dual WHERE 1 = 1", 0),
    ("SELECT FIELD('a', 'b'), ELT(1, 'x'), GREATEST(1, 2), LEAST(1, 2)", 0),
    ("SELECT a INTO_ FROM t", 0),
    ("SHOW TABLES", 0),
    ("SHOW FULL TABLES FROM shop LIKE 'ord%'", 0),
    ("SHOW DATABASES", 0),
    ("SHOW FULL PROCESSLIST;", 0),
    ("SHOW GLOBAL STATUS LIKE 'Threads%'", 0),
    ("SHOW GLOBAL STATUS WHERE variable_name IN ('Threads_running', 'Slow_queries')", 0),
    ("SHOW SESSION VARIABLES LIKE 'max_connections'", 0),
    ("SHOW CREATE TABLE orders", 0),
    ("SHOW CREATE PROCEDURE shop.close_day", 0),
    ("SHOW PROCEDURE STATUS WHERE db = 'shop'", 0),
    ("SHOW INDEX FROM orders FROM shop", 0),
    ("SHOW FULL COLUMNS FROM orders", 0),
    ("SHOW TABLE STATUS LIKE 'orders'", 0),
    ("SHOW ENGINE INNODB STATUS", 0),
    ("SHOW REPLICA STATUS", 0),
    ("SHOW SLAVE STATUS", 0),
    ("SHOW WARNINGS", 0),
    ("SHOW OPEN TABLES WHERE in_use > 0", 0),
    ("SHOW GRANTS FOR 'app'@'10.0.0.1'", 0),
    ("EXPLAIN SELECT * FROM orders WHERE id = ?", 1),
    ("EXPLAIN FORMAT=JSON SELECT * FROM orders", 0),
    ("EXPLAIN FORMAT = TREE SELECT * FROM orders", 0),
    ("EXPLAIN ANALYZE SELECT * FROM orders", 0),
    ("EXPLAIN EXTENDED SELECT * FROM orders", 0),
    ("EXPLAIN WITH x AS (SELECT 1) SELECT * FROM x", 0),
    ("EXPLAIN (SELECT 1) UNION (SELECT 2)", 0),
    ("DESCRIBE orders", 0),
    ("DESC shop.orders", 0),
    ("DESCRIBE `orders` `state`", 0),
    ("EXPLAIN orders 'sta%'", 0),
    ("DESCRIBE SELECT 1", 0),
];

/// What must not reach a database, by the reason that stops it first.
const REFUSED: &[(Refusal, &[(&str, usize)])] = &[
    (
        Refusal::NotOneStatement,
        &[
            ("", 0),
            (" \n\t", 0),
            (";", 0),
            ("-- nothing", 0),
            ("/* nothing */", 0),
            ("SELECT 1; SELECT 2", 0),
            ("SELECT 1; DROP TABLE orders", 0),
            ("SELECT 1;;", 0),
            ("SELECT 1;/**/DELETE FROM orders", 0),
            ("SELECT 'a';DELETE FROM orders WHERE 'b'='b'", 0),
            ("SELECT 1;\n-- x\nUPDATE orders SET state = 0", 0),
            ("SHOW TABLES; DROP TABLE orders", 0),
            ("DESCRIBE orders; DROP TABLE orders", 0),
            ("SELECT ';'; SET GLOBAL general_log = 1", 0),
            ("SELECT 1 SELECT 2;SELECT 3", 0),
        ],
    ),
    (
        Refusal::NotAQuery,
        &[
            ("INSERT INTO orders VALUES (1)", 0),
            ("INSERT INTO orders SELECT * FROM old_orders", 0),
            ("REPLACE INTO orders VALUES (1)", 0),
            ("UPDATE orders SET state = 1", 0),
            ("DELETE FROM orders", 0),
            ("TRUNCATE TABLE orders", 0),
            ("DROP TABLE orders", 0),
            ("CREATE TABLE x (a INT)", 0),
            ("CREATE TABLE x AS SELECT 1", 0),
            ("ALTER TABLE orders ADD COLUMN x INT", 0),
            ("RENAME TABLE a TO b", 0),
            ("GRANT ALL ON *.* TO 'x'@'%'", 0),
            ("REVOKE ALL ON *.* FROM 'x'@'%'", 0),
            ("SET @x = 1", 0),
            ("SET GLOBAL max_connections = 1", 0),
            ("SET SESSION TRANSACTION READ WRITE", 0),
            ("CALL close_day()", 0),
            ("DO SLEEP(10)", 0),
            ("HANDLER orders OPEN", 0),
            ("HANDLER orders READ FIRST", 0),
            ("LOAD DATA INFILE '/etc/passwd' INTO TABLE x", 0),
            ("LOCK TABLES orders WRITE", 0),
            ("UNLOCK TABLES", 0),
            ("FLUSH TABLES", 0),
            ("KILL 5", 0),
            ("SHUTDOWN", 0),
            ("PREPARE s FROM 'DROP TABLE orders'", 0),
            ("EXECUTE s", 0),
            ("BEGIN", 0),
            ("START TRANSACTION", 0),
            ("COMMIT", 0),
            ("USE mysql", 0),
            ("TABLE orders", 0),
            ("VALUES ROW(1, 2)", 0),
            ("OPTIMIZE TABLE orders", 0),
            ("ANALYZE TABLE orders", 0),
            ("ANALYZE SELECT * FROM orders", 0),
            ("CHECK TABLE orders", 0),
            ("INSTALL PLUGIN x SONAME 'x.so'", 0),
            ("XA START 'x'", 0),
            ("BINLOG 'x'", 0),
            ("RESET MASTER", 0),
            ("HELP 'select'", 0),
            ("EXPLAIN UPDATE orders SET state = 1", 0),
            ("EXPLAIN DELETE FROM orders", 0),
            ("EXPLAIN ANALYZE UPDATE orders SET state = 1", 0),
            ("EXPLAIN ANALYZE DELETE FROM orders WHERE id = 1", 0),
            ("EXPLAIN FORMAT=TREE INSERT INTO orders VALUES (1)", 0),
            ("EXPLAIN FOR CONNECTION 5", 0),
            ("EXPLAIN", 0),
            ("(DELETE FROM orders)", 0),
            ("((UPDATE orders SET state = 1))", 0),
            ("1", 0),
            ("'SELECT 1'", 0),
            ("`SELECT` 1", 0),
            ("how many orders are there", 0),
            ("EXEC xp_cmdshell 'dir'", 0),
        ],
    ),
    (
        Refusal::HiddenText,
        &[
            ("SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */", 0),
            ("SELECT 1 /*! INTO OUTFILE '/tmp/x' */", 0),
            ("/*!50000 DROP TABLE orders */", 0),
            ("SELECT /*!SLEEP(10)*/ 1", 0),
            ("SELECT 1 /*M!100100 INTO OUTFILE '/tmp/x' */", 0),
            ("SELECT /*+ MAX_EXECUTION_TIME(1000000) */ * FROM orders", 0),
            ("SELECT /*+ SET_VAR(sql_mode='ANSI_QUOTES') */ 1", 0),
            ("SHOW /*!TABLES*/", 0),
            ("SELECT 1 /*!99999 ; DELETE FROM orders */", 0),
        ],
    ),
    (
        Refusal::Ambiguous,
        &[
            ("SELECT 1 --1 INTO OUTFILE '/tmp/x'", 0),
            ("SELECT 1 /* never closed", 0),
            ("SELECT 'never closed", 0),
            ("SELECT \"never closed", 0),
            ("SELECT `never closed", 0),
            ("SELECT 'a\\' OR 1=1 -- '", 0),
            ("SELECT 'x\\''; DROP TABLE orders; -- '", 0),
            ("SELECT \"x\\\" , SLEEP(9) , \\\"\"", 0),
            ("SELECT 'a' /* /* */ INTO OUTFILE '/tmp/x' */", 0),
            ("SELECT 1 -- x\rINTO OUTFILE '/tmp/x'", 0),
            ("SELECT 1 # x\0INTO OUTFILE '/tmp/x'", 0),
            ("SELECT 1\0; DROP TABLE orders", 0),
            ("SELECT 'a\0b'", 0),
            ("SELECT\u{a0}1", 0),
            ("SELECT 1\u{2028}INTO OUTFILE '/tmp/x'", 0),
            ("SELECT\u{200b} 1", 0),
            ("SELECT _gbk'中\\\\' , SLEEP(5) , '", 0),
            ("SELECT _sjis '表\\\\' , 1 -- '", 0),
            ("SELECT _big5'x'", 0),
            ("SELECT 1 \u{feff}", 0),
        ],
    ),
    (
        Refusal::ForbiddenWord,
        &[
            ("SELECT * FROM orders INTO OUTFILE '/tmp/x'", 0),
            ("SELECT * INTO OUTFILE '/tmp/x' FROM orders", 0),
            ("SELECT * INTO DUMPFILE '/tmp/x' FROM orders", 0),
            ("SELECT id INTO @x FROM orders", 0),
            ("SELECT id FROM orders LIMIT 1 INTO x", 0),
            ("SELECT 1 INTO/**/OUTFILE '/tmp/x'", 0),
            ("SELECT 1 iNtO oUtFiLe '/tmp/x'", 0),
            ("SELECT * FROM orders WHERE x = 1.INTO OUTFILE '/tmp/x'", 0),
            ("SELECT * FROM t. INTO OUTFILE '/tmp/x'", 0),
            ("SELECT * FROM orders FOR UPDATE", 0),
            ("SELECT * FROM orders FOR UPDATE SKIP LOCKED", 0),
            ("SELECT * FROM orders FOR UPDATE OF orders NOWAIT", 0),
            ("SELECT * FROM orders FOR SHARE", 0),
            ("SELECT * FROM orders FOR /* x */ SHARE", 0),
            ("SELECT * FROM orders LOCK IN SHARE MODE", 0),
            ("SELECT * FROM orders LOCK/**/IN SHARE MODE", 0),
            ("SELECT * FROM (SELECT * FROM orders FOR UPDATE) AS x", 0),
            ("(SELECT * FROM orders FOR UPDATE)", 0),
            ("SELECT 1 UNION SELECT 2 FOR UPDATE", 0),
            ("WITH x AS (SELECT 1) DELETE FROM orders", 0),
            ("WITH x AS (SELECT 1) UPDATE orders SET state = 1", 0),
            ("WITH x AS (DELETE FROM orders RETURNING id) SELECT * FROM x", 0),
            ("WITH x AS (UPDATE orders SET state = 1 RETURNING id) SELECT * FROM x", 0),
            ("WITH x AS (INSERT INTO orders VALUES (1) RETURNING id) SELECT * FROM x", 0),
            ("WITH x AS (SELECT * FROM orders FOR UPDATE) SELECT * FROM x", 0),
            ("SELECT * FROM orders PROCEDURE ANALYSE()", 0),
            ("SELECT NEXT VALUE FOR order_numbers", 0),
            ("SELECT order_numbers.nextval", 0),
            ("SELECT order_numbers.`nextval`", 0),
            ("SELECT NEXTVAL(order_numbers)", 0),
            ("SELECT SETVAL(order_numbers, 1)", 0),
            ("EXPLAIN SELECT * FROM orders INTO OUTFILE '/tmp/x'", 0),
            ("SHOW TABLES INTO OUTFILE '/tmp/x'", 0),
            ("SHOW TABLES WHERE (SELECT 1 FROM orders FOR UPDATE)", 0),
            ("DESCRIBE UPDATE", 0),
            ("DESCRIBE DELETE x", 0),
            ("SELECT replace (a, b, c) FROM t", 0),
            ("SELECT 1 CALL close_day()", 0),
            ("SELECT * FROM orders RELEASE", 0),
        ],
    ),
    (
        Refusal::ForbiddenSymbol,
        &[
            ("SELECT @x := 1", 0),
            ("SELECT @x:=id FROM orders", 0),
            ("SELECT @x", 0),
            ("SELECT @ x", 0),
            ("SELECT @'x'", 0),
            ("SELECT @`x` := 5", 0),
            ("SELECT {fn SLEEP(5)}", 0),
            ("SELECT {d '2020-01-01'}", 0),
            ("SELECT :name", 0),
            ("SELECT \\N", 0),
            ("SELECT 1 \\G", 0),
            ("SELECT a FROM t WHERE (@y := 2) > 1", 0),
        ],
    ),
    (
        Refusal::UnknownFunction,
        &[
            ("SELECT SLEEP(10)", 0),
            ("SELECT sleep (10)", 0),
            ("SELECT sLeEp/**/(10)", 0),
            ("SELECT `sleep`(10)", 0),
            ("SELECT \"sleep\"(10)", 0),
            ("SELECT 'sleep'(10)", 0),
            ("SELECT IF(1=1, SLEEP(5), 0)", 0),
            ("SELECT * FROM orders WHERE id = 1 OR SLEEP(5)", 0),
            ("SELECT * FROM orders ORDER BY SLEEP(1)", 0),
            ("SELECT (SELECT (SELECT SLEEP(5)))", 0),
            ("SELECT BENCHMARK(1000000000, MD5('x'))", 0),
            ("SELECT GET_LOCK('x', 100)", 0),
            ("SELECT RELEASE_LOCK('x')", 0),
            ("SELECT RELEASE_ALL_LOCKS()", 0),
            ("SELECT LOAD_FILE('/etc/passwd')", 0),
            ("SELECT LAST_INSERT_ID(7)", 0),
            ("SELECT MASTER_POS_WAIT('x', 1, 100)", 0),
            ("SELECT WAIT_FOR_EXECUTED_GTID_SET('x')", 0),
            ("SELECT EXTRACTVALUE(1, CONCAT(0x7e, VERSION()))", 0),
            ("SELECT UPDATEXML(1, CONCAT(0x7e, VERSION()), 1)", 0),
            ("SELECT sys_exec('id')", 0),
            ("SELECT my_function(id) FROM orders", 0),
            ("SELECT shop.my_function(1)", 0),
            ("SELECT shop.count(1)", 0),
            ("SELECT shop . count(1)", 0),
            ("SELECT shop.`count`(1)", 0),
            ("SELECT count (1) FROM orders", 0),
            ("SELECT mysql.rds_kill(5)", 0),
            ("SELECT 1sleep(5)", 0),
            ("SELECT 1.sleep(5)", 0),
            ("SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a INT PATH '$')) AS t", 0),
            ("SELECT * FROM evil(1)", 0),
            ("SELECT a, evil(b) FROM t", 0),
            ("WITH evil(1) SELECT 1", 0),
            ("SHOW TABLES WHERE SLEEP(5)", 0),
            ("EXPLAIN ANALYZE SELECT SLEEP(5)", 0),
            ("SELECT SERVICE_GET_WRITE_LOCKS('a', 'b', 1)", 0),
        ],
    ),
    (
        Refusal::Placeholders,
        &[
            ("SELECT ?", 0),
            ("SELECT 1", 1),
            ("SELECT '?'", 1),
            ("SELECT `?` FROM t", 1),
            ("SELECT 1 -- ?", 1),
            ("SELECT 1 /* ? */ FROM t WHERE a = ?", 2),
            ("SELECT * FROM t WHERE a = ? AND b = ?", 1),
            ("SHOW TABLES LIKE '?'", 1),
            ("DESCRIBE orders", 1),
        ],
    ),
    (
        Refusal::Unparsable,
        &[
            ("SELECT FROM WHERE", 0),
            ("SELECT * FROM orders WHERE", 0),
            ("SELECT (1", 0),
            ("SELECT 1)", 0),
            ("SELECT 1 SELECT 2", 0),
            ("WITH x AS SELECT 1", 0),
        ],
    ),
];

#[test]
fn ordinary_diagnosis_queries_are_accepted() {
    let refused: Vec<_> = ACCEPTED
        .iter()
        .filter_map(|(sql, params)| check(sql, *params).err().map(|refusal| (*sql, refusal)))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn what_could_write_lock_wait_or_export_is_refused_for_its_reason() {
    let mut wrong = Vec::new();
    for (reason, statements) in REFUSED {
        for (sql, params) in *statements {
            let verdict = check(sql, *params);
            if verdict != Err(*reason) {
                wrong.push((*sql, verdict, *reason));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_has_at_least_150_statements() {
    let refused: usize = REFUSED.iter().map(|(_, statements)| statements.len()).sum();
    assert!(ACCEPTED.len() >= 75 && refused >= 75, "{} accepted, {refused} refused", ACCEPTED.len());
}

/// Every accepted query stays refused when something that writes is added to it, wherever that is possible.
#[test]
fn no_accepted_query_can_carry_a_second_statement_an_export_or_a_lock() {
    for (sql, params) in ACCEPTED {
        for tail in [
            "; DROP TABLE orders",
            " INTO OUTFILE '/tmp/x'",
            " FOR UPDATE",
            " LOCK IN SHARE MODE",
            "\n;SELECT 1",
        ] {
            let with_tail = format!("{sql}\n{tail}");
            assert!(check(&with_tail, *params).is_err(), "{with_tail}");
        }
    }
}

#[test]
fn depth_and_length_bombs_end_without_a_stack_overflow() {
    let nested = |open: &str, middle: &str, close: &str, times: usize| {
        format!("SELECT {}{middle}{}", open.repeat(times), close.repeat(times))
    };
    let bombs = [
        nested("(", "1", ")", 8_000),
        nested("(", "1", "", 16_000),
        nested("(SELECT ", "1", ")", 1_600),
        nested("IF(1,", "1", ",1)", 1_600),
        nested("NOT ", "1", "", 4_000),
        nested("- ", "1", "", 4_000),
        nested("!", "1", "", 4_000),
        nested("~", "1", "", 4_000),
        nested("CASE WHEN ", "1", " THEN 1 END", 700),
        nested("1+", "1", "", 2_000),
        nested("1 AND ", "1", "", 2_000),
        nested("1+", "1", "", 8_000),
        nested("a.", "a", "", 1_900),
        nested("INTERVAL ", "1", " DAY", 1_000),
        nested("1 UNION SELECT ", "1", "", 1_000),
        nested("1 IN (", "1", ")", 2_000),
        nested("1 BETWEEN ", "1", " AND 1", 1_000),
        nested("1 LIKE ", "1", "", 2_000),
        nested("EXISTS (SELECT ", "1", ")", 900),
        format!("SELECT * FROM {}a{}", "(".repeat(3_000), ")".repeat(3_000)),
        format!("SELECT * FROM a {}", "JOIN a ".repeat(2_000)),
        format!("{}SELECT 1", "WITH a AS (".repeat(1_400)),
        "/*".repeat(8_000),
        "`".repeat(16_000),
        "'".repeat(16_001),
        "\\".repeat(16_000),
    ];
    // The stack of a tokio worker.
    let checks = std::thread::Builder::new()
        .stack_size(2 * 1024 * 1024)
        .spawn(move || bombs.iter().map(|bomb| check(bomb, 0)).collect::<Vec<_>>());
    let verdicts = checks.expect("a thread").join().expect("no overflow and no panic");
    assert!(verdicts.iter().filter(|verdict| verdict.is_err()).count() >= 18, "{verdicts:?}");
}

#[test]
fn an_in_list_of_1000_values_is_ordinary_and_one_token_too_many_is_not() {
    let list = |values: usize| format!("SELECT * FROM t WHERE a IN ({})", vec!["?"; values].join(","));
    assert_eq!(check(&list(256), 256), Ok(()));
    assert_eq!(check(&list(1_000), 1_000), Ok(()));
    assert_eq!(check(&list(2_044), 2_044), Ok(()));
    assert_eq!(check(&list(2_045), 2_045), Err(Refusal::TooComplex));
}
