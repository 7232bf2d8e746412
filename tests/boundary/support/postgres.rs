//! A throw-away `PostgreSQL`.

use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Server, as_user, find, free_port, missing, unprivileged, wait_for};

#[derive(Debug)]
pub(crate) struct Postgres {
    folder: tempfile::TempDir,
    port: u16,
    server: Option<Server>,
    databases: AtomicU32,
}

impl Postgres {
    /// A server, or nothing when there is none on this machine.
    pub(crate) fn start() -> Option<Self> {
        let (Some(initdb), Some(_), Some(_)) = (find("initdb"), find("postgres"), find("psql")) else {
            missing("PostgreSQL", "postgresql");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let mut init = Command::new(initdb);
        init.args(["-U", "gobo", "-A", "trust", "--no-sync", "-D"]).arg(folder.path().join("data"));
        init.current_dir(folder.path()).stdout(Stdio::null());
        as_user(&mut init, unprivileged(&["postgres", "nobody"]), folder.path());
        assert!(init.status().expect("initdb").success());
        let mut postgres = Self { folder, port: free_port(), server: None, databases: AtomicU32::new(0) };
        postgres.resume();
        Some(postgres)
    }

    /// The server of all tests in this binary.
    pub(crate) fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Postgres>> = OnceLock::new();
        SHARED.get_or_init(Self::start).as_ref()
    }

    pub(crate) fn resume(&mut self) {
        let path = |name: &str| self.folder.path().join(name).display().to_string();
        let arguments = [
            "-D".to_owned(),
            path("data"),
            "-p".into(),
            self.port.to_string(),
            "-k".into(),
            path(""),
            "-c".into(),
            "listen_addresses=127.0.0.1".into(),
            "-c".into(),
            "max_connections=200".into(),
        ];
        let user = unprivileged(&["postgres", "nobody"]);
        let program = find("postgres").expect("found before");
        self.server = Some(Server::start(&program, &arguments, user, self.folder.path()));
        wait_for("PostgreSQL", || self.psql("postgres", "SELECT 1"));
    }

    pub(crate) fn stop(&mut self) {
        self.server = None;
    }

    /// The connection string of a new database.
    pub(crate) fn database(&self) -> String {
        let name = format!("t{}_{}", std::process::id(), self.databases.fetch_add(1, Ordering::Relaxed));
        assert!(self.psql("postgres", &format!("CREATE DATABASE {name}")));
        format!("host=127.0.0.1 port={} user=gobo dbname={name}", self.port)
    }

    pub(crate) fn psql(&self, database: &str, sql: &str) -> bool {
        let mut psql = Command::new(find("psql").expect("found before"));
        psql.args([
            "-h",
            "127.0.0.1",
            "-U",
            "gobo",
            "-d",
            database,
            "-p",
            &self.port.to_string(),
            "-qtAc",
            sql,
        ]);
        psql.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }
}
