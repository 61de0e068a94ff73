//! The options of a session, and how they change.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::config_option::{Choice, ConfigOption, Kind, MODE};
use super::connection_state::InitializedClient;
use super::session::Session;
use super::turn::Turn;
use crate::protocol::{self, ClientSide, ConfigChoice, ConfigValue, SessionUpdate};
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::{Error, Result};

impl Session {
    /// Returns the current mode, deserialized from its id, for example into an enum or a `String`.
    ///
    /// ```
    /// use mcp_runtime::Result;
    /// use mcp_runtime_acp::{Turn, agent};
    ///
    /// #[derive(serde::Deserialize)]
    /// #[serde(rename_all = "snake_case")]
    /// enum Mode {
    ///     Ask,
    ///     Write,
    /// }
    ///
    /// #[agent]
    /// async fn coder(turn: Turn) -> Result<()> {
    ///     match turn.session().mode()? {
    ///         Mode::Ask => turn.say("What may I do?").await,
    ///         Mode::Write => turn.say("I do it.").await,
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When the agent has no modes, or the type does not represent this one.
    pub fn mode<T: DeserializeOwned>(&self) -> Result<T> {
        self.option(MODE)
    }

    /// Returns the value of an option, deserialized into a `bool`, a `String`, or an enum of your
    /// own.
    ///
    /// # Errors
    ///
    /// When the agent has no such option, or the type does not represent this value.
    pub fn option<T: DeserializeOwned>(&self, id: &str) -> Result<T> {
        serde_json::from_value(self.value(self.find_option(id)?)).map_err(Error::other)
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// When the agent has no such option, or the option does not have this value.
    pub(super) fn set_option(&self, id: &str, value: Value) -> Result<&ConfigOption> {
        let option = self.find_option(id)?;
        if !option.has(&value) {
            return Err(Error::other(format!("the option {id:?} has no value {value}")));
        }
        self.chosen().lock().insert(id.to_owned(), value);
        Ok(option)
    }

    /// Sets an option on behalf of the client.
    ///
    /// # Errors
    ///
    /// As for [`set_option`](Self::set_option), and when the client cannot show the option.
    pub(super) fn choose(
        &self,
        client: &ClientSide,
        id: &str,
        value: Value,
    ) -> std::result::Result<(), ErrorObject> {
        let option = self.find_option(id).and_then(|option| {
            if is_shown(option, client) {
                self.set_option(id, value)
            } else {
                Err(Error::other(format!(
                    "the option {id:?} is boolean, and the client did not declare support for boolean \
                     options"
                )))
            }
        });
        option.map(drop).map_err(|error| ErrorObject::invalid_params(error.to_string()))
    }

    /// The options that a client can show, with their values.
    pub(super) fn options(&self, client: &ClientSide) -> Vec<protocol::ConfigOption> {
        let shown = self.settings().options.iter().filter(|option| is_shown(option, client));
        shown.map(|option| self.config_option(option)).collect()
    }

    /// The options in a response that opens the session.
    pub(super) fn opened(&self, client: &InitializedClient) -> Map<String, Value> {
        let mode = self.find_option(MODE).ok().map(|mode| self.config_option(mode));
        client.codec.opened(&self.options(&client.side), mode.as_ref())
    }

    fn find_option(&self, id: &str) -> Result<&ConfigOption> {
        let option = self.settings().options.iter().find(|option| option.id == id);
        option.ok_or_else(|| Error::other(format!("this agent has no option {id:?}")))
    }

    fn value(&self, option: &ConfigOption) -> Value {
        let chosen = self.chosen().lock().get(&option.id).cloned();
        // A value that was chosen in an earlier process may no longer exist.
        chosen.filter(|value| option.has(value)).unwrap_or_else(|| match &option.kind {
            Kind::Select { initial, .. } => initial.as_str().into(),
            Kind::Boolean { initial } => (*initial).into(),
        })
    }

    fn text(&self, option: &ConfigOption) -> String {
        self.value(option).as_str().unwrap_or_default().to_owned()
    }

    fn config_option(&self, option: &ConfigOption) -> protocol::ConfigOption {
        let ConfigOption { id, name, description, category, kind } = option.clone();
        let value = match kind {
            Kind::Boolean { .. } => ConfigValue::Boolean { current: self.value(option) == true },
            Kind::Select { choices, .. } => ConfigValue::Select {
                current: self.text(option),
                options: choices
                    .into_iter()
                    .map(|Choice { value, name, description }| ConfigChoice {
                        value,
                        name,
                        description,
                        group: None,
                    })
                    .collect(),
            },
        };
        protocol::ConfigOption { id, name, description, category, value }
    }
}

/// Whether a client can show an option.
pub(super) fn is_shown(option: &ConfigOption, client: &ClientSide) -> bool {
    !option.is_boolean() || client.capabilities.boolean_options
}

impl Turn {
    /// Changes the mode of the session, and notifies the client.
    ///
    /// # Errors
    ///
    /// When the agent has no such mode, or the turn has been cancelled.
    pub async fn set_mode(&self, mode: impl Serialize) -> Result<()> {
        self.set_option(MODE, mode).await
    }

    /// Changes an option of the session, and notifies the client.
    ///
    /// # Errors
    ///
    /// When the agent has no such option, the option does not have this value, or the turn has been
    /// cancelled.
    pub async fn set_option(&self, id: &str, value: impl Serialize) -> Result<()> {
        let session = self.session();
        let value = serde_json::to_value(value).map_err(Error::other)?;
        let is_told = is_shown(session.set_option(id, value)?, self.client());
        let mode = (id == MODE).then(|| session.option(MODE)).transpose()?;
        let options = session.options(self.client());
        if is_told {
            self.notify(&SessionUpdate::Options { options, mode }).await
        } else {
            self.check_running()
        }
    }
}
