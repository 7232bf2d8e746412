//! Throw-away database servers for tests, on loopback, in a directory of their own, gone with the test process.
#![allow(dead_code, reason = "each test binary uses its own part of this")]

pub(crate) mod counting;
pub(crate) mod mariadb;
pub(crate) mod postgres;

use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to answer, on a loaded machine.
const START: Duration = Duration::from_mins(1);

/// Says that a server is missing: a failure when CI requires servers, a remark on a developer's machine.
pub(crate) fn missing(program: &str, package: &str) {
    let advice = format!("{program} was not found; install it with `apt-get install {package}`");
    assert!(std::env::var("GOBO_TEST_SERVERS").as_deref() != Ok("required"), "{advice}");
    eprintln!("NOT TESTED: {advice} (GOBO_TEST_SERVERS=required makes this a failure)");
}

/// A program on the PATH or in one of the places where distributions put servers.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.extend(["/usr/sbin", "/usr/local/sbin", "/usr/libexec"].map(PathBuf::from));
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path().join("bin")).collect())
        .unwrap_or_default();
    versions.sort();
    versions.reverse();
    versions.into_iter().chain(folders).map(|folder| folder.join(program)).find(|file| file.is_file())
}

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("bound").port()
}

/// Servers refuse to run as root; then they run as this user.
pub(crate) fn unprivileged(names: &[&str]) -> Option<(u32, u32)> {
    let own = std::fs::metadata("/proc/self").expect("procfs");
    if std::os::unix::fs::MetadataExt::uid(&own) != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("users");
    names.iter().find_map(|name| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut ids = line.split(':').skip(2).map_while(|id| id.parse().ok());
        Some((ids.next()?, ids.next()?))
    })
}

pub(crate) fn as_user(command: &mut Command, user: Option<(u32, u32)>, folder: &Path) {
    if let Some((uid, gid)) = user {
        chown(folder, Some(uid), Some(gid)).expect("root may");
        command.uid(uid).gid(gid);
    }
}

/// A server that ends when this value is dropped, or with the test process: then its guard's standard input closes.
#[derive(Debug)]
pub(crate) struct Server {
    guard: Child,
}

impl Server {
    pub(crate) fn start(
        program: &Path,
        arguments: &[String],
        user: Option<(u32, u32)>,
        folder: &Path,
    ) -> Self {
        let mut command = Command::new("/bin/sh");
        command
            .args([
                "-c",
                r#""$@" </dev/null & server=$!; cat >/dev/null; kill -QUIT $server; wait $server"#,
                "guard",
            ])
            .arg(program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(folder.join("server.log")).expect("a log"));
        as_user(&mut command, user, folder);
        Self { guard: command.spawn().expect("a shell") }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

pub(crate) fn wait_for(what: &str, mut ready: impl FnMut() -> bool) {
    let start = Instant::now();
    while !ready() {
        assert!(start.elapsed() < START, "{what} did not start");
        std::thread::sleep(Duration::from_millis(50));
    }
}
