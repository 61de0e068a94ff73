//! Checks whether a server is suitable.

use std::collections::HashMap;

use mcp_runtime::{Error, Result};
use redis::aio::MultiplexedConnection;
use redis::{Cmd, RedisError, RedisResult, cmd};

/// The oldest version that has all commands.
const OLDEST: (u32, u32) = (6, 2);

/// Checks whether a server is suitable.
///
/// # Errors
///
/// If it is not, with the reason.
pub(super) async fn check(mut server: MultiplexedConnection, in_cluster: bool) -> Result<()> {
    let info: String =
        cmd("INFO").query_async(&mut server).await.map_err(|error| failed(&error))?;
    let field = |name: &str| {
        info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim)
    };
    let version = field("redis_version").unwrap_or("0");
    if parsed(version) < OLDEST {
        return Err(Error::other(format!(
            "Redis {version} is too old to be a store: expected 6.2 or later, or Valkey"
        )));
    }
    match field("redis_mode") {
        Some("sentinel") => {
            return Err(Error::other(
                "this is a Redis Sentinel, which stores no data: name its master in the URL and give \
                 the sentinels to Redis::sentinels, with the feature `sentinel`",
            ));
        }
        Some("cluster") if !in_cluster => {
            return Err(Error::other(
                "this is a node of a Redis Cluster: use Redis::new(..).cluster([]), with the feature \
                 `cluster`",
            ));
        }
        _ => {}
    }
    if !in_cluster && field("role").is_some_and(|role| role != "master") {
        return Err(Error::other(
            "this is a read-only replica of Redis: use the URL of the primary, or give its \
             sentinels to Redis::sentinels",
        ));
    }
    // Providers often do not allow this command; the setting cannot be changed there, either.
    let mut policy = Cmd::new();
    policy.arg("CONFIG").arg("GET").arg("maxmemory-policy");
    let policy: RedisResult<HashMap<String, String>> = policy.query_async(&mut server).await;
    if let Some(policy) = policy.unwrap_or_default().get("maxmemory-policy")
        && policy != "noeviction"
    {
        tracing::warn!(
            "the `maxmemory-policy` of Redis is {policy}: when its memory is full, it silently evicts tasks and \
             sessions; set it to `noeviction`"
        );
    }
    Ok(())
}

fn parsed(version: &str) -> (u32, u32) {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// The error for a server that does not respond.
pub(super) fn failed(error: &RedisError) -> Error {
    Error::other(format!("the Redis store is not available: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        for (version, will_do) in
            [("6.2.0", true), ("7.0.15", true), ("10.0", true), ("6.0.16", false), ("?", false)]
        {
            assert_eq!(parsed(version) >= OLDEST, will_do, "{version}");
        }
    }
}
