//! Refreshes the list of tools for what a client has to know about them.

use std::pin::Pin;
use std::sync::Arc;

use tokio::time::Instant;

use super::cache::CacheUse;
use super::call::{ClientCall, RequestOptions};
use super::change::Change;
use super::connection::Connection;
use super::known_tools::LastListing;
use super::members::RawMembers;
use super::pagination::Pagination;
use super::result::Outcome;
use super::send_request::send;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, one_line, truncate_for_display};
use crate::protocol::Approve;
use crate::protocol::{ListToolsResult, Method};

/// Sends a call; if the server reports a header mismatch, the tools are listed again, and the call
/// is retried once.
pub(super) async fn send_call(
    connection: &Arc<Connection>,
    call: &ClientCall,
    answers: &RawMembers,
) -> Outcome {
    if let Some(approval) = connection.settings.approval.as_deref() {
        // Boxed, since most clients do not have an approval.
        Box::pin(check_approval(connection, approval, call)).await?;
    }
    let outcome = send(connection, call, answers).await;
    let is_mismatch = outcome.as_ref().is_err_and(|error| {
        error.rpc().is_some_and(|error| error.code == ErrorCode::HEADER_MISMATCH)
    });
    if !is_mismatch || !connection.has_headers() || call.known() != Some(Method::CallTool) {
        return outcome;
    }
    match list_again(connection).await {
        Ok(()) => send(connection, call, answers).await,
        Err(error) => {
            tracing::warn!(error = %one_line(&error), "the tools cannot be listed");
            outcome
        }
    }
}

/// Checks whether a tool may be called; the tools are listed again if that is not known, or
/// outdated.
async fn check_approval(
    connection: &Arc<Connection>,
    approval: &dyn Approve,
    call: &ClientCall,
) -> Result<()> {
    let Some(tool) = call.subject().filter(|_| call.known() == Some(Method::CallTool)) else {
        return Ok(());
    };
    if !approval.has_tool(&tool) {
        let tool = truncate_for_display(&tool);
        let why = format!("the tool `{tool}` has not been approved");
        return Err(Error::other(why));
    }
    let changes = || connection.cache.changes_of(&Change::Tools);
    if let Some(verdict) = connection.approved_tools.verdict(&tool, changes()) {
        return verdict;
    }
    let before = changes();
    list_again(connection).await?;
    connection.approved_tools.listed(before);
    connection.approved_tools.verdict(&tool, before).unwrap_or_else(|| {
        Err(Error::other(format!("the server does not list the approved tool `{tool}`")))
    })
}

/// Lists the tools again, once for all callers that need it at the same time; boxed, since most
/// calls do not need it.
pub(super) fn list_again(
    connection: &Arc<Connection>,
) -> Pin<Box<dyn Future<Output = Result<()>> + Send + '_>> {
    let needed = Instant::now();
    Box::pin(async move {
        let mut last = connection.known_tools.listing.lock().await;
        if last.began.is_none_or(|began| began < needed) {
            *last = LastListing { began: Some(Instant::now()), failed: None };
            last.failed = list_all(connection).await.err().map(|error| error.to_string());
        }
        last.failed.clone().map_or(Ok(()), |why| Err(Error::other(why)))
    })
}

/// Lists the tools to learn about them, and discards the list.
async fn list_all(connection: &Arc<Connection>) -> Result<()> {
    let options = RequestOptions { cache: CacheUse::Refresh, ..RequestOptions::default() };
    let mut pages = Pagination::new(options);
    while pages.next::<ListToolsResult>(connection, 0).await?.is_some() {}
    Ok(())
}
