#![deny(warnings)]

use mcp_runtime::{handlers, prompt, resource, tool};
use std::fmt::Display;
use std::marker::PhantomData;

trait Db: Send + Sync + 'static {
    type Key: serde::de::DeserializeOwned + mcp_runtime::Schema + Display + Send;
}

struct Memory;

impl Db for Memory {
    type Key = u64;
}

struct Notes<D, const N: usize> {
    db: PhantomData<D>,
}

/// Notes of whatever database.
#[handlers]
impl<D: Db, const N: usize> Notes<D, N>
where
    D: Clone,
{
    const LIMIT: u32 = 10;

    #[tool]
    async fn read(&self, key: D::Key, #[arg(default = Self::LIMIT)] limit: u32) -> String {
        format!("{key}{limit}{N}{:?}", self.db)
    }

    #[tool(blocking)]
    fn write(&self, key: D::Key) -> String {
        key.to_string()
    }

    #[prompt]
    fn ask(&self) -> String {
        String::new()
    }

    #[resource("notes://{key}")]
    fn note(key: u64) -> String {
        key.to_string()
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self
    }
}

fn main() {
    let _ = mcp_runtime::server!().handlers(Notes::<Memory, 3> { db: PhantomData });
}
