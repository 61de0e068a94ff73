//! Finds operations in the document.

use syn::{Error, Result};

use crate::document::ApiDocument;
use crate::model::OperationFn;
use crate::nearest::{list, nearest};
use crate::operation::{Described, describe};
use crate::parse::METHODS;

/// Finds an operation in the document.
pub(super) fn find<'a>(
    document: &'a ApiDocument,
    operation: &OperationFn,
) -> Result<Described<'a>> {
    let path = operation.path.value();
    let method = operation.method.to_string();
    let wrong = |why: String| Error::new(operation.path.span(), why);
    let Some((_, item)) = document.paths().find(|(known, _)| *known == path) else {
        let why = match nearest(&path, document.paths().map(|(path, _)| path)) {
            Some(known) => format!("no `{path}`: did you mean `{known}`?"),
            None => format!("no `{path}`, and no path like it"),
        };
        return Err(wrong(format!("the document has {why}")));
    };
    let item = document.resolve(item).map_err(&wrong)?;
    let Some(described) = item.get(&method) else {
        let has = METHODS.into_iter().filter(|known| item.get(known).is_some());
        let why = format!("the document has no {}; `{path}` has {}", operation.title(), list(has));
        return Err(Error::new(operation.method.span(), why));
    };
    if let Some(sign) = path.chars().find(|c| c.is_whitespace() || "?#\\".contains(*c)) {
        return Err(wrong(format!("the path has `{sign}`, which cannot be part of a path")));
    }
    describe(document, &path, item, described)
        .map_err(|why| wrong(format!("{} cannot be called: {why}", operation.title())))
}
