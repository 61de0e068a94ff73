//! A server whose tools become tasks, as a command.

use mcp_runtime::{Result, server};

fn main() -> Result<()> {
    server!().handlers(mcp_test_support::tasks::Jobs).run()
}
