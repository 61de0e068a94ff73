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

/// A server of which nothing is there at times, and whose forms are in each other.
pub(crate) fn shelf() -> ServerBuilder {
    ServerBuilder::new("shelf", "1.0.0").handlers(Shelf)
}

/// A part of a shelf.
#[derive(Serialize, Schema)]
#[serde(untagged)]
enum Part {
    Box { inside: Box<Self>, lid: bool },
    Bag { inside: Box<Self>, color: String },
    Thing(String),
}

pub(super) struct Shelf;

/// Looks at a shelf.
#[handlers]
impl Shelf {
    /// Returns the newest part.
    #[tool]
    fn newest(is_empty: bool) -> Option<Newest> {
        (!is_empty).then(|| Newest { name: "a".to_owned(), size: 3 })
    }

    /// Returns a thing in so many bags and boxes.
    #[tool]
    fn nested(levels: u64) -> Nested {
        let part = (0..levels).fold(Part::Thing("a".to_owned()), |inside, level| {
            let inside = Box::new(inside);
            let color = "red".to_owned();
            if level % 2 == 0 {
                Part::Bag { inside, color }
            } else {
                Part::Box { inside, lid: true }
            }
        });
        Nested { part }
    }
}

#[derive(Serialize, Schema)]
struct Newest {
    name: String,
    size: u64,
}

#[derive(Serialize, Schema)]
struct Nested {
    part: Part,
}
