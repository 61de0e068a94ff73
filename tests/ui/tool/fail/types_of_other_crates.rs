// The real crates have a schema here: these are the types of crates whose feature is missing.
#![allow(dead_code)]

use mcp_runtime::{Schema, tool};

mod chrono {
    pub struct Utc;
    pub struct DateTime<Tz>(Tz);
}

mod uuid {
    pub struct Uuid;
}

mod time {
    pub struct OffsetDateTime;
}

mod url {
    pub struct Url;
}

use chrono::{DateTime, Utc};
use uuid::Uuid;

#[tool]
fn at(time: DateTime<Utc>) {}

#[tool]
fn many(ids: Vec<Uuid>, #[arg(description = "More.")] more: Option<&url::Url>) {}

#[tool]
fn now() -> Result<Option<time::OffsetDateTime>, String> {
    Err(String::new())
}

#[derive(Schema)]
struct Order {
    ids: Vec<Uuid>,
    at: Option<chrono::DateTime<Utc>>,
}

fn main() {}
