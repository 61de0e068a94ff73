//! Lets a model look into a SQLite database, and change it unless that is forbidden:
//! `sqlite --db shop.db --read-only`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use mcp_runtime::{Cancelled, Progress, State, server, tool};
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::types::ValueRef;
use rusqlite::{OpenFlags, Statement};
use serde_json::{Map, Value};

#[derive(Args)]
struct Options {
    /// The database; it is made if it does not exist.
    #[arg(long)]
    db: PathBuf,
    /// Change nothing.
    #[arg(long)]
    read_only: bool,
}

/// A pool of connections, which are opened on demand and reused.
struct Database(r2d2::Pool<SqliteConnectionManager>);

type Connection = r2d2::PooledConnection<SqliteConnectionManager>;

/// The columns of a row, by name.
type Row = Map<String, Value>;

impl Database {
    fn open(path: PathBuf, read_only: bool) -> mcp_runtime::Result<Self> {
        let flags = if read_only {
            OpenFlags::SQLITE_OPEN_READ_ONLY
        } else {
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
        };
        let manager = SqliteConnectionManager::file(path).with_flags(flags);
        let pool = r2d2::Pool::builder().max_size(4).build(manager);
        pool.map(Self).map_err(mcp_runtime::Error::other)
    }

    /// A connection whose statements are interrupted when the call is cancelled.
    fn connection(&self, cancelled: Cancelled) -> Result<Connection> {
        let connection = self.0.get()?;
        connection.progress_handler(1_000, Some(move || cancelled.is_cancelled()))?;
        Ok(connection)
    }
}

/// Lists the tables, and how each was made.
#[tool(read_only, open_world = false, blocking)]
fn tables(database: &State<Database>, cancelled: Cancelled) -> Result<Vec<Row>> {
    let connection = database.connection(cancelled)?;
    let made = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    rows(&mut connection.prepare(made)?, usize::MAX)
}

/// Runs a query that changes nothing, and gives its rows.
#[tool(read_only, open_world = false, blocking, timeout = "30s")]
fn query(
    sql: &str,
    /// How many rows at most.
    #[arg(default = 100, range(1..=1000))]
    limit: usize,
    database: &State<Database>,
    cancelled: Cancelled,
) -> Result<Vec<Row>> {
    let connection = database.connection(cancelled)?;
    let mut statement = connection.prepare(sql)?;
    ensure!(statement.readonly(), "`query` is read-only: use `execute` for this statement");
    rows(&mut statement, limit)
}

/// Runs statements that may change something: all of them, or none if one fails.
#[tool(open_world = false, blocking, timeout = "5m")]
fn execute(
    statements: &[String],
    database: &State<Database>,
    progress: &Progress,
    cancelled: Cancelled,
) -> Result<String> {
    let mut connection = database.connection(cancelled)?;
    let transaction = connection.transaction()?;
    let mut changed = 0;
    for (number, statement) in (1..).zip(statements) {
        changed += transaction.execute(statement, ())?;
        progress.blocking_report_of(number, statements.len(), statement);
    }
    transaction.commit()?;
    Ok(format!("{changed} rows changed"))
}

fn rows(statement: &mut Statement<'_>, limit: usize) -> Result<Vec<Row>> {
    let names: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
    let rows = statement.query_map((), |row| {
        let value = |(index, name): (usize, &String)| {
            let value = match row.get_ref(index)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => number.into(),
                ValueRef::Real(number) => number.into(),
                ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
                ValueRef::Blob(bytes) => format!("{} bytes", bytes.len()).into(),
            };
            Ok((name.clone(), value))
        };
        names.iter().enumerate().map(value).collect()
    })?;
    Ok(rows.take(limit).collect::<Result<_, _>>()?)
}

fn main() -> mcp_runtime::Result<()> {
    server!().tool::<tables>().tool::<query>().run_with(|server, Options { db, read_only }| {
        let server = server.state_from(async move || Database::open(db, read_only));
        Ok(if read_only { server } else { server.tool::<execute>() })
    })
}
