//! Notes of each person, behind an authorization server.
//!
//! `MCP_ISSUER=https://login.example.com MCP_AUDIENCE=https://mcp.example.com/mcp auth --http 0.0.0.0:8000`
//!
//! Everyone who logs in there can read; writing requires the scope `notes:write`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use mcp_runtime::{Result, handlers, server, tool};
use mcp_runtime_auth::Auth;

/// The claims of the authorization server about a person.
#[derive(serde::Deserialize)]
struct Person {
    sub: String,
    email: Option<String>,
}

#[derive(Default)]
struct Notes(Mutex<HashMap<String, Vec<String>>>);

#[handlers]
impl Notes {
    /// Lists your notes.
    #[tool(read_only)]
    fn list(&self, person: &Auth<Person>) -> Vec<String> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.get(&person.sub).cloned().unwrap_or_default()
    }

    /// Writes a note.
    #[tool(destructive = false, scopes("notes:write"))]
    fn write(&self, text: String, person: &Auth<Person>) -> String {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.entry(person.sub.clone()).or_default().push(text);
        format!("noted for {}", person.email.as_deref().unwrap_or(&person.sub))
    }
}

fn main() -> Result<()> {
    server!().handlers(Notes::default()).http_options(mcp_runtime_auth::options()).run()
}
