//! One sandbox with the embedded projector for the whole binary, and a call as a host makes it: agent JSON in, agent
//! JSON out.

use std::sync::LazyLock;

use gobo::{Budget, Failure, Job, Projected, Projector, Sandbox};
use gobo_contract::{Bounds, Call, ErrorCode, ErrorResult, Payload, Request, Tool, ToolCallId};
use gobo_tests::NOW;
use serde_json::Value;

struct Loaded {
    sandbox: Sandbox,
    projector: Projector,
}

static LOADED: LazyLock<Loaded> = LazyLock::new(|| {
    let sandbox = Sandbox::new().expect("this machine runs the engine");
    let projector = sandbox.load_embedded().expect("the embedded projector loads");
    Loaded { sandbox, projector }
});

/// Which of the component's exports a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    Typed,
    Wire,
}

/// Projects in the sandbox with the default budget.
pub(crate) fn project(path: Path, job: Job<'_>) -> Result<Projected, Failure> {
    project_within(&Budget::default(), path, job)
}

/// Projects in the sandbox.
pub(crate) fn project_within(budget: &Budget, path: Path, job: Job<'_>) -> Result<Projected, Failure> {
    let Loaded { sandbox, projector } = &*LOADED;
    match path {
        Path::Typed => sandbox.project(projector, job, budget),
        Path::Wire => sandbox.project_wire(projector, job, budget),
    }
}

/// What the agent reads for what the framework and the agent sent.
pub(crate) fn answer(
    path: Path,
    tool: Tool,
    id: &str,
    request_json: &str,
    payload: Payload<'_>,
    bounds: &Bounds,
) -> String {
    let id = match ToolCallId::new(id) {
        Ok(id) => id,
        Err(code) => return ErrorResult::new(None, code).to_json(),
    };
    let failed = |code: ErrorCode| ErrorResult::new(Some(&id), code).to_json();
    let request = match Request::from_json(tool, request_json) {
        Ok(request) => request,
        Err(code) => return failed(code),
    };
    let call = Call::new(id.clone(), NOW).expect("a time");
    project(path, Job { call: &call, request: &request, payload, bounds })
        .map_or_else(|failure| failed(failure.code), |projected| projected.json)
}

/// The plainest call of the tool with a payload of one JSON document: what the agent reads.
pub(crate) fn answer_json(tool: Tool, payload: &str) -> String {
    let request = gobo_tests::request(tool).json();
    answer(Path::Typed, tool, "call_1", &request, gobo_tests::json(payload), &Bounds::default())
}

/// The same, read.
pub(crate) fn read(tool: Tool, payload: &str) -> Value {
    serde_json::from_str(&answer_json(tool, payload)).expect("the agent reads JSON")
}

/// The code that the plainest call ends with.
pub(crate) fn code_of(tool: Tool, payload: Payload<'_>, bounds: &Bounds) -> Result<Projected, ErrorCode> {
    let (call, request) = (gobo_tests::call("call_1"), gobo_tests::request(tool));
    let job = Job { call: &call, request: &request, payload, bounds };
    let (typed, wire) = (project(Path::Typed, job), project(Path::Wire, job));
    match (typed, wire) {
        (Ok(typed), Ok(wire)) => {
            assert_eq!(typed.json, wire.json, "typed and wire path");
            Ok(typed)
        }
        (Err(typed), Err(wire)) => {
            assert_eq!((typed.code, typed.cause), (wire.code, wire.cause), "typed and wire path");
            Err(typed.code)
        }
        (typed, wire) => panic!("typed {:?}, wire {:?}", typed.map(|p| p.json), wire.map(|p| p.json)),
    }
}
