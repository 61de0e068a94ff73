//! What replicas publish to each other.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::negotiation::Topic;

/// A hint, as it is sent: who publishes, and what.
#[derive(Serialize, Deserialize)]
pub(super) struct HintMessage {
    pub(super) from: Arc<str>,
    /// Each for itself: a newer replica may publish what an older one does not know.
    pub(super) hints: Vec<Box<RawValue>>,
}

/// What one replica publishes to others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ReplicaHint {
    /// Lists have changed: of tools, of prompts, of resources.
    Lists([bool; 3]),
    /// A resource was updated.
    Resource(Box<str>),
    /// What happens at a URL is completed.
    Interaction(Box<str>),
    /// A task has changed.
    Task(Box<str>),
    /// More has changed than could be published.
    Everything,
    /// Something of a session, or for one.
    Session(SessionHint),
}

/// What one replica publishes to others of a session of a legacy client, which is named by its id.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum SessionHint {
    /// Its record has changed.
    Changed(Box<str>),
    /// Its client has ended it.
    Ended(Box<str>),
    /// Its client has cancelled a request; the id is JSON.
    Cancelled {
        /// Which session.
        session: Box<str>,
        /// The id of the request, as JSON.
        request: Box<RawValue>,
    },
    /// Its client has answered a request of the replica that this is for.
    Answered {
        /// Which session.
        session: Box<str>,
        /// The response, as the client has sent it.
        response: Box<RawValue>,
    },
    /// The same with a long response, which is in the store.
    AnsweredLong {
        /// Which session.
        session: Box<str>,
        /// The name of the record.
        record: Box<str>,
    },
    /// Messages wait at the replica that publishes it, which belong to no request of the client.
    Waiting(Box<str>),
    /// The client listens at the replica that publishes it.
    Listening(Box<str>),
    /// Messages for the client, which listens at the replica that this is for.
    Messages {
        /// Which session.
        session: Box<str>,
        /// The messages, each as it is sent.
        messages: Vec<String>,
    },
    /// A client has come back to a stream, at the replica that publishes it.
    Resumed {
        /// Which session.
        session: Box<str>,
        /// Which stream of it.
        stream: u64,
    },
    /// The stream is in the store as far as it is known, and continues.
    Goes {
        /// Which session.
        session: Box<str>,
        /// Which stream of it.
        stream: u64,
    },
}

impl ReplicaHint {
    pub(super) fn of(topic: &Topic) -> Self {
        match topic {
            Topic::Resource(uri) => Self::Resource(uri.clone()),
            Topic::Interaction(id) => Self::Interaction(id.clone()),
            Topic::Task(id) => Self::Task(id.clone()),
        }
    }

    /// About how many bytes it is.
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
    #[allow(dead_code, reason = "only HTTP has sessions that replicas share")]
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
            | Self::Goes { session, .. } => session,
        }
    }

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
