//! What a call costs the client: `bench-client bare|client CALLS DEPTH PROGRAM [ARGUMENT…]`.
//!
//! Prints the time on the processor per call, in nanoseconds. `bare` is the floor: a loop that
//! writes a request that was prepared and reads a line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio as Redirection};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mcp_runtime::{Error, Result};
use mcp_runtime_client::{Client, Stdio};
use serde::{Deserialize, Serialize};
use serde_json::json;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, calls, depth, program, rest @ ..] = &arguments[..] else {
        return Err(Error::other("bench-client bare|client CALLS DEPTH PROGRAM [ARGUMENT…]"));
    };
    let calls = number(calls)?;
    let depth = number(depth)?;
    let spent = match kind.as_str() {
        "bare" => bare(calls, depth, program, rest)?,
        "client" => client(calls, depth, program, rest)?,
        other => {
            return Err(Error::other(format!("{other}: expected bare or client")));
        }
    };
    println!("{}", spent / calls);
    Ok(())
}

fn number(text: &str) -> Result<u64> {
    text.parse().map_err(|_| Error::other(format!("{text}: expected a number")))
}

/// The time that this thread has spent on a processor, in nanoseconds.
fn on_processor() -> Result<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    number(stat.split_whitespace().next().unwrap_or_default())
}

fn bare(calls: u64, depth: u64, program: &str, arguments: &[String]) -> Result<u64> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Redirection::piped()).stdout(Redirection::piped());
    let mut server = command.spawn()?;
    let (Some(mut input), Some(output)) = (server.stdin.take(), server.stdout.take()) else {
        return Err(Error::other("no pipes"));
    };
    let mut output = BufReader::with_capacity(64 * 1024, output);
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "add", "arguments": { "a": 1, "b": 2 },
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": "bench", "version": "1" },
        },
    } });
    let request = format!("{message}\n");
    let mut line = Vec::new();
    let before = on_processor()?;
    for _ in 0..depth {
        input.write_all(request.as_bytes())?;
    }
    for call in 0..calls {
        line.clear();
        output.read_until(b'\n', &mut line)?;
        if call + depth < calls {
            input.write_all(request.as_bytes())?;
        }
    }
    let spent = on_processor()? - before;
    drop(input);
    server.wait()?;
    Ok(spent)
}

#[derive(Serialize)]
struct Addends {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct Sum {
    sum: i64,
}

#[tokio::main(flavor = "current_thread")]
async fn client(calls: u64, depth: u64, program: &str, arguments: &[String]) -> Result<u64> {
    let server = Stdio::spawn(program).args(arguments);
    let client = Client::builder("bench", "1").connect(server).await?;
    let left = Arc::new(AtomicU64::new(calls));
    let before = on_processor()?;
    let tasks = (0..depth).map(|_| {
        let client = client.clone();
        let left = Arc::clone(&left);
        tokio::spawn(async move {
            while left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1))
                .is_ok()
            {
                let result: Sum = client.call("add", Addends { a: 1, b: 2 }).await?;
                if result.sum != 3 {
                    return Err(Error::other(format!("1 + 2 = {}", result.sum)));
                }
            }
            Ok(())
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.map_err(Error::other)??;
    }
    let spent = on_processor()? - before;
    client.close().await;
    Ok(spent)
}
