//! Generated code gives no warning, however strict the lints of its crate are: clippy checks this
//! file with all that it has against it.

#![deny(
    missing_debug_implementations,
    unreachable_pub,
    unused,
    unused_qualifications,
    clippy::all,
    clippy::cargo,
    clippy::nursery,
    clippy::pedantic
)]

use mcp_runtime::{Progress, State, handlers, prompt, resource, server, tool};
use std::time::Duration;

/// Adds.
#[tool(title = "Add", read_only, timeout = "30s", icon(src = "data:,"), meta("a" = 1))]
const fn add(
    /// First addend.
    a: i64,
    #[arg(default = 1, range(-10..=10), example = 3)] b: i64,
) -> i64 {
    a + b
}

#[tool(strict)]
async fn wait(
    #[arg(seconds, default = Duration::from_secs(1))] time: Duration,
    #[arg(humantime)] more: Option<Duration>,
    progress: Progress,
) -> Result<(), std::io::Error> {
    progress.report(0.5).await;
    tokio::time::sleep(time + more.unwrap_or_default()).await;
    Ok(())
}

#[tool(blocking)]
fn words(words: &[&str], suffix: Option<&str>, #[arg(default = "-")] prefix: &str) -> Vec<String> {
    let suffix = suffix.unwrap_or_default();
    words.iter().map(|word| format!("{prefix}{word}{suffix}")).collect()
}

#[prompt]
fn ask(#[arg(complete = names)] name: &str) -> String {
    name.to_owned()
}

fn names(typed: &str) -> Vec<String> {
    vec![typed.to_owned()]
}

#[resource("notes://{name}", cache(ttl = "1m", public), priority = 0.5)]
async fn note(name: &str, state: State<String>) -> String {
    std::future::ready(format!("{name}{}", *state)).await
}

#[derive(Debug)]
struct Notes<T> {
    kept: T,
}

#[handlers]
impl<T: ToString + Send + Sync + 'static> Notes<T> {
    /// Shows what is kept.
    #[tool]
    fn show(&self) -> String {
        self.kept.to_string()
    }

    #[tool]
    async fn later(&self, note: Option<String>) -> String {
        std::future::ready(()).await;
        note.unwrap_or_else(|| self.show())
    }
}

#[test]
fn a_server_of_all_kinds_is_built() {
    let server = server!()
        .tool::<add>()
        .tool::<wait>()
        .tool::<words>()
        .prompt::<ask>()
        .resource::<note>()
        .handlers(Notes { kept: 1 })
        .state(String::new())
        .build();
    assert!(server.is_ok());
    assert_eq!(add(1, 2), 3);
}
