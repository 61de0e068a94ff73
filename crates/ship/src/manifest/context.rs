//! The context of the build in a container: the directory of the crate, without what does not belong
//! there, and what it would need from elsewhere.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::clients::{Format, PROJECT};
use crate::install::edit::Syntax;
use crate::install::read;

/// What the container gets neither from a build nor from the person.
pub(crate) const IGNORED: [&str; 3] = ["target", ".git", ".env"];

/// Writes the list of ignored files beside a Dockerfile, unless there is one. Returns its path if
/// it is written.
///
/// # Errors
///
/// When it cannot be written.
pub(crate) fn ignore(dockerfile: &Path) -> io::Result<Option<PathBuf>> {
    let name = dockerfile.file_name().unwrap_or_default().to_string_lossy();
    for kind in [".dockerignore", ".containerignore"] {
        for theirs in [kind.to_owned(), format!("{name}{kind}")] {
            if fs::symlink_metadata(dockerfile.with_file_name(theirs)).is_ok() {
                return Ok(None);
            }
        }
    }
    let file = dockerfile.with_file_name(".dockerignore");
    let mut out = OpenOptions::new().write(true).create_new(true).open(&file)?;
    out.write_all((IGNORED.join("\n") + "\n").as_bytes())?;
    Ok(Some(file))
}

/// What the crate of a directory takes from outside of it, in words.
pub(crate) fn outside(directory: &Path) -> Vec<String> {
    let text = read(&directory.join("Cargo.toml"), PROJECT).ok().flatten().unwrap_or_default();
    let syntax = Syntax { format: Format::Toml, strict: false };
    let manifest = syntax.read(&text).unwrap_or_default();
    let mut found = Vec::new();
    let tables = ["dependencies", "dev-dependencies", "build-dependencies", "replace"];
    let of_targets = members(&manifest["target"]).map(|(_, target)| target);
    let owners = of_targets.chain([&manifest, &manifest["workspace"]]);
    let tables = owners.flat_map(|owner| tables.map(|table| &owner[table]));
    let of_patches = members(&manifest["patch"]).map(|(_, patches)| patches);
    for (name, dependency) in tables.chain(of_patches).flat_map(members) {
        let path = dependency["path"].as_str().filter(|path| leads_out(directory, path));
        found.extend(path.map(|path| format!("`{name}` ({path})")));
    }
    let root = manifest["package"]["workspace"].as_str();
    let inherits = manifest.get("workspace").is_none() && inherits(&manifest);
    if inherits || root.is_some_and(|root| leads_out(directory, root)) {
        found.push("the workspace that it is a member of".to_owned());
    }
    found
}

fn members(table: &Value) -> impl Iterator<Item = (&String, &Value)> {
    table.as_object().into_iter().flatten()
}

/// Whether something takes a value of the workspace.
fn inherits(value: &Value) -> bool {
    members(value).any(|(name, value)| {
        (name == "workspace" && *value == Value::Bool(true)) || inherits(value)
    })
}

fn leads_out(directory: &Path, path: &str) -> bool {
    let path = Path::new(path);
    if path.is_absolute() {
        return !path.starts_with(directory);
    }
    let depths = path.components().scan(0_i64, |depth, component| {
        *depth += match component {
            Component::ParentDir => -1,
            Component::Normal(_) => 1,
            _ => 0,
        };
        Some(*depth)
    });
    depths.into_iter().any(|depth| depth < 0)
}
