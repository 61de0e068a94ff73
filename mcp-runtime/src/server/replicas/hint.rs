//! The hints that replicas publish to each other.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::negotiation::Topic;

/// A message: the replica that publishes, and its hints.
#[derive(Serialize, Deserialize)]
pub(super) struct HintMessage {
    pub(super) from: Arc<str>,
    /// Parsed one by one: a newer replica may publish hints that an older one does not know.
    pub(super) hints: Vec<Box<RawValue>>,
}

/// A hint that one replica publishes to others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ReplicaHint {
    /// Lists have changed: of tools, of prompts, of resources.
    Lists([bool; 3]),
    /// A resource was updated.
    Resource(Box<str>),
    /// An interaction at a URL is completed.
    Interaction(Box<str>),
    /// A task has changed.
    Task(Box<str>),
    /// More has changed than could be published.
    Everything,
    /// A hint about a session, or for one.
    Session(SessionHint),
}

/// A hint about a session of a legacy client, which is identified by its id.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum SessionHint {
    /// Its record has changed.
    Changed(Box<str>),
    /// Its client has ended it.
    Ended(Box<str>),
    /// Its client has cancelled a request; the id is JSON.
    Cancelled {
        /// The id of the session.
        session: Box<str>,
        /// The id of the request, as JSON.
        request: Box<RawValue>,
    },
    /// Its client has answered a request of the recipient.
    Answered {
        /// The id of the session.
        session: Box<str>,
        /// The response, as the client sent it.
        response: Box<RawValue>,
    },
    /// Like `Answered`, with a long response that is in the store.
    AnsweredLong {
        /// The id of the session.
        session: Box<str>,
        /// The name of the record.
        record: Box<str>,
    },
    /// Messages that belong to no request of the client wait at the replica that publishes the
    /// hint.
    Waiting(Box<str>),
    /// The client listens at the replica that publishes the hint.
    Listening(Box<str>),
    /// Messages for the client, which listens at the recipient.
    Messages {
        /// The id of the session.
        session: Box<str>,
        /// The encoded messages.
        messages: Vec<String>,
    },
    /// A client has resumed a stream, at the replica that publishes the hint.
    Resumed {
        /// The id of the session.
        session: Box<str>,
        /// The number of the stream within the session.
        stream: u64,
    },
    /// The stream is in the store up to now, and continues.
    StreamContinues {
        /// The id of the session.
        session: Box<str>,
        /// The number of the stream within the session.
        stream: u64,
    },
}

impl ReplicaHint {
    #[inline]
    pub(super) fn of(topic: &Topic) -> Self {
        match topic {
            Topic::Resource(uri) => Self::Resource(uri.spelled().into()),
            Topic::Interaction(id) => Self::Interaction(id.clone()),
            Topic::Task(id) => Self::Task(id.clone()),
        }
    }

    /// The approximate size in bytes.
    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Lists(_) | Self::Everything => 0,
            Self::Resource(text) | Self::Interaction(text) | Self::Task(text) => text.len(),
            Self::Session(hint) => hint.len(),
        }
    }
}

impl SessionHint {
    /// The id of the session.
    #[inline]
    pub(crate) fn session(&self) -> &str {
        match self {
            Self::Changed(session)
            | Self::Ended(session)
            | Self::Waiting(session)
            | Self::Listening(session)
            | Self::Cancelled { session, .. }
            | Self::Answered { session, .. }
            | Self::AnsweredLong { session, .. }
            | Self::Messages { session, .. }
            | Self::Resumed { session, .. }
            | Self::StreamContinues { session, .. } => session,
        }
    }

    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Cancelled { request: json, .. } | Self::Answered { response: json, .. } => {
                json.get().len()
            }
            Self::Messages { messages, .. } => messages.iter().map(String::len).sum(),
            _ => 0,
        }
    }
}
