//! A throw-away `MariaDB`.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::{Server, as_user, find, free_port, missing, unprivileged, wait_for};

#[derive(Debug)]
pub(crate) struct MariaDb {
    folder: tempfile::TempDir,
    port: u16,
    _server: Server,
}

impl MariaDb {
    /// The server of all tests in this binary, or nothing when there is none on this machine.
    pub(crate) fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<MariaDb>> = OnceLock::new();
        SHARED.get_or_init(Self::start).as_ref()
    }

    fn start() -> Option<Self> {
        let (Some(install), Some(program), Some(_)) =
            (find("mariadb-install-db"), find("mariadbd"), find("mariadb"))
        else {
            missing("MariaDB", "mariadb-server");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let user = unprivileged(&["mysql", "nobody"]);
        let data = format!("--datadir={}", folder.path().join("data").display());
        let mut init = Command::new(install);
        init.args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db", &data]);
        init.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        as_user(&mut init, user, folder.path());
        assert!(init.status().expect("mariadb-install-db").success());
        let port = free_port();
        let arguments = [
            "--no-defaults".to_owned(),
            data,
            format!("--port={port}"),
            "--bind-address=127.0.0.1".into(),
            format!("--socket={}", folder.path().join("socket").display()),
            format!("--pid-file={}", folder.path().join("pid").display()),
        ];
        let server = Server::start(&program, &arguments, user, folder.path());
        let mariadb = Self { folder, port, _server: server };
        wait_for("MariaDB", || mariadb.sql("SELECT 1"));
        Some(mariadb)
    }

    /// Runs statements as root.
    pub(crate) fn sql(&self, sql: &str) -> bool {
        let mut client = Command::new(find("mariadb").expect("found before"));
        client.args(["--no-defaults", "-uroot", "-e", sql]);
        client.arg(format!("--socket={}", self.folder.path().join("socket").display()));
        client.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    pub(crate) fn url(&self, user: &str, schema: &str) -> String {
        format!("mysql://{user}@127.0.0.1:{}/{schema}", self.port)
    }
}
