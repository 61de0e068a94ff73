//! Context parameters: what a handler gets from the server instead of from the caller. Those with a
//! file of their own, such as `roots.rs`, implement the trait there.

use std::future::Future;

use super::cancelled::Cancelled;
use super::{Context, Log, Progress, States};
use crate::caller::Caller;
use crate::error::Result;
use crate::protocol::ClientCapability;

/// A type that can be a context parameter of a handler.
///
/// Implement it for types of your own, such as the user of a request. [The
/// guide](crate::guide::arguments#context-parameters) lists those of this crate.
///
/// ```
/// use mcp_runtime::{Context, Error, FromContext, Result, tool};
///
/// struct User {
///     name: String,
/// }
///
/// # async fn find(principal: &str) -> Option<User> { Some(User { name: principal.to_owned() }) }
/// impl FromContext for User {
///     async fn from_context(context: &Context) -> Result<Self> {
///         let principal = context.caller().principal();
///         let principal = principal.ok_or_else(|| Error::other("log in first"))?;
///         find(principal).await.ok_or_else(|| Error::other("you have no account here"))
///     }
/// }
///
/// /// Says who asks.
/// #[tool]
/// fn whoami(user: User) -> String {
///     user.name
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a context parameter",
    label = "this parameter gets no value from the caller, so it must be a context parameter",
    note = "implement `mcp_runtime::FromContext` for it, or make it a variable of the URI template"
)]
pub trait FromContext: Sized + Send + 'static {
    /// The capabilities that the client must have declared; otherwise the call is rejected.
    const NEEDS: &'static [ClientCapability] = &[];

    /// Whether the handler can ask the client for input through it.
    #[doc(hidden)]
    const ASKS: bool = true;

    /// Whether it can read the transport's request.
    #[doc(hidden)]
    const READS_REQUEST: bool = true;

    /// Whether it can read `_meta`.
    #[doc(hidden)]
    const READS_META: bool = Self::READS_REQUEST;

    /// Whether it is always ready without waiting.
    #[doc(hidden)]
    const IS_READY: bool = false;

    /// Where it is available, if not everywhere: an error about its absence says so.
    #[doc(hidden)]
    const ONLY_IN: Option<&'static str> = None;

    /// Creates the value for one call, before the arguments are decoded.
    ///
    /// # Errors
    ///
    /// When there is no value for the call; the error is treated as if the handler had returned it.
    fn from_context(context: &Context) -> impl Future<Output = Result<Self>> + Send;

    /// Whether there is a value for a request; if not, `Option<Self>` is `None`.
    fn is_available(context: &Context) -> bool {
        let _ = context;
        true
    }

    /// Checks, when the server is built, whether it has what the parameter needs.
    ///
    /// # Errors
    ///
    /// If something is missing, with how to provide it to the server.
    fn check(states: &States) -> Result<(), String> {
        let _ = states;
        Ok(())
    }
}

impl FromContext for Context {
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(context.shared())
    }
}

/// `None` if the client does not support what the parameter needs, or there is no value.
impl<T: FromContext> FromContext for Option<T> {
    const ASKS: bool = T::ASKS;
    const READS_REQUEST: bool = T::READS_REQUEST;
    const READS_META: bool = T::READS_META;
    const IS_READY: bool = T::IS_READY;

    fn check(states: &States) -> Result<(), String> {
        T::check(states)
    }

    async fn from_context(context: &Context) -> Result<Self> {
        let can = T::NEEDS.iter().all(|needed| context.request().can(*needed));
        // A parameter that needs a capability but asks nothing, such as an extension, is always
        // possible.
        let asks = T::ASKS && !T::NEEDS.is_empty();
        let can = can && (!asks || context.asking().is_possible());
        if can && T::is_available(context) {
            T::from_context(context).await.map(Some)
        } else {
            Ok(None)
        }
    }
}

impl FromContext for Progress {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(context.progress())
    }
}

impl FromContext for Log {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(context.log())
    }
}

impl FromContext for Caller {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(context.caller().clone())
    }
}

impl FromContext for Cancelled {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(context.cancelled())
    }
}
