//! Middleware: a store room whose calls are recorded, and where only some tools may be called.
//!
//! `claude mcp add storeroom -- audited --audit calls.jsonl --allow stock`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use clap::Args;
use mcp_runtime::middleware::{Reply, Request, RequestService, from_fn};
use mcp_runtime::{ErrorObject, Result, handlers, json, server, tool};

#[derive(Args)]
struct Options {
    /// The file that gets a line per call; standard error if left out.
    #[arg(long)]
    audit: Option<PathBuf>,
    /// A tool that may be called; all of them if none is named.
    #[arg(long = "allow", value_name = "TOOL")]
    allowed: Vec<String>,
}

/// What is on the shelves.
struct Shelves(Mutex<BTreeMap<&'static str, u32>>);

/// Keeps a store room.
#[handlers]
impl Shelves {
    /// Says how many there are of each item.
    #[tool(read_only, open_world = false)]
    fn stock(&self) -> BTreeMap<&'static str, u32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes items from the shelf.
    #[tool(destructive, open_world = false)]
    fn take(&self, item: &str, #[arg(default = 1, range(1..))] count: u32) -> Result<u32> {
        let mut shelves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = shelves.get_mut(item).ok_or("there are no such items")?;
        *left = left.checked_sub(count).ok_or_else(|| format!("only {left} are left"))?;
        Ok(*left)
    }
}

/// Refuses to call any tools other than these. They are still listed, and the model learns why it
/// cannot use them; `ServerBuilder::visible` would hide them.
async fn refuse_others(
    allowed: Arc<Vec<String>>,
    request: Request,
    next: RequestService,
) -> Result<Reply> {
    match request.tool_name() {
        Some(tool) if !allowed.is_empty() && !allowed.contains(&tool) => {
            let message = format!("`{tool}` may not be called here, only {}", allowed.join(", "));
            Err(ErrorObject::invalid_request(message).into())
        }
        _ => next.run(request).await,
    }
}

/// The audit log.
struct Audit(Mutex<Box<dyn Write + Send>>);

impl Audit {
    fn open(path: Option<PathBuf>) -> io::Result<Self> {
        let out: Box<dyn Write + Send> = match path {
            Some(path) => Box::new(File::options().create(true).append(true).open(path)?),
            None => Box::new(io::stderr()),
        };
        Ok(Self(Mutex::new(out)))
    }
}

/// A call that is recorded when it ends, in whatever way.
struct Entry {
    audit: Arc<Audit>,
    tool: String,
    /// The caller: the authenticated user over HTTP, or else the name that the client reports.
    caller: Option<String>,
    began: Instant,
    outcome: &'static str,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let milliseconds = self.began.elapsed().as_millis() as u64;
        let tool = &self.tool;
        let caller = &self.caller;
        let outcome = self.outcome;
        let line = json!({
            "at": at, "caller": caller, "tool": tool, "outcome": outcome, "ms": milliseconds,
        });
        let mut out = self.audit.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = out.write_all(format!("{line}\n").as_bytes()) {
            eprintln!("cannot write to the audit log: {error}");
        }
    }
}

/// Records which tool is called by whom, the outcome, and how long it takes.
async fn write_down(audit: Arc<Audit>, request: Request, next: RequestService) -> Result<Reply> {
    let Some(tool) = request.tool_name() else { return next.run(request).await };
    let user = request.context.caller().principal().map(str::to_owned);
    let program = || request.context.client().info.as_ref().map(|info| info.name.clone());
    let caller = user.or_else(program);
    // A cancelled call is dropped here.
    let mut entry = Entry { audit, tool, caller, began: Instant::now(), outcome: "cancelled" };
    let reply = next.run(request).await;
    entry.outcome = match &reply {
        Ok(Reply::Tool(result)) if result.is_error == Some(true) => "failed",
        Ok(_) => "done",
        Err(_) => "refused",
    };
    reply
}

fn main() -> Result<()> {
    let shelves = Shelves(Mutex::new([("pen", 12), ("paper", 500)].into()));
    server!().handlers(shelves).run_with(|server, Options { audit, allowed }| {
        let audit = Arc::new(Audit::open(audit)?);
        let allowed = Arc::new(allowed);
        // The last layer is the outermost: refused calls are recorded, too.
        let server = server
            .layer(from_fn(async move |request, next| refuse_others(allowed, request, next).await));
        Ok(server.layer(from_fn(async move |request, next| write_down(audit, request, next).await)))
    })
}
