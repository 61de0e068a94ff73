//! The server whose arguments contain themselves, and which has resources of all lengths.

#![expect(clippy::needless_pass_by_value, reason = "a handler is given what it asks for")]

use mcp_runtime::{Result, Schema, resource, server, tool};
use serde::Deserialize;

macro_rules! expressions {
    ($($name:ident, $tool:ident, $attribute:meta;)*) => {$(
        #[derive(Deserialize, Schema)]
        #[$attribute]
        enum $name {
            Add { left: Box<Self>, right: Box<Self> },
            Mul { left: Box<Self>, right: Box<Self> },
            Neg { left: Box<Self> },
            Num {
                #[schema(range(0.0..))]
                value: f64,
            },
        }

        impl $name {
            fn value(&self) -> f64 {
                match self {
                    Self::Add { left, right } => left.value() + right.value(),
                    Self::Mul { left, right } => left.value() * right.value(),
                    Self::Neg { left } => -left.value(),
                    Self::Num { value } => *value,
                }
            }
        }

        /// Tells the value of an expression.
        #[tool]
        fn $tool(expr: $name) -> String {
            expr.value().to_string()
        }
    )*};
}

expressions! {
    External, external, serde(rename_all = "PascalCase");
    Internal, internal, serde(tag = "t");
    Adjacent, adjacent, serde(tag = "t", content = "c");
    Untagged, untagged, serde(untagged);
}

/// Takes texts of a form.
#[tool]
fn codes(#[arg(pattern = "^([a-z]+-)*[a-z]+$")] code: String, room: Option<String>) -> String {
    format!("{} {room:?}", code.len())
}

/// Says which page it is.
#[resource("pages://{book}/{+page}")]
fn page(book: &str, page: &str) -> String {
    format!("{book} {page}")
}

fn main() -> Result<()> {
    let server = server!()
        .tool::<external>()
        .tool::<internal>()
        .tool::<adjacent>()
        .tool::<untagged>()
        .tool::<codes>()
        .resource::<page>();
    mcp_test_support::serve(server)
}
