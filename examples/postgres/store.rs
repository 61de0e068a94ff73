//! A custom store: the state that replicas share is in PostgreSQL, next to the data that is there
//! anyway.
//!
//! ```no_run
//! # async fn run() -> mcp_runtime::Result<()> {
//! let store = mcp_example_postgres::Postgres::connect("host=db user=weather").await?;
//! let server = mcp_runtime::server!().tasks(mcp_runtime::Tasks::new().store(store));
//! # Ok(())
//! # }
//! ```
//!
//! Each operation is a transaction that locks its key, reads, and writes. `tests/contract.rs` runs
//! the contract of every store on a real server, and `tests/replicas.rs` lets two servers share
//! one. A production program would add: connections in proportion to its load, and a job that
//! deletes expired items that are never read again.

mod held;
mod hints;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Manager, Object, Pool, Runtime};
use mcp_runtime::Error;
use mcp_runtime::store::{
    Expected, Hints, IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome,
    RateLimit, RecordWrite, Store, StoreError, StoreFuture, StoreKey, StoredRecord, WriteOutcome,
};
use tokio::time::timeout;
use tokio_postgres::{NoTls, Row};

use held::{LockedItem, TABLES, down};
use hints::Listeners;

/// The maximum number of concurrent operations.
const CONNECTIONS: usize = 4;

/// The maximum time of an operation, even if the server does not respond.
const MAX_OPERATION: Duration = Duration::from_secs(6);

/// A store in PostgreSQL.
pub struct Postgres {
    url: String,
    clients: Pool,
    listeners: Arc<Listeners>,
}

impl fmt::Debug for Postgres {
    // The URL may have a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl Postgres {
    /// Connects, and creates the tables if they do not exist.
    ///
    /// # Errors
    ///
    /// When the server does not respond, or does not allow us to create tables.
    pub async fn connect(url: &str) -> Result<Self, Error> {
        let mut config: tokio_postgres::Config = url.parse().map_err(Error::other)?;
        config.connect_timeout(Duration::from_secs(1));
        config.options("-c statement_timeout=5000 -c lock_timeout=5000");
        let clients = Pool::builder(Manager::new(config, NoTls))
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(Error::other)?;
        let store = Self { url: url.to_owned(), clients, listeners: Arc::default() };
        // Of several replicas that start at once, one creates them.
        let tables = format!("BEGIN; SELECT pg_advisory_xact_lock(1); {TABLES} COMMIT;");
        let make = async { store.client().await?.batch_execute(&tables).await.map_err(down) };
        in_time(make).await.map_err(Error::other)?;
        Ok(store)
    }

    /// A connection that works, as far as is known.
    async fn client(&self) -> Result<Object, StoreError> {
        self.clients.get().await.map_err(|error| StoreError::Down(error.to_string()))
    }
}

/// Runs an operation with a timeout. A transaction whose response is late is rolled back when the
/// server continues, unless it was committed: its outcome is unknown.
fn in_time<'a, T: Send>(
    operation: impl Future<Output = Result<T, StoreError>> + Send + 'a,
) -> StoreFuture<'a, T> {
    Box::pin(async { timeout(MAX_OPERATION, operation).await.unwrap_or(Err(StoreError::Timeout)) })
}

fn entry(row: &Row) -> IndexEntry {
    let name = String::from_utf8_lossy(row.get(0)).into();
    IndexEntry { at: u64::try_from(row.get::<_, i64>(1)).unwrap_or(0), name }
}

