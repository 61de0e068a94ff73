//! Compares the trait with the document, and rejects what does not fit.

mod comparison;
mod find;
mod parameter;
mod required;
mod types;

use std::collections::BTreeSet;

use syn::Result;
use syn::ext::IdentExt as _;

use crate::document::ApiDocument;
use crate::errors::Errors;
use crate::model::{ApiTrait, OperationFn};
use crate::operation::Described;

use comparison::Comparison;
use find::find;

/// Finds what the document says of each function.
///
/// # Errors
///
/// When the document does not have what the trait names; all mistakes are reported.
pub(crate) fn check<'a>(api: &ApiTrait, document: &'a ApiDocument) -> Result<Vec<Described<'a>>> {
    let mut errors = Errors::default();
    let mut names = BTreeSet::new();
    for OperationFn { ident, .. } in &api.operations {
        if !names.insert(ident.unraw().to_string()) {
            let why = format!("`{ident}` is already the name of an operation: choose another");
            errors.refuse(ident, &why);
        }
    }
    let operations = api.operations.iter().filter_map(|operation| {
        let mut found = errors.keep(find(document, operation))?;
        let checked = Comparison { document, api, operation, found: &found }.check();
        found.parameters = errors.keep(checked)?;
        Some(found)
    });
    let operations = operations.collect();
    errors.finish()?;
    Ok(operations)
}
