//! What a call has learned in earlier rounds.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::clock::now;
use crate::jsonrpc::{ErrorObject, Scan, SyntaxError, memory_of};
use crate::protocol::sorted::SortedMap;

/// Identifies a question by its content, and by its number among equal questions of its call.
///
/// Nothing else distinguishes the questions of a run: not their order, which may differ between
/// runs, and not their place in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Mark(String);

/// Counts the equal questions of one run.
#[derive(Default)]
pub(super) struct Marks(HashMap<String, u32>);

impl Marks {
    #[inline]
    pub(super) fn mark(&mut self, text: &[u8]) -> Mark {
        let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(text)[..16]);
        let equal = self.0.entry(digest.clone()).or_default();
        let mark = Mark(format!("{digest}.{equal}"));
        *equal = equal.saturating_add(1);
        mark
    }
}

/// The overhead of an entry besides its text, in bytes.
const ENTRY: usize = 256;

/// The answers to the questions of a call, and the results of what it did once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Journal {
    known: SortedMap<Mark, JournalEntry>,
    /// The questions that the client was asked last.
    pub(super) pending: Vec<PendingQuestion>,
}

/// One thing that a call has learned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum JournalEntry {
    /// There is an answer, or a result; it may be null.
    Json(Box<RawValue>),
    /// The answer did not come in time.
    Late,
    /// It was begun; whether it was completed is not known.
    Begun,
}

/// A question that waits for its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PendingQuestion {
    pub(super) key: String,
    pub(super) mark: Mark,
    /// The deadline for the answer.
    pub(super) until: Option<u64>,
    /// The number of the question among those of a task.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) number: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde lends it")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The answers of a client, in the order of the pending questions.
pub(super) type Answers = Vec<Option<Box<RawValue>>>;

impl Journal {
    /// The approximate size in bytes, with the values that the handler has parsed.
    #[inline]
    pub(super) fn weight(&self) -> usize {
        let known = self.known.values().map(|known| match known {
            JournalEntry::Json(json) => ENTRY + json.get().len() + memory_of(json.get()),
            JournalEntry::Late | JournalEntry::Begun => ENTRY,
        });
        let pending = self.pending.iter().map(|pending| ENTRY + pending.key.len());
        known.sum::<usize>() + pending.sum::<usize>()
    }

    #[inline]
    pub(super) fn find(&self, mark: &Mark) -> Option<&JournalEntry> {
        self.known.get(mark)
    }

    #[inline]
    pub(super) fn learn(&mut self, mark: Mark, known: JournalEntry) {
        self.known.insert(mark, known);
    }

    #[inline]
    pub(super) fn forget(&mut self, mark: &Mark) {
        self.known.remove(mark);
    }

    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// A question that was asked before, and is not answered.
    #[inline]
    pub(super) fn pending_question(&self, mark: &Mark) -> Option<&PendingQuestion> {
        self.pending.iter().find(|pending| pending.mark == *mark)
    }

    /// Merges what another copy of the journal knows; `JournalEntry::Begun` never replaces an entry.
    #[inline]
    pub(super) fn learn_from(&mut self, other: Self) {
        let is_known = |mark: &Mark| self.known.contains_key(mark);
        let mut known = other.known;
        known.retain(|mark, known| !matches!(known, JournalEntry::Begun) || !is_known(mark));
        self.known.extend(known);
    }

    /// Finds the answers to the pending questions in a JSON object, which may have other members.
    #[inline]
    pub(super) fn answers(&self, json: &str) -> Result<Answers, ErrorObject> {
        let keys = self.pending.iter().map(|pending| pending.key.as_str());
        let places: HashMap<_, _> = keys.zip(0_usize..).collect();
        let mut answers: Answers = vec![None; self.pending.len()];
        let mut twice = None;
        let read = Scan::new(json).members::<SyntaxError>(|key, scan| {
            let value = scan.value()?;
            if let Some(answer) = places.get(&*key).and_then(|place| answers.get_mut(*place)) {
                let value = RawValue::from_string(value.to_owned()).ok();
                if std::mem::replace(answer, value).is_some() {
                    twice = Some(key.into_owned());
                }
            }
            Ok(())
        });
        match (read, twice) {
            (Ok(()), None) => Ok(answers),
            (Ok(()), Some(key)) => {
                Err(ErrorObject::invalid_params(format!("`inputResponses` answers {key:?} twice")))
            }
            (Err(_), _) => Err(ErrorObject::invalid_params("`inputResponses` must be an object")),
        }
    }

    /// Takes the answers of a client to the pending questions.
    #[inline]
    pub(super) fn take_answers(&mut self, answers: Answers) {
        let now = now();
        for (pending, answer) in std::mem::take(&mut self.pending).into_iter().zip(answers) {
            if pending.until.is_some_and(|until| until < now) {
                self.learn(pending.mark, JournalEntry::Late);
            } else if let Some(answer) = answer {
                self.learn(pending.mark, JournalEntry::Json(answer));
            } else {
                self.pending.push(pending);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(journal: &Journal, mark: &Mark) -> Option<String> {
        match journal.find(mark)? {
            JournalEntry::Json(json) => Some(json.get().to_owned()),
            JournalEntry::Late => Some("late".to_owned()),
            JournalEntry::Begun => None,
        }
    }

    #[test]
    fn null_is_something_that_is_known() {
        let mut marks = Marks::default();
        let done = marks.mark(b"done");
        let other = marks.mark(b"asked");
        let asked = marks.mark(b"asked");
        let mut journal = Journal::default();
        journal.learn(done.clone(), JournalEntry::Json(RawValue::NULL.to_owned()));
        journal.learn(asked.clone(), JournalEntry::Late);
        let text = serde_json::to_vec(&journal).unwrap();
        let journal: Journal = serde_json::from_slice(&text).unwrap();
        assert_eq!(known(&journal, &done).as_deref(), Some("null"));
        assert_eq!(known(&journal, &asked).as_deref(), Some("late"));
        assert_eq!(known(&journal, &other), None);
    }

    #[test]
    fn answers_are_taken_as_they_are_and_only_to_what_was_asked() {
        let mark = Marks::default().mark(b"asked");
        let pending =
            PendingQuestion { key: "a\"b".to_owned(), mark: mark.clone(), until: None, number: 0 };
        let mut journal = Journal { pending: vec![pending], ..Journal::default() };
        let none = journal.answers(r#"{"other": 1}"#).unwrap();
        assert!(none.iter().all(Option::is_none));
        for refused in ["7", "[]", "null", r#"{"a\"b": 1, "a\u0022b": 2}"#] {
            assert!(journal.answers(refused).is_err(), "{refused}");
        }
        let answers = journal.answers(r#"{"x": {}, "a\"b": 18446744073709551617 }"#).unwrap();
        journal.take_answers(answers);
        assert_eq!(known(&journal, &mark).as_deref(), Some("18446744073709551617"));
        assert!(journal.pending.is_empty());
    }
}
