//! The user's response to a question, in the form that programs use; `schema::elicit` validates it.

/// The user's response to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// The user answered.
    Accepted(T),
    /// The user declined.
    Declined,
    /// The user dismissed the question.
    Cancelled,
}

impl<T> Answer<T> {
    /// Returns the answer, if there is one.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(answer) => Some(answer),
            Self::Declined | Self::Cancelled => None,
        }
    }
}
