#![deny(warnings)]

use mcp_runtime::{Progress, Schema, handlers, prompt};
use serde::Deserialize;

#[derive(Deserialize, Schema)]
#[serde(rename_all = "snake_case")]
enum Style {
    Short,
    Long,
}

fn names(typed: &str) -> Vec<String> {
    vec![typed.to_owned()]
}

async fn later(typed: &str) -> Vec<String> {
    vec![typed.to_owned()]
}

/// Asks.
#[prompt(title = "Ask", icon(src = "data:,"))]
fn ask(
    /// Whom.
    #[arg(complete = names)]
    name: &str,
    #[arg(complete = later)] other: Option<String>,
    style: Option<Style>,
    progress: Progress,
) -> String {
    let _ = (other, progress);
    match style {
        Some(Style::Short) => name.to_owned(),
        Some(Style::Long) | None => format!("Dear {name}"),
    }
}

struct Names;

#[handlers]
impl Names {
    #[prompt]
    async fn greet(
        &self,
        #[arg(complete = Self::all)] a: &str,
        #[arg(complete = Self::some)] b: &str,
        #[arg(complete = names)] c: &str,
        #[arg(complete = Self::of_another_block)] d: &str,
    ) -> Result<String, std::fmt::Error> {
        Ok(format!("{a}{b}{c}{d}"))
    }

    fn all(&self, typed: &str) -> Vec<String> {
        names(typed)
    }

    async fn some(typed: &str) -> Vec<String> {
        names(typed)
    }
}

impl Names {
    async fn of_another_block(&self, typed: &str) -> Vec<String> {
        names(typed)
    }
}

fn main() {
    let _ = mcp_runtime::server!().prompt::<ask>().handlers(Names);
}
