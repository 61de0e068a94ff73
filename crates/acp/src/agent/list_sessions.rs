//! Paginated lists of sessions.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::connection_state::ConnectionState;
use super::opening::failed;
use super::session::Session;
use super::sessions::Sessions;
use crate::protocol::{ListSessions, SessionInfo};
use mcp_runtime::store::IndexEntry;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, truncate_for_display};

/// How many sessions are on one page.
pub(crate) const PAGE: usize = 100;

/// A page of sessions, the most recently changed first.
///
/// # Errors
///
/// When the cursor is invalid, or the store fails.
pub(super) async fn list(
    shared: &ConnectionState,
    asked: ListSessions,
) -> Result<Value, ErrorObject> {
    let after = asked.cursor.as_deref().map(read_cursor).transpose()?;
    let cwd = asked.cwd.as_deref().map(Path::new);
    let (listed, next) = match &shared.definition.settings.store {
        None => page(&shared.sessions, cwd, after.as_ref()),
        Some(store) => {
            let (stored, next) = store.list(cwd, after, PAGE).await.map_err(failed)?;
            let listed = stored.into_iter().map(|(id, head)| match shared.sessions.find(&id) {
                // It may have changed since it was stored.
                Ok(session) => session.list_entry(),
                Err(_) => head.list_entry(&id),
            });
            (listed.collect(), next)
        }
    };
    let mut result = json!({ "sessions": listed });
    if let Some(IndexEntry { at, name }) = next {
        result["nextCursor"] = json!(format!("{at}:{name}"));
    }
    Ok(result)
}

/// A page of the sessions of a connection, open and closed ones.
fn page(
    sessions: &Sessions,
    cwd: Option<&Path>,
    after: Option<&IndexEntry>,
) -> (Vec<SessionInfo>, Option<IndexEntry>) {
    let entry = |session: &Session| IndexEntry { at: session.updated(), name: session.shared_id() };
    let mut all: Vec<_> = sessions
        .listed()
        .into_iter()
        .map(|session| (entry(&session), session))
        .filter(|(entry, session)| {
            cwd.is_none_or(|cwd| session.cwd() == cwd) && after.is_none_or(|after| entry < after)
        })
        .collect();
    all.sort_by(|(one, _), (other, _)| other.cmp(one));
    let has_more = all.len() > PAGE;
    all.truncate(PAGE);
    let next = all.last().map(|(entry, _)| entry.clone()).filter(|_| has_more);
    (all.iter().map(|(_, session)| session.list_entry()).collect(), next)
}

fn read_cursor(cursor: &str) -> Result<IndexEntry, ErrorObject> {
    let entry = cursor
        .split_once(':')
        .and_then(|(at, name)| Some(IndexEntry { at: at.parse().ok()?, name: Arc::from(name) }));
    entry.ok_or_else(|| {
        let cursor = truncate_for_display(cursor);
        ErrorObject::invalid_params(format!("invalid cursor {cursor:?}"))
    })
}
