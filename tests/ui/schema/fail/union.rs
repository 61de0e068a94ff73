use mcp_runtime::Schema;

#[derive(Schema)]
union Bits {
    float: f32,
    integer: u32,
}

fn main() {}
