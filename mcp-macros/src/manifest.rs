//! The names that a package gives to its dependencies in `Cargo.toml`: generated code cannot name a renamed
//! one otherwise. What is not understood there counts as not renamed.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

/// What was found for each package and crate: hundreds of attributes ask for the same one.
static FOUND: Mutex<Vec<(PathBuf, String, Option<String>)>> = Mutex::new(Vec::new());

/// The name in code of a crate, if the package that is being compiled has renamed it.
pub(crate) fn renamed(krate: &str) -> Option<String> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., name)) = found.iter().find(|(of, asked, _)| *of == folder && asked == krate) {
        return name.clone();
    }
    let name = read(&folder, krate);
    found.push((folder, krate.to_owned(), name.clone()));
    name
}

fn read(folder: &Path, krate: &str) -> Option<String> {
    let mut manifests = folder
        .ancestors()
        .map(|folder| folder.join("Cargo.toml"))
        .filter_map(|path| fs::read_to_string(path).ok());
    let own = manifests.next()?;
    let is_root = |text: &String| text.contains("[workspace");
    let root = Some(own.clone()).filter(is_root).or_else(|| manifests.find(is_root));
    name_in(&own, root.as_deref().unwrap_or_default(), krate)
}

/// The name of the crate in a manifest; `root` is that of its workspace.
fn name_in(own: &str, root: &str, krate: &str) -> Option<String> {
    let package = krate.replace('_', "-");
    let all = dependencies(root);
    let of_workspace = |name: &str| all.iter().find(|one| one.of_workspace && one.name == name);
    let is_it = |dependency: &&Dependency<'_>| {
        let inherited = of_workspace(dependency.name).filter(|_| dependency.inherits);
        let renamed = dependency.package.or_else(|| inherited?.package);
        !dependency.of_workspace && renamed.unwrap_or(dependency.name) == package
    };
    let own = dependencies(own);
    let names: Vec<_> =
        own.iter().filter(is_it).map(|dependency| dependency.name.replace('-', "_")).collect();
    let keeps_name = names.iter().any(|name| name == krate);
    names.into_iter().next().filter(|_| !keeps_name)
}

struct Dependency<'a> {
    name: &'a str,
    /// `package = ".."`
    package: Option<&'a str>,
    /// `workspace = true`
    inherits: bool,
    /// In `[workspace.dependencies]`.
    of_workspace: bool,
}

/// The dependencies in all tables.
fn dependencies(manifest: &str) -> Vec<Dependency<'_>> {
    let mut found: Vec<Dependency<'_>> = Vec::new();
    let mut table = "";
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            table = header.split(']').next().unwrap_or_default();
            continue;
        }
        // `[dependencies.name]`, or `name = ..` and `name.key = ..` in `[dependencies]`.
        let (table, name, fields) = match (table.rsplit_once('.'), line.split_once(['.', '='])) {
            (Some((table, name)), _) if table.ends_with("dependencies") => (table, name, line),
            (_, Some((name, fields))) if table.ends_with("dependencies") => {
                (table, name.trim(), fields)
            }
            _ => continue,
        };
        let of_workspace = table.starts_with("workspace");
        let is_same =
            |last: &&mut Dependency<'_>| last.name == name && last.of_workspace == of_workspace;
        let package = field(fields, "package");
        let inherits = field(fields, "workspace").is_some();
        match found.last_mut().filter(is_same) {
            Some(last) => {
                last.package = last.package.or(package);
                last.inherits |= inherits;
            }
            None => found.push(Dependency { name, package, inherits, of_workspace }),
        }
    }
    found
}

/// The value of `key = value`, alone or in braces.
fn field<'a>(fields: &'a str, key: &str) -> Option<&'a str> {
    let mut pairs = fields.split(['{', ',', '}']).filter_map(|field| field.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim() == key)?;
    value.trim().trim_start_matches('"').split('"').next()
}

#[cfg(test)]
mod tests {
    use super::name_in;

    #[test]
    fn a_dependency_is_renamed_in_each_way_of_a_manifest() {
        let root =
            "[workspace.dependencies]\nmcp = { package = \"mcp-runtime\", version = \"0.1\" }\n";
        for own in [
            "[dependencies]\nserde = \"1\"\nmcp = { version = \"0.1\", package = \"mcp-runtime\" }\n",
            "[dependencies.mcp]\nversion = \"0.1\" # the newest\npackage = \"mcp-runtime\" # renamed\n",
            "[dependencies]\nmcp.version = \"0.1\"\nmcp.package = \"mcp-runtime\"\n",
            "[target.'cfg(unix)'.dependencies]\nmcp = { package = \"mcp-runtime\" }\n",
            "[dev-dependencies]\nmcp = { workspace = true, features = [\"http\"] }\n",
            "[dependencies]\nmcp.workspace = true\n",
            "[dependencies.mcp]\nworkspace = true\n",
        ] {
            assert_eq!(name_in(own, root, "mcp_runtime").as_deref(), Some("mcp"), "{own}");
            assert_eq!(name_in(own, root, "mcp_runtime_acp"), None, "{own}");
        }
        let dashed = "[dependencies]\nthe-runtime = { package = \"mcp-runtime\" }\n";
        assert_eq!(name_in(dashed, "", "mcp_runtime").as_deref(), Some("the_runtime"));
    }

    #[test]
    fn a_dependency_keeps_its_name() {
        for own in [
            "",
            "[dependencies]\nmcp-runtime = \"0.1\"\n",
            "[dependencies]\nmcp-runtime = { workspace = true }\nmcp = { package = \"mcp-runtime\" }\n",
            "[dependencies]\nmcp = { package = \"mcp-runtime-acp\" }\n",
            "[package]\nname = \"mcp-runtime\"\nmcp = { package = \"mcp-runtime\" }\n",
            "[workspace.dependencies]\nmcp = { package = \"mcp-runtime\" }\n",
        ] {
            assert_eq!(name_in(own, own, "mcp_runtime"), None, "{own}");
        }
    }
}
