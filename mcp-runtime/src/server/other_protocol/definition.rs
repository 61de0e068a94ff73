//! Handlers of another protocol: how its crate defines them, and what it makes of them.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use super::OtherProtocol;
use crate::debug::short_debug;
use crate::schema::InputSchema;
use crate::server::handler::{CallDef, Handler};
use crate::server::routes::Route;
use crate::server::{Context, Response, States};

/// A protocol whose requests handlers serve, such as that of agents.
#[derive(Clone, Copy, Debug)]
pub struct HandledProtocol {
    /// Its name, for messages to people.
    pub name: &'static str,
    /// Makes the protocol of its handlers, with the states of the server. The error lists mistakes.
    pub make: MakeProtocol,
    /// Adds the commands of a program that has such a handler.
    pub add_commands: fn(&mut States),
}

/// The type of [`HandledProtocol::make`].
pub type MakeProtocol =
    fn(Vec<ProtocolHandler>, &States) -> Result<Arc<dyn OtherProtocol>, Vec<String>>;

/// The definition of a handler of another protocol, which an attribute of its crate makes.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolDef {
    /// What the protocol calls such a handler, such as `agent`.
    pub kind: &'static str,
    /// The name of the handler.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// The hint that a user is shown where the input is entered.
    pub hint: Option<&'static str>,
    #[doc(hidden)]
    pub call: CallDef,
    /// Its location in the source.
    pub location: &'static str,
    /// The protocol that it belongs to.
    pub protocol: HandledProtocol,
}

impl ProtocolDef {
    /// A definition without content.
    pub const fn new(kind: &'static str, protocol: HandledProtocol) -> Self {
        Self {
            kind,
            name: "",
            description: "",
            hint: None,
            call: CallDef::EMPTY,
            location: "",
            protocol,
        }
    }
}

/// A handler of another protocol that works on a state `S`.
pub type ProtocolRoute<S> = Route<ProtocolDef, S>;

/// A handler of another protocol, with its definition.
///
/// It displays as its kind and its name, such as ``agent `coder` ``.
#[derive(Clone)]
pub struct ProtocolHandler {
    def: ProtocolDef,
    handler: Arc<Handler>,
}

short_debug!(ProtocolHandler { def });

impl ProtocolHandler {
    pub(crate) fn new(def: ProtocolDef, handler: Handler) -> Self {
        Self { def, handler: Arc::new(handler) }
    }

    /// Its definition.
    pub fn def(&self) -> &ProtocolDef {
        &self.def
    }

    /// The arguments that it takes.
    pub fn input(&self) -> &InputSchema {
        &self.handler.target.spec.schema
    }

    /// Runs it with arguments that are given as text, by their names.
    #[inline]
    pub fn run(
        &self,
        context: &mut Context,
        arguments: Vec<(&str, String)>,
    ) -> Pin<Box<dyn Future<Output = Response> + Send>> {
        let step = self.handler.call_with_text(context, arguments);
        Box::pin(step.response())
    }

    pub(crate) fn check(&self, states: &States, mistakes: &mut Vec<String>) {
        self.handler.check(states, mistakes);
    }
}

impl fmt::Display for ProtocolHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handler.target.kind.fmt(f)
    }
}
