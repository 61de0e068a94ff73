//! A to-do list for each account: MCP in axum, behind API keys.
//!
//! `claude mcp add --transport http todo http://127.0.0.1:8000/mcp --header "X-API-Key: key-of-alice"`

use std::collections::HashMap;
use std::env;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::{Router, routing::get};
use mcp_runtime::http::Principal;
use mcp_runtime::{Context, Error, FromContext, Result, handlers, server, tool};
use tokio::{net::TcpListener, signal::ctrl_c};

/// The caller. A real server would look it up in its database.
#[derive(Clone)]
struct Account {
    name: &'static str,
    is_admin: bool,
}

fn account_of(key: &str) -> Option<Account> {
    match key {
        "key-of-alice" => Some(Account { name: "alice", is_admin: true }),
        "key-of-bob" => Some(Account { name: "bob", is_admin: false }),
        _ => None,
    }
}

/// Rejects requests without a key, and passes on whose it is: to the framework, which keeps
/// sessions and questions of different principals apart, and to the handlers.
async fn authenticate(mut request: Request, next: Next) -> Result<Response, StatusCode> {
    let key = request.headers().get("x-api-key").and_then(|key| key.to_str().ok());
    let account = key.and_then(account_of).ok_or(StatusCode::UNAUTHORIZED)?;
    request.extensions_mut().insert(Principal::new(account.name));
    request.extensions_mut().insert(account);
    Ok(next.run(request).await)
}

impl Account {
    fn of(context: &Context) -> Option<&Self> {
        context.http()?.extensions.get()
    }
}

impl FromContext for Account {
    async fn from_context(context: &Context) -> Result<Self> {
        Self::of(context).cloned().ok_or_else(|| Error::other("this needs an API key"))
    }
}

/// The to-do lists of all accounts, which the tools and the page share.
#[derive(Clone, Default)]
struct Lists(Arc<Mutex<HashMap<&'static str, Vec<String>>>>);

impl Lists {
    fn with<T>(&self, use_lists: impl FnOnce(&mut HashMap<&'static str, Vec<String>>) -> T) -> T {
        use_lists(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn of(&self, account: &Account) -> Vec<String> {
        self.with(|lists| lists.get(account.name).cloned().unwrap_or_default())
    }
}

fn is_admin(context: &Context) -> bool {
    Account::of(context).is_some_and(|account| account.is_admin)
}

/// Keeps the to-do list of whoever calls.
#[handlers]
impl Lists {
    /// Puts something on the list.
    #[tool(destructive = false, open_world = false)]
    fn add(&self, #[arg(length(1..=200))] task: String, account: &Account) {
        self.with(|lists| lists.entry(account.name).or_default().push(task));
    }

    /// Reads the list.
    #[tool(read_only, open_world = false)]
    fn list(&self, account: &Account) -> Vec<String> {
        self.of(account)
    }

    /// Says how much everybody has to do. Only admins see this tool.
    #[tool(read_only, open_world = false, visible = is_admin)]
    fn everybody(&self) -> HashMap<&'static str, usize> {
        self.with(|lists| lists.iter().map(|(name, tasks)| (*name, tasks.len())).collect())
    }
}

async fn page(State(lists): State<Lists>, Extension(account): Extension<Account>) -> String {
    lists.of(&account).join("\n")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lists = Lists::default();
    let mcp = server!().handlers(lists.clone()).build()?.into_http();
    let app = Router::new()
        .route_service("/mcp", mcp.clone())
        .route("/", get(page))
        .layer(middleware::from_fn(authenticate))
        .with_state(lists);
    let address = env::var("ADDRESS").unwrap_or_else(|_| "127.0.0.1:8000".to_owned());
    axum::serve(TcpListener::bind(address).await?, app)
        .with_graceful_shutdown(async move {
            ctrl_c().await.unwrap_or(());
            mcp.close();
        })
        .await?;
    Ok(())
}
