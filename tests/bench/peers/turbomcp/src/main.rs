//! The three tools on TurboMCP 4: `peer-turbomcp stdio | http PORT`.

use order::{Customer, Item, Sum, Summary};
use turbomcp::prelude::*;

#[derive(Clone)]
struct Bench;

#[server(name = "peer-turbomcp", version = "0.1.0")]
impl Bench {
    /// Add two integers
    #[tool(description = "Add two integers")]
    async fn add(&self, a: i64, b: i64) -> McpResult<Json<Sum>> {
        Ok(Json(Sum { sum: a + b }))
    }

    /// Give the text back
    #[tool(description = "Give the text back")]
    async fn echo(&self, text: String) -> McpResult<String> {
        Ok(text)
    }

    /// Summarise an order
    #[tool(description = "Summarise an order")]
    async fn order(
        &self,
        customer: Customer,
        items: Vec<Item>,
        note: Option<String>,
    ) -> McpResult<Json<Summary>> {
        let _ = (customer, note);
        Ok(Json(Summary::of(&items)))
    }
}

#[tokio::main]
async fn main() -> Result<(), turbomcp::ProtocolError> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["http", port] => {
            use turbomcp::http::{HttpConfig, serve_http};
            let port: u16 = port.parse().expect("a port");
            let service = Bench.into_server().build();
            serve_http(([127, 0, 0, 1], port).into(), service, HttpConfig::new()).await?;
            Ok(())
        }
        ["stdio"] => Bench.run_stdio().await,
        _ => panic!("usage: peer-turbomcp stdio | http PORT"),
    }
}
