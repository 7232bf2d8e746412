//! Records in one `SQLite` file, for one machine. Several processes may share it.
//!
//! Each commit reaches the disk before a call goes on (`synchronous = FULL`): a key that was claimed stays claimed when
//! the power goes. Each open store holds a lock on a small file of its own beside the database; the operating system
//! gives it back with the process, however that ends, and so the others know whose records are abandoned.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use gobo_contract::{ErrorCode, InvocationStatus, Tool};
use rusqlite::{Connection, OptionalExtension, Row as SqlRow, named_params, params};

use super::row::{COLUMNS, Row, signed, status_name};
use super::{Attempt, Claimed, Filter, RecordStore, Retention, StoreError, Usage, random_number};
use crate::boundary::{Claim, Key, Outcome, Record};

/// How long a statement waits for another process's transaction, in milliseconds. After it the store is
/// [`StoreError::Locked`].
const LOCK_WAIT_MS: u64 = 5_000;

/// The schema's versions, each from the one before; `user_version` counts them. Released ones never change.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE records (
        key BLOB PRIMARY KEY, caller TEXT NOT NULL, run_id TEXT NOT NULL, turn INTEGER, tool_call_id TEXT NOT NULL,
        tool TEXT NOT NULL, request_digest BLOB NOT NULL, generation INTEGER NOT NULL,
        started_at_ms INTEGER NOT NULL, finished_at_ms INTEGER, payload_bytes INTEGER, payload_digest BLOB,
        fuel_used INTEGER, peak_memory_bytes INTEGER, report TEXT, result_json TEXT, error_code TEXT,
        status TEXT NOT NULL, owner INTEGER NOT NULL, attempt INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX records_by_run ON records (run_id);
    CREATE INDEX records_by_start ON records (started_at_ms, key);
    CREATE INDEX records_by_end ON records (finished_at_ms, key) WHERE finished_at_ms IS NOT NULL;
    CREATE INDEX records_projecting ON records (owner) WHERE status = 'PROJECTING';
"];

/// Keeps records in one file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    connection: Arc<Mutex<Connection>>,
    owner: Arc<OwnerFile>,
}

impl SqliteStore {
    /// Opens the file, and makes it when there is none. A file of an older version is brought to this one.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Unknown`] for a file of a newer version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_millis(LOCK_WAIT_MS))?;
        use_write_ahead_log(&connection)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        migrate(&mut connection)?;
        let owner = Arc::new(OwnerFile::create(path)?);
        Ok(Self { connection: Arc::new(Mutex::new(connection)), owner })
    }

    async fn run<T, F>(&self, action: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection, &OwnerFile) -> Result<T, StoreError> + Send + 'static,
    {
        let Self { connection, owner } = self.clone();
        let blocking = tokio::task::spawn_blocking(move || {
            // A panic while it was held rolls its transaction back; the connection itself is whole.
            action(&mut connection.lock().unwrap_or_else(PoisonError::into_inner), &owner)
        });
        blocking.await.map_err(|_| StoreError::Lost)?
    }
}

/// Turns the write-ahead log on. SQLite does not wait for this one lock: two processes that open a new file at the same
/// moment would tell one of them that it is busy.
fn use_write_ahead_log(connection: &Connection) -> Result<(), StoreError> {
    const PAUSE_MS: u64 = 5;
    for _ in 0..LOCK_WAIT_MS / PAUSE_MS {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => {
                std::thread::sleep(Duration::from_millis(PAUSE_MS));
            }
            outcome => return Ok(outcome?),
        }
    }
    Ok(connection.pragma_update(None, "journal_mode", "WAL")?)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: usize = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let steps = MIGRATIONS.get(version..).ok_or(StoreError::Unknown("a newer version's schema"))?;
    for step in steps {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len())?;
    Ok(transaction.commit()?)
}

#[async_trait]
impl RecordStore for SqliteStore {
    async fn claim(&self, attempt: Attempt, claim: &Claim) -> Result<Claimed, StoreError> {
        let row = Row::of_claim(claim);
        self.run(move |connection, owner| {
            let inserted = insert(connection, &row, owner.number, attempt)?;
            if inserted {
                return Ok(Claimed::New);
            }
            let before = select(connection, &row.key)?.ok_or(StoreError::Lost)?;
            Ok(Claimed::Before(Box::new(before)))
        })
        .await
    }

    async fn finish(&self, attempt: Attempt, key: &Key, outcome: &Outcome) -> Result<(), StoreError> {
        let (row, key) = (Row::of_outcome(outcome), *key);
        self.run(move |connection, _| update(connection, &row, &key, attempt)).await
    }

