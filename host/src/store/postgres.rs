//! Records in `PostgreSQL`, for several hosts.
//!
//! A claim is one `INSERT … ON CONFLICT DO NOTHING`, so the database decides between hosts. Each host holds a shared
//! advisory lock with its own number on every connection; the server gives it back when the connection ends, and so the
//! others know whose records are abandoned, without a clock or a heartbeat. (Session locks do not survive a pooler in
//! transaction mode: connect directly.)

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use gobo_contract::{ErrorCode, Tool};
use tokio::sync::Mutex;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Row as SqlRow, Statement};

use super::row::{COLUMNS, Row, signed, status_name};
use super::{Attempt, Claimed, Filter, RecordStore, Retention, StoreError, Usage, random_number};
use crate::boundary::{Claim, Key, Outcome, Record};

/// How long one action may take, connecting included, in milliseconds. After it the store is [`StoreError::Lost`].
const ACTION_MS: u64 = 5_000;

/// Connections of one host: commits of one connection wait for each other's write to disk, those of several share it.
const CONNECTIONS: usize = 4;

/// What each connection is set to: no statement outlives the action that waits for it, and a host that vanished without
/// a word is noticed within half a minute.
const SESSION: &str = "
    SET statement_timeout = '4500ms'; SET lock_timeout = '4s';
    SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
";

/// The schema's versions, each from the one before. Released ones never change.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE gobo_records (
        key BYTEA PRIMARY KEY, caller TEXT NOT NULL, run_id TEXT NOT NULL, turn BIGINT, tool_call_id TEXT NOT NULL,
        tool TEXT NOT NULL, request_digest BYTEA NOT NULL, generation BIGINT NOT NULL,
        started_at_ms BIGINT NOT NULL, finished_at_ms BIGINT, payload_bytes BIGINT, payload_digest BYTEA,
        fuel_used BIGINT, peak_memory_bytes BIGINT, report TEXT, result_json TEXT, error_code TEXT,
        status TEXT NOT NULL, owner BIGINT NOT NULL, attempt BIGINT NOT NULL
    );
    CREATE INDEX gobo_records_by_run ON gobo_records (md5(run_id));
    CREATE INDEX gobo_records_by_start ON gobo_records (started_at_ms, key);
    CREATE INDEX gobo_records_by_end ON gobo_records (finished_at_ms, key) WHERE finished_at_ms IS NOT NULL;
    CREATE INDEX gobo_records_projecting ON gobo_records (owner) WHERE status = 'PROJECTING';
"];

/// The advisory lock under which hosts that start at once bring the schema up one after the other.
const MIGRATION_LOCK: i64 = 0x676f_626f;

const CLAIM: &str = "
    INSERT INTO gobo_records (key, caller, run_id, turn, tool_call_id, tool, request_digest, generation,
        started_at_ms, status, owner, attempt)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'PROJECTING', $10, $11) ON CONFLICT (key) DO NOTHING";

const FINISH: &str = "
    UPDATE gobo_records SET finished_at_ms = $1, payload_bytes = $2, payload_digest = $3, fuel_used = $4,
        peak_memory_bytes = $5, report = $6, result_json = $7, error_code = $8, status = $9
    WHERE key = $10 AND attempt = $11";

const RECOVER: &str = "
    UPDATE gobo_records SET status = 'ERROR', error_code = $1, finished_at_ms = $2, attempt = 0
    WHERE status = 'PROJECTING' AND owner <> $3 AND NOT EXISTS (
        SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND ((l.classid::bigint << 32) | l.objid::bigint) = owner)";

const PRUNE: &str = "
    DELETE FROM gobo_records WHERE finished_at_ms IS NOT NULL AND (finished_at_ms < $1
        OR (finished_at_ms, key) <= (SELECT finished_at_ms, key FROM gobo_records
            WHERE finished_at_ms IS NOT NULL ORDER BY finished_at_ms DESC, key DESC LIMIT 1 OFFSET $2))";

/// Keeps records in a `PostgreSQL` database. Connects when it is first used, and again when a connection was lost.
#[derive(Debug)]
pub struct PostgresStore {
    config: Config,
    owner: i64,
    slots: [Mutex<Option<Arc<Session>>>; CONNECTIONS],
    next: AtomicUsize,
}

#[derive(Debug)]
struct Session {
    client: Client,
    claim: Statement,
    finish: Statement,
}

impl PostgresStore {
    /// A store in the database of that connection string (`host=… user=… dbname=…`, or a `postgresql://` URL).
    ///
    /// # Errors
    /// [`StoreError::Unknown`] if it is no connection string.
    pub fn new(connection: &str) -> Result<Self, StoreError> {
        let mut config: Config =
            connection.parse().map_err(|_| StoreError::Unknown("a connection string of another form"))?;
        config.connect_timeout(Duration::from_millis(ACTION_MS)).application_name("gobo");
        Ok(Self { config, owner: random_number(), slots: Default::default(), next: AtomicUsize::new(0) })
    }

