#![allow(unused)]

use mcp_runtime::Schema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

#[derive(Deserialize, Schema)]
struct Flat {
    #[serde(flatten)]
    by_number: HashMap<u32, String>,
    beside: HashMap<u32, String>,
}

#[derive(Deserialize, Schema)]
#[serde(tag = "kind")]
enum Tagged {
    Rows { rows: Vec<BTreeMap<i64, u8>> },
    Of(HashMap<u8, u8>),
}

#[derive(Deserialize, Schema)]
#[serde(untagged)]
enum Untagged {
    Rows(Option<BTreeMap<u16, u8>>),
}

#[derive(Deserialize, Schema)]
enum Partly {
    Known(HashMap<usize, u8>),
    #[serde(untagged)]
    Other(String),
}

/// Is only written, which works.
#[derive(Serialize, Schema)]
struct Written {
    #[serde(flatten)]
    by_number: HashMap<u32, String>,
}

/// Is read key by key.
#[derive(Deserialize, Schema)]
enum External {
    Rows(HashMap<u32, String>),
}

fn main() {}
