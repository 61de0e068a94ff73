//! Compares types with schemas.

use syn::{Error, Result, Type};

use super::comparison::Comparison;
use crate::model::Parameter;
use crate::operation::{Answer, DescribedParameter};
use crate::rust_type::{self, Direction, misfit};

impl Comparison<'_> {
    pub(super) fn check_type(
        &self,
        parameter: &Parameter,
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
        let misfit = described
            .schema
            .and_then(|schema| misfit(self.document, ty, schema, Direction::Request));
        match misfit {
            Some((words, instead)) => {
                let given = rust_type::text(ty);
                let why = format!(
                    "`{name}` is {words}, and not `{given}`: write `{}`",
                    in_option(ty, &instead)
                );
                Err(Error::new_spanned(ty, why))
            }
            None => Ok(()),
        }
    }

    pub(super) fn check_output(&self, ty: &Type) -> Result<()> {
        let title = self.operation.title();
        let wrong = |why: String| Err(Error::new_spanned(ty, why));
        if rust_type::is(ty, "Result") {
            return wrong(
                "every call of an API can fail: write the type of the success alone".to_owned(),
            );
        }
        if rust_type::is_unit(ty) || self.found.answers.is_empty() {
            return Ok(());
        }
        let mut problem = None;
        for answer in &self.found.answers {
            let why = match answer {
                Answer::Json(schema) => {
                    match misfit(self.document, ty, schema, Direction::Response) {
                        None => return Ok(()),
                        Some((words, instead)) => {
                            format!(
                                "{title} answers with {words}, and not with `{}`: write `{instead}`",
                                rust_type::text(ty)
                            )
                        }
                    }
                }
                Answer::Text if rust_type::is_text(ty) => return Ok(()),
                Answer::Text => format!("{title} answers with text: write `String`"),
                Answer::Nothing if rust_type::option(ty).is_some() => return Ok(()),
                Answer::Nothing => format!("{title} answers with nothing: remove the return type"),
                Answer::Other(kind) => {
                    format!(
                        "{title} answers with `{kind}`, which is not supported: remove the return type"
                    )
                }
            };
            problem.get_or_insert(why);
        }
        problem.map_or(Ok(()), wrong)
    }
}

/// A type for the same place, which may be absent as the one that is there.
fn in_option(ty: &Type, instead: &str) -> String {
    match rust_type::option(ty) {
        Some(_) => format!("Option<{instead}>"),
        None => instead.to_owned(),
    }
}
