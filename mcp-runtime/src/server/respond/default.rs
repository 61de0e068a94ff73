//! Default values that a schema can contain.

use serde::Serialize;

use super::finite;

/// The default of a parameter.
#[derive(Debug)]
pub struct DefaultOf<'a, T>(pub &'a T);

/// A default that can be serialized to JSON.
pub trait JsonDefault {
    /// The JSON.
    fn json(&self) -> Option<String>;
}

impl<T: Serialize> JsonDefault for &DefaultOf<'_, T> {
    fn json(&self) -> Option<String> {
        let is_finite = finite::refusal(self.0).is_none();
        is_finite.then(|| serde_json::to_string(self.0).ok())?
    }
}

/// A default that the schema does not contain.
pub trait OmittedDefault {
    /// Always `None`.
    fn json(&self) -> Option<String>;
}

impl<T> OmittedDefault for DefaultOf<'_, T> {
    fn json(&self) -> Option<String> {
        None
    }
}
