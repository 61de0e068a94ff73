//! Parameters that are made of an argument and the context of the call.

use std::future::Future;

use serde::de::DeserializeOwned;

use super::Context;
use crate::error::Result;
use crate::protocol::ClientCapability;
use crate::schema::Schema;

/// A type that a handler gets for an argument, once the context of the call has been consulted: a
/// repository that must be below a root of the client, or an issue that the user may see.
///
/// The argument has the name of the parameter, and the schema of [`Argument`](Self::Argument).
///
/// ```
/// use mcp_runtime::{Context, Error, FromArgument, Result, tool};
///
/// struct Issue {
///     title: String,
/// }
///
/// # async fn find(owner: Option<&str>, id: u64) -> Option<Issue> { None }
/// impl FromArgument for Issue {
///     type Argument = u64;
///
///     const DESCRIPTION: &str = "Number of one of your issues.";
///
///     async fn from_argument(id: u64, context: &Context) -> Result<Self> {
///         let issue = find(context.caller().principal(), id).await;
///         issue.ok_or_else(|| Error::other(format!("you have no issue {id}")))
///     }
/// }
///
/// /// Shows an issue.
/// #[tool(read_only)]
/// fn show(issue: Issue) -> String {
///     issue.title
/// }
/// ```
///
/// An `Option<Issue>` is an argument that may be absent.
pub trait FromArgument: Sized + Send + 'static {
    /// What the caller passes.
    type Argument: DeserializeOwned + Schema + Send;

    /// Describes the argument where the parameter has no doc comment; empty for what describes
    /// [`Argument`](Self::Argument).
    const DESCRIPTION: &'static str = "";

    /// The capabilities that the client must have declared; otherwise the call is rejected.
    const NEEDS: &'static [ClientCapability] = &[];

    /// Creates the value for one call, before the other arguments are decoded.
    ///
    /// # Errors
    ///
    /// When there is no value for the argument; the error is treated as if the handler had returned
    /// it.
    fn from_argument(
        argument: Self::Argument,
        context: &Context,
    ) -> impl Future<Output = Result<Self>> + Send;
}

impl<T: FromArgument> FromArgument for Option<T> {
    type Argument = Option<T::Argument>;

    const DESCRIPTION: &'static str = T::DESCRIPTION;
    const NEEDS: &'static [ClientCapability] = T::NEEDS;

    async fn from_argument(argument: Self::Argument, context: &Context) -> Result<Self> {
        match argument {
            Some(argument) => T::from_argument(argument, context).await.map(Some),
            None => Ok(None),
        }
    }
}
