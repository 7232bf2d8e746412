//! The functions that a query may call, and the keywords that may stand before a parenthesis.
//!
//! A list of what is known to be pure, because the other list (what sleeps, locks, writes, reads files or was loaded
//! into this server by somebody) has no end. A schema's own function under a name of this list, on a server that has no
//! built-in one of it, would be called: that is what the read-only transaction is for.
//!
//! # Source
//! MySQL 8.4 Reference Manual, "Built-In Function and Operator Reference"; MariaDB, "Built-in Functions".

/// Functions without side effect, delay or access to files, in lower case.
const PURE: &str = "
    abs acos adddate addtime any_value ascii asin atan atan2 avg
    bin bin_to_uuid bit_and bit_count bit_length bit_or bit_xor
    cast ceil ceiling char char_length character_length charset coalesce coercibility collation concat concat_ws
    connection_id conv convert convert_tz cos cot count crc32 cume_dist curdate current_date current_role
    current_time current_timestamp current_user curtime
    database date date_add date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear decode degrees
    dense_rank
    elt exp export_set extract
    field find_in_set first_value floor format format_bytes format_pico_time from_base64 from_days from_unixtime
    get_format greatest group_concat grouping
    hex hour
    if ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr interval is_ipv4 is_ipv4_compat is_ipv4_mapped
    is_ipv6 is_uuid isnull
    json_array json_array_append json_array_insert json_arrayagg json_contains json_contains_path json_depth
    json_exists json_extract json_insert json_keys json_length json_merge_patch json_merge_preserve json_object
    json_objectagg json_overlaps json_pretty json_query json_quote json_remove json_replace json_schema_valid
    json_search json_set json_storage_size json_type json_unquote json_valid json_value
    lag last_day last_value lcase lead least left length ln localtime localtimestamp locate log log10 log2 lower lpad
    ltrim
    make_set makedate maketime max md5 median microsecond mid min minute mod month monthname
    now nth_value ntile nullif nvl nvl2
    oct octet_length ord
    percent_rank percentile_cont percentile_disc period_add period_diff pi position pow power
    quarter quote
    radians rank regexp_instr regexp_like regexp_replace regexp_substr repeat replace reverse right round row_number
    rpad rtrim
    schema sec_to_time second session_user sha sha1 sha2 sign sin soundex space sqrt statement_digest
    statement_digest_text std stddev stddev_pop stddev_samp str_to_date strcmp subdate substr substring
    substring_index subtime sum sysdate system_user
    tan time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_base64 to_char to_days
    to_seconds trim truncate
    ucase unhex unix_timestamp upper user utc_date utc_time utc_timestamp uuid_to_bin
    values var_pop var_samp variance version
    week weekday weekofyear weight_string
    year yearweek
";

/// Keywords and types that may stand before a parenthesis without calling anything, in lower case.
const BEFORE_PARENTHESIS: &str = "
    against all and any as between binary bit by case char columns datetime dec decimal distinct div double else
    except exists float for from having in index inner int interval intersect join key lateral like limit match mod nchar
    not numeric offset on or over partition regexp rlike rollup row select some straight_join then time timestamp
    union using values varbinary varchar when where with xor
";

fn is_listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed.eq_ignore_ascii_case(word))
}

/// Whether the function is known to be pure.
pub(super) fn is_pure(name: &str) -> bool {
    is_listed(PURE, name)
}

/// Whether the keyword may stand before a parenthesis.
pub(super) fn may_precede_parenthesis(word: &str) -> bool {
    is_listed(BEFORE_PARENTHESIS, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_locks_writes_or_reads_files_is_not_listed() {
        for name in [
            "sleep",
            "benchmark",
            "get_lock",
            "release_lock",
            "release_all_locks",
            "is_free_lock",
            "load_file",
            "last_insert_id",
            "master_pos_wait",
            "source_pos_wait",
            "wait_for_executed_gtid_set",
            "nextval",
            "setval",
            "sys_exec",
            "sys_eval",
            "updatexml",
            "extractvalue",
            "xmltype",
            "name_const",
            "uuid_short",
            "ps_thread_id",
        ] {
            assert!(!is_pure(name) && !may_precede_parenthesis(name), "{name}");
        }
    }
}
