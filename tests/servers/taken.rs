//! A server with an option that every server has.

use clap::Args;
use mcp_runtime::{Result, server};

#[derive(Args)]
struct Options {
    /// The dialect of what is read.
    #[arg(long)]
    json: Option<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    server!()
        .run_async_with(async |server, options: Options| {
            Ok(server.instructions(options.json.unwrap_or_default()))
        })
        .await
}
