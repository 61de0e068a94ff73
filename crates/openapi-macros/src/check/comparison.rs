//! A function beside the operation that it names.

use proc_macro2::Ident;
use syn::{Error, Result};

use super::checked::{CheckedBody, CheckedOperation, CheckedParameter};
use crate::document::Document;
use crate::errors::Errors;
use crate::model::{ApiTrait, Operation};
use crate::operation::{Described, DescribedParameter};

/// A function beside the operation that it names.
pub(super) struct Comparison<'a> {
    pub(super) document: &'a Document,
    pub(super) api: &'a ApiTrait,
    pub(super) operation: &'a Operation,
    pub(super) found: Described<'a>,
}

impl Comparison<'_> {
    /// # Errors
    ///
    /// When the function does not fit; all mistakes are reported.
    pub(super) fn check(self) -> Result<CheckedOperation> {
        let mut errors = Errors::default();
        let mut taken: Vec<(&Ident, DescribedParameter<'_>)> = Vec::new();
        for parameter in &self.operation.parameters {
            let Some(described) = errors.keep(self.described(parameter)) else { continue };
            let same = taken
                .iter()
                .find(|(_, other)| other.name == described.name && other.place == described.place);
            if let Some((other, _)) = same {
                let why =
                    format!("`{}` is already the argument `{other}`: remove one", described.name);
                errors.add(Error::new(parameter.ident.span(), why));
                continue;
            }
            errors.keep(self.check_type(parameter, &described));
            taken.push((&parameter.ident, described));
        }
        errors.keep(self.check_body(&taken));
        // What is missing may be what was misspelt.
        if taken.len() == self.operation.parameters.len() {
            errors.keep(self.check_required(&taken));
        }
        if let Some(output) = &self.operation.output {
            errors.keep(self.check_output(output));
        }
        errors.finish()?;
        let parameters = taken.into_iter().map(|(_, described)| CheckedParameter {
            name: described.name,
            place: described.place,
            style: described.style,
            description: described.description,
        });
        Ok(CheckedOperation {
            parameters: parameters.collect(),
            description: self.found.description,
            body: self.found.body.map(|body| CheckedBody {
                kind: body.kind,
                content_type: body.content_type.to_owned(),
                required: body.required,
            }),
        })
    }
}
