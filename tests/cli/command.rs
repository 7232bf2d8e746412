//! Runs the built binary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

/// What a run of the command left.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The command with its compiled components cached beside the tests, not in the user's folder.
pub(crate) fn gobo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gobo"));
    command
        .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs it with that on stdin.
pub(crate) fn run(arguments: &[&str], stdin: impl AsRef<[u8]>) -> Ran {
    let child = gobo().args(arguments).spawn().expect("the built binary");
    finish(child, stdin.as_ref().to_vec())
}

/// Feeds a child and waits for it.
pub(crate) fn finish(mut child: Child, stdin: Vec<u8>) -> Ran {
    let mut pipe = child.stdin.take().expect("a pipe");
    // The command may end without reading all of it.
    let feeder = thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().expect("it ends");
    feeder.join().expect("fed");
    Ran {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A file with that content, in a folder of its own that lives as long as the returned guard.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("written");
    (folder, path)
}

/// A path as an argument.
pub(crate) fn shown(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}
