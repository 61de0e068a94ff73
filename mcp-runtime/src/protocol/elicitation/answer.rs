//! What a person did with a question, as programs see it.

/// What a person did with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// Answered it.
    Accepted(T),
    /// Said no.
    Declined,
    /// Went away without a choice.
    Cancelled,
}

impl<T> Answer<T> {
    /// The answer, if there is one.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(answer) => Some(answer),
            Self::Declined | Self::Cancelled => None,
        }
    }
}
