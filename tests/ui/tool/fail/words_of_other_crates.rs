use mcp_runtime::{resource, tool};

#[tool(description = "Lists.", annotations(read_only_hint = true))]
fn list() {}

#[tool(name = "find", readOnlyHint = true)]
fn find() {}

#[tool(destructive_hint = false, tags = {"shop"})]
fn delete() {}

#[tool(input_schema = schema())]
fn raw() {}

#[tool(output_schema = schema())]
fn out() {}

#[tool(exclude_args = ["user"])]
fn who() {}

#[resource("notes://all", mime_type = "text/plain")]
fn all() -> String {
    String::new()
}

#[resource(uri = "notes://one")]
fn one() -> String {
    String::new()
}

struct Parameters<T>(T);
struct Add;

#[tool]
fn add(Parameters(add): Parameters<Add>) {}

const NAME: &str = "named";

#[tool(name = NAME)]
fn named() {}

fn main() {}
