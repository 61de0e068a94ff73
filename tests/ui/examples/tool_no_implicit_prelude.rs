#![no_implicit_prelude]

use ::mcp_runtime::{Elicit, Schema, handlers, prompt, resource, server, tool};
use ::std::{option::Option, result::Result, string::String, vec::Vec};

#[derive(::serde::Serialize, ::serde::Deserialize, Schema)]
struct Hit {
    text: String,
    #[serde(default)]
    #[schema(range(1..=5))]
    rank: u8,
    note: Option<String>,
}

#[derive(::serde::Serialize, ::serde::Deserialize, Schema)]
enum Place {
    Nowhere,
    At { hit: Hit },
}

#[derive(::serde::Serialize, ::serde::Deserialize, Schema)]
#[serde(default)]
struct Limits {
    #[serde(default = "::std::string::String::new", skip_serializing_if = "String::is_empty")]
    name: String,
    note: Option<String>,
}

impl ::std::default::Default for Limits {
    fn default() -> Self {
        Self { name: String::new(), note: Option::None }
    }
}

#[derive(Elicit)]
struct Form {
    name: String,
    size: Option<Size>,
}

#[derive(Elicit)]
enum Size {
    Small,
    Large,
}

#[tool]
fn find(text: &str, #[arg(default = 3)] limit: u8, near: Option<&str>) -> Place {
    let _ = (text, limit, near, Place::Nowhere);
    Place::At { hit: Hit { text: String::new(), rank: 1, note: Option::None } }
}

struct Notes;

#[handlers]
impl Notes {
    #[tool(confirm = "Delete {name}?")]
    async fn delete(&self, name: String) -> Result<Vec<Hit>, String> {
        Result::Err(name)
    }

    #[prompt]
    fn ask(&self, #[arg(complete = names)] name: String) -> String {
        name
    }

    #[resource("notes://{name}")]
    fn note(&self, name: String) -> String {
        name
    }
}

fn names(_: &str) -> Vec<String> {
    Vec::new()
}

fn main() {
    let _ = (Size::Small, Size::Large, Form { name: String::new(), size: Option::None });
    let _ = server!().tool::<find>().handlers(Notes);
}
