use mcp_runtime::Schema;

struct Inner;

#[derive(Schema)]
struct Outer {
    inner: Inner,
}

fn main() {}
