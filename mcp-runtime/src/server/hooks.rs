//! The functions of a program that run around its handlers.

use super::completion::OnComplete;
use super::layer::RequestService;
use super::roots::OnRootsChanged;
use super::tool_directory::Directs;
use super::visibility::VisibilityRule;

/// The functions of a program that run around its handlers.
pub(super) struct Hooks {
    /// The middleware, if there is any.
    pub(super) layered: Option<RequestService>,
    /// What decides which tools are listed, and which tool a call is for.
    pub(super) directory: Option<Box<dyn Directs>>,
    pub(super) visible: Option<VisibilityRule>,
    pub(super) on_complete: Option<OnComplete>,
    pub(super) on_roots_changed: Option<OnRootsChanged>,
    /// Whether user code may read the transport's requests, in a hook or in a handler.
    pub(super) reads_requests: bool,
}
