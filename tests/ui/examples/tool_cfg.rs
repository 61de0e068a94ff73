#![deny(warnings)]

use mcp_runtime::{handlers, tool};

#[cfg(any())]
#[tool]
fn never(missing: NoSuchType) {}

#[tool]
#[cfg(not(any()))]
fn always() {}

#[cfg_attr(any(), tool)]
#[allow(dead_code)]
fn plain() {}

#[cfg_attr(all(), tool(title = "Both"))]
fn both() {}

struct Notes;

#[handlers]
impl Notes {
    #[cfg(any())]
    #[tool]
    fn list(&self, missing: NoSuchType) {}

    #[tool]
    #[cfg(all())]
    fn list(&self) {}

    #[cfg_attr(any(), cfg(any()))]
    #[tool]
    fn read(&self) {}

    #[cfg_attr(any(), tool)]
    #[allow(dead_code)]
    fn hidden(&self) {}

    #[cfg_attr(all(), tool(title = "Shown"), must_use)]
    fn shown(&self, #[arg(default = 1)] count: u8) -> u8 {
        count
    }
}

fn main() {
    let _ = mcp_runtime::server!().tool::<always>().tool::<both>().handlers(Notes);
}
