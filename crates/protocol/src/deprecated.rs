//! The features that MCP has deprecated.
//!
//! They work as before, in every revision that has them, and a program that uses one of them logs that
//! once. Source: [2026-07-28, "Deprecated Features"](https://modelcontextprotocol.io/specification/2026-07-28/deprecated).

use std::sync::atomic::{AtomicU8, Ordering};

use crate::{IncludeContext, InputRequest};

#[cfg(test)]
mod tests;

/// A feature that MCP has deprecated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeprecatedFeature {
    /// Requests for the directories that a client works in.
    Roots,
    /// Requests to the model of a client.
    Sampling,
    /// Log messages for clients.
    Logging,
    /// Clients that register themselves with an authorization server.
    DynamicClientRegistration,
    /// The values of `includeContext` in requests to models other than `none`.
    IncludeContext,
    /// The HTTP+SSE transport.
    HttpSse,
}

/// The features whose use was logged, as bits.
static LOGGED: AtomicU8 = AtomicU8::new(0);

impl DeprecatedFeature {
    /// Logs a warning that the feature is used, unless this process has done so before.
    pub fn warn_once(self) {
        // Most calls find the bit set, and need not write.
        if !self.is_logged() && LOGGED.fetch_or(self.bit(), Ordering::Relaxed) & self.bit() == 0 {
            self.warn();
        }
    }

    /// Whether [`warn_once`](Self::warn_once) has logged it, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn is_logged(self) -> bool {
        LOGGED.load(Ordering::Relaxed) & self.bit() != 0
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }

    #[cold]
    fn warn(self) {
        let (feature, instead) = match self {
            Self::Roots => (
                "roots",
                "take directories as arguments, as resource URIs, or from the configuration",
            ),
            Self::Sampling => ("sampling", "call the API of a model provider"),
            Self::Logging => {
                ("logging to clients", "write to standard error, or use OpenTelemetry")
            }
            Self::DynamicClientRegistration => (
                "dynamic client registration",
                "publish a client ID metadata document, or register the client by hand",
            ),
            Self::IncludeContext => ("`includeContext`", "omit it, or use `none`"),
            Self::HttpSse => ("the HTTP+SSE transport", "use Streamable HTTP"),
        };
        tracing::warn!("MCP has deprecated {feature}: {instead}");
    }
}

impl InputRequest {
    /// Logs a warning if the question belongs to a deprecated feature, once.
    #[doc(hidden)]
    #[inline]
    pub fn warn_if_deprecated(&self) {
        match self {
            Self::Elicit(_) => {}
            Self::CreateMessage(params) => {
                DeprecatedFeature::Sampling.warn_once();
                if params.include_context.is_some_and(|context| context != IncludeContext::None) {
                    DeprecatedFeature::IncludeContext.warn_once();
                }
            }
            Self::ListRoots(_) => DeprecatedFeature::Roots.warn_once(),
        }
    }
}
