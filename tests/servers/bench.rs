//! The server of the benchmark: three tools that do next to nothing.

use mcp_runtime::observe::Metrics;
use mcp_runtime::{Result, Schema, server, tool};
use serde::{Deserialize, Serialize};

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

/// `observed` before what it serves: what it costs to count, and to be told.
fn main() -> Result<()> {
    let server = server!().tool::<add>().tool::<echo>().tool::<order>();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((first, rest)) if first == "observed" => {
            mcp_tests::serve_as(server.metrics(Metrics::new()).observe(|_| {}), rest)
        }
        _ => mcp_tests::serve_as(server, &arguments),
    }
}