fn count(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

impl Store for Postgres {
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        in_time(async move {
            let mut client = self.client().await?;
            let held = LockedItem::of(&mut client, key, "record").await?;
            let Some(item) = &held.item else { return Ok(None) };
            let mut read = Vec::new();
            for part in parts {
                let sql = "SELECT bytes FROM mcp_parts WHERE key = $1 AND name = $2";
                let rows = held.rows(sql, &[&held.key, &part.as_bytes()]).await?;
                read.push(rows.first().map(|row| row.get::<_, &[u8]>(0).into()));
            }
            let version = unsigned(item.get(1));
            let made_at = unsigned(item.get(3));
            Ok(Some(StoredRecord { version, made_at, now: unsigned(held.now()), parts: read }))
        })
    }

    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome> {
        in_time(async move {
            let mut client = self.client().await?;
            let held = LockedItem::of(&mut client, key, "record").await?;
            let now = unsigned(held.now());
            let version = held.item.as_ref().map_or(0, |item| unsigned(item.get(1)));
            let token = held.item.as_ref().and_then(|item| item.get::<_, Option<&[u8]>>(2));
            match write.expected {
                _ if token == Some(&write.token.as_bytes()[..]) => {
                    return Ok(WriteOutcome::Done { version, now });
                }
                Expected::Absent if version > 0 => return Ok(WriteOutcome::Conflict { version }),
                Expected::Version(_) | Expected::AnyVersion if version == 0 => {
                    return Ok(WriteOutcome::Gone);
                }
                Expected::Version(expected) if expected != version => {
                    return Ok(WriteOutcome::Conflict { version });
                }
                Expected::Absent | Expected::Version(_) | Expected::AnyVersion => {}
            }
            held.make("record").await?;
            let update = "UPDATE mcp_items SET version = version + 1, token = $2 WHERE key = $1";
            held.run(update, &[&held.key, &write.token.as_bytes().as_slice()]).await?;
            for (part, bytes) in &write.set {
                let sql = "INSERT INTO mcp_parts VALUES ($1, $2, $3) \
                           ON CONFLICT (key, name) DO UPDATE SET bytes = $3";
                held.run(sql, &[&held.key, &part.as_bytes(), &&bytes[..]]).await?;
            }
            for part in &write.drop {
                let sql = "DELETE FROM mcp_parts WHERE key = $1 AND name = $2";
                held.run(sql, &[&held.key, &part.as_bytes()]).await?;
            }
            if let Some(ttl) = write.ttl {
                held.expire_at(Some(held.after(ttl))).await?;
            }
            held.commit().await?;
            Ok(WriteOutcome::Done { version: version + 1, now })
        })
    }

    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        in_time(async move {
            let client = self.client().await?;
            let sql = "DELETE FROM mcp_items WHERE key = $1 RETURNING \
                       coalesce(expires, 9e18) > extract(epoch FROM clock_timestamp()) * 1000";
            let removed = client.query_opt(sql, &[&key.as_str().as_bytes()]).await.map_err(down)?;
            Ok(removed.is_some_and(|row| row.get(0)))
        })
    }

    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        in_time(async move {
            let mut client = self.client().await?;
            let held = LockedItem::of(&mut client, index, "index").await?;
            held.make("index").await?;
            let passes = changes.contains(&IndexChange::DropPassed);
            let is_changed = !changes.is_empty();
            for change in changes {
                held.change(change).await?;
            }
            let sql = "SELECT count(*), max(at) FROM mcp_entries WHERE key = $1";
            let rows = held.rows(sql, &[&held.key]).await?;
            let entries: i64 = rows[0].get(0);
            let last: Option<i64> = rows[0].get(1);
            if entries == 0 {
                held.run("DELETE FROM mcp_items WHERE key = $1", &[&held.key]).await?;
            } else if is_changed {
                held.expire_at(last.filter(|_| passes)).await?;
            }
            held.commit().await?;
            Ok(unsigned(entries))
        })
    }

    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        in_time(async move {
            let mut client = self.client().await?;
            let held = LockedItem::of(&mut client, index, "index").await?;
            let most = count(page.most);
            let (compare, order) = if page.newest_first { ("<", "DESC") } else { (">", "ASC") };
            let order = format!("ORDER BY at {order}, name {order} LIMIT $2");
            let rows = match &page.after {
                None => {
                    let sql = format!("SELECT name, at FROM mcp_entries WHERE key = $1 {order}");
                    held.rows(&sql, &[&held.key, &most]).await?
                }
                Some(after) => {
                    let sql = format!(
                        "SELECT name, at FROM mcp_entries WHERE key = $1 \
                         AND (at, name) {compare} ($3, $4) {order}"
                    );
                    let at = number(after.at);
                    let name = after.name.as_bytes();
                    held.rows(&sql, &[&held.key, &most, &at, &name]).await?
                }
            };
            Ok(rows.iter().map(entry).collect())
        })
    }

    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        in_time(async move {
            let mut client = self.client().await?;
            let held = LockedItem::of(&mut client, index, "index").await?;
            let at = held.after(lease);
            let sql = "WITH due AS (SELECT name, at FROM mcp_entries WHERE key = $1 AND at <= $2
                           ORDER BY at, name LIMIT $3),
                       moved AS (UPDATE mcp_entries SET at = $4 FROM due
                           WHERE mcp_entries.key = $1 AND mcp_entries.name = due.name)
                       SELECT name, $4 FROM due ORDER BY at, name";
            let rows = held.rows(sql, &[&held.key, &held.now(), &count(limit), &at]).await?;
            let sql = "UPDATE mcp_items SET expires = greatest(expires, $2) \
                       WHERE key = $1 AND expires IS NOT NULL";
            held.run(sql, &[&held.key, &at]).await?;
            held.commit().await?;
            Ok(rows.iter().map(entry).collect())
        })
    }

    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome> {
        in_time(async move {
            let LogAppend { entries, keep, ttl } = append;
            let Some(newest) = entries.last() else { return Ok(LogOutcome::Appended) };
            let mut client = self.client().await?;
            let held = LockedItem::of(&mut client, log, "log").await?;
            let sql =
                "SELECT number, bytes FROM mcp_log WHERE key = $1 ORDER BY number DESC LIMIT 1";
            let rows = held.rows(sql, &[&held.key]).await?;
            let last = rows.first().map(|row| (unsigned(row.get(0)), row.get::<_, &[u8]>(1)));
            if last == Some((newest.number, &newest.bytes[..])) {
                return Ok(LogOutcome::Appended);
            }
            let last = last.map_or(0, |(number, _)| number);
            let numbers = [last].into_iter().chain(entries.iter().map(|entry| entry.number));
            if !numbers.is_sorted_by(|one, next| one < next) {
                return Ok(LogOutcome::Behind { last });
            }
            held.make("log").await?;
            for LogEntry { number: of, bytes } in &entries {
                let sql = "INSERT INTO mcp_log VALUES ($1, $2, $3)";
                held.run(sql, &[&held.key, &number(*of), &&bytes[..]]).await?;
            }
            let trim = "DELETE FROM mcp_log USING (SELECT number, sum(length(bytes))
                            OVER (ORDER BY number DESC) AS newer FROM mcp_log WHERE key = $1) sizes
                        WHERE key = $1 AND mcp_log.number = sizes.number AND newer > $2
                            AND mcp_log.number < $3";
            held.run(trim, &[&held.key, &count(keep), &number(newest.number)]).await?;
            held.expire_at(Some(held.after(ttl))).await?;
            held.commit().await?;
            Ok(LogOutcome::Appended)
        })
    }

    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        in_time(async move {
            let mut client = self.client().await?;
            let held = LockedItem::of(&mut client, log, "log").await?;
            let sql = "SELECT number, bytes FROM mcp_log WHERE key = $1 AND number > $2 \
                       ORDER BY number LIMIT $3";
            let rows = held.rows(sql, &[&held.key, &number(after), &count(limit)]).await?;
            let entry = |row: &Row| {
                let bytes = row.get::<_, &[u8]>(1).into();
                LogEntry { number: unsigned(row.get(0)), bytes }
            };
            Ok(rows.iter().map(entry).collect())
        })
    }

    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        in_time(async move {
            let RateLimit { burst, per_unit } = limit;
            if cost > burst {
                let text = format!(
                    "a cost of {cost} can never be paid: the rate limit {key} allows at most {burst} at once"
                );
                return Err(StoreError::Refused(text));
            }
            let mut client = self.client().await?;
            let held = LockedItem::of(&mut client, key, "limit").await?;
            let unit = i64::try_from(per_unit.as_micros()).unwrap_or(i64::MAX);
            let free_at = held.item.as_ref().map_or(0, |item| item.get::<_, i64>(4));
            let at = free_at.max(held.micros).saturating_add(unit.saturating_mul(cost.into()));
            let latest = held.micros.saturating_add(unit.saturating_mul(burst.into()));
            if at > latest {
                return Ok(Some(Duration::from_micros(unsigned(at - latest))));
            }
            held.make("limit").await?;
            let sql = "UPDATE mcp_items SET free_at = $2, expires = $3 WHERE key = $1";
            held.run(sql, &[&held.key, &at, &(at / 1000 + 1)]).await?;
            held.commit().await?;
            Ok(None)
        })
    }

    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()> {
        in_time(async move {
            let client = self.client().await?;
            let payload = hints::payload(to, &hint)?;
            let sql = "SELECT pg_notify('mcp_hints', $1)";
            client.execute(sql, &[&payload]).await.map(drop).map_err(down)
        })
    }

    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        Box::pin(async move { Ok(self.listeners.listen(&self.url, replica).await) })
    }
}
