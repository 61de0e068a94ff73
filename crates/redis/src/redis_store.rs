//! The methods of a store, as commands and scripts.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::Result;
use mcp_runtime::store::{
    Expected, Hints, IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome,
    RateLimit, RecordWrite, Store, StoreError, StoreFuture, StoreKey, StoredRecord, WriteOutcome,
};
use redis::{Cmd, FromRedisValue, Value, cmd, from_redis_value};

use super::check;
use super::command_connection::{CommandConnection, config};
use super::failure::unexpected;
use super::hint_connection::HintConnection;
use super::nodes::RedisNodes;
use super::{Redis, scripts};

/// The longest duration, in milliseconds: 3,000 years, which Redis can add to the current time.
const FOREVER: u64 = 100_000_000_000_000;

/// The prefix of the fields that are parts of a record. The fields of one letter are its version
/// (`v`), the token of its last write (`w`) and its creation time (`t`).
const PART: &str = "=";

/// A store in Redis or Valkey, from [`Redis::connect`].
///
/// Replicas of a server share it: whatever one has written, the others read. Each method is one
/// command or one script on one key; the [key](StoreKey::as_str) is prefixed with `mcp:`, the
/// namespace and `:`.
pub struct RedisStore {
    prefix: String,
    line: CommandConnection,
    /// The connection for writes of records that wait for replicas of Redis, so that nothing else
    /// waits with them.
    durable: Option<Durable>,
    hints: HintConnection,
    nodes: Arc<dyn RedisNodes>,
    config: redis::AsyncConnectionConfig,
}

impl fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisStore").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

struct Durable {
    line: CommandConnection,
    replicas: u32,
    wait: Cmd,
}

impl RedisStore {
    pub(super) fn new(redis: &Redis, prefix: &str, nodes: Arc<dyn RedisNodes>) -> Self {
        let line = || CommandConnection::new(redis, Arc::clone(&nodes));
        let durable = (redis.wait_replicas > 0).then(|| {
            let mut wait = cmd("WAIT");
            wait.arg(redis.wait_replicas).arg(millis(redis.timeout / 2).max(1));
            Durable { line: line(), replicas: redis.wait_replicas, wait }
        });
        Self {
            prefix: prefix.to_owned(),
            line: line(),
            durable,
            hints: HintConnection::new(redis, prefix, Arc::clone(&nodes)),
            config: config(redis),
            nodes,
        }
    }

    /// Checks whether the server is suitable.
    pub(super) async fn check(&self) -> Result<()> {
        let server = self.nodes.one(&self.config).await.map_err(|error| check::failed(&error))?;
        check::check(server, self.nodes.is_cluster()).await
    }

    fn key(&self, key: &StoreKey) -> String {
        [&self.prefix, key.as_str()].concat()
    }

    async fn run<T: FromRedisValue>(
        &self,
        script: &scripts::Script,
        key: &StoreKey,
        arguments: Vec<Arc<[u8]>>,
    ) -> Result<T, StoreError> {
        let (value, _) = self.line.run(script, &self.key(key), &arguments, None).await?;
        read(value)
    }

    async fn send<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, StoreError> {
        read(self.line.send(command).await?)
    }

    /// Writes a record, and waits until the configured number of replicas of Redis have it.
    async fn write(&self, key: &StoreKey, write: &RecordWrite) -> Result<Value, StoreError> {
        let key = self.key(key);
        let arguments = put_arguments(write);
        let Some(Durable { line, replicas, wait }) = &self.durable else {
            return Ok(self.line.run(&scripts::PUT, &key, &arguments, None).await?.0);
        };
        let (written, have) = line.run(&scripts::PUT, &key, &arguments, Some(wait)).await?;
        let have: u32 = read(have.unwrap_or_default())?;
        if have < *replicas {
            return Err(StoreError::Down(format!(
                "only {have} of {replicas} Redis replicas acknowledged the write in time"
            )));
        }
        Ok(written)
    }
}

fn read<T: FromRedisValue>(value: Value) -> Result<T, StoreError> {
    from_redis_value(value).map_err(unexpected)
}

fn text(text: &str) -> Arc<[u8]> {
    text.as_bytes().into()
}

