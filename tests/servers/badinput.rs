//! The server that is fed bad input.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mcp_runtime::{Progress, Result, handlers, resource, server, tool};
use tokio::time::sleep;

/// Counts how often `slow` started, and ended in whatever way.
#[derive(Default)]
struct Fixture {
    started: AtomicU64,
    ended: AtomicU64,
}

/// Counts the end of a call when it is dropped, which finishing is too.
struct Ended<'a>(&'a AtomicU64);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[handlers]
impl Fixture {
    /// Gives the text back.
    #[tool]
    fn echo(&self, text: String) -> String {
        text
    }

    /// Adds two numbers.
    #[tool]
    fn add(&self, a: i64, b: i64) -> i64 {
        a + b
    }

    /// Sleeps.
    #[tool]
    async fn slow(&self, ms: u64) -> &'static str {
        self.started.fetch_add(1, Ordering::Relaxed);
        let _ended = Ended(&self.ended);
        sleep(Duration::from_millis(ms)).await;
        "slept"
    }

    /// Tells how often `slow` started and ended.
    #[tool]
    fn counters(&self) -> String {
        let [started, ended] = [&self.started, &self.ended].map(|n| n.load(Ordering::Relaxed));
        format!("{started} {ended}")
    }

    /// Panics.
    #[tool]
    fn boom(&self) -> String {
        panic!("boom")
    }

    /// Fails.
    #[tool]
    fn fail(&self) -> std::result::Result<String, String> {
        Err("it failed".to_owned())
    }

    /// Sends much progress.
    #[tool]
    async fn flood(&self, n: u32, size: usize, progress: Progress) -> &'static str {
        for step in 1..=n {
            progress.report_of(step, n, "x".repeat(size)).await;
        }
        "flooded"
    }

    /// Takes arguments that are mirrored in headers.
    #[tool]
    fn hdr(
        &self,
        #[arg(header = "Region")] region: &str,
        #[arg(header = "Count")] count: Option<i32>,
    ) -> String {
        format!("{region} {}", count.unwrap_or_default())
    }

    /// Says hello.
    #[resource("test://hello", mime = "text/plain")]
    fn hello(&self) -> &'static str {
        "hello"
    }
}

fn main() -> Result<()> {
    mcp_tests::serve(server!().handlers(Fixture::default()))
}
