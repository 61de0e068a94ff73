//! The updates that all versions share.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::client::model::{Command, ConfigOption, Update};

/// Reads an update: either one that all versions share, or one that `other` reads by its kind and
/// text.
pub(super) fn read_update(
    update: &RawValue,
    other: impl FnOnce(&str, &str) -> Option<Update>,
) -> Update {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Kind {
        session_update: String,
    }
    let text = update.get();
    let known = read(text).and_then(|Kind { session_update: kind }| match common(&kind, text) {
        None => other(&kind, text),
        update => update,
    });
    known.unwrap_or_else(|| Update::Unknown(serde_json::from_str(text).unwrap_or_default()))
}

fn common(kind: &str, text: &str) -> Option<Update> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Commands {
        available_commands: Vec<Command>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Options {
        config_options: Vec<ConfigOption>,
    }
    Some(match kind {
        "user_message_chunk" => Update::UserMessage(read(text)?),
        "agent_message_chunk" => Update::Message(read(text)?),
        "agent_thought_chunk" => Update::Thought(read(text)?),
        "available_commands_update" => Update::Commands(read::<Commands>(text)?.available_commands),
        "config_option_update" => Update::ConfigOptions(read::<Options>(text)?.config_options),
        "session_info_update" => Update::Info(read(text)?),
        "usage_update" => Update::Usage(read(text)?),
        _ => return None,
    })
}

pub(super) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}
