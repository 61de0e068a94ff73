//! The fields of a span or an event, as text.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};

/// Fields with their values, in the order in which they were recorded.
#[derive(Default)]
pub(super) struct Fields(Vec<(&'static str, String)>);

impl Fields {
    pub(super) fn add(&mut self, more: Self) {
        self.0.extend(more.0);
    }

    /// Removes a field and returns its value.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| *known == name)?;
        Some(self.0.remove(at).1)
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let field = self.0.iter().find(|(known, _)| *known == name);
        field.map(|(_, value)| value.as_str())
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push((field.name(), value.to_owned()));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.push((field.name(), format!("{value:?}")));
    }
}

/// `name=value`, each after a space.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.0 {
            f.write_char(' ')?;
            write!(f, "{name}={value}")?;
        }
        Ok(())
    }
}
