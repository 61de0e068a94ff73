//! A guest book: MCP at `/mcp`, mounted in axum beside a page and a health check.
//!
//! `claude mcp add --transport http guests http://127.0.0.1:8000/mcp`

use std::env;
use std::sync::{Arc, Mutex, PoisonError};

use axum::{Router, extract::State, routing::get};
use mcp_runtime::{handlers, server, shutdown_signal, tool};

/// The lines of the guests, which the tools and the page share.
#[derive(Clone, Default)]
struct Guests(Arc<Mutex<Vec<String>>>);

impl Guests {
    fn with<T>(&self, use_lines: impl FnOnce(&mut Vec<String>) -> T) -> T {
        use_lines(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Keeps a guest book.
#[handlers]
impl Guests {
    /// Writes a line into the guest book.
    #[tool]
    fn sign(&self, #[arg(length(1..=200))] line: String) {
        self.with(|lines| lines.push(line));
    }

    /// Reads the guest book.
    #[tool(read_only)]
    fn read(&self) -> String {
        self.with(|lines| lines.join("\n"))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let guests = Guests::default();
    // A page in a browser can resolve its own host name to this machine (DNS rebinding). So only
    // loopback names in `Host` are served, and those that are allowed here: behind a proxy, which
    // passes it on, the name that clients use, such as guests.example.com.
    let hosts = env::var("ALLOWED_HOST").into_iter();
    let mcp = server!().handlers(guests.clone()).build()?.into_http().allow_hosts(hosts);
    let app = Router::new()
        .route_service("/mcp", mcp.clone())
        .route("/health", get(async || "ok"))
        .route("/", get(async |State(guests): State<Guests>| guests.read()))
        .with_state(guests);
    let address = env::var("ADDRESS").unwrap_or_else(|_| "127.0.0.1:8000".to_owned());
    let end = shutdown_signal()?;
    axum::serve(tokio::net::TcpListener::bind(address).await?, app)
        .with_graceful_shutdown(async move {
            end.await;
            mcp.close();
        })
        .await?;
    Ok(())
}
