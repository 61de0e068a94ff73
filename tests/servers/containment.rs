//! The server whose handlers misbehave.

#![expect(clippy::needless_pass_by_value, reason = "a handler is given what it asks for")]

use std::future::pending;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use mcp_runtime::{Cancelled, Limits, Result, handlers, prompt, resource, server, tool};
use tokio::task::yield_now;

#[derive(Default)]
struct Fixture {
    /// Whether `hold` may continue.
    released: (Mutex<bool>, Condvar),
    started: AtomicU64,
    ended: AtomicU64,
}

/// Counts the end of a call, however it ends.
struct EndCounter<'a>(&'a AtomicU64);

impl Drop for EndCounter<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl Fixture {
    fn start(&self) -> EndCounter<'_> {
        self.started.fetch_add(1, Ordering::Relaxed);
        EndCounter(&self.ended)
    }
}

#[handlers]
impl Fixture {
    /// Gives the text back.
    #[tool]
    fn echo(&self, text: String) -> String {
        text
    }

    /// Gives back much text.
    #[tool]
    fn repeat(&self, length: usize) -> String {
        "x".repeat(length)
    }

    /// Panics before it waits for anything.
    #[tool]
    async fn panic_at_once(&self) -> String {
        panic!("the secret")
    }

    /// Panics after it has waited.
    #[tool]
    async fn panic_later(&self) -> String {
        yield_now().await;
        panic!("the secret")
    }

    /// Panics as a plain function.
    #[tool]
    fn panic_sync(&self) -> String {
        panic!("the secret")
    }

    /// Panics on the blocking pool.
    #[tool(blocking)]
    fn panic_blocking(&self) -> String {
        panic!("the secret")
    }

    /// Panics in a prompt.
    #[prompt]
    fn panic_prompt(&self) -> String {
        panic!("the secret")
    }

    /// Panics in a resource.
    #[resource("test://panic")]
    async fn panic_resource(&self) -> String {
        panic!("the secret")
    }

    /// Never ends, and is given up.
    #[tool(timeout = "50ms")]
    async fn patient(&self) -> &'static str {
        let _ended = self.start();
        pending().await
    }

    /// Never ends.
    #[tool]
    async fn wait(&self) -> &'static str {
        let _ended = self.start();
        pending().await
    }

    /// Ends after some time.
    #[tool]
    async fn slow(&self, ms: u64) -> &'static str {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        "slept"
    }

    /// Blocks its thread until it learns that nobody waits any more.
    #[tool(blocking)]
    fn watch(&self, cancelled: Cancelled) {
        let _ended = self.start();
        while !cancelled.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Blocks its thread until it learns that its time is over.
    #[tool(blocking, timeout = "50ms")]
    fn watch_briefly(&self, cancelled: Cancelled) {
        self.watch(cancelled);
    }

    /// Blocks its thread until `release` is called.
    #[tool(blocking)]
    fn hold(&self) -> &'static str {
        let (released, changed) = &self.released;
        let released = released.lock().unwrap_or_else(PoisonError::into_inner);
        let _released = changed.wait_while(released, |released| !*released);
        "released"
    }

    /// Lets `hold` continue.
    #[tool]
    fn release(&self) {
        let (released, changed) = &self.released;
        *released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
    }

    /// Tells how often `patient`, `wait` and `watch` started and ended.
    #[tool]
    fn counters(&self) -> String {
        let [started, ended] = [&self.started, &self.ended].map(|n| n.load(Ordering::Relaxed));
        format!("{started} {ended}")
    }

    /// Prints in every way that a program can.
    #[tool]
    fn print(&self) -> std::io::Result<()> {
        println!("stray: println");
        std::fs::write("/dev/stdout", "stray: descriptor 1\n")?;
        Command::new("sh").args(["-c", "echo stray: child"]).status()?;
        Command::new("sh").args(["-c", "cat; echo stray: input is empty >&2"]).status()?;
        Ok(())
    }

    /// Starts a process that outlives the server, and tells its id.
    #[tool]
    fn orphan(&self) -> std::io::Result<u32> {
        let child = Command::new("sleep").arg("600").stderr(Stdio::null()).spawn()?;
        Ok(child.id())
    }
}

fn main() -> Result<()> {
    let server = server!()
        .handlers(Fixture::default())
        .limits(Limits::new().max_in_flight(8).drain_timeout(Duration::from_millis(500)));
    mcp_test_support::serve(server)
}
