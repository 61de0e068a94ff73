//! The programs that start servers, and the files in which they keep them. Another one is added in
//! the table, `clients.json`; what its members mean is said by [`Place`], and by `ClientApp` of the
//! crate `ship`.

mod home;
mod place;
mod system;
mod tool_filter;

use serde::Deserialize;

pub use home::{Home, find_in, is_program};
pub use place::{Format, Place, ServerKind};
pub use system::System;
pub use tool_filter::{ToolFilter, ToolList};

/// All known clients, as JSON: their files, and what else is known of them.
pub const TABLE: &str = include_str!("clients.json");

/// The scope of the files of a user.
pub const USER: &str = "user";

/// The scope of files that a user may have from an earlier version of a client.
pub const USER_LEGACY: &str = "user-legacy";

/// The scope of the files of a project.
pub const PROJECT: &str = "project";

/// The scope of what a user keeps for a project, in a file that is not part of it.
pub const LOCAL: &str = "local";

/// A client, and its files.
#[derive(Clone, Debug, Deserialize)]
pub struct ClientFiles {
    pub id: String,
    pub name: String,
    #[serde(default)]
    aliases: Vec<String>,
    pub entries: Vec<Place>,
}

impl ClientFiles {
    /// The client with this name.
    ///
    /// # Errors
    ///
    /// When it is not known; the error has those that are.
    pub fn named(name: &str) -> Result<Self, String> {
        let all: Vec<Self> = serde_json::from_str(TABLE).map_err(|error| error.to_string())?;
        let is_called =
            |client: &&Self| client.id == name || client.aliases.iter().any(|alias| alias == name);
        all.iter()
            .find(is_called)
            .cloned()
            .ok_or_else(|| unknown(name, all.iter().map(|client| client.id.as_str())))
    }
}

/// The message about an unknown client.
pub fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    format!("`{name}` is not a known client; the known ones are {}", known.join(", "))
}
