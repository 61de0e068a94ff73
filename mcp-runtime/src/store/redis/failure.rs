//! What Redis fails with, as a store says it.

use redis::{ErrorKind, RedisError, ServerErrorKind};

use crate::store::error::StoreError;

/// Whether the connection is of no use any more: it broke, or leads to a server that is a replica now.
pub(super) fn is_broken(error: &RedisError) -> bool {
    error.is_unrecoverable_error() || is_server(error, ServerErrorKind::ReadOnly)
}

/// Whether the server does not have a script, or not any more.
pub(super) fn lacks_script(error: &RedisError) -> bool {
    is_server(error, ServerErrorKind::NoScript)
}

fn is_server(error: &RedisError, kind: ServerErrorKind) -> bool {
    error.kind() == ErrorKind::Server(kind)
}

/// Why a command did not do what it was to do.
///
/// What a command of a script fails with has its code within the text, before Redis 7.
pub(super) fn store_error(error: &RedisError) -> StoreError {
    let text = error.to_string();
    if error.is_timeout() {
        StoreError::Timeout
    } else if text.contains("WRONGTYPE") {
        StoreError::Refused(format!("the key is of another sort: {text}"))
    } else if error.code() == Some("OOM") || text.contains("OOM command") {
        StoreError::Refused(format!(
            "Redis has no room: {text}; raise its `maxmemory`, or let what is kept expire sooner"
        ))
    } else if is_server(error, ServerErrorKind::NoPerm) || text.contains("can't run this command") {
        StoreError::Refused(format!(
            "the user of Redis may not do this: {text}; it needs `~mcp:* &mcp:* +@scripting +@hash \
             +@sortedset +@stream +@string +@pubsub +@keyspace +@connection +info +wait +time`"
        ))
    } else if is_server(error, ServerErrorKind::ResponseError) {
        StoreError::Refused(text)
    } else {
        StoreError::Down(text)
    }
}

/// What a server answered that is not what was asked for.
pub(super) fn unexpected(error: impl std::fmt::Display) -> StoreError {
    StoreError::Down(format!("an answer of Redis is not understood: {error}"))
}