    async fn get(&self, key: &Key) -> Result<Option<Record>, StoreError> {
        let key = *key;
        self.run(move |connection, _| select(connection, key.0.as_bytes())).await
    }

    async fn list(&self, filter: &Filter) -> Result<Vec<Record>, StoreError> {
        let filter = filter.clone();
        self.run(move |connection, _| list(connection, &filter)).await
    }

    async fn usage(&self, run_id: &str) -> Result<Usage, StoreError> {
        let run_id = run_id.to_owned();
        self.run(move |connection, _| usage(connection, &run_id)).await
    }

    async fn recover(&self, now_ms: u64) -> Result<u64, StoreError> {
        self.run(move |connection, owner| recover(connection, owner, now_ms)).await
    }

    async fn prune(&self, retention: Retention) -> Result<u64, StoreError> {
        self.run(move |connection, _| {
            let sql = "DELETE FROM records WHERE finished_at_ms IS NOT NULL AND (finished_at_ms < ?1
                OR (finished_at_ms, key) <= (SELECT finished_at_ms, key FROM records
                    WHERE finished_at_ms IS NOT NULL ORDER BY finished_at_ms DESC, key DESC LIMIT 1 OFFSET ?2))";
            let (before_ms, count) = (signed(retention.finished_before_ms), signed(retention.count));
            Ok(connection.execute(sql, params![before_ms, count])? as u64)
        })
        .await
    }
}

fn insert(connection: &Connection, row: &Row, owner: i64, attempt: Attempt) -> Result<bool, StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO records (key, caller, run_id, turn, tool_call_id, tool, request_digest, generation,
                started_at_ms, status, owner, attempt)
            VALUES (:key, :caller, :run_id, :turn, :tool_call_id, :tool, :request_digest, :generation,
                :started_at_ms, 'PROJECTING', :owner, :attempt)
            ON CONFLICT (key) DO NOTHING",
    )?;
    let rows = statement.execute(named_params! {
        ":key": row.key, ":caller": row.caller, ":run_id": row.run_id, ":turn": row.turn,
        ":tool_call_id": row.tool_call_id, ":tool": row.tool, ":request_digest": row.request_digest,
        ":generation": row.generation, ":started_at_ms": row.started_at_ms, ":owner": owner,
        ":attempt": attempt.number(),
    });
    Ok(rows? == 1)
}

fn update(connection: &Connection, row: &Row, key: &Key, attempt: Attempt) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare_cached(
            "UPDATE records SET finished_at_ms = :finished_at_ms, payload_bytes = :payload_bytes,
                payload_digest = :payload_digest, fuel_used = :fuel_used, peak_memory_bytes = :peak_memory_bytes,
                report = :report, result_json = :result_json, error_code = :error_code, status = :status
            WHERE key = :key AND attempt = :attempt",
        )?;
    let rows = statement.execute(named_params! {
        ":finished_at_ms": row.finished_at_ms, ":payload_bytes": row.payload_bytes,
        ":payload_digest": row.payload_digest, ":fuel_used": row.fuel_used,
        ":peak_memory_bytes": row.peak_memory_bytes, ":report": row.report, ":result_json": row.result_json,
        ":error_code": row.error_code, ":status": status_name(row.status()), ":key": key.0.as_bytes(),
        ":attempt": attempt.number(),
    });
    if rows? == 1 { Ok(()) } else { Err(StoreError::NotOwned) }
}

fn select(connection: &Connection, key: &[u8]) -> Result<Option<Record>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM records WHERE key = ?1");
    let mut statement = connection.prepare_cached(&sql)?;
    let row = statement.query_row([key], read).optional()?;
    row.map(Row::into_record).transpose()
}

fn list(connection: &Connection, filter: &Filter) -> Result<Vec<Record>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM records WHERE (?1 IS NULL OR run_id = ?1) AND (?2 IS NULL OR status = ?2)
            AND (?3 IS NULL OR (started_at_ms, key) < (?3, ?4))
        ORDER BY started_at_ms DESC, key DESC LIMIT ?5"
    );
    let (before_ms, before_key) = filter.before.unzip();
    let mut statement = connection.prepare_cached(&sql)?;
    let values = params![
        filter.run_id,
        filter.status.map(status_name),
        before_ms.map(signed),
        before_key.map(|key| key.0.as_bytes().to_vec()),
        filter.count
    ];
    let rows = statement.query_map(values, read)?;
    rows.map(|row| row?.into_record()).collect()
}

