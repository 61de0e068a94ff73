//! The server that asks, reports and changes: what independent checks of interaction rely on.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mcp_runtime::protocol::LoggingLevel;
use mcp_runtime::{
    Accepted, Answer, Changes, Context, Elicit, Log, NotFound, Progress, Result, Roots, Sample,
    Schema, ServerBuilder, handlers, prompt, resource, server, tool,
};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

/// What is counted.
struct Interaction {
    charges: Counter,
    clock: Counter,
    grown: AtomicU64,
}

/// Counts what replicas do together, by lines of a file in the folder that `COUNTS` names, or else what this process does.
#[derive(Clone)]
struct Counter {
    file: Option<PathBuf>,
    here: Arc<AtomicU64>,
}

impl Counter {
    fn new(name: &str) -> Self {
        let folder = env::var_os("COUNTS").map(PathBuf::from);
        Self { file: folder.map(|folder| folder.join(name)), here: Arc::default() }
    }

    fn add(&self) -> u64 {
        self.here.fetch_add(1, Ordering::Relaxed);
        if let Some(file) = &self.file {
            crate::note(file, "");
        }
        self.count()
    }

    fn count(&self) -> u64 {
        match &self.file {
            Some(file) => file.metadata().map_or(0, |file| file.len()),
            None => self.here.load(Ordering::Relaxed),
        }
    }
}

#[derive(Elicit)]
struct Confirmation {
    ok: bool,
}

#[derive(Elicit)]
struct Destination {
    destination: String,
}

#[derive(Elicit)]
struct Days {
    #[elicit(range(1..=30))]
    days: i64,
}

#[derive(Elicit)]
struct Budget {
    budget: f64,
}

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

#[derive(Deserialize, Schema)]
struct Nothing {}

#[derive(Deserialize, Schema)]
#[expect(dead_code, reason = "decoded, as an application would, and not used")]
struct Customer {
    name: String,
    email: String,
    address: Address,
}

#[derive(Deserialize, Schema)]
#[expect(dead_code, reason = "decoded, as an application would, and not used")]
struct Address {
    street: String,
    city: String,
    zip: String,
}

#[derive(Deserialize, Schema)]
struct Item {
    #[expect(dead_code, reason = "decoded, as an application would, and not used")]
    sku: String,
    qty: i64,
    price: f64,
}

#[derive(Serialize, Schema)]
struct Summary {
    total: f64,
    count: usize,
}

/// How to greet somebody.
#[derive(Clone, Copy, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Style {
    Formal,
    Casual,
}

/// The level of a log message.
#[derive(Clone, Copy, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

#[handlers]
impl Interaction {
    /// Adds two numbers.
    #[tool]
    fn add(&self, a: i64, b: i64) -> i64 {
        a + b
    }

    /// Gives the text back.
    #[tool]
    fn echo(&self, text: String) -> String {
        text
    }

    /// Fails.
    #[tool]
    fn fail(&self) -> std::result::Result<String, String> {
        Err("it failed".to_owned())
    }

