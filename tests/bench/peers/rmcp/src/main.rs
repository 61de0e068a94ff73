//! The three tools on rmcp: `peer-rmcp [--best] stdio | http PORT`.
//!
//! `--best` takes the settings that are fastest: over standard input and output rmcp's transport of pipes that do not block, over
//! HTTP no sessions in the legacy wire, JSON instead of events, and TCP_NODELAY, which `axum::serve` leaves off.

use order::{Order, Sum, Summary};
use rmcp::{
    Json, ServerHandler, ServiceExt,
    handler::server::{router::tool::ToolRouter, wrapper::Parameters},
    schemars::JsonSchema,
    tool, tool_handler, tool_router,
};
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct AddArgs {
    a: i64,
    b: i64,
}

#[derive(Deserialize, JsonSchema)]
struct EchoArgs {
    text: String,
}

#[derive(Clone)]
struct Bench {
    tool_router: ToolRouter<Self>,
}

#[tool_router(router = tool_router)]
impl Bench {
    fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Add two integers")]
    async fn add(&self, Parameters(AddArgs { a, b }): Parameters<AddArgs>) -> Json<Sum> {
        Json(Sum { sum: a + b })
    }

    #[tool(description = "Give the text back")]
    async fn echo(&self, Parameters(EchoArgs { text }): Parameters<EchoArgs>) -> String {
        text
    }

    #[tool(description = "Summarise an order")]
    async fn order(&self, Parameters(order): Parameters<Order>) -> Json<Summary> {
        Json(Summary::of(&order.items))
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Bench {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let best = args.iter().any(|argument| argument == "--best");
    let words: Vec<&str> =
        args.iter().map(String::as_str).filter(|word| !word.starts_with("--")).collect();
    match words[..] {
        ["stdio"] if best => {
            let service = Bench::new().serve(rmcp::transport::stdio_pipes()).await?;
            service.waiting().await?;
        }
        ["stdio"] => {
            let service = Bench::new().serve(rmcp::transport::stdio()).await?;
            service.waiting().await?;
        }
        ["http", port] => {
            use rmcp::transport::streamable_http_server::{
                StreamableHttpServerConfig, StreamableHttpService,
                session::local::LocalSessionManager,
            };
            let mut config = StreamableHttpServerConfig::default();
            config.legacy_session_mode = !best;
            config.json_response = best;
            let service = StreamableHttpService::new(
                || Ok(Bench::new()),
                LocalSessionManager::default().into(),
                config,
            );
            let router = axum::Router::new().nest_service("/mcp", service);
            let listener =
                tokio::net::TcpListener::bind(("127.0.0.1", port.parse::<u16>()?)).await?;
            if best {
                use axum::serve::ListenerExt;
                let listener = listener.tap_io(|stream| {
                    let _ = stream.set_nodelay(true);
                });
                axum::serve(listener, router).await?;
            } else {
                axum::serve(listener, router).await?;
            }
        }
        _ => return Err("usage: peer-rmcp [--best] stdio | http PORT".into()),
    }
    Ok(())
}
