use mcp_runtime::{resource, tool};

#[tool(scopes())]
fn none() {}

#[tool(scopes = "files:read")]
fn assigned() {}

#[tool(scopes("files:read files:write"))]
fn together() {}

#[tool(scopes("files:read", "files:read", "", "a\"b"))]
fn malformed() {}

#[resource("files://all", cache(ttl = "60s", public), scopes("files:read"))]
fn shared() -> &'static str {
    ""
}

fn main() {}
