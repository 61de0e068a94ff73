//! Serves what asks, as its command line says.

use mcp_runtime::Result;
use mcp_tests::asking::asking;
use mcp_tests::serve;

fn main() -> Result<()> {
    serve(asking())
}