    async fn session(&self) -> Result<Arc<Session>, StoreError> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % CONNECTIONS;
        let mut slot = self.slots.get(turn).ok_or(StoreError::Lost)?.lock().await;
        if let Some(session) = slot.as_ref().filter(|session| !session.client.is_closed()) {
            return Ok(Arc::clone(session));
        }
        let session = Arc::new(self.connect().await?);
        *slot = Some(Arc::clone(&session));
        Ok(session)
    }

    async fn connect(&self) -> Result<Session, StoreError> {
        let (mut client, connection) = self.config.connect(NoTls).await?;
        // Ends with the client. Its error is the error of whatever waits for an answer then.
        tokio::spawn(async move { drop(connection.await) });
        client.batch_execute(SESSION).await?;
        migrate(&mut client).await?;
        client.execute("SELECT pg_advisory_lock_shared($1)", &[&self.owner]).await?;
        let claim = client.prepare(CLAIM).await?;
        let finish = client.prepare(FINISH).await?;
        Ok(Session { client, claim, finish })
    }

    async fn execute(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<u64, StoreError> {
        in_time(async {
            let session = self.session().await?;
            Ok(session.client.execute(sql, values).await?)
        })
        .await
    }

    async fn query(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<SqlRow>, StoreError> {
        in_time(async {
            let session = self.session().await?;
            Ok(session.client.query(sql, values).await?)
        })
        .await
    }
}

async fn in_time<T>(action: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    tokio::time::timeout(Duration::from_millis(ACTION_MS), action).await.unwrap_or(Err(StoreError::Lost))
}

async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let found = client.query_opt(
        "SELECT 1 FROM pg_tables WHERE tablename = 'gobo_schema' AND schemaname = current_schema()",
        &[],
    );
    if found.await?.is_some() && version(client).await? == MIGRATIONS.len() {
        return Ok(());
    }
    let transaction = client.transaction().await?;
    let prepare = format!(
        "SELECT pg_advisory_xact_lock({MIGRATION_LOCK});
        CREATE TABLE IF NOT EXISTS gobo_schema (version BIGINT PRIMARY KEY);"
    );
    transaction.batch_execute(&prepare).await?;
    let done = version(&transaction).await?;
    let steps = MIGRATIONS.get(done..).ok_or(StoreError::Unknown("a newer version's schema"))?;
    for (step, number) in steps.iter().zip(done + 1..) {
        let step = format!("{step} INSERT INTO gobo_schema VALUES ({number});");
        transaction.batch_execute(&step).await?;
    }
    Ok(transaction.commit().await?)
}

async fn version(client: &impl tokio_postgres::GenericClient) -> Result<usize, StoreError> {
    let row = client.query_one("SELECT coalesce(max(version), 0) FROM gobo_schema", &[]).await;
    let version: i64 = row.and_then(|row| row.try_get(0))?;
    usize::try_from(version).map_err(|_| StoreError::Unknown("schema version"))
}

#[async_trait]
impl RecordStore for PostgresStore {
    async fn claim(&self, attempt: Attempt, claim: &Claim) -> Result<Claimed, StoreError> {
        let row = Row::of_claim(claim);
        let inserted = in_time(async {
            let session = self.session().await?;
            let values: [&(dyn ToSql + Sync); 11] = [
                &row.key,
                &row.caller,
                &row.run_id,
                &row.turn,
                &row.tool_call_id,
                &row.tool,
                &row.request_digest,
                &row.generation,
                &row.started_at_ms,
                &self.owner,
                &attempt.number(),
            ];
            Ok(session.client.execute(&session.claim, &values).await?)
        })
        .await?;
        if inserted == 1 {
            return Ok(Claimed::New);
        }
        self.get(&claim.key).await?.map(|record| Claimed::Before(Box::new(record))).ok_or(StoreError::Lost)
    }

    async fn finish(&self, attempt: Attempt, key: &Key, outcome: &Outcome) -> Result<(), StoreError> {
        let row = Row::of_outcome(outcome);
        let updated = in_time(async {
            let session = self.session().await?;
            let values: [&(dyn ToSql + Sync); 11] = [
                &row.finished_at_ms,
                &row.payload_bytes,
                &row.payload_digest,
                &row.fuel_used,
                &row.peak_memory_bytes,
                &row.report,
                &row.result_json,
                &row.error_code,
                &status_name(row.status()),
                &key.0.as_bytes().as_slice(),
                &attempt.number(),
            ];
            Ok(session.client.execute(&session.finish, &values).await?)
        })
        .await?;
        if updated == 1 { Ok(()) } else { Err(StoreError::NotOwned) }
    }

