//! Proves the exact bytes that an agent reads, for each tool and outcome: typed path, wire path and native code agree
//! with the case's `result.json`.
//!
//! A case is a folder `tests/golden/<tool>/<case>/` with `call.json` (`tool_call_id`, `request`, perhaps `bounds`) and
//! `payload.json`, `payload.ndjson` or `payload.txt` (plain lines). `GOBO_BLESS=1 cargo test -p gobo-tests --test
//! contract golden` writes its `result.json`; read that file before you commit it.

use std::fs;
use std::path::{Path as FilePath, PathBuf};

use gobo_contract::{
    Bounds, Call, ErrorResult, Payload, PayloadFormat, Request, Tool, ToolCallId, WireCall, request_schema,
    result_schema,
};
use gobo_tests::NOW;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::sandboxed::{Path, answer};

struct Case {
    folder: PathBuf,
    tool: Tool,
    sent: Sent,
    format: PayloadFormat,
    payload: String,
}

/// What the framework and the agent sent, and what the operator allows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    tool_call_id: String,
    request: Box<RawValue>,
    #[serde(default)]
    bounds: Bounds,
}

impl Case {
    fn read(folder: PathBuf, tool: Tool) -> Self {
        let call = fs::read_to_string(folder.join("call.json")).expect("call.json");
        let sent =
            serde_json::from_str(&call).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let (format, payload) = [
            ("payload.json", PayloadFormat::Json),
            ("payload.ndjson", PayloadFormat::Ndjson),
            ("payload.txt", PayloadFormat::Lines),
        ]
        .into_iter()
        .find_map(|(name, format)| Some((format, fs::read_to_string(folder.join(name)).ok()?)))
        .unwrap_or_else(|| panic!("{}: no payload", folder.display()));
        Self { folder, tool, sent, format, payload }
    }

    fn payload(&self) -> Payload<'_> {
        Payload { format: self.format, text: &self.payload }
    }

    fn in_the_sandbox(&self, path: Path) -> String {
        let Sent { tool_call_id, request, bounds } = &self.sent;
        answer(path, self.tool, tool_call_id, request.get(), self.payload(), bounds)
    }

    /// The same code without WebAssembly, typed and wire.
    fn natively(&self) -> (String, String) {
        let id = match ToolCallId::new(&*self.sent.tool_call_id) {
            Ok(id) => id,
            Err(code) => return twice(ErrorResult::new(None, code).to_json()),
        };
        let request = match Request::from_json(self.tool, self.sent.request.get()) {
            Ok(request) => request,
            Err(code) => return twice(ErrorResult::new(Some(&id), code).to_json()),
        };
        let call = Call::new(id.clone(), NOW).expect("a time");
        let typed = gobo_projector::project(&call, &request, self.payload(), &self.sent.bounds);
        let typed = typed.map_or_else(
            |code| ErrorResult::new(Some(&id), code).to_json(),
            |projection| projection.result.to_json(),
        );
        let wire = WireCall::json(&call, &request, self.payload(), &self.sent.bounds);
        (typed, gobo_projector::project_wire(&wire))
    }
}

fn twice(json: String) -> (String, String) {
    (json.clone(), json)
}

fn cases() -> Vec<Case> {
    let golden = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let mut cases = Vec::new();
    for tool in Tool::ALL {
        let folders = fs::read_dir(golden.join(tool.name())).expect("the tool's cases");
        cases.extend(folders.map(|folder| Case::read(folder.expect("a folder").path(), tool)));
    }
    cases.sort_by(|a, b| a.folder.cmp(&b.folder));
    cases
}

#[test]
fn every_path_gives_the_golden_bytes() {
    let bless = std::env::var_os("GOBO_BLESS").is_some();
    let mut differing = Vec::new();
    for case in cases() {
        let shown = case.folder.display();
        let typed = case.in_the_sandbox(Path::Typed);
        assert_eq!(case.in_the_sandbox(Path::Wire), typed, "{shown}: wire path");
        assert_eq!(case.natively(), twice(typed.clone()), "{shown}: native typed and wire path");
        let file = case.folder.join("result.json");
        if bless {
            fs::write(&file, format!("{typed}\n")).expect("writing");
        }
        let golden = fs::read_to_string(&file).unwrap_or_default();
        if golden != format!("{typed}\n") {
            differing.push(format!("{shown}\n  golden {golden}  found  {typed}"));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn every_golden_file_is_what_the_schemas_say() {
    for case in cases() {
        let shown = case.folder.display();
        let golden = fs::read_to_string(case.folder.join("result.json")).expect("result.json");
        let result: Value = serde_json::from_str(&golden).expect("JSON");
        let schema = jsonschema::draft202012::new(&result_schema(case.tool)).expect("a schema");
        assert!(schema.is_valid(&result), "{shown}");
        let refused = result["error"]["code"] == "INVALID_REQUEST";
        let request: Value = serde_json::from_str(case.sent.request.get()).expect("JSON");
        let schema = jsonschema::draft202012::new(&request_schema(case.tool)).expect("a schema");
        assert_eq!(schema.is_valid(&request), !refused, "{shown}");
    }
}

#[test]
fn each_tool_has_each_outcome() {
    for tool in Tool::ALL {
        let results: Vec<Value> = cases()
            .iter()
            .filter(|case| case.tool == tool)
            .map(|case| fs::read_to_string(case.folder.join("result.json")).expect("result.json"))
            .map(|json| serde_json::from_str(&json).expect("JSON"))
            .collect();
        for status in ["EVIDENCE_FOUND", "NO_EVIDENCE", "ERROR"] {
            assert!(results.iter().any(|result| result["evidence_status"] == status), "{tool:?} {status}");
        }
        for truncated in [true, false] {
            assert!(results.iter().any(|result| result["truncated"] == truncated), "{tool:?} {truncated}");
        }
    }
}
