//! The prompts of a session that are running or waiting.

use std::sync::Arc;

use tokio::sync::watch;

use mcp_runtime::Cancelled;
use mcp_runtime::internal::cancel;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, RequestId};
use mcp_runtime_protocol::sync::Mutex;

/// How many prompts of a session may wait for the running one.
pub(crate) const MAX_HELD: usize = 16;

/// The prompts of a session, in the order in which they came.
#[derive(Default)]
pub(super) struct OpenPrompts(Mutex<Vec<OpenPrompt>>);

struct OpenPrompt {
    number: u64,
    /// Its request, until it is answered.
    request: Option<RequestId>,
    /// What the client recognizes it by when it sends it again.
    key: Option<String>,
    /// The id of its message, once its turn has begun.
    begins: watch::Sender<Option<String>>,
    cancelled: Cancelled,
}

impl OpenPrompts {
    /// Holds a prompt until the earlier ones are done.
    ///
    /// # Errors
    ///
    /// When too many are waiting.
    pub(super) fn hold(
        self: &Arc<Self>,
        number: u64,
        request: &RequestId,
        key: Option<String>,
    ) -> Result<TurnGuard, ErrorObject> {
        let mut prompts = self.0.lock();
        // One of them is running.
        if prompts.len() > MAX_HELD {
            let message = format!(
                "{MAX_HELD} prompts of this session are waiting; cancel them, or wait for the end of \
                 the turn"
            );
            return Err(ErrorObject::invalid_request(message));
        }
        let request = Some(request.clone());
        let begins = watch::Sender::default();
        let cancelled = Cancelled::default();
        prompts.push(OpenPrompt { number, request, key, begins, cancelled: cancelled.clone() });
        Ok(TurnGuard { prompts: Arc::clone(self), number, cancelled })
    }

    /// A prompt with this key: it becomes the id of its message when its turn begins.
    pub(super) fn with_key(&self, key: &str) -> Option<watch::Receiver<Option<String>>> {
        let prompts = self.0.lock();
        let held = prompts.iter().find(|prompt| prompt.key.as_deref() == Some(key))?;
        Some(held.begins.subscribe())
    }

    /// Cancels the running turn, and the prompts that are waiting.
    pub(super) fn cancel(&self) {
        for prompt in &*self.0.lock() {
            cancel(&prompt.cancelled);
        }
    }

    /// Cancels the prompt of a request that is not answered yet.
    pub(super) fn cancel_request(&self, id: &RequestId) {
        let prompts = self.0.lock();
        for prompt in prompts.iter().filter(|prompt| prompt.request.as_ref() == Some(id)) {
            cancel(&prompt.cancelled);
        }
    }
}

/// Keeps a prompt listed as running or waiting while it is alive.
pub(super) struct TurnGuard {
    prompts: Arc<OpenPrompts>,
    number: u64,
    pub(super) cancelled: Cancelled,
}

impl TurnGuard {
    /// Marks the request of the prompt as answered by the id of its message: from now on, only the
    /// session cancels it.
    pub(super) fn answered(&self, message: &str) {
        let mut prompts = self.prompts.0.lock();
        if let Some(prompt) = prompts.iter_mut().find(|prompt| prompt.number == self.number) {
            prompt.request = None;
            prompt.begins.send_replace(Some(message.to_owned()));
        }
    }

    /// Whether all prompts that came before it have been cancelled.
    pub(super) fn follows_cancelled(&self) -> bool {
        let prompts = self.prompts.0.lock();
        let mut before = prompts.iter().take_while(|prompt| prompt.number != self.number);
        before.all(|prompt| prompt.cancelled.is_cancelled())
    }

    /// The key of the prompt.
    pub(super) fn key(&self) -> Option<String> {
        let prompts = self.prompts.0.lock();
        prompts.iter().find(|prompt| prompt.number == self.number)?.key.clone()
    }
}

impl Drop for TurnGuard {
    fn drop(&mut self) {
        self.prompts.0.lock().retain(|prompt| prompt.number != self.number);
    }
}
