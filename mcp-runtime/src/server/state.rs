//! Values that a server shares with its handlers.

use std::any::type_name;
use std::ops::Deref;
use std::sync::Arc;

use super::{Context, FromContext, States};
use crate::error::Result;
use crate::jsonrpc::ErrorObject;

/// A value that was given to the server with [`state`](super::ServerBuilder::state).
///
/// ```
/// use mcp_runtime::{State, server, tool};
///
/// struct Greeting(String);
///
/// /// Greets somebody.
/// #[tool]
/// fn greet(name: &str, greeting: State<Greeting>) -> String {
///     format!("{}, {name}!", greeting.0)
/// }
///
/// let server = server!().state(Greeting("Hello".into())).tool::<greet>().build()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[derive(Debug)]
pub struct State<T>(Arc<T>);

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Send + Sync + 'static> FromContext for State<T> {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    fn check(states: &States) -> Result<(), String> {
        if states.has::<T>() { Ok(()) } else { Err(missing::<T>()) }
    }

    async fn from_context(context: &Context) -> Result<Self> {
        let state = context.server().states().get::<T>();
        state.map(Self).ok_or_else(|| ErrorObject::internal(missing::<T>()).into())
    }
}

fn missing<T>() -> String {
    format!("needs State<{0}>; give the server one with .state(...)", type_name::<T>())
}
