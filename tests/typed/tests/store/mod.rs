//! A server that keeps notes.

use mcp_runtime::{Schema, ServerBuilder, handlers, tool};
use serde::{Deserialize, Serialize};

/// The server of the lock.
pub(crate) fn server() -> ServerBuilder {
    ServerBuilder::new("notes", "1.0.0").handlers(Store)
}

#[derive(Clone, Copy, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Name,
    Newest,
}

#[derive(Clone, Copy, Deserialize, Serialize, Schema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

/// What a server finds.
#[derive(Serialize, Schema)]
struct Found {
    notes: Vec<Note>,
    total: u64,
}

#[derive(Serialize, Schema)]
struct Note {
    /// The name of the note.
    name: String,
    kind: Kind,
    size: Option<u64>,
    /// Where it is.
    #[schema(format = "uri")]
    link: String,
}

#[derive(Serialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Text,
    Markdown,
}

pub(super) struct Store;

/// Finds and keeps notes.
#[handlers]
impl Store {
    /// Finds notes.
    #[tool(read_only)]
    fn search(
        /// Words, or parts of words.
        query: &str,
        /// How many at most.
        #[arg(default = 10, range(1..=100))]
        limit: u64,
        order: Option<Order>,
        tags: Option<Vec<String>>,
    ) -> Found {
        let order = match order {
            None => "unordered",
            Some(Order::Name) => "name",
            Some(Order::Newest) => "newest",
        };
        let name = format!("{query} {limit} {order} {}", tags.unwrap_or_default().join("+"));
        let kind = if query.starts_with("md") { Kind::Markdown } else { Kind::Text };
        let note = Note { name, kind, size: Some(3), link: "notes:1".to_owned() };
        Found { notes: vec![note], total: limit }
    }

    /// Deletes a note for good.
    #[tool]
    fn delete(name: &str) -> Result<String, String> {
        if name == "a" { Ok("deleted".to_owned()) } else { Err(format!("there is no {name}")) }
    }

    /// Keeps a shape.
    #[tool]
    fn save(shape: Shape) -> f64 {
        match shape {
            Shape::Circle { radius } => radius,
            Shape::Square { side } => -side,
        }
    }
}
