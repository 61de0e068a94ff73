use mcp_runtime::Schema;

#[derive(Schema)]
enum Size {
    #[schema(range(1..=10))]
    Pixels(u32),
}

fn main() {}
