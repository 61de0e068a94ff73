//! Who calls: an API key in a header, looked up by middleware and by a context parameter, as
//! handlers see it in every revision.

mod context;
mod identity;
mod in_memory;
mod session_state;
mod visibility;

use axum::body::Body;
use axum::http::Request;
use mcp_runtime::http::Principal;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Context, Error, FromContext, Result, ServerBuilder};
use mcp_runtime_client::{Client, ClientBuilder, HttpTransport};

use crate::authenticated::mount;

/// The revisions that Streamable HTTP has.
const VERSIONS: [ProtocolVersion; 4] = [
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2026_07_28,
];

/// What middleware knows of an account, beside its name.
#[derive(Clone)]
struct Plan(&'static str);

/// The user of a request, who is looked up.
pub(crate) struct User {
    pub(crate) name: String,
    plan: &'static str,
}

impl FromContext for User {
    async fn from_context(context: &Context) -> Result<Self> {
        // The database is far away.
        tokio::task::yield_now().await;
        let name =
            context.caller().principal().ok_or_else(|| Error::other("give an API key"))?.to_owned();
        tokio::task::yield_now().await;
        let plan = context.http().and_then(|head| head.extensions.get::<Plan>());
        Ok(Self { name, plan: plan.map_or("free", |plan| plan.0) })
    }
}

/// Knows the keys, as an application would from its database.
fn authenticate(mut request: Request<Body>) -> Request<Body> {
    let key = request.headers().get("x-api-key").and_then(|key| key.to_str().ok());
    let known = match key {
        Some("key-of-alice") => Some(("alice", "paid")),
        Some("key-of-bob") => Some(("bob", "trial")),
        _ => None,
    };
    if let Some((name, plan)) = known {
        request.extensions_mut().insert(Principal::new(name));
        request.extensions_mut().insert(Plan(plan));
    }
    request
}

/// Serves in axum, behind the keys; gives the URL.
async fn serve(server: ServerBuilder) -> String {
    let http = server.build().unwrap().into_http();
    format!("http://{}/mcp", mount(http, authenticate).await.0)
}

/// A client with a key.
async fn connect(url: &str, key: &str, client: ClientBuilder, version: ProtocolVersion) -> Client {
    let transport = HttpTransport::new(url).header("X-API-Key", key);
    client.version(version).connect(transport).await.unwrap()
}

fn client() -> ClientBuilder {
    Client::builder("test", "1")
}
