use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
struct Parcel {
    größe: u32,
}

fn main() {}
