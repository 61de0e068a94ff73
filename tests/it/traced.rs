//! One trace through a client, a server, and a second server that the first one asked.

use mcp_runtime::observe::Telemetry;
use mcp_runtime::{Result, ServerBuilder, State, json, server, tool};
use mcp_runtime_client::{Client, HttpTransport};
use mcp_test_support::http::{self, Request};
use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status, TraceContextExt as _};
use opentelemetry::trace::{TraceFlags, TraceId, TraceState};
use opentelemetry_sdk::trace::SpanData;
use tracing::Instrument as _;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::spans::{exported, log};

/// Asks another server.
#[tool]
async fn relay(next: State<Client>, word: String) -> Result<String> {
    tokio::task::yield_now().await;
    next.call("echo", json!({ "word": word })).await
}

/// Says it again.
#[tool]
fn echo(word: String) -> std::result::Result<String, String> {
    if word.is_empty() { Err("there is nothing to say".to_owned()) } else { Ok(word) }
}

async fn serve(server: ServerBuilder) -> Result<http::Client> {
    Ok(http::serve(server.telemetry(Telemetry::new().opentelemetry()).build()?.into_http()).await)
}

async fn client(server: http::Client) -> Result<Client> {
    let url = format!("http://{}/mcp", server.0);
    Client::builder("traced", "1.0").opentelemetry().connect(HttpTransport::new(url)).await
}

/// Calls `relay` as a part of a trace, and gives the spans of that.
async fn traced(id: u128, word: &str) -> Result<Vec<SpanData>> {
    log();
    let second = serve(server!().tool::<echo>()).await?;
    let first = serve(server!().state(client(second).await?).tool::<relay>()).await?;
    let client = client(first).await?;
    let root = tracing::info_span!("root");
    let trace = TraceId::from(id);
    let parent =
        SpanContext::new(trace, SpanId::from(7), TraceFlags::SAMPLED, true, TraceState::default());
    root.set_parent(opentelemetry::Context::new().with_remote_span_context(parent)).unwrap();
    let call = client.call_tool("relay", json!({ "word": word })).into_future();
    call.instrument(root).await?;
    client.close().await;
    let spans = exported().into_iter();
    Ok(spans.filter(|span| span.span_context.trace_id() == trace).collect())
}

fn attribute(span: &SpanData, key: &str) -> Option<String> {
    let mut found = span.attributes.iter().filter(|found| found.key.as_str() == key);
    found.next().map(|found| found.value.to_string())
}

#[tokio::test]
async fn a_trace_goes_from_a_client_through_a_server_to_the_one_that_it_asks() -> Result<()> {
    let spans = traced(0x1001, "hello").await?;
    let find = |name: &str, kind: SpanKind| {
        let mut found =
            spans.iter().filter(|span| span.name == name && span.span_kind == kind).fuse();
        let span = found.next().unwrap_or_else(|| panic!("{name} {kind:?}: {spans:#?}"));
        assert!(found.next().is_none(), "{name} {kind:?} twice");
        span
    };
    let chain = [
        find("tools/call relay", SpanKind::Client),
        find("tools/call relay", SpanKind::Server),
        find("tools/call echo", SpanKind::Client),
        find("tools/call echo", SpanKind::Server),
    ];
    for pair in chain.windows(2) {
        assert_eq!(pair[1].parent_span_id, pair[0].span_context.span_id(), "{pair:#?}");
    }
    for (span, is_remote) in chain.iter().zip([false, true, false, true]) {
        assert_eq!(span.parent_span_is_remote, is_remote, "{span:#?}");
        assert_eq!(span.status, Status::Unset, "{span:#?}");
        for (key, value) in [
            ("mcp.method.name", "tools/call"),
            ("mcp.protocol.version", "2026-07-28"),
            ("gen_ai.operation.name", "execute_tool"),
            ("network.transport", "tcp"),
            ("network.protocol.name", "http"),
        ] {
            assert_eq!(attribute(span, key).as_deref(), Some(value), "{key}: {span:#?}");
        }
        assert!(attribute(span, "jsonrpc.request.id").is_some(), "{span:#?}");
        assert!(!format!("{span:?}").contains("hello"), "{span:#?}");
    }
    assert_eq!(attribute(chain[1], "network.protocol.version").as_deref(), Some("1.1"));
    Ok(())
}

#[tokio::test]
async fn a_tool_that_fails_is_an_error_in_every_span() -> Result<()> {
    let spans = traced(0x1002, "").await?;
    let calls: Vec<_> = spans.iter().filter(|span| span.name.starts_with("tools/call")).collect();
    assert_eq!(calls.len(), 4, "{spans:#?}");
    for span in calls {
        assert_eq!(attribute(span, "error.type").as_deref(), Some("tool_error"), "{span:#?}");
        assert!(matches!(span.status, Status::Error { .. }), "{span:#?}");
    }
    Ok(())
}

/// What was there before `_meta` is linked to, and is the parent where `_meta` says nothing.
#[tokio::test]
async fn the_trace_of_the_http_request_is_linked_to() -> Result<()> {
    log();
    let server = serve(server!().tool::<echo>()).await?;
    let of_http = "00-00000000000000000000000000001003-00000000000000aa-01";
    let of_meta = "00-00000000000000000000000000001004-00000000000000bb-01";
    for meta in [json!({ "traceparent": of_meta }), json!({ "traceparent": 7 })] {
        let params = json!({ "name": "echo", "arguments": { "word": "a" }, "_meta": meta });
        let request = Request::modern("tools/call", params).header("traceparent", of_http);
        assert_eq!(server.send(request).await.status, 200);
    }
    let trace = |id: u128| {
        let mut spans = exported()
            .into_iter()
            .filter(move |span| span.span_context.trace_id() == TraceId::from(id));
        spans.next().expect("the span is exported")
    };
    let linked = trace(0x1004);
    let parent = trace(0x1003);
    assert_eq!(linked.parent_span_id, SpanId::from(0xbb));
    assert_eq!(linked.links.links[0].span_context.span_id(), SpanId::from(0xaa));
    assert_eq!(parent.parent_span_id, SpanId::from(0xaa));
    assert!(parent.links.links.is_empty());
    Ok(())
}
