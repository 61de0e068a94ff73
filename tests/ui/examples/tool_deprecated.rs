#![deny(warnings)]

use mcp_runtime::{Schema, handlers, server, tool};
use serde::{Deserialize, Serialize};

#[deprecated]
#[derive(Serialize, Deserialize, Schema)]
struct Old {
    #[deprecated]
    id: u8,
}

#[deprecated]
#[tool]
fn old(id: u8) -> u8 {
    id
}

#[tool]
#[expect(deprecated)]
fn of_old(old: Old) -> Old {
    old
}

struct Notes;

#[handlers]
impl Notes {
    #[deprecated]
    #[tool]
    fn list(&self) {}

    #[tool]
    #[allow(deprecated)]
    fn of_old(&self, old: Old) -> Option<Old> {
        Some(old)
    }
}

fn main() {
    let _ = server!().tool::<old>().tool::<of_old>().handlers(Notes);
}