    /// Sleeps.
    #[tool]
    async fn slow(&self, ms: u64) -> &'static str {
        sleep(Duration::from_millis(ms)).await;
        "slept"
    }

    /// Summarises an order.
    #[tool]
    async fn order(&self, customer: Customer, items: Vec<Item>, note: Option<String>) -> Summary {
        let _ = (customer, note);
        #[expect(clippy::cast_precision_loss, reason = "quantities are small")]
        let total = items.iter().map(|item| item.qty as f64 * item.price).sum();
        Summary { total, count: items.len() }
    }

    /// Reports its progress.
    #[tool]
    async fn progress(&self, steps: u32, progress: Progress) -> &'static str {
        for step in 1..=steps {
            progress.report_of(step, steps, "continuing").await;
        }
        "done"
    }

    /// Asks before it continues.
    #[tool]
    async fn confirm(&self, what: String, elicit: Elicit) -> Result<String> {
        match elicit.form::<Confirmation>(format!("Really {what}?")).await? {
            Accepted(Confirmation { ok: true }) => Ok(format!("confirmed {what}")),
            Accepted(_) | Answer::Declined | Answer::Cancelled => Ok(format!("refused {what}")),
        }
    }

    /// Plans a trip, with four questions in three rounds.
    #[tool]
    async fn trip(&self, context: &Context, elicit: Elicit) -> Result<String> {
        let Accepted(Destination { destination }) = elicit.form("Where to?").await? else {
            return Ok("no trip".to_owned());
        };
        let (days, budget) = tokio::join!(elicit.form("How long?"), elicit.form("How much?"));
        let (Accepted(Days { days }), Accepted(Budget { budget })) = (days?, budget?) else {
            return Ok("no trip".to_owned());
        };
        let charges = self.charges.clone();
        let work = async move { charges.add() };
        let charge = context.once("charge", work).await?;
        let Accepted(Sure { sure }) = elicit.form("Sure?").await? else {
            return Ok("no trip".to_owned());
        };
        Ok(format!("{destination} {days} {budget} sure={sure} charge={charge}"))
    }

    /// Tells how often somebody was charged.
    #[tool]
    fn charges(&self) -> u64 {
        self.charges.count()
    }

    /// Lets the client's model summarize a text.
    #[tool]
    async fn summarize(&self, text: &str, sample: Sample) -> Result<String> {
        let answer = sample.create(format!("Summarize: {text}")).max_tokens(100).await?;
        Ok(format!("summary: {}", answer.text()))
    }

    /// Tells where the client works.
    #[tool]
    async fn r#where(&self, roots: Roots) -> Result<String> {
        let uris = roots.list().await?.into_iter().map(|root| root.uri);
        Ok(uris.collect::<Vec<_>>().join(" "))
    }

    /// Logs a text.
    #[tool]
    async fn log(&self, level: Level, text: String, log: Log) -> &'static str {
        log.log(level.into(), text).await;
        "logged"
    }

    /// Lets the clock tick.
    #[tool]
    fn tick(&self, context: &Context) -> u64 {
        let ticks = self.clock.add();
        context.server().resource_updated("test://clock");
        ticks
    }

    /// Adds a tool.
    #[tool]
    fn grow(&self, context: &Context) -> Result<String> {
        let name = format!("extra_{}", self.grown.fetch_add(1, Ordering::Relaxed) + 1);
        let handler = |_: Nothing| async { "extra" };
        context.server().add_tool(&name, "Was added at run time.", handler)?;
        Ok(name)
    }

    /// Greets somebody.
    #[prompt]
    fn greet(&self, name: &str, style: Option<Style>) -> String {
        match style {
            Some(Style::Formal) => format!("Good day, {name}."),
            Some(Style::Casual) | None => format!("Hi, {name}!"),
        }
    }

    /// Says hello.
    #[resource("test://hello", mime = "text/plain")]
    fn hello(&self) -> &'static str {
        "hello"
    }

    /// The ticks of the clock.
    #[resource("test://clock", mime = "text/plain")]
    fn clock(&self) -> String {
        self.clock.count().to_string()
    }

    /// One item.
    #[resource("test://items/{id}", mime = "application/json")]
    fn item(&self, id: i64) -> std::result::Result<String, NotFound> {
        if id > 1000 { Err(NotFound) } else { Ok(format!("{{\"id\": {id}}}")) }
    }
}

impl From<Level> for LoggingLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::Debug => Self::Debug,
            Level::Info => Self::Info,
            Level::Notice => Self::Notice,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
            Level::Critical => Self::Critical,
            Level::Alert => Self::Alert,
            Level::Emergency => Self::Emergency,
        }
    }
}

/// The server, with counters of its own.
pub fn interaction() -> ServerBuilder {
    let charges = Counter::new("charges");
    let clock = Counter::new("clock");
    let handlers = Interaction { charges, clock, grown: AtomicU64::new(0) };
    server!().changes(Changes::new().tools().resource_updates()).handlers(handlers)
}
