//! `gobo rules`: every rule with its kind, and whether the kind is on.

use gobo_contract::{Kind, Kinds};
use serde_json::Value;

use crate::command::run;

#[test]
fn every_rule_tells_whether_its_kind_is_on_by_default() {
    for kind in Kind::ALL {
        let is_on = Kinds::DEFAULT.contains(kind);
        let said = format!("({}, {} by default)", kind.name(), if is_on { "on" } else { "off" });
        let text = run(&["rules", "--kind", kind.name()], "");
        assert_eq!(text.status, Some(0));
        let ndjson = run(&["rules", "--kind", kind.name(), "--format", "ndjson"], "");
        let rules: Vec<Value> =
            ndjson.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(rules.len(), text.stdout.matches(&said).count(), "{}", text.stdout);
        assert_eq!(rules.is_empty(), text.stderr.contains("has no rules"), "{}", text.stderr);
        assert!(rules.iter().all(|rule| rule["on_by_default"] == is_on), "{}", ndjson.stdout);
    }
}
