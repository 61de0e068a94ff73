//! What an operator's log says of requests.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{LazyLock, Once};
use std::time::Duration;

use mcp_runtime::{Result, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::{InMemorySpanExporter, Sampler, SdkTracerProvider, SpanData};
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt as _;

/// What takes longer has failed.
const DEADLINE: Duration = Duration::from_secs(60);

/// Keeps a secret.
#[tool]
async fn keep(secret: String) -> std::result::Result<String, String> {
    tracing::info!("keeping");
    tokio::task::yield_now().await;
    assert_ne!(secret, "too much", "it cannot be kept");
    if secret.is_empty() { Err("there is nothing to keep".to_owned()) } else { Ok(secret) }
}

thread_local! {
    /// What was logged on the thread of a test that wants to know.
    static LOG: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.with_borrow_mut(|log| log.as_mut().map(|log| log.extend_from_slice(bytes)));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The spans of traces that a test has begun.
static EXPORTER: LazyLock<InMemorySpanExporter> = LazyLock::new(InMemorySpanExporter::default);

/// Logs for the whole process: what one thread alone has may be missed by callsites that another
/// thread came to first.
pub(crate) fn log() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let log = tracing_subscriber::fmt::layer()
            .with_writer(|| Log)
            .with_ansi(false)
            .with_span_events(FmtSpan::CLOSE);
        let provider = SdkTracerProvider::builder()
            .with_simple_exporter(EXPORTER.clone())
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOff)))
            .build();
        let traces = tracing_opentelemetry::layer().with_tracer(provider.tracer("it"));
        let all = tracing_subscriber::registry().with(log).with(traces);
        tracing::subscriber::set_global_default(all).expect("nobody else logs");
    });
    LOG.set(Some(Vec::new()));
}

/// The spans that have ended, of traces that are sampled.
pub(crate) fn exported() -> Vec<SpanData> {
    EXPORTER.get_finished_spans().expect("the exporter is not shut down")
}

/// Calls `keep` and gives what was logged.
async fn logged(arguments: serde_json::Value, meta: serde_json::Value) -> Result<Vec<String>> {
    log();
    let client = testing::connect(server!().tool::<keep>()).await?;
    let params = json!({ "name": "keep", "arguments": arguments, "_meta": meta });
    client.request("tools/call", params).await?;
    let text = String::from_utf8(LOG.take().unwrap_or_default()).unwrap();
    let lines =
        text.lines().filter(|line| line.contains("mcp.request{mcp.method.name=\"tools/call\""));
    Ok(lines.map(str::to_owned).collect())
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
    assert!(lines.last().unwrap().contains("outcome=\"tool_error\""), "{lines:#?}");
    let lines = logged(json!({ "secret": "too much" }), json!({})).await?;
    assert!(lines.last().unwrap().contains("outcome=\"panicked\""), "{lines:#?}");
    Ok(())
}

/// Never ends by itself.
#[tool]
async fn wait_for_ever() -> std::result::Result<String, String> {
    std::future::pending().await
}

/// Never looks whether it is cancelled, and sleeps.
#[tool]
async fn sleep_long() -> std::result::Result<String, String> {
    tokio::time::sleep(Duration::from_secs(3600)).await;
    Ok(String::new())
}

/// Waits within the work of somebody else.
#[tool]
async fn keep_waiting() -> std::result::Result<String, String> {
    let (_open, closed) = tokio::sync::oneshot::channel::<String>();
    closed.await.map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_span_tells_that_a_request_was_cancelled() -> Result<()> {
    for tool in ["wait_for_ever", "sleep_long", "keep_waiting"] {
        log();
        let server = server!().tool::<wait_for_ever>().tool::<sleep_long>();
        let client = testing::connect(server.tool::<keep_waiting>()).await?;
        let params = json!({ "name": tool, "arguments": {} });
        let call = client.request("tools/call", params);
        let waited = tokio::time::timeout(Duration::from_millis(50), call).await;
        assert!(waited.is_err());
        drop(client);
        let closing = async {
            loop {
                tokio::task::yield_now().await;
                let bytes = LOG.with_borrow(|log| log.clone().unwrap_or_default());
                let text = String::from_utf8(bytes).unwrap();
                let of_call =
                    |line: &&str| line.contains(" mcp.request{mcp.method.name=\"tools/call\"");
                if let Some(line) = text.lines().find(of_call) {
                    return line.to_owned();
                }
            }
        };
        let closed = tokio::time::timeout(DEADLINE, closing).await.expect("the span ends");
        assert!(closed.contains("outcome=\"cancelled\""), "{tool}: {closed}");
    }
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
