//! One of several replicas, which notes what it does: `replica-server NOTES --redis URL http PORT`. Who calls is
//! whoever the header `User` names.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use mcp_runtime::http::Principal;
use mcp_runtime::{
    Accepted, Changes, Context, Elicit, Error, Log, Negotiated, Progress, Result, TaskContext,
    Tasks, extension, handlers, method, resource, server, tool,
};
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::time::sleep;

/// An extension, whose method is served at each replica.
#[extension("com.example/counting", since = "2025-11-25")]
struct Counting;

#[handlers]
impl Counting {
    /// Which process this is.
    #[method("com.example/counting/process")]
    fn process(&self) -> Counted {
        Counted { process: std::process::id() }
    }
}

#[derive(Serialize)]
struct Counted {
    process: u32,
}

/// What is done is written there, a line each, by all replicas.
#[derive(Clone)]
struct Replica {
    notes: Arc<Path>,
}

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

/// Notes that a handler has ended, in whatever way.
struct EndNote<'a>(&'a Replica, &'a str);

impl Drop for EndNote<'_> {
    fn drop(&mut self) {
        self.0.note(&format!("ended {}", self.1));
    }
}

impl Replica {
    fn note(&self, what: &str) {
        mcp_test_support::note(&self.notes, what);
    }
}

fn user(context: &Context) -> String {
    context.caller().principal().unwrap_or("nobody").to_owned()
}

#[handlers]
impl Replica {
    /// Which process this is.
    #[tool(read_only)]
    fn process(&self) -> u32 {
        std::process::id()
    }

    /// Gives a text back, and says to whom.
    #[tool]
    fn echo(&self, text: &str, context: &Context) -> String {
        format!("{text} for {}", user(context))
    }

    /// Does something once, and asks.
    #[tool]
    async fn confirm(&self, key: &str, elicit: Elicit, context: &Context) -> Result<String> {
        context.once("it", async { self.note(&format!("once {key}")) }).await?;
        let answer = elicit.form::<Sure>(format!("Sure of {key}?")).await?;
        let is_sure = matches!(answer, Accepted(Sure { sure: true }));
        Ok(format!("{key} {is_sure} for {}", user(context)))
    }

    /// Is called five times in an hour at most.
    #[tool(rate = "5/hour")]
    fn rationed(&self) -> &'static str {
        "a ration"
    }

    /// Stays until it is cancelled.
    #[tool]
    async fn stay(&self, key: &str) -> &'static str {
        let _ended = EndNote(self, key);
        self.note(&format!("started {key}"));
        sleep(Duration::from_secs(1000)).await;
        "stayed"
    }

    /// Counts, and tells how far it is.
    #[tool]
    async fn count(&self, to: u32, progress: Progress) -> &'static str {
        for step in 1..=to {
            progress.report_of(step, to, "x".repeat(20)).await;
        }
        "counted"
    }

    /// Tells before and after it waits.
    #[tool]
    async fn tell(&self, progress: Progress) -> &'static str {
        progress.report(1).await;
        sleep(Duration::from_millis(500)).await;
        progress.report(2).await;
        "told"
    }

    /// Logs on some levels.
    #[tool]
    async fn log(&self, log: Log) {
        log.debug("debug").await;
        log.info("info").await;
        log.error("error").await;
    }

    /// Adds a tool, here alone.
    #[tool]
    fn grow(&self, name: &str, context: &Context) -> Result<()> {
        context.server().add_tool(name, "Does nothing.", async |_: BTreeMap<String, u8>| "")
    }

    /// Changes a page.
    #[tool]
    fn change(&self, context: &Context) {
        context.server().resource_updated("test://page");
    }

    /// Works for a while, with something that is done once.
    #[tool(task(resume))]
    async fn work(&self, key: &str, ms: u64, context: &Context) -> Result<String> {
        self.note(&format!("started {key}"));
        context.once("it", async { self.note(&format!("once {key}")) }).await?;
        sleep(Duration::from_millis(ms)).await;
        Ok(format!("{key} for {}", user(context)))
    }

    /// Does something once, asks, and does something else once.
    #[tool(task(resume))]
    async fn book(
        &self,
        key: &str,
        elicit: Elicit,
        task: TaskContext,
        context: &Context,
    ) -> Result<String> {
        self.note(&format!("started {key} in {}", std::process::id()));
        context.once("book", async { self.note(&format!("once {key}")) }).await?;
        let answer = elicit.form::<Sure>(format!("Sure of {key}?")).await?;
        context.once("pay", async { self.note(&format!("paid {key}")) }).await?;
        let is_sure = matches!(answer, Accepted(Sure { sure: true }));
        Ok(format!("{key} {is_sure} for {}, attempt {}", user(context), task.attempt()))
    }

    /// Whether the client has declared the extension.
    #[expect(clippy::needless_pass_by_value, reason = "a handler is given what it asks for")]
    #[tool]
    fn declared(&self, theirs: Option<Negotiated<Counting>>) -> bool {
        theirs.is_some()
    }

    /// A page.
    #[resource("test://page")]
    fn page(&self) -> &'static str {
        "page"
    }
}

/// Takes who it is from a header, as a real one would from a token.
async fn authenticate(mut request: Request, next: Next) -> axum::response::Response {
    let user = request.headers().get("user").and_then(|user| user.to_str().ok());
    if let Some(principal) = user.map(Principal::new) {
        request.extensions_mut().insert(principal);
    }
    next.run(request).await
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [notes, redis, url, http, port] = &arguments[..] else {
        return Err(Error::other("usage: replica-server NOTES --redis URL http PORT"));
    };
    let port: SocketAddr = match (&**redis, &**http, port.parse::<u16>()) {
        ("--redis", "http", Ok(port)) => (Ipv4Addr::LOCALHOST, port).into(),
        _ => return Err(Error::other("usage: replica-server NOTES --redis URL http PORT")),
    };
    let server = server!()
        .changes(Changes::new().tools().resource_updates())
        .tasks(Tasks::new().lease(Duration::from_secs(1)))
        .extension(Counting)
        .handlers(Replica { notes: PathBuf::from(notes).into() });
    let http = mcp_test_support::replica(server, url)?.build()?.into_http();
    let app = Router::new().route_service("/ready", http.readiness()).route_service("/mcp", http);
    let listener = TcpListener::bind(port).await?;
    Ok(axum::serve(listener, app.layer(from_fn(authenticate))).await?)
}
