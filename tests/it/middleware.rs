//! Layers of tower around requests.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use mcp_runtime::middleware::{BoxError, Reply, Request, RequestService, from_fn};
use mcp_runtime::protocol::{CallToolResult, LoggingLevel, Method, ProtocolVersion};
use mcp_runtime::{Changes, ErrorObject, Result, ServerBuilder, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use tower::layer::layer_fn;
use tower::limit::ConcurrencyLimitLayer;
use tower::timeout::TimeoutLayer;
use tower::util::MapResponseLayer;
use tower::{Layer, Service, ServiceBuilder, service_fn};

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Never ends.
#[tool]
async fn wait() -> String {
    std::future::pending().await
}

/// Panics.
#[tool]
fn boom() -> String {
    panic!("boom")
}

fn server() -> ServerBuilder {
    server!().tool::<add>().tool::<wait>().tool::<boom>()
}

/// What the handler and the layer say arrives before the response, whoever says it.
#[tokio::test]
async fn a_layer_tells_the_client_something_after_its_handler() -> Result<()> {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::LATEST_LEGACY] {
        let server = server().layer(layer_fn(|inner: RequestService| {
            service_fn(move |request: Request| {
                let mut inner = inner.clone();
                let context = request.context.clone();
                async move {
                    let reply = inner.call(request).await;
                    context.log().warning("handled").await;
                    reply
                }
            })
        }));
        let client = testing::connect_as(server, version).await?;
        client.set_log_level(LoggingLevel::Info).await?;
        client.call_tool("add", json!({ "a": 1, "b": 2 })).await?;
        let notified = client.notifications().into_iter();
        let said: Vec<_> = notified.map(|said| said.params["data"].clone()).collect();
        assert!(said.contains(&json!("handled")), "{version}: {said:?}");
    }
    Ok(())
}

/// How often each method was asked for.
#[derive(Clone, Default)]
struct Counts(Arc<Mutex<BTreeMap<&'static str, u32>>>);

impl Counts {
    fn of(&self, method: &str) -> u32 {
        self.0.lock().unwrap().get(method).copied().unwrap_or_default()
    }
}

impl<S> Layer<S> for Counts {
    type Service = CountingService<S>;

    fn layer(&self, inner: S) -> CountingService<S> {
        CountingService { counts: self.clone(), inner }
    }
}

/// A layer as people write it: it looks at the request and hands it on.
#[derive(Clone)]
struct CountingService<S> {
    counts: Counts,
    inner: S,
}

impl<S: Service<Request>> Service<Request> for CountingService<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<std::result::Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> S::Future {
        *self.counts.0.lock().unwrap().entry(request.method.name()).or_default() += 1;
        self.inner.call(request)
    }
}

#[tokio::test]
async fn a_layer_sees_every_request() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let counts = Counts::default();
        let client = testing::connect_as(server().layer(counts.clone()), version).await?;
        for _ in 0..3 {
            let sum = client.call_tool("add", json!({"a": 1, "b": 2})).await?;
            assert_eq!(sum.text(), "3");
        }
        client.list_tools().await?;
        assert!(client.call_tool("add", json!({})).await?.is_error == Some(true));
        assert_eq!(counts.of("tools/call"), 4, "{version}");
        assert_eq!(counts.of("tools/list"), 1);
        assert_eq!(counts.of("server/discover") + counts.of("initialize"), 1);
    }
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn the_timeout_of_tower_gives_up_calls() -> Result<()> {
    let limit = Duration::from_secs(5);
    let client = testing::connect(server().layer(TimeoutLayer::new(limit))).await?;
    let refused = client.call_tool("wait", json!({})).await.unwrap_err();
    let error = refused.rpc().expect("the server answers");
    assert_eq!((error.code.0, &*error.message), (-32603, "request timed out"));
    assert_eq!(client.call_tool("add", json!({"a": 1, "b": 2})).await?.text(), "3");
    Ok(())
}

#[tokio::test]
async fn the_last_layer_is_the_outermost() -> Result<()> {
    let order = Arc::new(Mutex::new(Vec::new()));
    let note = |name: &'static str| {
        let order = Arc::clone(&order);
        layer_fn(move |inner: RequestService| {
            let order = Arc::clone(&order);
            service_fn(move |request: Request| {
                if request.method == Method::CallTool {
                    order.lock().unwrap().push(name);
                }
                inner.clone().call(request)
            })
        })
    };
    let client = testing::connect(server().layer(note("inner")).layer(note("outer"))).await?;
    client.call_tool("add", json!({"a": 1, "b": 2})).await?;
    assert_eq!(*order.lock().unwrap(), ["outer", "inner"]);
    Ok(())
}

#[tokio::test]
async fn layers_of_tower_can_be_stacked() -> Result<()> {
    let shout = |reply| match reply {
        Reply::Tool(result) => Reply::Tool(CallToolResult::from(result.text() + "!")),
        other => other,
    };
    let layers = ServiceBuilder::new()
        .layer(ConcurrencyLimitLayer::new(4))
        .layer(TimeoutLayer::new(Duration::from_secs(60)))
        .layer(MapResponseLayer::new(shout));
    let client = testing::connect(server().layer(layers.into_inner())).await?;
    assert_eq!(client.call_tool("add", json!({"a": 1, "b": 2})).await?.text(), "3!");
    Ok(())
}

