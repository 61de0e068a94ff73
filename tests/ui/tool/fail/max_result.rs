//! How large a result may be, and what it is not.

use mcp_runtime::tool;

/// Has no unit.
#[tool(max_result = "200")]
fn no_unit() {}

/// Is no text.
#[tool(max_result = 200)]
fn a_number() {}

/// Is nothing.
#[tool(max_result = "0 KB")]
fn nothing() {}

/// Is not limited.
#[tool(truncate)]
fn unlimited() -> String {
    String::new()
}

/// Is not limited, either.
#[tool(max_result_hint = "ask for less")]
fn hinted() {}

fn main() {}
