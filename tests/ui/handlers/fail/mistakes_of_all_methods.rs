#![allow(unused)]

use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers]
impl Notes {
    #[tool(titel = "List")]
    fn list(&self, unit: ()) {}

    fn helper(&self) {}

    #[tool]
    fn read(&self, path: std::ffi::OsString) -> &str {
        ""
    }
}

fn main() {}
