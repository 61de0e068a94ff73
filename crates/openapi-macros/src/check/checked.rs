//! What the stage hands on.

use crate::operation::Place;

/// What the code is made of, beside the trait.
pub(crate) struct Checked {
    /// The path of the document, for the compiler to watch.
    pub(crate) file: String,
    pub(crate) operations: Vec<CheckedOperation>,
}

/// An operation as the document has it.
pub(crate) struct CheckedOperation {
    pub(crate) description: String,
    pub(crate) parameters: Vec<CheckedParameter>,
    pub(crate) body: Option<CheckedBody>,
}

/// Where an argument goes.
pub(crate) struct CheckedParameter {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) style: &'static str,
    pub(crate) description: String,
}

/// How the body is sent.
pub(crate) struct CheckedBody {
    pub(crate) kind: &'static str,
    pub(crate) content_type: String,
    pub(crate) required: bool,
}
