#![deny(warnings)]

use mcp_runtime::{Schema, handlers, server, tool};
use serde::Serialize;
use std::borrow::Cow;

#[derive(Serialize, Schema)]
struct Hit<'s> {
    text: &'s str,
}

#[tool]
fn lower<'a>(text: &'a str) -> Cow<'a, str> {
    text.to_lowercase().into()
}

#[tool]
fn first<'a>(text: &'a str) -> Option<Hit<'a>> {
    Some(Hit { text })
}

#[tool]
async fn found<'a>(text: &'a str) -> Result<Vec<Hit<'a>>, String> {
    Ok(vec![Hit { text }])
}

struct Notes(String);

#[handlers]
impl Notes {
    #[tool]
    fn all<'s>(&'s self) -> Hit<'s> {
        Hit { text: &self.0 }
    }

    #[tool]
    async fn later<'s, 'a>(&'s self, other: &'a str) -> (Hit<'s>, Cow<'a, str>) {
        (Hit { text: &self.0 }, other.into())
    }
}

fn main() {
    let notes = Notes(String::new());
    let _ = server!().tool::<lower>().tool::<first>().tool::<found>().handlers(notes);
}
