use std::marker::PhantomData;

use mcp_runtime::Schema;

#[derive(Schema)]
struct Id<T> {
    number: u32,
    of: PhantomData<T>,
}

fn main() {}
