//! A file to which servers are added, and from which they are read.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::home::Home;
use super::system::System;

/// The part of a path or a key that is the name of a server.
const NAME: &str = "$name";

/// A file to which servers are added.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub scope: String,
    pub paths: BTreeMap<System, String>,
    pub format: Format,
    key: Vec<String>,
    stdio: Option<Value>,
    http: Option<Value>,
    /// A variable that names another directory, and the file in it; without a file, it names the file.
    variable: Option<(String, String)>,
    /// Files that are read if they exist and the file itself does not.
    #[serde(default)]
    instead: Vec<String>,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Json,
    Jsonc,
    Toml,
    Yaml,
}

/// How a client reaches a server.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum ServerKind {
    Program,
    Url,
}

impl Place {
    /// The file of this system; more than one where the client has several copies of itself.
    #[must_use]
    pub fn files(&self, home: &Home, name: &str) -> Vec<PathBuf> {
        let Some(usual) = self.paths.get(&home.system) else { return Vec::new() };
        if let Some((variable, file)) = &self.variable
            && let Some(directory) = home.variable(variable)
        {
            let directory = PathBuf::from(directory);
            return vec![if file.is_empty() { directory } else { directory.join(file) }];
        }
        let files = home.paths(usual, name);
        if files.iter().any(|file| file.exists()) {
            return files;
        }
        let mut others = self.instead.iter().flat_map(|path| home.paths(path, name));
        others.find(|file| file.exists()).map_or(files, |file| vec![file])
    }

    /// The files that may have servers, whatever these are called.
    #[must_use]
    pub fn all_files(&self, home: &Home) -> Vec<PathBuf> {
        let files = self.files(home, NAME);
        files
            .into_iter()
            .flat_map(|file| of_every_name(file).unwrap_or_else(|file| vec![file]))
            .collect()
    }

    /// The key of the entry of a server in the file.
    #[must_use]
    pub fn key(&self, home: &Home, name: &str) -> Vec<String> {
        let filled = |part: &String| match part.as_str() {
            NAME => name.to_owned(),
            "$project_dir" => home.project.display().to_string(),
            part => part.to_owned(),
        };
        self.key.iter().map(filled).collect()
    }

    /// The form of an entry; `None` if the client does not support this kind.
    #[must_use]
    pub fn template(&self, kind: ServerKind) -> Option<&Value> {
        match kind {
            ServerKind::Program => self.stdio.as_ref(),
            ServerKind::Url => self.http.as_ref(),
        }
    }
}

/// The files beside one that is named after its server; the file itself if it is not.
fn of_every_name(file: PathBuf) -> Result<Vec<PathBuf>, PathBuf> {
    let (Some(folder), true) = (file.parent(), file.file_stem() == Some(OsStr::new(NAME))) else {
        return Err(file);
    };
    let beside = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        beside.filter(|beside| beside.extension() == file.extension()).collect();
    files.sort();
    Ok(files)
}
