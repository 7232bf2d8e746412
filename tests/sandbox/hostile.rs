//! Components that misbehave, each in one way. Written in the text format, so that each does exactly that.

use std::path::Path;

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// A projector whose functions are given in the text format. What is left out traps.
#[derive(Clone, Copy)]
pub(crate) struct Hostile<'a> {
    /// Globals, data, further memories and functions.
    pub(crate) extra: &'a str,
    /// `lookup-knowledge`: a pointer to the arguments in `$arguments`, a pointer to the answer out.
    pub(crate) lookup_knowledge: &'a str,
    /// `wire.project`: pointer and length of the request in `$request` and `$bytes`; a pointer to pointer and length out.
    pub(crate) project: &'a str,
    /// What the component says of its contract.
    pub(crate) contract: &'a str,
    /// Runs before it says so.
    pub(crate) about: &'a str,
}

impl Default for Hostile<'_> {
    fn default() -> Self {
        Self {
            extra: "",
            lookup_knowledge: "unreachable",
            project: "unreachable",
            contract: "1.0.0",
            about: "",
        }
    }
}

impl Hostile<'_> {
    /// The component's bytes.
    pub(crate) fn component(&self) -> Vec<u8> {
        let mut module = wat::parse_str(self.text()).expect("the text format");
        let mut resolve = Resolve::default();
        let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wit/evidence-v1");
        let (package, _) = resolve.push_dir(wit).expect("the contract's WIT");
        let world = resolve.select_world(&[package], Some("projector")).expect("the world");
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).expect("metadata");
        ComponentEncoder::default().module(&module).expect("a module").encode().expect("a component")
    }

    fn text(&self) -> String {
        let Self { extra, lookup_knowledge, project, contract, about } = self;
        let contract_bytes = contract.len();
        format!(
            r#"(module
              (memory (export "memory") 1)
              (global $free (mut i32) (i32.const 32768))
              ;; "hostile", "0" and the contract's version; then the record of the three.
              (data (i32.const 1024) "hostile0")
              (data (i32.const 1040) "{contract}")
              (data (i32.const 1100) "\00\04\00\00\07\00\00\00\07\04\00\00\01\00\00\00\10\04\00\00")
              {extra}
              (func (export "gobo:evidence/tools@1.0.0#about") (result i32)
                {about}
                (i32.store (i32.const 1120) (i32.const {contract_bytes}))
                (i32.const 1100))
              (func (export "gobo:evidence/tools@1.0.0#lookup-knowledge") (param $arguments i32) (result i32)
                {lookup_knowledge})
              (func (export "gobo:evidence/tools@1.0.0#query-logs") (param i32) (result i32) unreachable)
              (func (export "gobo:evidence/tools@1.0.0#query-mysql") (param i32) (result i32) unreachable)
              (func $project (export "gobo:evidence/wire@1.0.0#project") (param $request i32) (param $bytes i32)
                (result i32) {project})
              (func (export "gobo:evidence/redactor@1.0.0#redact")
                (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32) unreachable)
              (func $realloc (export "cabi_realloc") (param i32 i32) (param $align i32) (param $bytes i32) (result i32)
                (local $at i32)
                (local.set $at (i32.and
                  (i32.add (global.get $free) (i32.sub (local.get $align) (i32.const 1)))
                  (i32.sub (i32.const 0) (local.get $align))))
                (global.set $free (i32.add (local.get $at) (local.get $bytes)))
                (block $enough
                  (br_if $enough (i32.le_u (global.get $free) (i32.mul (memory.size) (i32.const 65536))))
                  (br_if $enough (i32.ne (i32.const -1) (memory.grow (i32.add (i32.const 1)
                    (i32.div_u (local.get $bytes) (i32.const 65536))))))
                  unreachable)
                (local.get $at)))"#
        )
    }
}

/// A `project` that answers with a text that is `bytes` long and starts at `at`.
pub(crate) fn answers_with(at: u32, bytes: u32) -> String {
    format!(
        "(i32.store (i32.const 1200) (i32.const {at})) (i32.store (i32.const 1204) (i32.const {bytes})) (i32.const 1200)"
    )
}

/// A data segment with the text, at 2048.
pub(crate) fn data(text: &str) -> String {
    let bytes: String = text.bytes().fold(String::new(), |hex, byte| hex + &format!("\\{byte:02x}"));
    format!("(data (i32.const 2048) \"{bytes}\")")
}
