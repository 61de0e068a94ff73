//! Checks sessions.

use serde_json::{Value, json};

use super::super::{Check, Diagnosis};
use super::probe_client::{ProbeClient, ProbeResponse, request};
use mcp_runtime_protocol::Method;

/// How many requests are sent to detect replicas that do not share sessions.
const MAX_SESSION_REQUESTS: usize = 20;

/// The size from which gateways truncate responses.
const LARGE_LISTS_BYTES: usize = 512 * 1024;

/// Checks the session in the response to `initialize`. Returns the results of that and of the
/// lists.
pub(super) async fn check(
    client: &ProbeClient,
    first: &ProbeResponse,
    found: &mut Vec<Diagnosis>,
) -> Vec<Value> {
    let Some(initialized) = first.message().and_then(|message| message.get("result").cloned())
    else {
        return Vec::new();
    };
    let session = first.header("mcp-session-id");
    if !session.is_empty() {
        stale(client, found).await;
        replicas(client, session, found).await;
    }
    let list = request(Method::ListTools, json!({}));
    let listed = client.post(&list, |request| match session {
        "" => request,
        session => request.header("mcp-session-id", session),
    });
    let Ok(listed) = listed.await else { return vec![initialized] };
    if listed.text.len() > LARGE_LISTS_BYTES {
        let what = format!(
            "`tools/list` is {} KB, which some gateways truncate",
            listed.text.len() / 1024
        );
        found.push(Diagnosis::new(Check::LongList, what, "paginate the list"));
    }
    let tools = listed.message().and_then(|message| message.get("result").cloned());
    [initialized].into_iter().chain(tools).collect()
}

async fn stale(client: &ProbeClient, found: &mut Vec<Diagnosis>) {
    let ping = request(Method::Ping, json!({}));
    let stale = client.post(&ping, |request| request.header("mcp-session-id", "00000000-unknown"));
    if let Ok(stale) = stale.await
        && stale.status != 404
    {
        let status = stale.status;
        let what = format!(
            "An unknown session is answered with {status}; clients start a new session only after a 404"
        );
        found.push(Diagnosis::new(Check::UnknownSession, what, "answer 404"));
    }
}

async fn replicas(client: &ProbeClient, session: &str, found: &mut Vec<Diagnosis>) {
    let ping = request(Method::Ping, json!({}));
    let mut lost = 0;
    for _ in 0..MAX_SESSION_REQUESTS {
        let asked = client.post(&ping, |request| request.header("mcp-session-id", session)).await;
        lost += usize::from(asked.is_ok_and(|answered| answered.status == 404));
    }
    if lost > 0 {
        let what = format!(
            "{lost} of {MAX_SESSION_REQUESTS} requests did not find their session: replicas do not share sessions, or sessions end at once"
        );
        let todo = "share sessions between replicas, or route each session to one of them (sticky sessions)";
        found.push(Diagnosis::new(Check::SessionsNotShared, what, todo));
    }
}
