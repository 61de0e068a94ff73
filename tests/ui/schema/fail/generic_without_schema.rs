use mcp_runtime::Schema;

struct Inner;
struct Wrapper<T>(T);

#[derive(Schema)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(Schema)]
struct Outer {
    page: Page<Inner>,
    wrapper: Wrapper<u8>,
}

fn main() {}
