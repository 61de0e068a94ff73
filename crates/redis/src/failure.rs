//! Errors of Redis, as errors of a store.

use mcp_runtime::store::StoreError;
use redis::{ErrorKind, RedisError, ServerErrorKind};

/// Whether the connection is unusable: it broke, or leads to a server that is now a replica.
pub(super) fn is_broken(error: &RedisError) -> bool {
    error.is_unrecoverable_error() || is_server(error, ServerErrorKind::ReadOnly)
}

/// Whether the server does not have a script, or no longer has it.
pub(super) fn lacks_script(error: &RedisError) -> bool {
    is_server(error, ServerErrorKind::NoScript)
}

fn is_server(error: &RedisError, kind: ServerErrorKind) -> bool {
    error.kind() == ErrorKind::Server(kind)
}

/// Converts the error of a command.
///
/// Before Redis 7, an error of a command in a script has its code inside the text.
pub(super) fn store_error(error: &RedisError) -> StoreError {
    let text = error.to_string();
    if error.is_timeout() {
        StoreError::Timeout
    } else if text.contains("WRONGTYPE") {
        StoreError::Refused(format!(
            "a key in Redis has a value of another type, which another program may have written: {text}; \
             use another namespace, or delete the key"
        ))
    } else if error.code() == Some("OOM") || text.contains("OOM command") {
        StoreError::Refused(format!(
            "Redis is out of memory: {text}; raise its `maxmemory`, or let entries expire sooner"
        ))
    } else if is_server(error, ServerErrorKind::NoPerm) || text.contains("can't run this command") {
        StoreError::Refused(format!(
            "the Redis user lacks a permission: {text}; it needs `~mcp:* &mcp:* +@scripting +@hash \
             +@sortedset +@stream +@string +@pubsub +@keyspace +@connection +info +wait +time`"
        ))
    } else if is_server(error, ServerErrorKind::ResponseError) {
        StoreError::Refused(text)
    } else {
        StoreError::Down(text)
    }
}

/// The error for an unexpected response of a server.
pub(super) fn unexpected(error: impl std::fmt::Display) -> StoreError {
    StoreError::Down(format!("unexpected response from Redis: {error}"))
}
