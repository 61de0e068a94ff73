//! A tea house with several counters: replicas of one server, which share their state in Redis. A
//! question from one of them may be answered at another.
//!
//! `examples/replicas/start` starts three of them, Redis, and HAProxy before them:
//! `claude mcp add --transport http tea http://127.0.0.1:8000/mcp`

use std::env;
use std::time::Duration;

use mcp_runtime::{Context, Elicit, Error, Progress, Result, server, tool};
use mcp_runtime_redis::Redis;
use tokio::time::sleep;

#[derive(Elicit)]
struct Size {
    /// How many cups.
    #[elicit(range(1..=12))]
    cups: u8,
}

/// Says which of the replicas serves this call.
#[tool(read_only)]
fn counter() -> String {
    env::var("COUNTER").unwrap_or_else(|_| "the only counter".to_owned())
}

/// Sells a pot of tea. Asks how many cups, and takes the money once, however often it is called again.
#[tool]
async fn order(tea: String, elicit: Elicit, context: &Context) -> Result<String> {
    let bill = context.once("pay", async { format!("bill of {tea} at {}", counter()) }).await?;
    match elicit.form::<Size>("How many cups?").await?.accepted() {
        Some(Size { cups }) => Ok(format!("{cups} cups, {bill}")),
        None => Ok(format!("nothing but the {bill}")),
    }
}

/// Brews tea, which takes a while. Another replica continues with it if this one ends.
#[tool(task(resume))]
async fn brew(minutes: u8, progress: Progress) -> Result<String> {
    for minute in 1..=minutes {
        sleep(Duration::from_secs(1)).await;
        progress.report_of(minute, minutes, "It draws.").await;
    }
    Ok(format!("tea of {minutes} minutes, from {}", counter()))
}

/// The key that all replicas share, as 64 hexadecimal digits.
fn key() -> Result<[u8; 32]> {
    let wrong =
        || Error::other("STATE_KEY must be 64 hexadecimal digits, the same for all replicas");
    let text = env::var("STATE_KEY").map_err(|_| wrong())?;
    let digits = text
        .as_bytes()
        .chunks(2)
        .map(|pair| str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok()));
    let bytes = digits.collect::<Option<Vec<u8>>>().ok_or_else(wrong)?;
    bytes.try_into().map_err(|_| wrong())
}

fn main() -> Result<()> {
    let redis = env::var("REDIS_URL").unwrap_or_else(|_| "redis://127.0.0.1:6379".to_owned());
    server!()
        .tool::<counter>()
        .tool::<order>()
        .tool::<brew>()
        .state_keys([key()?])
        .before_serving(|server| async move {
            Ok(server.store(Redis::new(redis).namespace("tea").connect().await?))
        })
        .run()
}
