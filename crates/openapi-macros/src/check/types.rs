//! Compares types with schemas.

use serde_json::Value;
use syn::{Error, Result, Type};

use super::comparison::Comparison;
use crate::model::FnParameter;
use crate::operation::{DescribedParameter, Success};
use crate::rust_type::{self, misfit, type_for};

impl Comparison<'_, '_> {
    pub(super) fn check_type(
        &self,
        parameter: &FnParameter,
        described: &DescribedParameter<'_>,
    ) -> Result<()> {
        let ty = &parameter.ty;
        let name = &described.name;
        let title = self.operation.title();
        if let Some(inner) = rust_type::option(ty).filter(|_| described.required) {
            let instead = rust_type::text(inner);
            let why =
                format!("{title} requires `{name}`, so it cannot be absent: write `{instead}`");
            return Err(Error::new_spanned(ty, why));
        }
        let Some(schema) = described.schema else { return Ok(()) };
        let Some(words) = misfit(self.document, ty, schema, false) else {
            return Ok(());
        };
        let given = rust_type::text(ty);
        let instead = self.instead(schema, rust_type::option(ty).is_some());
        let why = format!("`{name}` is {words}, not `{given}`: write {instead}");
        Err(Error::new_spanned(ty, why))
    }

    pub(super) fn check_output(&self, ty: &Type) -> Result<()> {
        let title = self.operation.title();
        let wrong = |why: String| Err(Error::new_spanned(ty, why));
        if rust_type::is(ty, "Result") {
            return wrong(
                "errors are handled for you: write only the type of a success, without `Result`"
                    .to_owned(),
            );
        }
        if rust_type::is_unit(ty) || self.found.answers.is_empty() {
            return Ok(());
        }
        let mut problem = None;
        for answer in &self.found.answers {
            let why = match answer {
                Success::Json(schema) => {
                    let Some(words) = misfit(self.document, ty, schema, true) else {
                        return Ok(());
                    };
                    let given = rust_type::text(ty);
                    let instead = self.instead(schema, false);
                    format!("{title} returns {words}, not `{given}`: write {instead}")
                }
                Success::Text if rust_type::is_text(ty) => return Ok(()),
                Success::Text => format!("{title} returns text: write `String`"),
                Success::Nothing if rust_type::option(ty).is_some() => return Ok(()),
                Success::Nothing => {
                    format!("{title} returns no body: remove the return type")
                }
                Success::Other(kind) => {
                    let why = "which is not supported: remove the return type";
                    format!("{title} returns `{kind}`, {why}")
                }
            };
            problem.get_or_insert(why);
        }
        problem.map_or(Ok(()), wrong)
    }

    /// What to write for a schema.
    fn instead(&self, schema: &Value, is_optional: bool) -> String {
        match type_for(self.document, schema) {
            Some(ty) if is_optional => format!("`Option<{ty}>`"),
            Some(ty) => format!("`{ty}`"),
            None => "a struct with the fields that you need".to_owned(),
        }
    }
}