fn usage(connection: &Connection, run_id: &str) -> Result<Usage, StoreError> {
    let mut usage = Usage::default();
    let mut sums = connection
        .prepare_cached(
            "SELECT tool, count(*), coalesce(sum(payload_bytes), 0), coalesce(sum(length(CAST(result_json AS BLOB))), 0)
            FROM records WHERE run_id = ?1 GROUP BY tool",
        )?;
    let mut rows = sums.query([run_id])?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        let tool = Tool::from_name(&name).map_err(|_| StoreError::Unknown("tool"))?;
        usage.calls.insert(tool, row.get(1)?);
        usage.payload_bytes += row.get::<_, u64>(2)?;
        usage.result_bytes += row.get::<_, u64>(3)?;
    }
    let first = connection
        .prepare_cached(
            "SELECT caller, started_at_ms FROM records WHERE run_id = ?1 ORDER BY started_at_ms, key LIMIT 1",
        )
        .and_then(|mut first| first.query_row([run_id], |row| Ok((row.get(0)?, row.get(1)?))).optional());
    (usage.caller, usage.started_at_ms) = first?.unzip();
    Ok(usage)
}

fn recover(connection: &Connection, own: &OwnerFile, now_ms: u64) -> Result<u64, StoreError> {
    let mut owners = connection
        .prepare_cached("SELECT DISTINCT owner FROM records WHERE status = 'PROJECTING' AND owner <> ?1")?;
    let owners: Vec<i64> = owners.query_map([own.number], |row| row.get(0)).and_then(Iterator::collect)?;
    let mut recovered = 0;
    for owner in owners.into_iter().filter(|owner| own.is_dead(*owner)) {
        let sql = "UPDATE records SET status = ?1, error_code = ?2, finished_at_ms = ?3, attempt = 0
            WHERE owner = ?4 AND status = 'PROJECTING'";
        let values = params![
            status_name(InvocationStatus::Error),
            ErrorCode::Internal.form().code,
            signed(now_ms),
            owner
        ];
        recovered += connection.execute(sql, values)? as u64;
        own.bury(owner);
    }
    Ok(recovered)
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        key: row.get(0)?,
        caller: row.get(1)?,
        run_id: row.get(2)?,
        turn: row.get(3)?,
        tool_call_id: row.get(4)?,
        tool: row.get(5)?,
        request_digest: row.get(6)?,
        generation: row.get(7)?,
        started_at_ms: row.get(8)?,
        finished_at_ms: row.get(9)?,
        payload_bytes: row.get(10)?,
        payload_digest: row.get(11)?,
        fuel_used: row.get(12)?,
        peak_memory_bytes: row.get(13)?,
        report: row.get(14)?,
        result_json: row.get(15)?,
        error_code: row.get(16)?,
    })
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        let rusqlite::Error::SqliteFailure(failure, _) = error else { return Self::Unknown("row") };
        match failure.code {
            Code::DatabaseBusy | Code::DatabaseLocked => Self::Locked,
            Code::DiskFull => Self::Full,
            Code::Unknown => Self::Unknown("schema"),
            _ => Self::Lost,
        }
    }
}

/// A locked file that says: this process lives.
#[derive(Debug)]
struct OwnerFile {
    database: PathBuf,
    number: i64,
    /// Locked as long as the store is open.
    _file: File,
}

impl OwnerFile {
    fn create(database: &Path) -> Result<Self, StoreError> {
        let number = random_number();
        let open = OpenOptions::new().create_new(true).write(true).open(owner_path(database, number));
        let file = open.map_err(|_| StoreError::Lost)?;
        file.try_lock().map_err(|_| StoreError::Lost)?;
        Ok(Self { database: database.to_owned(), number, _file: file })
    }

    /// Whether nobody holds the owner's file any more.
    fn is_dead(&self, owner: i64) -> bool {
        match File::open(owner_path(&self.database, owner)) {
            Ok(file) => !matches!(file.try_lock(), Err(TryLockError::WouldBlock)),
            Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        }
    }

    /// Removes what a dead owner left. If that fails, the file stays and means nothing.
    fn bury(&self, owner: i64) {
        let _ = std::fs::remove_file(owner_path(&self.database, owner));
    }
}

impl Drop for OwnerFile {
    fn drop(&mut self) {
        self.bury(self.number);
    }
}

fn owner_path(database: &Path, owner: i64) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(format!("-owner-{owner:016x}"));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_can_be_opened_by_many_at_the_same_moment() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("records.db");
            std::thread::scope(|scope| {
                let openers: Vec<_> =
                    (0..8).map(|_| scope.spawn(|| SqliteStore::open(&path).err())).collect();
                for opener in openers {
                    assert!(opener.join().expect("no panic").is_none());
                }
            });
        }
    }
}
