//! The three tools on tower-mcp: `peer-tower-mcp stdio | http PORT`.

use std::future::ready;

use order::{Order, Sum, Summary};
use schemars::JsonSchema;
use serde::Deserialize;
use tower_mcp::{BoxError, CallToolResult, HttpTransport, McpRouter, StdioTransport, ToolBuilder};

#[derive(Deserialize, JsonSchema)]
struct Addends {
    a: i64,
    b: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Echo {
    text: String,
}

fn router() -> McpRouter {
    let add = ToolBuilder::new("add")
        .description("Adds two integers.")
        .output_schema_for::<Sum>()
        .handler(|Addends { a, b }: Addends| {
            ready(CallToolResult::from_serialize(&Sum { sum: a + b }))
        })
        .build();
    let echo = ToolBuilder::new("echo")
        .description("Gives the text back.")
        .handler(|Echo { text }: Echo| ready(Ok(CallToolResult::text(text))))
        .build();
    let order = ToolBuilder::new("order")
        .description("Summarises an order.")
        .output_schema_for::<Summary>()
        .handler(|order: Order| ready(CallToolResult::from_serialize(&Summary::of(&order.items))))
        .build();
    McpRouter::new().server_info("peer-tower-mcp", "0.1.0").tool(add).tool(echo).tool(order)
}

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["stdio"] => StdioTransport::new(router()).run().await?,
        ["http", port] => {
            let listener =
                tokio::net::TcpListener::bind(("127.0.0.1", port.parse::<u16>()?)).await?;
            axum::serve(listener, HttpTransport::new(router()).into_router_at("/mcp")).await?;
        }
        _ => return Err("usage: peer-tower-mcp stdio | http PORT".into()),
    }
    Ok(())
}
