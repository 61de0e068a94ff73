//! The server of the benchmark: three tools that do next to nothing.
//!
//! `bench-server [observed] stdio | http PORT`, `bench-server protected PORT`, and `bench-server token`, which prints the token that
//! the protected one takes. What is observed is counted, and an observer is told of it.

use std::net::Ipv4Addr;

use mcp_runtime::auth::ProtectedResource;
use mcp_runtime::observe::Metrics;
use mcp_runtime::{Error, Result, Schema, ServerBuilder, server, tool};
use mcp_tests::authority::{Authority, Signer};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Serialize, Schema)]
struct Sum {
    sum: i64,
}

/// Adds two integers.
#[tool]
fn add(a: i64, b: i64) -> Sum {
    Sum { sum: a + b }
}

/// Gives the text back.
#[tool]
fn echo(text: String) -> String {
    text
}

#[derive(Deserialize, Schema)]
#[expect(dead_code, reason = "decoded, as an application would, and not used")]
struct Customer {
    name: String,
    email: String,
    address: Address,
}

#[derive(Deserialize, Schema)]
#[expect(dead_code, reason = "decoded, as an application would, and not used")]
struct Address {
    street: String,
    city: String,
    zip: String,
}

#[derive(Deserialize, Schema)]
struct Item {
    #[expect(dead_code, reason = "decoded, as an application would, and not used")]
    sku: String,
    qty: i64,
    price: f64,
}

#[derive(Serialize, Schema)]
struct Summary {
    total: f64,
    count: usize,
}

/// Summarises an order.
#[tool]
async fn order(customer: Customer, items: Vec<Item>, note: Option<String>) -> Summary {
    let _ = (customer, note);
    #[expect(clippy::cast_precision_loss, reason = "quantities are small")]
    let total = items.iter().map(|item| item.qty as f64 * item.price).sum();
    Summary { total, count: items.len() }
}

const ISSUER: &str = "https://login.example.com";
const AUDIENCE: &str = "https://mcp.example.com/mcp";

/// A token as issuers make them, which is good for long and always the same.
fn token() -> String {
    Signer::Ed.sign(&json!({
        "iss": ISSUER, "aud": AUDIENCE, "sub": "248289761001", "exp": 4_102_444_800_u64, "iat": 1_767_225_600,
        "jti": "7d8b1c5e-2f5a-4c1e-9b3f-0a6d1e2c3b4a", "client_id": "0oabucvyc38HLL1ef0h7",
        "scope": "openid profile email notes:read notes:write", "email": "ada@example.com", "name": "Ada Lovelace",
    }))
}

fn serve_protected(server: ServerBuilder, port: u16) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new().map_err(Error::other)?;
    runtime.block_on(async {
        let keys = format!("{}/keys", Authority::start().await.issuer());
        let resource = ProtectedResource::new(AUDIENCE).issuer_with_keys(ISSUER, keys);
        let http = server.build()?.into_http().protect(resource)?;
        http.serve((Ipv4Addr::LOCALHOST, port).into()).await
    })
}

fn main() -> Result<()> {
    let server = server!().tool::<add>().tool::<echo>().tool::<order>();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [first] if first == "token" => {
            println!("{}", token());
            Ok(())
        }
        [first, port] if first == "protected" => {
            serve_protected(server, port.parse().map_err(Error::other)?)
        }
        [first, rest @ ..] if first == "observed" => {
            mcp_tests::serve_as(server.metrics(Metrics::new()).observe(|_| {}), rest)
        }
        _ => mcp_tests::serve_as(server, &arguments),
    }
}
