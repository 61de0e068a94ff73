//! The history of a session: the conversation, as updates that can be sent again.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::shortened::{MAX_OLD, shortened_json};
use super::stored_session::{HistoryEntry, MAX_HISTORY};
use crate::protocol::{CompactionStatus, CompactionUpdate, Message, MessageRole, SessionUpdate};
use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::quota::{Account, Share, UNCHARGED_BYTES};

/// The kinds of updates that make the conversation.
const CONVERSATION: [&str; 3] = ["UserMessage", "AgentMessage", "Compaction"];

/// What a model reads in place of what is forgotten.
const FORGOTTEN: &str = "[Parts of this conversation are left out: it exceeds the size limit.]";

/// The updates of a session, within limits: what is too much for them is forgotten, the conversation
/// itself last. Of the last prompt, at least the beginning is kept.
#[derive(Default)]
pub(super) struct History {
    updates: Vec<Kept>,
    bytes: usize,
    /// Whether some of it is forgotten.
    is_cut: bool,
    share: Option<Share>,
    /// The numbers of the last update, of the last one that is stored, and of the last one that is
    /// being stored.
    last: u64,
    saved: u64,
    saving: u64,
    /// How often something that is stored was forgotten, and how often by the time of the last and of
    /// the running save of the whole history.
    forgotten: u64,
    rewritten: u64,
    rewriting: u64,
    /// How many entries are stored.
    entries: u64,
}

/// An update that is kept.
struct Kept {
    number: u64,
    update: Arc<RawValue>,
    /// The key and the id of a user's message that has a key.
    key: Option<(String, String)>,
}

impl Kept {
    fn new(number: u64, update: Arc<RawValue>) -> Self {
        let key = key_of(&update);
        Self { number, update, key }
    }

    fn bytes(&self) -> usize {
        let key = self.key.as_ref().map_or(0, |(key, id)| key.len() + id.len());
        size_of::<Self>() + self.update.get().len() + key
    }

    fn is(&self, kinds: &[&str]) -> bool {
        // What is kept is JSON of our own.
        let kind = self.update.get().split('"').nth(1);
        kind.is_some_and(|kind| kinds.contains(&kind))
    }
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
    /// histories of all sessions take, if it can. Returns whether this is the first time that
    /// something is forgotten for it.
    pub(super) fn push(
        &mut self,
        account: &Account,
        update: Arc<RawValue>,
        make_room: impl Fn() -> bool,
    ) -> bool {
        let was_cut = self.is_cut;
        self.last += 1;
        let kept = Kept::new(self.last, update);
        self.bytes += kept.bytes();
        self.updates.push(kept);
        if self.bytes > MAX_HISTORY {
            // Not for every update anew.
            self.forget(MAX_HISTORY / 4 * 3);
        }
        while !reserve(account, &mut self.share, self.bytes, &make_room) {
            if !self.forget(self.bytes / 2) {
                self.forget_all();
            }
        }
        self.is_cut && !was_cut
    }

    /// Forgets the oldest updates until no more than so much is left, if that is possible: first what
    /// is not of the conversation, then what is large in it. Returns whether there was any.
    fn forget(&mut self, most: usize) -> bool {
        let before = self.bytes;
        self.drop_oldest(most, false);
        self.shorten_oldest(most);
        self.drop_oldest(most, true);
        self.is_cut |= self.bytes < before;
        self.bytes < before
    }

    /// The numbers of the updates that are not forgotten: the last prompt and the last summary.
    fn spared(&self) -> [Option<u64>; 2] {
        ["UserMessage", "Compaction"]
            .map(|kind| self.updates.iter().rfind(|kept| kept.is(&[kind])).map(|kept| kept.number))
    }

    fn drop_oldest(&mut self, most: usize, is_conversation: bool) {
        let spared = self.spared();
        let Self { updates, bytes, forgotten, saving, .. } = self;
        updates.retain(|kept| {
            let goes = *bytes > most
                && !spared.contains(&Some(kept.number))
                && kept.is(&CONVERSATION) == is_conversation;
            if goes {
                *bytes -= kept.bytes();
                *forgotten += u64::from(kept.number <= *saving);
            }
            !goes
        });
    }

    fn shorten_oldest(&mut self, most: usize) {
        let spared = self.spared();
        for kept in self.updates.iter_mut().filter(|kept| !spared.contains(&Some(kept.number))) {
            let before = kept.bytes();
            if self.bytes <= most || before <= MAX_OLD || !kept.is(&CONVERSATION) {
                continue;
            }
            if let Some(shorter) = shortened_json(&kept.update, MAX_OLD / 2) {
                kept.update = shorter;
                self.bytes = (self.bytes + kept.bytes()).saturating_sub(before);
                self.forgotten += u64::from(kept.number <= self.saving);
            }
        }
    }

