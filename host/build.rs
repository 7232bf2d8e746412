//! Builds the projector for `wasm32-unknown-unknown` and wraps it as a component, both to be embedded in the host.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use wit_component::ComponentEncoder;

const TARGET: &str = "wasm32-unknown-unknown";

/// The memory cap that is written into the module itself. JavaScript hosts have no other; it must hold a payload of the
/// largest size three times over. A guest that asks for more gets none and traps.
const MAX_MEMORY_BYTES: usize = 256 * 1024 * 1024;

fn main() -> Result<()> {
    let out = PathBuf::from(variable("OUT_DIR")?);
    let workspace = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("..").canonicalize()?;
    for input in ["guest/src", "guest/Cargo.toml", "wit", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={}", workspace.join(input).display());
    }
    require_target()?;
    let core = build_guest(&workspace, &target_folder(&out))?;
    let core = fs::read(&core).with_context(|| format!("reading {}", core.display()))?;
    let component =
        ComponentEncoder::default().validate(true).module(&core)?.encode().context("componentizing")?;
    fs::write(out.join("projector.core.wasm"), core)?;
    fs::write(out.join("projector.component.wasm"), component)?;
    Ok(())
}

fn variable(name: &str) -> Result<OsString> {
    env::var_os(name).with_context(|| format!("cargo did not set {name}"))
}

/// rustup installs the target by itself when it honours `rust-toolchain.toml`; where it does not, say what to do.
fn require_target() -> Result<()> {
    let rustc = variable("RUSTC")?;
    let output =
        Command::new(&rustc).args(["--print", "sysroot"]).output().context("asking rustc for its sysroot")?;
    let sysroot = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    if sysroot.join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(());
    }
    bail!("the Rust target {TARGET} is not installed. Add it with:\n\n    rustup target add {TARGET}\n");
}

/// One folder for all profiles of the host, so that the guest is built once. Cargo tags its target folders.
fn target_folder(out: &Path) -> PathBuf {
    let target = out.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    target.unwrap_or(out).join("guest")
}

fn build_guest(workspace: &Path, target: &Path) -> Result<PathBuf> {
    let mut cargo = Command::new(variable("CARGO")?);
    cargo
        .current_dir(workspace)
        .args(["build", "--package", "gobo-projector", "--lib", "--profile", "projector", "--target", TARGET])
        .arg("--target-dir")
        .arg(target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(workspace).join("\u{1f}"));
    // What was set for the host's build is not meant for the guest's.
    for (name, _) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let of_the_host = text.starts_with("CARGO_PROFILE_")
            || text.starts_with("CARGO_CFG_")
            || text.starts_with("CARGO_FEATURE_");
        let wrapper = [
            "RUSTC_WRAPPER",
            "RUSTC_WORKSPACE_WRAPPER",
            "RUSTFLAGS",
            "CARGO_BUILD_TARGET",
            "CARGO_TARGET_DIR",
        ];
        if of_the_host || wrapper.contains(&text) {
            cargo.env_remove(&name);
        }
    }
    let status = cargo.status().context("running cargo for the guest")?;
    if !status.success() {
        bail!("the guest does not build (see above)");
    }
    Ok(target.join(TARGET).join("projector/gobo_projector.wasm"))
}

/// How much a call must save to be inlined: more than for a native build, since in the sandbox every call also writes the
/// fuel back and reads it again; and more again for functions that are marked. Each swap reads the whole component.
const INLINE_THRESHOLD: usize = 275;
const MARKED_INLINE_THRESHOLD: usize = 450;

/// The memory cap, and paths that are the same on every machine: a component's digest is part of every record.
fn flags(workspace: &Path) -> Vec<String> {
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let mut flags = vec![
        format!("-Clink-arg=--max-memory={MAX_MEMORY_BYTES}"),
        // Numbers of functions and places take the bytes that they need, and no more.
        "-Clink-arg=--compress-relocations".to_owned(),
        format!("-Cllvm-args=-inline-threshold={INLINE_THRESHOLD}"),
        format!("-Cllvm-args=-inlinehint-threshold={MARKED_INLINE_THRESHOLD}"),
        format!("--remap-path-prefix={}=gobo", workspace.display()),
    ];
    flags.extend(cargo_home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    flags
}
