//! A function beside the operation that it names.

use proc_macro2::Ident;
use syn::{Error, Result};

use crate::document::ApiDocument;
use crate::errors::Errors;
use crate::model::{ApiTrait, OperationFn};
use crate::operation::{Described, DescribedParameter};

/// A function beside the operation that it names.
pub(super) struct Comparison<'a, 'd> {
    pub(super) document: &'d ApiDocument,
    pub(super) api: &'a ApiTrait,
    pub(super) operation: &'a OperationFn,
    pub(super) found: &'a Described<'d>,
}

/// A parameter of the function, and what it stands for.
pub(super) type Taken<'a, 'd> = (&'a Ident, DescribedParameter<'d>);

impl<'d> Comparison<'_, 'd> {
    /// Returns what the parameters stand for.
    ///
    /// # Errors
    ///
    /// When the function does not fit; all mistakes are reported.
    pub(super) fn check(&self) -> Result<Vec<DescribedParameter<'d>>> {
        let mut errors = Errors::default();
        let mut taken: Vec<Taken<'_, 'd>> = Vec::new();
        for parameter in &self.operation.parameters {
            let Some(described) = errors.keep(self.described(parameter)) else { continue };
            let is_same = |(_, other): &&Taken<'_, '_>| {
                other.name == described.name && other.place == described.place
            };
            if let Some((other, _)) = taken.iter().find(is_same) {
                let name = &described.name;
                let why = format!("`{name}` is already the argument `{other}`: remove one");
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
        Ok(taken.into_iter().map(|(_, described)| described).collect())
    }
}
