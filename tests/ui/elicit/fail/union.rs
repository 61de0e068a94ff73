use mcp_runtime::Elicit;

#[derive(Elicit)]
union Bits {
    float: f32,
    integer: u32,
}

fn main() {}
