#![deny(warnings, missing_docs, unreachable_pub, missing_debug_implementations)]

//! A crate with documentation.

/// Arithmetic.
pub mod arithmetic {
    use mcp_runtime::tool;

    /// Adds.
    #[tool]
    pub fn add(a: i64, b: i64) -> i64 {
        a + b
    }

    /// More of it.
    pub mod deep {
        use mcp_runtime::tool;

        #[tool]
        pub(super) fn negate(a: i64) -> i64 {
            -a
        }
    }

    /// Uses what is visible here.
    pub fn negated() {
        use self::deep::negate;
        let _ = mcp_runtime::server!().tool::<negate>();
        let _ = negate(1);
    }
}

use arithmetic::add;

fn main() {
    #[mcp_runtime::tool]
    fn local() {}

    arithmetic::negated();
    assert_eq!(add(1, 2), 3);
    let _ = mcp_runtime::server!().tool::<add>().tool::<local>();
}
