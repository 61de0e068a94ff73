//! What serves prompts, resources and completions.

use super::handler::Handler;
use super::{FeatureService, Server, SubscribeAll};
use crate::protocol::Method;

/// The services of the kinds of features that a server has. They are pointers that the features
/// provide, so that a program with none of a kind contains none of the code for it.
#[derive(Clone, Copy, Default)]
pub(super) struct FeatureServices {
    prompts: Option<FeatureService>,
    resources: Option<FeatureService>,
    completion: Option<FeatureService>,
    pub(super) subscribe: Option<SubscribeAll>,
}

impl FeatureServices {
    #[inline]
    pub(super) fn of_prompts() -> Self {
        Self { prompts: Some(Server::serve_prompts), ..Self::default() }
    }

    #[inline]
    pub(super) fn of_resources() -> Self {
        Self {
            resources: Some(Server::serve_resources),
            subscribe: Some(Server::subscribe_all),
            ..Self::default()
        }
    }

    #[inline]
    pub(super) fn of_completion() -> Self {
        Self { completion: Some(Server::complete), ..Self::default() }
    }

    /// Completes the arguments of a handler, too, if any can be completed.
    #[inline]
    pub(super) fn with_completion_of(self, handler: &Handler) -> Self {
        if handler.completes() { self.or(Self::of_completion()) } else { self }
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self {
            prompts: self.prompts.or(other.prompts),
            resources: self.resources.or(other.resources),
            completion: self.completion.or(other.completion),
            subscribe: self.subscribe.or(other.subscribe),
        }
    }

    pub(super) fn completes(self) -> bool {
        self.completion.is_some()
    }

    /// The service for a method, if the server has what it is about.
    pub(super) fn of(self, method: Method) -> Option<FeatureService> {
        match method {
            Method::GetPrompt | Method::ListPrompts => self.prompts,
            Method::ReadResource
            | Method::ListResources
            | Method::ListResourceTemplates
            | Method::Subscribe
            | Method::Unsubscribe => self.resources,
            Method::Complete => self.completion,
            _ => None,
        }
    }
}
