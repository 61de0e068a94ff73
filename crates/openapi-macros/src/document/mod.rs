//! The document: its version, and the references in it.

mod outline;

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use percent_encoding::percent_decode_str;
use serde_json::Value;
use syn::Error;

use crate::model::{ApiTrait, OperationFn};

/// How many references in a row are followed.
const MAX_REFERENCES: usize = 32;

/// An OpenAPI document.
pub(crate) struct ApiDocument {
    root: Value,
    /// The path as the user wrote it.
    name: String,
    /// The path for the compiler, which watches the file.
    pub(crate) file: String,
}

impl ApiDocument {
    /// Reads of a document at least the operations of a trait.
    ///
    /// # Errors
    ///
    /// When there is no document at the path, or none that can be read.
    pub(crate) fn read(api: &ApiTrait) -> syn::Result<Self> {
        let path = &api.document;
        let name = path.value();
        let key = |operation: &OperationFn| (operation.path.value(), operation.method.to_string());
        let operations: Vec<_> = api.operations.iter().map(key).collect();
        let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
        let file = Path::new(&folder).join(&name);
        let wrong = |why: String| Error::new(path.span(), format!("{name}: {why}"));
        let text = fs::read_to_string(&file).map_err(|error| match error.kind() {
            ErrorKind::NotFound => wrong(
                "no such file; paths are relative to the `Cargo.toml` of this package".to_owned(),
            ),
            _ => wrong(error.to_string()),
        })?;
        let root = parse(&name, &text, &operations).map_err(&wrong)?;
        Ok(Self { root, file: file.display().to_string(), name: name.clone() })
    }

    /// The path items, by their paths.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (&str, &Value)> {
        let paths = self.root.get("paths").and_then(Value::as_object);
        paths.into_iter().flatten().map(|(path, item)| (path.as_str(), item))
    }

    /// Follows the references at a value.
    ///
    /// # Errors
    ///
    /// When they lead to another file, nowhere, or in a circle.
    pub(crate) fn resolve<'a>(&'a self, value: &'a Value) -> Result<&'a Value, String> {
        let mut value = value;
        for _ in 0..MAX_REFERENCES {
            let Some(reference) = value.get("$ref").and_then(Value::as_str) else {
                return Ok(value);
            };
            let Some(pointer) = reference.strip_prefix('#') else {
                return Err(format!(
                    "`{reference}` is in another file: run `npx @redocly/cli bundle {} -o bundled.json`, and use `bundled.json` here",
                    self.name
                ));
            };
            let pointer = percent_decode_str(pointer).decode_utf8_lossy();
            value = self.root.pointer(&pointer).ok_or_else(|| {
                format!("the document refers to `{reference}`, which it does not have")
            })?;
        }
        Err("the document has circular `$ref`s".to_owned())
    }
}

fn parse(name: &str, text: &str, operations: &[(String, String)]) -> Result<Value, String> {
    let text = text.trim_start_matches('\u{feff}');
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    let is_yaml = matches!(extension, Some("yaml" | "yml"));
    if is_yaml || text.trim_start().starts_with("openapi:") {
        let stem = Path::new(name).with_extension("json");
        return Err(format!(
            "YAML is not supported: convert it, for example with `npx @redocly/cli bundle {name} -o {}`",
            stem.display()
        ));
    }
    // A mistake is worth the time that the whole document takes: the message has other names of it.
    let root = match outline::read(text, operations) {
        Some(root) => root,
        None => serde_json::from_str(text).map_err(|error| format!("not valid JSON: {error}"))?,
    };
    let version = |key: &str| root.get(key).and_then(Value::as_str);
    let is_known = |version: &str| ["3.0", "3.1", "3.2"].iter().any(|own| version.starts_with(own));
    match (version("openapi"), version("swagger")) {
        (Some(version), _) if is_known(version) => Ok(root),
        (Some(version), _) => {
            Err(format!("OpenAPI {version} is not supported: expected 3.0, 3.1 or 3.2"))
        }
        (None, Some(version)) => Err(format!(
            "Swagger {version} is not supported: convert it, for example with `npx swagger2openapi {name} -o {}`",
            Path::new(name).with_file_name("openapi.json").display()
        )),
        (None, None) => Err("not an OpenAPI document: it has no version in `openapi`".to_owned()),
    }
}
