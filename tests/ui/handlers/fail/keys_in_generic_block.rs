use mcp_runtime::{Schema, handlers, tool};
use serde::de::DeserializeOwned;
use std::collections::HashMap;

struct Notes<D>(D);

#[handlers]
impl<D: DeserializeOwned + Schema + Send + Sync + 'static> Notes<D> {
    #[tool]
    fn store(&self, notes: HashMap<bool, D>) {}
}

fn main() {}
