//! A transaction that holds the lock of a key.

use std::time::Duration;

use mcp_runtime::store::{IndexChange, StoreError, StoreKey};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Transaction};

/// Everything with a key is an item. Names and keys are bytes, since text in PostgreSQL cannot
/// contain zeros.
pub(crate) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS mcp_items (
        key bytea PRIMARY KEY, sort text NOT NULL, expires bigint,
        version bigint NOT NULL DEFAULT 0, token bytea, made_at bigint NOT NULL,
        free_at bigint NOT NULL DEFAULT 0);
    CREATE TABLE IF NOT EXISTS mcp_parts (
        key bytea NOT NULL REFERENCES mcp_items ON DELETE CASCADE, name bytea NOT NULL,
        bytes bytea NOT NULL, PRIMARY KEY (key, name));
    CREATE TABLE IF NOT EXISTS mcp_entries (
        key bytea NOT NULL REFERENCES mcp_items ON DELETE CASCADE, name bytea NOT NULL,
        at bigint NOT NULL, PRIMARY KEY (key, name));
    CREATE INDEX IF NOT EXISTS mcp_entries_by_time ON mcp_entries (key, at, name);
    CREATE TABLE IF NOT EXISTS mcp_log (
        key bytea NOT NULL REFERENCES mcp_items ON DELETE CASCADE, number bigint NOT NULL,
        bytes bytea NOT NULL, PRIMARY KEY (key, number));";

/// The item of a key, which no other transaction reads or writes until this is committed or
/// dropped.
pub(crate) struct LockedItem<'a> {
    transaction: Transaction<'a>,
    pub(crate) key: &'a [u8],
    /// The current time, in microseconds since 1970.
    pub(crate) micros: i64,
    pub(crate) item: Option<Row>,
}

impl<'a> LockedItem<'a> {
    pub(crate) async fn of(
        client: &'a mut Client,
        key: &'a StoreKey,
        sort: &str,
    ) -> Result<Self, StoreError> {
        let key_bytes = key.as_str().as_bytes();
        let transaction = client.transaction().await.map_err(down)?;
        let lock = "SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))";
        transaction.execute(lock, &[&key_bytes]).await.map_err(down)?;
        let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
        let micros: i64 = transaction.query_one(now, &[]).await.map_err(down)?.get(0);
        let expire = "DELETE FROM mcp_items WHERE key = $1 AND expires <= $2";
        transaction.execute(expire, &[&key_bytes, &(micros / 1000)]).await.map_err(down)?;
        let read =
            "SELECT sort, version, token, made_at, free_at, expires FROM mcp_items WHERE key = $1";
        let item = transaction.query_opt(read, &[&key_bytes]).await.map_err(down)?;
        let other = item.as_ref().map(|item| item.get::<_, &str>(0)).filter(|of| *of != sort);
        if let Some(other) = other {
            return Err(StoreError::Refused(format!("{key} is a {other}, not a {sort}")));
        }
        Ok(Self { transaction, key: key_bytes, micros, item })
    }

    pub(crate) fn now(&self) -> i64 {
        self.micros / 1000
    }

    pub(crate) async fn run(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, StoreError> {
        self.transaction.execute(sql, values).await.map_err(down)
    }

    pub(crate) async fn rows(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        self.transaction.query(sql, values).await.map_err(down)
    }

    /// Creates the item, if it does not exist.
    pub(crate) async fn make(&self, sort: &str) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO mcp_items (key, sort, made_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        self.run(sql, &[&self.key, &sort, &self.now()]).await.map(drop)
    }

    pub(crate) async fn expire_at(&self, at: Option<i64>) -> Result<(), StoreError> {
        self.run("UPDATE mcp_items SET expires = $2 WHERE key = $1", &[&self.key, &at])
            .await
            .map(drop)
    }

    pub(crate) fn after(&self, time: Duration) -> i64 {
        self.now().saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
    }

    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await.map_err(down)
    }

    pub(crate) async fn change(&self, change: IndexChange) -> Result<(), StoreError> {
        let sql = match &change {
            IndexChange::Set { .. } => {
                "INSERT INTO mcp_entries VALUES ($1, $2, $3) ON CONFLICT (key, name) DO UPDATE SET at = $3"
            }
            IndexChange::Extend { .. } => {
                "UPDATE mcp_entries SET at = $3 WHERE key = $1 AND name = $2 AND at < $3"
            }
            IndexChange::Drop { .. } => {
                "DELETE FROM mcp_entries WHERE key = $1 AND name = $2 AND $3::bigint <> -1"
            }
            IndexChange::DropPassed => {
                "DELETE FROM mcp_entries WHERE key = $1 AND $2 = ''::bytea AND at <= $3"
            }
        };
        let (name, at) = match &change {
            IndexChange::Set { name, after } | IndexChange::Extend { name, after } => {
                (name.as_bytes(), self.after(*after))
            }
            IndexChange::Drop { name } => (name.as_bytes(), 0),
            IndexChange::DropPassed => (&b""[..], self.now()),
        };
        self.run(sql, &[&self.key, &name, &at]).await.map(drop)
    }
}

/// Converts an error of PostgreSQL to an error of a store.
#[expect(clippy::needless_pass_by_value, reason = "it is for map_err")]
pub(crate) fn down(error: tokio_postgres::Error) -> StoreError {
    match error.code() {
        Some(&SqlState::QUERY_CANCELED | &SqlState::LOCK_NOT_AVAILABLE) => StoreError::Timeout,
        _ => StoreError::Down(error.to_string()),
    }
}
