//! The location of the files of clients: the system, the person, and the project.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use super::System;

/// The environment of the user, and the project.
#[derive(Clone, Debug)]
pub struct Home {
    pub system: System,
    pub variables: BTreeMap<String, String>,
    pub project: PathBuf,
}

impl Home {
    /// The environment of the user who runs this program, in the current directory.
    pub fn of_process() -> Self {
        let system = match env::consts::OS {
            "macos" => System::Macos,
            "windows" => System::Windows,
            _ => System::Linux,
        };
        let variables = env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        let project = env::current_dir().unwrap_or_default();
        let mut home = Self { system, variables: variables.collect(), project };
        // A service may have no `HOME`; the system knows it all the same.
        if !home.is_known()
            && let Some(directory) = env::home_dir()
        {
            home.variables.insert("HOME".to_owned(), directory.display().to_string());
        }
        home
    }

    /// Whether it is known where the files of the user are.
    pub fn is_known(&self) -> bool {
        self.known_directory().is_some()
    }

    fn known_directory(&self) -> Option<&str> {
        self.variable("HOME").or_else(|| self.variable("USERPROFILE"))
    }

    /// A variable that is set, and not empty.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The home directory, or the current one if it is not known.
    pub fn directory(&self) -> &str {
        self.known_directory().unwrap_or(".")
    }

    /// Expands a path of the table: to one path, or for `*` to those that exist.
    pub fn paths(&self, path: &str, name: &str) -> Vec<PathBuf> {
        let path = path.replace("$name", name);
        // The folder is taken as it is, whatever it is called.
        if let Some(rest) = path.strip_prefix("$project_dir") {
            let parts = rest.split(['/', '\\']).filter(|part| !part.is_empty());
            return vec![parts.fold(self.project.clone(), |path, part| path.join(part))];
        }
        let with_default = self.with_default(&path);
        let expanded = match with_default.strip_prefix("~/") {
            Some(rest) => format!("{}/{rest}", self.directory()),
            None => self.with_variables(&with_default),
        };
        let path = expanded
            .replace(['/', '\\'], std::str::from_utf8(&[MAIN_SEPARATOR as u8]).unwrap_or("/"));
        match path.split_once('*') {
            None => vec![PathBuf::from(path)],
            Some((start, rest)) => starting_with(Path::new(start), rest),
        }
    }

    /// Expands `${NAME:-x}` to the variable, or x.
    fn with_default(&self, path: &str) -> String {
        let parts = path.strip_prefix("${").and_then(|rest| rest.split_once('}'));
        let Some((inner, rest)) = parts else { return path.to_owned() };
        let (name, default) = inner.split_once(":-").unwrap_or((inner, ""));
        format!("{}{rest}", self.variable(name).unwrap_or(default))
    }

    /// Expands `%NAME%` to the variable.
    fn with_variables(&self, path: &str) -> String {
        let parts = path.strip_prefix('%').and_then(|rest| rest.split_once('%'));
        let Some((name, rest)) = parts else { return path.to_owned() };
        format!("{}{rest}", self.variable(name).unwrap_or_else(|| self.directory()))
    }

    /// Whether a program of this name is on the path.
    pub fn finds(&self, command: &str) -> bool {
        self.find(command).is_some()
    }

    /// The program of this name on the path.
    pub fn find(&self, command: &str) -> Option<PathBuf> {
        find_in(self.variable("PATH").unwrap_or_default(), command)
    }
}

/// The first program of this name in the directories of a path.
pub fn find_in(path: &str, command: &str) -> Option<PathBuf> {
    let all = [command.to_owned(), format!("{command}.exe"), format!("{command}.cmd")];
    let names = if cfg!(windows) { &all[..] } else { &all[..1] };
    let directories = env::split_paths(path);
    directories
        .flat_map(|directory| names.iter().map(move |name| directory.join(name)))
        .find(|file| is_program(file))
}

/// Whether a file can be started.
#[cfg(unix)]
pub fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    fs::metadata(file).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Whether a file can be started.
#[cfg(not(unix))]
pub fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|file| file.is_file())
}

/// The directories whose path has this prefix, with the rest appended.
fn starting_with(start: &Path, rest: &str) -> Vec<PathBuf> {
    let (Some(parent), Some(prefix)) = (start.parent(), start.file_name()) else {
        return Vec::new();
    };
    let prefix = prefix.to_string_lossy();
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let found = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&*prefix));
    let rest = rest.trim_start_matches(['/', '\\']);
    let mut found: Vec<PathBuf> = found.map(|entry| entry.path().join(rest)).collect();
    found.sort();
    found
}
