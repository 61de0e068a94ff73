//! Compares the trait with the document, and rejects what does not fit.

mod checked;
mod comparison;
mod find;
mod parameter;
mod required;
mod types;

use std::collections::BTreeSet;

use syn::ext::IdentExt as _;
use syn::{Error, Result};

use crate::document::Document;
use crate::errors::Errors;
use crate::model::{ApiTrait, Operation};

pub(crate) use checked::{Checked, CheckedOperation, CheckedParameter};

use comparison::Comparison;
use find::find;

/// # Errors
///
/// When the document cannot be read, or does not have what the trait names; all mistakes are reported.
pub(crate) fn check(api: &ApiTrait) -> Result<Checked> {
    let name = |operation: &Operation| (operation.path.value(), operation.method.to_string());
    let operations: Vec<_> = api.operations.iter().map(name).collect();
    let document = Document::read(&api.document, &operations)?;
    let mut errors = Errors::default();
    let mut names = BTreeSet::new();
    for operation in &api.operations {
        if !names.insert(operation.ident.unraw().to_string()) {
            let why = format!(
                "`{}` is already the name of an operation: choose another",
                operation.ident
            );
            errors.add(Error::new(operation.ident.span(), why));
        }
    }
    let operations = api.operations.iter().filter_map(|operation| {
        let found = errors.keep(find(&document, operation))?;
        errors.keep(Comparison { document: &document, api, operation, found }.check())
    });
    let operations = operations.collect();
    errors.finish()?;
    Ok(Checked { file: document.file, operations })
}