    /// Forgets all but the beginning of the last prompt, which no quota is needed for.
    fn forget_all(&mut self) {
        let prompt = self.updates.drain(..).rfind(|kept| kept.is(&["UserMessage"]));
        let beginning = prompt.and_then(|prompt| {
            let shorter = shortened_json(&prompt.update, UNCHARGED_BYTES / 2)?;
            Some(Kept { update: shorter, ..prompt })
        });
        self.updates.extend(beginning.filter(|kept| kept.bytes() <= UNCHARGED_BYTES));
        self.bytes = self.updates.iter().map(Kept::bytes).sum();
        self.forgotten += 1;
        (self.share, self.is_cut) = (None, true);
    }

    /// Restores what an earlier process has stored.
    pub(super) fn restore(&mut self, account: &Account, entries: Vec<HistoryEntry>) {
        // All of it is stored.
        self.saving = u64::MAX;
        for HistoryEntry { number, updates, .. } in entries {
            self.entries = number;
            for update in updates {
                self.push(account, update, || false);
            }
        }
        (self.saved, self.saving) = (self.last, self.last);
    }

    /// The updates since the last save, if there are any; all of them if some of those that are
    /// stored are forgotten.
    pub(super) fn unsaved(&mut self) -> Option<HistoryEntry> {
        (self.saving, self.rewriting) = (self.last, self.forgotten);
        let is_whole = self.forgotten > self.rewritten;
        let saved = if is_whole { 0 } else { self.saved };
        let new = self.updates.iter().filter(|kept| kept.number > saved);
        let updates: Vec<_> = new.map(|kept| Arc::clone(&kept.update)).collect();
        let number = self.entries + 1;
        (!updates.is_empty()).then_some(HistoryEntry { number, updates, is_whole })
    }

    /// Records that the updates that were unsaved have been saved.
    pub(super) fn saved(&mut self) {
        self.entries += 1;
        (self.saved, self.rewritten) = (self.saving, self.rewriting);
    }

    /// The id of the user's message with this key.
    pub(super) fn message_with_key(&self, key: &str) -> Option<&str> {
        let mut keys = self.updates.iter().rev().filter_map(|kept| kept.key.as_ref());
        keys.find(|(other, _)| other == key).map(|(_, id)| &**id)
    }

    /// All updates that are kept, in order.
    ///
    /// # Errors
    ///
    /// When one was stored by a version that had others.
    pub(super) fn updates(&self) -> Result<Vec<SessionUpdate>, ErrorObject> {
        let updates: Result<_, _> = self.read().collect();
        updates.map_err(|error| {
            ErrorObject::internal(format!("the history of the session cannot be read: {error}"))
        })
    }

    /// The conversation, as far as it is kept and can be read.
    pub(super) fn conversation(&self) -> Vec<Message> {
        let updates: Vec<SessionUpdate> = self.read().flatten().collect();
        let is_whole = !self.is_cut && updates.len() == self.updates.len();
        conversation(updates, is_whole)
    }

    fn read(&self) -> impl Iterator<Item = serde_json::Result<SessionUpdate>> + '_ {
        self.updates.iter().map(|kept| serde_json::from_str(kept.update.get()))
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

/// The messages of the user and the agent, in order. What was compacted is replaced by its summary, and
/// what is forgotten by a note.
fn conversation(updates: Vec<SessionUpdate>, is_whole: bool) -> Vec<Message> {
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
                let position =
                    messages.iter().rposition(|message| message.role == MessageRole::User);
                let prompt = position.map(|position| messages.swap_remove(position));
                messages.clear();
                let role = MessageRole::User;
                messages.extend(summary.map(|content| Message { role, id, content }));
                messages.extend(prompt);
            }
            _ => {}
        }
    }
    if !is_whole {
        let role = MessageRole::User;
        let id = "forgotten".to_owned();
        messages.insert(0, Message { role, id, content: vec![ContentBlock::text(FORGOTTEN)] });
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

#[cfg(test)]
mod tests {
    use mcp_runtime_protocol::caller::Caller;
    use mcp_runtime_protocol::quota::Quota;

    use super::*;

    /// A history with these updates, as they are stored.
    fn history(updates: &[&str]) -> History {
        let account = Account::new(&Quota::new(1_000_000, 1_000_000), Caller::Anonymous);
        let mut history = History::default();
        for update in updates {
            let update: Box<RawValue> = serde_json::from_str(update).unwrap();
            assert!(!history.push(&account, update.into(), || false));
        }
        history
    }

    #[test]
    fn what_another_version_has_stored_does_not_take_the_conversation_with_it() {
        let text = r#"[{"type":"text","text":"Hello"}]"#;
        let prompt = format!(r#"{{"UserMessage":{{"id":"1","content":{text},"key":null}}}}"#);
        for other in [r#"{"Later":{}}"#, r#"{"AgentMessage":{"id":7}}"#, "\"Later\""] {
            let history = history(&[other, &prompt, other]);
            assert!(history.updates().is_err());
            let texts = history.conversation().into_iter().map(|message| message.content);
            let expected = [FORGOTTEN, "Hello"].map(|text| vec![ContentBlock::text(text)]);
            assert!(texts.eq(expected), "{other}");
        }
        let whole = history(&[&prompt]).conversation();
        assert_eq!(whole.len(), 1);
    }
}
