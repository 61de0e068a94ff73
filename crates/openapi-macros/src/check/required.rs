//! Checks that a function has what its operation requires.

use syn::{Error, LitStr, Result};

use super::comparison::{Comparison, Taken};
use crate::operation::{DescribedParameter, Location};
use crate::rust_type::type_for;

impl Comparison<'_, '_> {
    /// Checks that the body is given as a whole or in parts, and not both.
    pub(super) fn check_body(&self, taken: &[Taken<'_, '_>]) -> Result<()> {
        let of = |place| taken.iter().find(move |(_, described)| described.place == place);
        match (of(Location::Body), of(Location::Property)) {
            (Some((body, _)), Some((part, _))) => {
                let why = format!("`{body}` already includes `{part}`: remove one of them");
                Err(Error::new(body.span(), why))
            }
            _ => Ok(()),
        }
    }

    /// Checks that all is there that the operation requires.
    pub(super) fn check_required(&self, given: &[Taken<'_, '_>]) -> Result<()> {
        let has = |place| given.iter().any(|(_, given)| given.place == place);
        let is_whole = has(Location::Body);
        let has_body =
            self.found.body.as_ref().is_some_and(|body| body.required) || has(Location::Property);
        let needed = self.found.parameters.iter().filter(|known| {
            let is_needed = match known.place {
                Location::Property | Location::Body => has_body && !is_whole && !known.read_only,
                Location::Path | Location::Query | Location::Header | Location::Cookie => {
                    let is_it = |name: &LitStr| name.value().eq_ignore_ascii_case(&known.name);
                    !self.api.provided.iter().any(is_it)
                }
            };
            let is_given = given
                .iter()
                .any(|(_, given)| given.name == known.name && given.place == known.place);
            known.required && is_needed && !is_given
        });
        let mut missing: Vec<String> = needed.map(|known| self.suggest(known)).collect();
        let has_parts = self.found.parameters.iter().any(|known| known.place == Location::Property);
        if has_body && !has_parts && !is_whole {
            missing.extend(self.whole_body().map(|body| self.suggest(&body)));
        }
        if missing.is_empty() {
            return Ok(());
        }
        let title = self.operation.title();
        let missing = missing.join(", ");
        let name = &self.operation.ident;
        let why = format!("`{name}` is missing parameters that {title} requires: add `{missing}`");
        Err(Error::new(self.operation.ident.span(), why))
    }

    /// A parameter as it would be written.
    fn suggest(&self, known: &DescribedParameter<'_>) -> String {
        let mut name = String::new();
        for c in known.name.chars() {
            if c.is_uppercase()
                && name.ends_with(|last: char| last.is_lowercase() || last.is_numeric())
            {
                name.push('_');
            }
            let c = if c.is_alphanumeric() { c } else { '_' };
            name.extend(c.to_lowercase());
        }
        let ty = match known.schema {
            Some(schema) => type_for(self.document, schema),
            None => Some("String".to_owned()),
        };
        format!("{name}: {}", ty.as_deref().unwrap_or(".."))
    }
}
