//! A client of rmcp that leaves while a call runs: `rmcp-client SERVER [ARGUMENT…]`.
//!
//! It fails if the server is still there when rmcp would begin to kill it. The server is that of
//! `tests/servers/badinput.rs`.

use std::env::args_os;
use std::error::Error;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use serde_json::json;
use tokio::process::Command;
use tokio::time::{sleep, timeout};

/// How long rmcp waits for a server to end (`MAX_WAIT_ON_DROP_SECS`).
const TIMEOUT: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    for drops in [true, false] {
        leave(drops).await?;
        println!("the server has ended; the call was dropped before: {drops}");
    }
    Ok(())
}

/// Connects, and leaves while a call runs, which it `drops` or waits for.
async fn leave(drops: bool) -> Result<(), Box<dyn Error>> {
    let mut line = args_os().skip(1);
    let mut server = Command::new(line.next().ok_or("rmcp-client SERVER [ARGUMENT…]")?);
    server.args(line);
    let client = ().serve(TokioChildProcess::new(server)?).await?;
    let peer = client.peer().clone();
    let call = tokio::spawn(async move {
        let hour = json!({ "ms": 3_600_000 });
        let arguments = hour.as_object().cloned().unwrap_or_default();
        peer.call_tool_once(CallToolRequestParams::new("slow").with_arguments(arguments))
            .await
            .is_ok()
    });
    while {
        let counters = client.call_tool(CallToolRequestParams::new("counters")).await?;
        !serde_json::to_string(&counters)?.contains("\"1 0\"")
    } {
        sleep(Duration::from_millis(10)).await;
    }
    if drops {
        call.abort();
    }
    let left = timeout(TIMEOUT, client.cancel()).await;
    left.map_err(|_| "the server would have been killed")??;
    if !drops && call.await? {
        return Err("a call of an hour was answered".into());
    }
    Ok(())
}
