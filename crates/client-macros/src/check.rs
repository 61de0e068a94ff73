//! Reads the lock, and rejects what does not fit it.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use mcp_runtime_codegen::Options;

use crate::model::{MacroCall, Mistake};

/// A lock that was read.
pub(crate) struct Module {
    /// The name of the module.
    pub(crate) module: String,
    /// The path of the file, for the compiler to watch.
    pub(crate) file: String,
    /// The items of the module.
    pub(crate) items: String,
}

/// # Errors
///
/// When there is no lock at the path, it is not one, or the options do not fit it.
pub(crate) fn check(call: &MacroCall) -> Result<Module, Mistake> {
    let name = call.name.as_ref().unwrap_or(&call.path);
    let module = match &call.name {
        Some(name) => name.value.clone(),
        None => module_name(&call.path.value),
    };
    if !is_module_name(&module) {
        let instead = if call.name.is_some() { "choose another" } else { "add one" };
        let why =
            format!("`{module}` is not a valid module name: {instead}, such as `name = notes`");
        return Err(Mistake::new(name.span, why));
    }
    for (at, one) in call.formats.iter().enumerate() {
        if call.formats[..at].iter().any(|other| other.format.value == one.format.value) {
            return Err(Mistake::new(
                one.format.span,
                "this format already has a type: remove one",
            ));
        }
    }
    let path = path(&call.path.value);
    let mistake = |why: String| Mistake::new(call.path.span, format!("{}: {why}", call.path.value));
    let lock = fs::read_to_string(&path).map_err(|error| {
        mistake(match error.kind() {
            ErrorKind::NotFound => {
                "no such file; paths are relative to the `Cargo.toml` of this package".to_owned()
            }
            _ => error.to_string(),
        })
    })?;
    let items = mcp_runtime_codegen::client(&lock, &options(call, &module))
        .map_err(|error| Mistake::new(call.path.span, error.to_string()))?;
    let file = path.to_str().ok_or_else(|| mistake("the path is not valid UTF-8".to_owned()))?;
    Ok(Module { module, file: file.to_owned(), items })
}

/// The options for the text, where each format has an alias in the module.
fn options(call: &MacroCall, module: &str) -> Options {
    let mut options = Options::new(&call.path.value).name(module.trim_start_matches("r#"));
    for (at, format) in call.formats.iter().enumerate() {
        options = options.format(&format.format.value, &alias(at));
    }
    if call.both_ways { options.both_ways() } else { options }
}

/// The path of an alias for the type of a format.
pub(crate) fn alias(at: usize) -> String {
    format!("formats::Format{at}")
}

fn path(given: &str) -> PathBuf {
    let directory = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    directory.join(given)
}

/// `my-notes.lock` has the module `my_notes`.
fn module_name(path: &str) -> String {
    let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    stem.replace(['-', '.', ' '], "_").to_ascii_lowercase()
}

/// The keywords, which are names with `r#` only.
const KEYWORDS: [&str; 51] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "use", "virtual", "where", "while", "yield",
];

fn is_module_name(name: &str) -> bool {
    if KEYWORDS.contains(&name) {
        return false;
    }
    let name = name.strip_prefix("r#").unwrap_or(name);
    let mut chars = name.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name != "_"
}
