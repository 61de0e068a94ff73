#![deny(warnings)]

use mcp_runtime::{handlers, tool};

struct Notes;

/// Notes.
#[handlers]
#[allow(dead_code)]
impl Notes {
    #![allow(clippy::unused_self)]

    const LIMIT: usize = 3;

    /// Makes them.
    pub fn new() -> Self {
        Self
    }

    /// Lists them.
    ///
    /// All of them.
    #[tool(read_only)]
    #[must_use]
    pub(crate) fn list(&self, #[allow(unused)] prefix: &str) -> Vec<String> {
        vec![String::new(); Self::LIMIT]
    }

    #[mcp_runtime::tool]
    async fn now() -> String {
        Self::helper(1)
    }

    fn helper<T: ToString>(value: T) -> String {
        value.to_string()
    }
}

struct Shop;

#[handlers(parts(admin, r#type))]
impl Shop {
    #[tool]
    fn list(&self) {}
}

/// A part may have the name of a method.
#[handlers(part = admin)]
impl Shop {
    #[tool]
    fn close(&self) {
        self.admin();
    }

    fn admin(&self) {}
}

#[handlers(part = r#type)]
impl Shop {
    #[tool]
    fn kind(&self) {}
}

fn main() {
    mcp_runtime::server!().handlers(Shop).build().unwrap();
    assert_eq!(Notes.list("").len(), 3);
    let _ = mcp_runtime::server!().handlers(Notes::new());
}
