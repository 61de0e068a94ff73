use mcp_runtime::tool;

struct Db;

#[tool]
fn lent(db: &Db) {}

#[tool]
fn owned(db: Db) {}

fn main() {}
