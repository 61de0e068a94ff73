//! An extension may be generic, and an enum, and its handlers have all that a tool has.

use std::fmt::Debug;

use mcp_runtime::{Context, Error, Negotiated, extension, handlers, method, notified, server};

#[extension("com.example/batch", since = "2024-11-05", results("a", "b"))]
enum Batch<T: Debug + Send + Sync + 'static> {
    Of(T),
}

const STOP: &str = "batch/stop";

#[handlers]
impl<T: Debug + Send + Sync + 'static> Batch<T> {
    #[method("batch/run", timeout = "1s", blocking, strict, rename_all = "camelCase")]
    fn run(&self, max_items: Option<u32>, #[arg(default = 3)] tries: u8) -> Result<(), String> {
        let Self::Of(value) = self;
        Err(format!("{value:?} {max_items:?} {tries}"))
    }

    #[method(STOP, name = "batchId", until = "2025-11-25", open)]
    async fn stop(&self, #[args] all: All, context: Context) -> Result<All, Error> {
        drop(context);
        Ok(all)
    }

    #[cfg(any())]
    #[method("batch/none")]
    fn none(&self) {}

    #[notified("notifications/batch/hint")]
    fn hint(theirs: Option<Negotiated<Batch<u8>>>, items: &[u32]) {
        let _ = (theirs, items);
    }
}

#[derive(serde::Serialize, serde::Deserialize, mcp_runtime::Schema)]
#[serde(rename_all = "camelCase")]
struct All {
    batch_id: String,
}

/// Demands nothing of its type but what its handlers do.
#[extension("com.example/plain")]
struct Plain<T>(T);

#[handlers]
impl<T: Clone> Plain<T> {
    #[method("com.example/plain/run")]
    fn run(&self) {
        let _ = self.0.clone();
    }
}

/// Is only read.
#[derive(serde::Deserialize, mcp_runtime::MetaEntry)]
#[meta("com.example/plain")]
struct Entry {
    group: String,
}

/// A page of what a request asks for.
#[derive(serde::Serialize, serde::Deserialize, mcp_runtime::Schema)]
struct Page<K, T> {
    key: K,
    items: Vec<T>,
}

#[extension("com.example/pages", client = Page<String, u32>, settings = |_: &Self| true)]
struct Pages;

#[derive(serde::Serialize, serde::Deserialize, mcp_runtime::ExtensionRequest)]
#[request("pages/next", result = Page<String, Vec<u8>>, extension = Plain<u8>, name = "key")]
struct Next {
    key: String,
}

#[mcp_runtime::tool(only = Plain<u8>, title = "Group")]
fn group(entry: Entry) -> String {
    entry.group
}

fn main() {
    server!().extension(Plain(1)).tool::<group>().build().unwrap();
    server!().extension(Batch::Of(1)).build().unwrap();
}
