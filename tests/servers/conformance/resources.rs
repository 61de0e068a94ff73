//! The resources.

use mcp_runtime::protocol::ResourceContents;
use mcp_runtime::{handlers, resource};

use crate::PNG;

pub(crate) struct Resources;

#[handlers]
impl Resources {
    /// A text.
    #[resource("test://static-text", mime = "text/plain")]
    fn static_text(&self) -> &'static str {
        "This is the content of the static text resource."
    }

    /// A picture.
    #[resource("test://static-binary", mime = "image/png")]
    fn static_binary(&self) -> ResourceContents {
        ResourceContents::blob("test://static-binary", PNG)
    }

    /// A text to subscribe to.
    #[resource("test://watched-resource", mime = "text/plain")]
    fn watched(&self) -> &'static str {
        "This is the content of the watched resource."
    }

    /// Data that belong to an id.
    #[resource("test://template/{id}/data", mime = "application/json")]
    fn template(&self, id: &str) -> String {
        let data = serde_json::json!({
            "id": id, "templateTest": true, "data": format!("Data for ID: {id}"),
        });
        data.to_string()
    }
}
