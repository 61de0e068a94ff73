//! Parses the annotated item. Bodies stay tokens, and so does what does not parse.

pub(crate) mod block;
pub(crate) mod function;
pub(crate) mod handler_attribute;
pub(crate) mod unfinished;
