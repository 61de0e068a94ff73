//! Runtime.
pub mod jsonrpc;
pub mod protocol;
pub mod schema;

pub use schema::Schema;

/// What generated code names. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use schemars;

    pub use crate::schema::{Argument, Fragment, InputSchema, Output, Parameter};
}