type Answer = Pin<Box<dyn Future<Output = std::result::Result<Reply, BoxError>> + Send>>;

#[tokio::test]
async fn a_layer_answers_in_place_of_the_server() -> Result<()> {
    let guard = layer_fn(|inner: RequestService| {
        service_fn(move |request: Request| -> Answer {
            let may = !request.params.as_deref().unwrap_or_default().contains("\"wait\"");
            let client = request.context.client().info.clone();
            let mut inner = inner.clone();
            Box::pin(async move {
                let name = client.map(|client| client.name).unwrap_or_default();
                if may {
                    inner.call(request).await
                } else {
                    Err(ErrorObject::invalid_request(format!("not for {name}")).into())
                }
            })
        })
    });
    let client = testing::connect(server().layer(guard)).await?;
    let refused = client.call_tool("wait", json!({})).await.unwrap_err();
    let error = refused.rpc().expect("the server answers");
    assert_eq!((error.code.0, &*error.message), (-32600, "not for mcp-runtime testing"));
    assert_eq!(client.call_tool("add", json!({"a": 1, "b": 2})).await?.text(), "3");
    Ok(())
}

#[tokio::test]
async fn a_layer_that_panics_ends_one_request() -> Result<()> {
    let at_once = layer_fn(|inner: RequestService| {
        service_fn(move |request: Request| {
            let calls_add = request.params.as_deref().unwrap_or_default().contains("\"add\"");
            assert!(!calls_add, "the secret");
            inner.clone().call(request)
        })
    });
    let client = testing::connect(server().layer(at_once)).await?;
    for _ in 0..2 {
        let error = client.call_tool("add", json!({"a": 1, "b": 2})).await.unwrap_err();
        assert_eq!(error.rpc().map(|error| error.code.0), Some(-32603), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
        assert_eq!(client.list_tools().await?.len(), 3);
    }
    assert_eq!(client.call_tool("boom", json!({})).await?.is_error, Some(true));
    Ok(())
}

#[tokio::test]
async fn a_call_that_is_cancelled_is_dropped_with_its_layers() -> Result<()> {
    let alive = Arc::new(());
    let held = Arc::clone(&alive);
    let hold = layer_fn(move |inner: RequestService| {
        let held = Arc::clone(&held);
        service_fn(move |request: Request| -> Answer {
            let held = Arc::clone(&held);
            let mut inner = inner.clone();
            Box::pin(async move {
                let answer = inner.call(request).await;
                drop(held);
                answer
            })
        })
    });
    let client = testing::connect(server().layer(hold)).await?;
    let before = Arc::strong_count(&alive);
    {
        let wait = client.call_tool("wait", json!({}));
        let list = client.list_tools();
        tokio::select! {
            result = wait => panic!("it ended: {result:?}"),
            list = list => assert_eq!(list?.len(), 3),
        }
    }
    while Arc::strong_count(&alive) > before {
        client.list_tools().await?;
    }
    Ok(())
}

/// Refuses calls of `add` with a large number.
async fn small_numbers(request: Request, next: RequestService) -> Result<Reply> {
    let is_large = request.params.as_ref().is_some_and(|params| params.contains("1000"));
    if request.tool_name().as_deref() == Some("add") && is_large {
        return Err(ErrorObject::invalid_params("too large").into());
    }
    next.run(request).await
}

#[tokio::test]
async fn a_layer_is_a_function() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let called = Arc::new(Mutex::new(Vec::new()));
        let named = Arc::clone(&called);
        let note = from_fn(async move |request: Request, next: RequestService| {
            named.lock().unwrap().extend(request.tool_name());
            next.run(request).await
        });
        let server = server().layer(from_fn(small_numbers)).layer(note);
        let client = testing::connect_as(server, version).await?;
        assert_eq!(client.call_tool("add", json!({ "a": 1, "b": 2 })).await?.text(), "3");
        let refused = client.call_tool("add", json!({ "a": 1, "b": 1000 })).await.unwrap_err();
        assert_eq!(refused.rpc().expect("the server answers").message, "too large");
        assert_eq!(client.call_tool("boom", ()).await?.is_error, Some(true));
        client.list_tools().await?;
        assert_eq!(*called.lock().unwrap(), ["add", "add", "boom"], "{version}");
    }
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn a_tool_has_a_layer_of_its_own() -> Result<()> {
    let counts = Counts::default();
    let limit = TimeoutLayer::new(Duration::from_secs(5));
    let server = server().layer_tools(["wait", "boom"], limit).layer_tools(["add"], counts.clone());
    let client = testing::connect(server).await?;
    let late = client.call_tool("wait", ()).await.unwrap_err();
    assert_eq!(late.rpc().expect("the server answers").message, "request timed out");
    assert_eq!(client.call_tool("add", json!({ "a": 1, "b": 2 })).await?.text(), "3");
    client.list_tools().await?;
    assert_eq!(*counts.0.lock().unwrap(), BTreeMap::from([("tools/call", 1)]));
    Ok(())
}

#[test]
fn a_layer_of_a_tool_that_is_not_there_is_a_mistake() {
    let wrong = || server().layer_tools(["wiat"], TimeoutLayer::new(Duration::from_secs(5)));
    let mistakes = wrong().build().unwrap_err().to_string();
    assert!(mistakes.contains("there is no tool `wiat`: did you mean `wait`?"), "{mistakes}");
    assert!(wrong().changes(Changes::new().tools()).build().is_ok());
}
