//! The parts of options, commands and authentication methods that all versions share.

use serde_json::{Map, Value, json};

use crate::protocol::{AuthMethod, AvailableCommand, ConfigOption, SystemPromptSupport};

/// Options with their values; `id` is the version's name for the id of an option.
pub(super) fn options(all: &[ConfigOption], id: &str) -> Value {
    all.iter().map(|option| with_id(json!(option), id)).collect()
}

/// Authentication methods.
pub(super) fn auth_methods(all: &[AuthMethod], id: &str) -> Value {
    all.iter().map(|method| with_id(json!(method), id)).collect()
}

/// The capability of an agent that applies system prompts.
pub(super) fn system_prompt(support: SystemPromptSupport) -> Value {
    match support {
        SystemPromptSupport::Append => json!({}),
        SystemPromptSupport::AppendOrOverride => json!({ "mode": { "override": {} } }),
    }
}

/// Slash commands; version 2 adds a type to commands and to their inputs.
pub(super) fn commands(all: &[AvailableCommand], types: Option<[&str; 2]>) -> Value {
    let command = |command: &AvailableCommand| {
        let mut said = Map::new();
        let mut input = command.hint.as_ref().map(|hint| json!({ "hint": hint }));
        if let Some([of_command, of_input]) = types {
            said.insert("type".to_owned(), json!(of_command));
            if let Some(input) = &mut input {
                input["type"] = json!(of_input);
            }
        }
        said.insert("name".to_owned(), json!(command.name));
        said.insert("description".to_owned(), json!(command.description));
        said.extend(input.map(|input| ("input".to_owned(), input)));
        Value::Object(said)
    };
    all.iter().map(command).collect()
}

fn with_id(value: Value, id: &str) -> Value {
    let Value::Object(value) = value else { return value };
    let named = value.into_iter();
    Value::Object(
        named.map(|(name, of)| (if name == "id" { id.to_owned() } else { name }, of)).collect(),
    )
}
