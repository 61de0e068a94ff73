//! Finds operations in the document.

use serde_json::Value;
use syn::{Error, Result};

use crate::document::Document;
use crate::model::{Operation, title};
use crate::nearest::{list, nearest};
use crate::operation::{Described, describe};
use crate::parse::METHODS;

/// Finds an operation in the document.
pub(super) fn find<'a>(document: &'a Document, operation: &Operation) -> Result<Described<'a>> {
    let path = operation.path.value();
    let method = operation.method.to_string();
    let wrong = |why: String| Error::new(operation.path.span(), why);
    let Some((_, item)) = document.paths().find(|(known, _)| *known == path) else {
        return Err(wrong(no_path(document, operation)));
    };
    let item = document.resolve(item).map_err(&wrong)?;
    let Some(described) = item.get(&method) else {
        let has: Vec<&str> =
            METHODS.into_iter().filter(|known| item.get(known).is_some()).collect();
        let why = format!("the document has no {}; `{path}` has {}", operation.title(), list(has));
        return Err(Error::new(operation.method.span(), why));
    };
    if let Some(sign) = path.chars().find(|c| c.is_whitespace() || "?#\\".contains(*c)) {
        return Err(wrong(format!("the path has `{sign}`, which cannot be part of a path")));
    }
    describe(document, &path, item, described)
        .map_err(|why| wrong(format!("{} cannot be called: {why}", operation.title())))
}

/// The message for a path that the document does not have.
fn no_path(document: &Document, operation: &Operation) -> String {
    let method = operation.method.to_string();
    let path = operation.path.value();
    let has_method =
        |item: &Value| document.resolve(item).is_ok_and(|item| item.get(&method).is_some());
    let with_method = document.paths().filter(|(_, item)| has_method(item)).map(|(path, _)| path);
    let all = document.paths().map(|(path, _)| path);
    let title = operation.title();
    match nearest(&path, with_method).map(|known| (method.as_str(), known)) {
        Some((method, known)) => {
            format!("the document has no {title}: did you mean {}?", self::title(method, known))
        }
        None => match nearest(&path, all) {
            Some(known) => format!("the document has no {title}: did you mean the path `{known}`?"),
            None => format!("the document has no {title}, and no path like it"),
        },
    }
}
