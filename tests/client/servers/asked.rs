//! The server that asks, as a process that a client starts.

fn main() -> mcp_runtime::Result<()> {
    mcp_test_support::serve(mcp_test_support::interaction::interaction())
}