    async fn get(&self, key: &Key) -> Result<Option<Record>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM gobo_records WHERE key = $1");
        let rows = self.query(&sql, &[&key.0.as_bytes().as_slice()]).await?;
        rows.first().map(|row| read(row)?.into_record()).transpose()
    }

    async fn list(&self, filter: &Filter) -> Result<Vec<Record>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM gobo_records
            WHERE ($1::text IS NULL OR (md5(run_id) = md5($1) AND run_id = $1))
                AND ($2::text IS NULL OR status = $2)
                AND ($3::bigint IS NULL OR (started_at_ms, key) < ($3, $4::bytea))
            ORDER BY started_at_ms DESC, key DESC LIMIT $5"
        );
        let (before_ms, before_key) = filter.before.unzip();
        let before_key = before_key.map(|key| key.0.as_bytes().to_vec());
        let (status, before_ms) = (filter.status.map(status_name), before_ms.map(signed));
        let count = i64::from(filter.count);
        let rows = self.query(&sql, &[&filter.run_id, &status, &before_ms, &before_key, &count]).await?;
        rows.iter().map(|row| read(row)?.into_record()).collect()
    }

    async fn usage(&self, run_id: &str) -> Result<Usage, StoreError> {
        let sums = "SELECT tool, count(*), coalesce(sum(payload_bytes), 0)::bigint,
                coalesce(sum(octet_length(result_json)), 0)::bigint
            FROM gobo_records WHERE md5(run_id) = md5($1) AND run_id = $1 GROUP BY tool";
        let first = "SELECT caller, started_at_ms FROM gobo_records
            WHERE md5(run_id) = md5($1) AND run_id = $1 ORDER BY started_at_ms, key LIMIT 1";
        let mut usage = Usage::default();
        for row in self.query(sums, &[&run_id]).await? {
            let name: String = value(&row, 0)?;
            let tool = Tool::from_name(&name).map_err(|_| StoreError::Unknown("tool"))?;
            usage.calls.insert(tool, value::<i64>(&row, 1)?.unsigned_abs());
            usage.payload_bytes += value::<i64>(&row, 2)?.unsigned_abs();
            usage.result_bytes += value::<i64>(&row, 3)?.unsigned_abs();
        }
        if let Some(row) = self.query(first, &[&run_id]).await?.first() {
            usage.caller = Some(value(row, 0)?);
            usage.started_at_ms = Some(value::<i64>(row, 1)?.unsigned_abs());
        }
        Ok(usage)
    }

    async fn recover(&self, now_ms: u64) -> Result<u64, StoreError> {
        self.execute(RECOVER, &[&ErrorCode::Internal.form().code, &signed(now_ms), &self.owner]).await
    }

    async fn prune(&self, retention: Retention) -> Result<u64, StoreError> {
        self.execute(PRUNE, &[&signed(retention.finished_before_ms), &signed(retention.count)]).await
    }
}

fn value<'r, T: tokio_postgres::types::FromSql<'r>>(row: &'r SqlRow, at: usize) -> Result<T, StoreError> {
    row.try_get(at).map_err(|_| StoreError::Unknown("row"))
}

fn read(row: &SqlRow) -> Result<Row, StoreError> {
    Ok(Row {
        key: value(row, 0)?,
        caller: value(row, 1)?,
        run_id: value(row, 2)?,
        turn: value(row, 3)?,
        tool_call_id: value(row, 4)?,
        tool: value(row, 5)?,
        request_digest: value(row, 6)?,
        generation: value(row, 7)?,
        started_at_ms: value(row, 8)?,
        finished_at_ms: value(row, 9)?,
        payload_bytes: value(row, 10)?,
        payload_digest: value(row, 11)?,
        fuel_used: value(row, 12)?,
        peak_memory_bytes: value(row, 13)?,
        report: value(row, 14)?,
        result_json: value(row, 15)?,
        error_code: value(row, 16)?,
    })
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(state) = error.code() else { return Self::Lost };
        let class = state.code().get(..2).unwrap_or_default();
        match state {
            &SqlState::LOCK_NOT_AVAILABLE | &SqlState::QUERY_CANCELED | &SqlState::TOO_MANY_CONNECTIONS => {
                Self::Locked
            }
            &SqlState::DISK_FULL | &SqlState::OUT_OF_MEMORY => Self::Full,
            // 08 connection, 57 shutdown and crash, 28 and 3D no such user or database, 25 a standby that takes no
            // writes, 58 the system.
            _ if ["08", "57", "28", "3D", "25", "58"].contains(&class) => Self::Lost,
            _ => Self::Unknown("schema"),
        }
    }
}
