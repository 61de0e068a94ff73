use mcp_runtime::Schema;

#[derive(Schema)]
struct Parcel {
    größe: u32,
}

fn main() {}
