//! The history of a session: the conversation, as updates that can be sent again.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::value::RawValue;

use super::stored_session::{HistoryEntry, MAX_HISTORY};
use crate::protocol::{CompactionStatus, CompactionUpdate, Message, MessageRole, SessionUpdate};
use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::quota::{Account, Share};

/// The updates of a session, within limits.
#[derive(Default)]
pub(super) struct History {
    updates: Vec<Arc<RawValue>>,
    bytes: usize,
    /// Whether it was too long to be kept.
    is_cut: bool,
    share: Option<Share>,
    /// How many of the updates are stored, and in how many entries.
    saved: usize,
    kept: u64,
    /// The ids of the user's messages that have a key.
    by_key: BTreeMap<String, String>,
}

impl History {
    /// An empty history; that of an earlier process may have been too long to be kept.
    pub(super) fn new(is_cut: bool) -> Self {
        Self { is_cut, ..Self::default() }
    }

    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Adds an update, whose memory `account` pays for; `make_room` frees some of what the
    /// histories of all sessions take, if it can.
    pub(super) fn push(
        &mut self,
        account: &Account,
        update: Arc<RawValue>,
        make_room: impl Fn() -> bool,
    ) {
        if self.is_cut {
            return;
        }
        let key = key_of(&update);
        let of_key = key.as_ref().map_or(0, |(key, id)| key.len() + id.len());
        let bytes = self.bytes + size_of::<Arc<RawValue>>() + update.get().len() + of_key;
        let fits = bytes <= MAX_HISTORY && reserve(account, &mut self.share, bytes, make_room);
        if !fits {
            *self = Self { is_cut: true, kept: self.kept, ..Self::default() };
        } else {
            self.bytes = bytes;
            self.updates.push(update);
            self.by_key.extend(key);
        }
    }

    /// Restores what an earlier process has stored.
    pub(super) fn restore(&mut self, account: &Account, entries: Vec<HistoryEntry>) {
        for HistoryEntry { number, updates } in entries {
            self.kept = number;
            for update in updates {
                self.push(account, update, || false);
            }
        }
        self.saved = self.updates.len();
    }

    /// The updates since the last save, if there are any.
    pub(super) fn unsaved(&self) -> Option<HistoryEntry> {
        let updates = self.updates.get(self.saved..)?.to_vec();
        (!updates.is_empty()).then(|| HistoryEntry { number: self.kept + 1, updates })
    }

    /// Records that this many more updates have been saved.
    pub(super) fn saved(&mut self, updates: usize) {
        self.kept += 1;
        self.saved += updates;
    }

    /// The id of the user's message with this key.
    pub(super) fn message_with_key(&self, key: &str) -> Option<&str> {
        self.by_key.get(key).map(String::as_str)
    }

    /// All updates that are kept, in order.
    ///
    /// # Errors
    ///
    /// When one was stored by a version that had others.
    pub(super) fn updates(&self) -> Result<Vec<SessionUpdate>, ErrorObject> {
        let read = |update: &Arc<RawValue>| serde_json::from_str(update.get());
        let updates: Result<_, _> = self.updates.iter().map(read).collect();
        updates.map_err(|error| {
            ErrorObject::internal(format!("the history of the session cannot be read: {error}"))
        })
    }
}

/// Reserves room, for which other histories may have to go.
pub(super) fn reserve(
    account: &Account,
    share: &mut Option<Share>,
    bytes: usize,
    make_room: impl Fn() -> bool,
) -> bool {
    loop {
        if account.reserve(share, bytes) {
            return true;
        }
        if !make_room() {
            return false;
        }
    }
}

/// The key and the id of a user's message that has a key.
fn key_of(update: &RawValue) -> Option<(String, String)> {
    // Of other updates, nothing is read.
    if !update.get().starts_with("{\"UserMessage\"") {
        return None;
    }
    match serde_json::from_str(update.get()) {
        Ok(SessionUpdate::UserMessage { id, key: Some(key), .. }) => Some((key, id)),
        _ => None,
    }
}

/// The messages of the user and the agent, whole and in order. What was compacted is replaced by
/// its summary.
pub(super) fn conversation(updates: Vec<SessionUpdate>) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for update in updates {
        match update {
            SessionUpdate::UserMessage { id, content, .. } => {
                messages.push(Message { role: MessageRole::User, id, content });
            }
            SessionUpdate::AgentMessage { id, content } => add_chunk(&mut messages, id, content),
            SessionUpdate::Compaction(CompactionUpdate {
                compaction_id: id,
                status: Some(CompactionStatus::Completed),
                summary,
                ..
            }) => {
                // The prompt that is being answered is not part of what was compacted.
                let prompt = messages.iter().rposition(|message| message.role == MessageRole::User);
                let prompt = prompt.map(|prompt| messages.swap_remove(prompt));
                messages.clear();
                let role = MessageRole::User;
                messages.extend(summary.map(|content| Message { role, id, content }));
                messages.extend(prompt);
            }
            _ => {}
        }
    }
    messages
}

/// Adds a chunk to the message of the agent that it belongs to.
fn add_chunk(messages: &mut Vec<Message>, id: String, content: ContentBlock) {
    let last = messages.last_mut().filter(|last| last.id == id);
    let Some(Message { content: chunks, .. }) = last else {
        return messages.push(Message { role: MessageRole::Agent, id, content: vec![content] });
    };
    push_chunk(chunks, content);
}

/// Adds a chunk of a message; texts that follow each other are one.
pub(super) fn push_chunk(chunks: &mut Vec<ContentBlock>, content: ContentBlock) {
    match (chunks.last_mut(), content) {
        (Some(ContentBlock::Text(text)), ContentBlock::Text(more)) => text.text += &more.text,
        (_, content) => chunks.push(content),
    }
}
