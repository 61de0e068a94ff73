//! A server for a page of another origin, such as that of a static site: see `index.html`.
//!
//! ```sh
//! cargo run --bin webapp -- --http 8000 --allow-origin http://localhost:8001
//! python3 -m http.server 8001 --directory examples/webapp
//! ```
//!
//! Then open <http://localhost:8001>.

use std::time::Duration;

use mcp_runtime::{Progress, Result, server, tool};
use tokio::time::sleep;

/// Counts, and says how far it is.
#[tool(pure)]
async fn count(
    /// How far.
    #[arg(range(1..=100))]
    to: u32,
    progress: Progress,
) -> String {
    for number in 1..=to {
        progress.report_of(number, to, number.to_string()).await;
        sleep(Duration::from_millis(100)).await;
    }
    format!("counted to {to}")
}

fn main() -> Result<()> {
    server!().tool::<count>().http_options(mcp_runtime_auth::options()).run()
}
