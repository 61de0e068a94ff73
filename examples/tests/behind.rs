//! A server of one revision, `behind REVISION`, that asks, reports, changes and completes.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcp_runtime::{Changes, Context, Elicit, Error, Log, Progress, Result, Schema};
use mcp_runtime::{handlers, prompt, resource, server, stdio, tool};

/// The resources that somebody listens to.
#[derive(Clone, Default)]
struct WatchedResources(Arc<Mutex<BTreeSet<String>>>);

impl WatchedResources {
    fn lock(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Behind(WatchedResources);

/// A resource that is listened to until this is dropped.
struct ResourceListener(String, WatchedResources);

impl Drop for ResourceListener {
    fn drop(&mut self) {
        self.1.lock().remove(&self.0);
    }
}

#[derive(Elicit)]
struct Name {
    name: String,
}

#[derive(serde::Deserialize, Schema)]
struct Nothing {}

/// Stands behind a bridge.
#[handlers]
impl Behind {
    /// Greets, after asking for the name.
    #[tool]
    async fn greet(&self, elicit: Elicit) -> Result<String> {
        Ok(format!("{:?}", elicit.form::<Name>("Who?").await?.accepted().map(|form| form.name)))
    }

    /// Says whether somebody can be asked.
    #[tool]
    #[expect(clippy::needless_pass_by_value, reason = "this is how a parameter is optional")]
    fn asks(&self, elicit: Option<Elicit>) -> bool {
        elicit.is_some()
    }

    /// Listens until it is cancelled.
    #[tool]
    async fn hold(&self, uri: String, progress: Progress) -> String {
        self.0.lock().insert(uri.clone());
        let _listening = ResourceListener(uri, self.0.clone());
        progress.report(1).await;
        std::future::pending().await
    }

    /// Says what it is told at three levels.
    #[tool]
    async fn say(&self, text: String, log: Log, progress: Progress) -> String {
        log.debug(format!("{text} debug")).await;
        log.info(format!("{text} info")).await;
        progress.report_of(1, 2, "half").await;
        tokio::task::yield_now().await;
        log.error(format!("{text} error")).await;
        text
    }

    /// Says which resources somebody listens to.
    #[tool]
    fn listened(&self) -> String {
        self.0.lock().iter().cloned().collect::<Vec<_>>().join(" ")
    }

    /// Tells that a resource is another.
    #[tool]
    fn touch(&self, context: &Context, uri: &str) {
        context.server().resource_updated(uri);
    }

    /// Adds a tool.
    #[tool]
    fn grow(&self, context: &Context) -> Result<()> {
        context.server().add_tool("grown", "Was added.", |_: Nothing| async { "grown" })
    }

    /// Greets somebody.
    #[prompt]
    async fn hello(&self, #[arg(complete = names)] name: &str) -> String {
        format!("Hello, {name}!")
    }

    /// Greets, after asking for the name.
    #[prompt]
    async fn asking(&self, elicit: Elicit) -> Result<String> {
        self.greet(elicit).await
    }

    /// Somebody.
    #[resource("test://{name}")]
    fn somebody(&self, #[arg(complete = names)] name: &str) -> String {
        name.to_owned()
    }
}

fn names(typed: &str) -> Vec<String> {
    let names = ["ada", "alan", "grace"].into_iter();
    names.filter(|name| name.starts_with(typed)).map(str::to_owned).collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let version = std::env::args().nth(1).unwrap_or_default();
    let listened = WatchedResources::default();
    let looked = listened.clone();
    server!()
        .versions([version.parse().map_err(Error::other)?])
        .changes(Changes::new().tools())
        .on_subscribe(move |_, uri| {
            let looked = looked.clone();
            async move {
                if uri == "test://nobody" {
                    return Err(Error::other("there is nobody"));
                }
                looked.lock().insert(uri.clone());
                Ok(ResourceListener(uri, looked))
            }
        })
        .handlers(Behind(listened))
        .build()?
        .serve(stdio())
        .await
}
