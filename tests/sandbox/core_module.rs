//! The core module: the wire projection over four functions, for hosts without the component model.

use gobo::Job;
use gobo::registry::EMBEDDED_CORE_MODULE;
use gobo_contract::{Bounds, Tool, WireCall};
use gobo_tests::{call, json, request};
use wasmtime::{Engine, Instance, Memory, Module, Store, TypedFunc};

/// What a host in any language does: allocate, write, call, read, free.
struct Host {
    store: Store<()>,
    memory: Memory,
    abi: TypedFunc<(), i32>,
    alloc: TypedFunc<u32, u32>,
    project: TypedFunc<(u32, u32), u32>,
    free: TypedFunc<u32, ()>,
}

impl Host {
    fn new() -> Self {
        let engine = Engine::default();
        let module = Module::new(&engine, EMBEDDED_CORE_MODULE).expect("a core module");
        let mut store = Store::new(&engine, ());
        let instance = Instance::new(&mut store, &module, &[]).expect("it imports nothing");
        Self {
            memory: instance.get_memory(&mut store, "memory").expect("its memory"),
            abi: instance.get_typed_func(&mut store, "gobo_abi").expect("gobo_abi"),
            alloc: instance.get_typed_func(&mut store, "gobo_alloc").expect("gobo_alloc"),
            project: instance.get_typed_func(&mut store, "gobo_project").expect("gobo_project"),
            free: instance.get_typed_func(&mut store, "gobo_free").expect("gobo_free"),
            store,
        }
    }

    fn project(&mut self, request: &[u8]) -> String {
        let bytes = u32::try_from(request.len()).expect("short");
        let at = self.alloc.call(&mut self.store, bytes).expect("room");
        self.memory.write(&mut self.store, at as usize, request).expect("within the room");
        let answer = self.project.call(&mut self.store, (at, bytes)).expect("an answer");
        let mut length = [0; 4];
        self.memory.read(&self.store, answer as usize, &mut length).expect("the length");
        let mut text = vec![0; u32::from_le_bytes(length) as usize];
        self.memory.read(&self.store, answer as usize + 4, &mut text).expect("the text");
        self.free.call(&mut self.store, answer).expect("freed");
        String::from_utf8(text).expect("UTF-8")
    }
}

#[test]
fn it_answers_byte_for_byte_what_the_component_answers() {
    let mut host = Host::new();
    assert_eq!(host.abi.call(&mut host.store, ()).expect("a version"), 1);
    for tool in Tool::ALL {
        let (_, text) = gobo::source::mock::sample(tool);
        let (call, request, bounds) = (call("call_1"), request(tool), Bounds::default());
        let job = Job { call: &call, request: &request, payload: json(text), bounds: &bounds };
        let typed =
            crate::SANDBOX.project(&crate::EMBEDDED, job, &gobo::Budget::default()).expect("a result");
        let wire = WireCall::json(&call, &request, json(text), &bounds);
        assert_eq!(host.project(wire.as_bytes()), typed.json);
    }
}

#[test]
fn what_is_no_call_is_answered_with_an_error() {
    let mut host = Host::new();
    for request in [b"".as_slice(), b"\xff\xfe", b"{}", b"[]", b"null"] {
        let answer = host.project(request);
        assert!(answer.starts_with(r#"{"evidence_status":"ERROR","error":{"code":"INTERNAL""#), "{answer}");
    }
}

#[test]
fn a_thousand_calls_leave_its_memory_as_it_was() {
    let mut host = Host::new();
    let (call, request) = (call("call_1"), request(Tool::QueryLogs));
    let (_, text) = gobo::source::mock::sample(Tool::QueryLogs);
    let wire = WireCall::json(&call, &request, json(text), &Bounds::default());
    for _ in 0..20 {
        host.project(wire.as_bytes());
    }
    let after_twenty = host.memory.size(&host.store);
    for _ in 0..980 {
        host.project(wire.as_bytes());
    }
    assert_eq!(host.memory.size(&host.store), after_twenty);
}
