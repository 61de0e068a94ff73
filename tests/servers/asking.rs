//! Serves what asks, as its command line says; without `stdio` and `http` it is a program for
//! people.

use mcp_runtime::Result;
use mcp_test_support::asking::asking;
use mcp_test_support::serve;

fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("stdio" | "http") => serve(asking()),
        _ => program(),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn program() -> Result<()> {
    asking().run_async().await
}
