//! The definition of a confirmation.

use crate::server::handler::{AskUser, Resume};

/// A confirmation that the user is asked for before a tool runs.
///
/// It brings what asks, so that a program in which nothing asks contains none of that code.
#[derive(Clone, Copy, Debug)]
pub struct Confirm {
    pub(in crate::server::handler) question: &'static [Piece],
    pub(in crate::server::handler) ask: AskUser,
    pub(in crate::server::handler) resume: Resume,
}

/// A piece of a question.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Literal text.
    Text(&'static str),
    /// The value of an argument, by its name.
    Argument(&'static str),
}
