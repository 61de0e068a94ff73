use mcp_runtime_client::client;

client!("locks/notes.lock");

use notes::{SearchArgs, SearchArgsOrder};

fn run() -> SearchArgs {
    SearchArgs::new("rust").order(SearchArgsOrder::Size)
}

fn main() {}
