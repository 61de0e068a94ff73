//! What an operator's log says of requests.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use mcp_runtime::testing::{self, json};
use mcp_runtime::{Result, server, tool};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::FmtSpan;

/// Keeps a secret.
#[tool]
async fn keep(secret: String) -> std::result::Result<String, String> {
    tracing::info!("keeping");
    tokio::task::yield_now().await;
    if secret.is_empty() { Err("there is nothing to keep".to_owned()) } else { Ok(secret) }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Log {
    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

/// Calls `keep` and gives what was logged.
async fn logged(arguments: serde_json::Value, meta: serde_json::Value) -> Result<Vec<String>> {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_writer(log.clone())
        .with_ansi(false)
        .with_span_events(FmtSpan::CLOSE)
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let client = testing::connect(server!().tool::<keep>()).await?;
    let params = json!({ "name": "keep", "arguments": arguments, "_meta": meta });
    client.request("tools/call", params).await?;
    let mut lines = log.lines();
    lines.retain(|line| line.contains("tools/call"));
    Ok(lines)
}

#[tokio::test]
async fn a_request_has_a_span_in_which_its_handler_runs() -> Result<()> {
    let lines = logged(json!({ "secret": "hunter2" }), json!({})).await?;
    let [within, closed] = &lines[..] else { panic!("{lines:#?}") };
    assert!(within.ends_with("keeping"), "{within}");
    for part in [
        "mcp.method.name=\"tools/call\"",
        "mcp.protocol.version=\"2026-07-28\"",
        "gen_ai.tool.name=\"keep\"",
        "outcome=\"ok\"",
    ] {
        assert!(closed.contains(part), "{part}: {closed}");
    }
    Ok(())
}

#[tokio::test]
async fn arguments_and_results_are_not_logged() -> Result<()> {
    let lines = logged(json!({ "secret": "hunter2" }), json!({})).await?;
    assert!(!lines.iter().any(|line| line.contains("hunter2")), "{lines:#?}");
    Ok(())
}

#[tokio::test]
async fn a_span_tells_how_a_request_failed() -> Result<()> {
    let lines = logged(json!({ "secret": "" }), json!({})).await?;
    assert!(lines.last().unwrap().contains("outcome=\"tool error\""), "{lines:#?}");
    Ok(())
}

/// SEP-414: the trace context of W3C in `_meta`.
#[tokio::test]
async fn a_span_names_the_trace_it_belongs_to() -> Result<()> {
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let meta = json!({ "traceparent": parent, "tracestate": "a=b" });
    let lines = logged(json!({ "secret": "x" }), meta).await?;
    let closed = lines.last().unwrap();
    assert!(closed.contains(parent) && closed.contains("tracestate=\"a=b\""), "{closed}");
    let lines = logged(json!({ "secret": "x" }), json!({ "traceparent": "00-<script>" })).await?;
    assert!(!lines.last().unwrap().contains("script"), "{lines:#?}");
    Ok(())
}
