//! The entries that are in the files of clients.

use std::path::PathBuf;

use serde_json::Value;

use super::edit::{Syntax, at};
use super::write;
use crate::clients::{ClientApp, Home};

/// An existing entry.
#[derive(Clone, Debug)]
pub(crate) struct ExistingEntry {
    pub(crate) client: ClientApp,
    pub(crate) scope: String,
    pub(crate) file: PathBuf,
    pub(crate) name: String,
    pub(crate) entry: Value,
}

/// The entries of a server in clients, by its name.
pub(crate) fn existing_entries(
    clients: &[ClientApp],
    home: &Home,
    name: &str,
) -> Vec<Result<ExistingEntry, String>> {
    let mut found = Vec::new();
    for client in clients {
        for place in &client.entries {
            for file in place.files(home, name) {
                let syntax = Syntax { format: place.format, strict: client.strict };
                let text = write::read(&file, &place.scope).map_err(|error| error.to_string());
                let with_place = |refused| format!("{}: {}:{refused}", client.name, file.display());
                let read = text.and_then(|text| match text {
                    Some(text) => syntax.read(&text).map_err(with_place).map(Some),
                    None => Ok(None),
                });
                let entry = match read {
                    Ok(Some(value)) => at(&value, &place.key(home, name)).cloned(),
                    Ok(None) => None,
                    Err(error) => {
                        found.push(Err(error));
                        None
                    }
                };
                let client = client.clone();
                let scope = place.scope.clone();
                let name = name.to_owned();
                let entered = entry.map(|entry| ExistingEntry { client, scope, file, name, entry });
                found.extend(entered.map(Ok));
            }
        }
    }
    found
}
