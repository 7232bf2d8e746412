//! A projector that tries to reach its machine through WASI and reports what it got as evidence. Built for
//! `wasm32-wasip2` only; everywhere else it is empty.
#![cfg(target_arch = "wasm32")]
#![allow(
    missing_docs,
    unsafe_code,
    clippy::all,
    clippy::pedantic,
    reason = "generated bindings, and a test's own guest"
)]

wit_bindgen::generate!({ path: "../../wit/evidence-v1", world: "projector", generate_all });

use exports::gobo::evidence::{redactor, tools, types, wire};

struct Probe;
export!(Probe);

/// What a guest may try, each with what it got.
fn attempts() -> Vec<(&'static str, String)> {
    use std::time::{Instant, SystemTime, UNIX_EPOCH};
    let started = Instant::now();
    (0..1_000_000_u64).for_each(|n| _ = std::hint::black_box(n));
    vec![
        (
            "file",
            format!("{:?}", std::fs::read("/etc/passwd").map(|bytes| bytes.len()).map_err(|e| e.kind())),
        ),
        (
            "folder",
            format!("{:?}", std::fs::read_dir("/").map(|entries| entries.count()).map_err(|e| e.kind())),
        ),
        ("write", format!("{:?}", std::fs::write("/tmp/gobo-probe", "x").map_err(|e| e.kind()))),
        ("variables", std::env::vars().count().to_string()),
        ("arguments", std::env::args().count().to_string()),
        (
            "tcp",
            format!(
                "{}",
                std::net::TcpStream::connect("127.0.0.1:1")
                    .err()
                    .map_or("connected".into(), |e| format!("{:?}", e.kind()))
            ),
        ),
        ("bind", format!("{}", std::net::TcpListener::bind("127.0.0.1:0").is_ok())),
        ("udp", format!("{}", std::net::UdpSocket::bind("127.0.0.1:0").is_ok())),
        (
            "clock",
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos()).to_string(),
        ),
        ("elapsed", started.elapsed().as_nanos().to_string()),
    ]
}

impl tools::Guest for Probe {
    fn about() -> types::ProjectorIdentity {
        types::ProjectorIdentity { name: "wasi-probe".into(), version: "0".into(), contract: "1.0.0".into() }
    }

    fn lookup_knowledge(
        call: types::Call,
        request: types::KnowledgeRequest,
        _payload: types::Payload,
        _bounds: types::Bounds,
    ) -> Result<types::KnowledgeProjection, types::ProjectionError> {
        if request.query == "sleep" {
            std::thread::sleep(std::time::Duration::from_secs(3_600));
        }
        println!("to stdout");
        eprintln!("to stderr");
        let attempts: Vec<_> = attempts().into_iter().map(|(name, got)| format!("{name}={got}")).collect();
        let document = types::DocumentEvidence {
            document_id: String::new(),
            source: String::new(),
            title: String::new(),
            breadcrumb: String::new(),
            excerpt: attempts.join("\n"),
        };
        let result = types::KnowledgeResult {
            evidence_status: types::EvidenceStatus::EvidenceFound,
            tool_call_id: call.tool_call_id,
            query: request.query,
            evidence: vec![document],
            returned_count: 1,
            truncated: false,
        };
        let report = types::Report { redactions: Vec::new(), dropped_items: 0, cut_texts: 0 };
        Ok(types::KnowledgeProjection { result, report })
    }

    fn query_logs(
        _call: types::Call,
        _request: types::LogsRequest,
        _payload: types::Payload,
        _bounds: types::Bounds,
    ) -> Result<types::LogsProjection, types::ProjectionError> {
        Err(types::ProjectionError { code: types::ErrorCode::ProjectionFailed })
    }

    fn query_mysql(
        _call: types::Call,
        _request: types::MysqlRequest,
        _payload: types::Payload,
        _bounds: types::Bounds,
    ) -> Result<types::MysqlProjection, types::ProjectionError> {
        Err(types::ProjectionError { code: types::ErrorCode::ProjectionFailed })
    }
}

impl wire::Guest for Probe {
    fn project(_request: String) -> String {
        String::new()
    }
}

impl redactor::Guest for Probe {
    fn redact(_request: redactor::RedactionRequest) -> Result<redactor::Redaction, types::ProjectionError> {
        Err(types::ProjectionError { code: types::ErrorCode::ProjectionFailed })
    }
}
