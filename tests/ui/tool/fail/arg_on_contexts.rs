use mcp_runtime::{Context, Elicit, State, tool};

#[tool]
fn state(#[arg(description = "All.")] db: State<u8>) {}

#[tool]
fn optional(#[arg(name = "form")] elicit: Option<Elicit>) {}

#[tool]
fn lent(#[arg(default)] context: &Context) {}

fn main() {}
