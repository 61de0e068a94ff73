//! The runtime under another name.

extern crate mcp_runtime as renamed;

#[derive(renamed::Schema)]
#[schema(crate = ::renamed)]
#[allow(dead_code)]
struct Query {
    #[schema(length(1..=64))]
    words: String,
}

#[derive(renamed::Elicit)]
#[elicit(crate = ::renamed)]
#[allow(dead_code)]
struct Confirm {
    sure: bool,
}

fn main() {
    fn needs<T: renamed::Schema>() {}
    needs::<Query>();
}
