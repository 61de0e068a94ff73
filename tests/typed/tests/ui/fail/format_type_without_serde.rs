use mcp_runtime_client::client;

client!("locks/notes.lock", "date-time" = Moment);

#[derive(Clone, Debug)]
pub struct Moment;

fn main() {}