fn digits(number: u128) -> Arc<[u8]> {
    number.to_string().into_bytes().into()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn time(duration: Duration) -> Arc<[u8]> {
    digits(millis(duration).min(FOREVER).into())
}

fn field(part: &str) -> Arc<[u8]> {
    [PART, part].concat().into_bytes().into()
}

fn count(most: usize) -> Arc<[u8]> {
    digits(most.min(i32::MAX as usize) as u128)
}

fn put_arguments(write: &RecordWrite) -> Vec<Arc<[u8]>> {
    let expected = match write.expected {
        Expected::Absent => text("absent"),
        Expected::AnyVersion => text("any"),
        Expected::Version(version) => digits(version.into()),
    };
    let ttl = write.ttl.map_or_else(Arc::default, time);
    let mut arguments = vec![
        expected,
        write.token.as_bytes().as_slice().into(),
        ttl,
        digits(write.set.len() as u128),
    ];
    for (part, bytes) in &write.set {
        arguments.extend([field(part), Arc::clone(bytes)]);
    }
    arguments.extend(write.drop.iter().map(|part| field(part)));
    arguments
}

fn change_arguments(change: IndexChange) -> [Arc<[u8]>; 3] {
    let name = |name: Arc<str>| name.as_bytes().into();
    match change {
        IndexChange::Set { name: of, after } => [text("set"), name(of), time(after)],
        IndexChange::Extend { name: of, after } => [text("extend"), name(of), time(after)],
        IndexChange::Drop { name: of } => [text("drop"), name(of), digits(0)],
        IndexChange::DropPassed => [text("pass"), Arc::default(), digits(0)],
    }
}

/// The entries after the previous page, of which some with the same time were read again.
fn page(entries: Vec<(String, f64)>, page: &IndexPage) -> Vec<IndexEntry> {
    let entries = entries
        .into_iter()
        .map(|(name, at)| IndexEntry { at: at.max(0.0) as u64, name: name.into() });
    let is_next = |entry: &IndexEntry| match &page.after {
        Some(after) if page.newest_first => entry < after,
        Some(after) => entry > after,
        None => true,
    };
    entries.filter(is_next).take(page.most).collect()
}

impl Store for RedisStore {
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        Box::pin(async move {
            let arguments = parts.iter().map(|part| field(part)).collect();
            let (now, fields): (u64, Vec<Option<Vec<u8>>>) =
                self.run(&scripts::GET, key, arguments).await?;
            let mut fields = fields.into_iter();
            let mut number = || fields.next().flatten().map(number).transpose();
            let (Some(version), Some(made_at)) = (number()?, number()?) else { return Ok(None) };
            let parts = fields.map(|part| part.map(Arc::from)).collect();
            Ok(Some(StoredRecord { version, made_at, now, parts }))
        })
    }

    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome> {
        Box::pin(async move {
            let (outcome, version, now): (i64, u64, u64) = read(self.write(key, &write).await?)?;
            Ok(match outcome {
                1 => WriteOutcome::Done { version, now },
                0 => WriteOutcome::Conflict { version },
                _ => WriteOutcome::Gone,
            })
        })
    }

    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        Box::pin(async move { self.send(cmd("UNLINK").arg(self.key(key))).await })
    }

    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        Box::pin(async move {
            let arguments = changes.into_iter().flat_map(change_arguments).collect();
            self.run(&scripts::INDEX, index, arguments).await
        })
    }

    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        of: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        Box::pin(async move {
            let (script, start) = if of.newest_first {
                (&scripts::NEWEST, "+inf")
            } else {
                (&scripts::OLDEST, "-inf")
            };
            let from =
                of.after.as_ref().map_or_else(|| text(start), |after| digits(after.at.into()));
            let entries = self.run(script, index, vec![from, count(of.most)]).await?;
            Ok(page(entries, &of))
        })
    }

    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        Box::pin(async move {
            let arguments = vec![time(lease), count(limit)];
            let (at, names): (u64, Vec<String>) = self.run(&scripts::DUE, index, arguments).await?;
            Ok(names.into_iter().map(|name| IndexEntry { at, name: name.into() }).collect())
        })
    }

    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome> {
        Box::pin(async move {
            let LogAppend { entries, keep, ttl } = append;
            if entries.is_empty() {
                return Ok(LogOutcome::Appended);
            }
            let rises = entries.is_sorted_by(|one, next| one.number < next.number);
            let mut arguments = vec![digits(keep as u128), time(ttl), digits(rises.into())];
            for LogEntry { number, bytes } in entries {
                arguments.extend([digits(number.into()), bytes]);
            }
            let behind: Option<u64> = self.run(&scripts::APPEND, log, arguments).await?;
            Ok(behind.map_or(LogOutcome::Appended, |last| LogOutcome::Behind { last }))
        })
    }

    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        Box::pin(async move {
            let Some(from) = after.checked_add(1) else { return Ok(Vec::new()) };
            let mut read = cmd("XRANGE");
            read.arg(self.key(log)).arg(from).arg("+").arg("COUNT").arg(&count(limit)[..]);
            let entries: Vec<(String, Vec<Vec<u8>>)> = self.send(&read).await?;
            let entry = |(id, fields): (String, Vec<Vec<u8>>)| {
                let number = id.split('-').next().and_then(|number| number.parse().ok());
                let bytes = fields.into_iter().nth(1).map(Arc::from);
                Some(LogEntry { number: number?, bytes: bytes? })
            };
            let entries = entries.into_iter().map(entry).collect::<Option<_>>();
            entries.ok_or_else(|| unexpected("an entry of a log is malformed"))
        })
    }

    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        Box::pin(async move {
            let RateLimit { burst, per_unit } = limit;
            if cost > burst {
                let text = format!(
                    "a cost of {cost} can never be paid: the rate limit {key} allows at most {burst} at once"
                );
                return Err(StoreError::Refused(text));
            }
            let arguments =
                vec![digits(per_unit.as_micros()), digits(burst.into()), digits(cost.into())];
            let wait: u64 = self.run(&scripts::TAKE, key, arguments).await?;
            Ok((wait > 0).then(|| Duration::from_micros(wait)))
        })
    }

    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()> {
        let mut publish = cmd("PUBLISH");
        publish.arg(self.hints.channel(to)).arg(&hint[..]);
        Box::pin(async move { self.line.send(&publish).await.map(drop) })
    }

    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        Box::pin(async move { Ok(self.hints.listen(replica).await) })
    }
}

fn number(digits: Vec<u8>) -> Result<u64, StoreError> {
    String::from_utf8(digits).map_err(unexpected)?.parse().map_err(unexpected)
}
