//! The server of the benchmark and of the exact figures: three tools that do next to nothing.
//!
//! `bench-server [observed | mounted] stdio | http PORT`, where what is observed is counted, and an observer is told of it, and
//! what is mounted belongs to a server in the one that is served;
//! `bench-server --redis URL http PORT`, one of several replicas; `bench-server protected PORT`, which takes only the token that
//! `bench-server token` prints; `bench-server served PORT`, on a runtime of its own, and `bench-server pages PORT`, which pages of
//! an origin may use, too.

mod protected;

use std::net::{Ipv4Addr, SocketAddr};

use mcp_runtime::observe::Telemetry;
use mcp_runtime::{Error, Result, Schema, ServerBuilder, server, tool};
use mcp_runtime_observe::Metrics;
use mcp_runtime_redis::Redis;
use serde::{Deserialize, Serialize};
use tokio::runtime::Builder;

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
    let total = items.iter().map(|item| item.qty as f64 * item.price).sum();
    Summary { total, count: items.len() }
}

fn main() -> Result<()> {
    let server = server!().tool::<add>().tool::<echo>().tool::<order>();
    let owned: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = owned.iter().map(String::as_str).collect();
    match arguments[..] {
        ["token"] => {
            println!("{}", protected::token()?);
            Ok(())
        }
        ["protected", port] => protected::serve(server, address(port)?),
        ["served", port] => serve_on_own_runtime(server, address(port)?),
        ["pages", port] => serve_pages(server, address(port)?),
        ["--redis", url, "http", port] => serve_replica(server, url, address(port)?),
        ["observed", ref rest @ ..] => {
            serve(server.telemetry(Telemetry::new().observer(Metrics::new()).observe(|_| {})), rest)
        }
        ["mounted", ref rest @ ..] => serve(server!().mount_flat(server), rest),
        ref plain => serve(server, plain),
    }
}

fn serve(server: ServerBuilder, arguments: &[&str]) -> Result<()> {
    match arguments {
        ["stdio"] => server.run(),
        ["http", port] => {
            let runtime = Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(server.build()?.into_http().serve(address(port)?))
        }
        _ => Err(Error::other(
            "expected [observed | mounted] stdio | http PORT, protected PORT, served PORT, pages PORT, token, or --redis URL http PORT",
        )),
    }
}

/// Serves as one of several replicas would.
#[tokio::main]
async fn serve_replica(server: ServerBuilder, url: &str, address: SocketAddr) -> Result<()> {
    let server = server.state_keys([[7; 32]]).store(Redis::new(url).namespace("bench").lazy()?);
    server.build()?.into_http().serve(address).await
}

#[tokio::main]
async fn serve_on_own_runtime(server: ServerBuilder, address: SocketAddr) -> Result<()> {
    server.build()?.into_http().serve(address).await
}

/// Serves pages of another origin, too.
#[tokio::main]
async fn serve_pages(server: ServerBuilder, address: SocketAddr) -> Result<()> {
    let http = server.build()?.into_http();
    http.allow_origins(["https://app.example.com"]).serve(address).await
}

fn address(port: &str) -> Result<SocketAddr> {
    Ok((Ipv4Addr::LOCALHOST, port.parse().map_err(Error::other)?).into())
}
