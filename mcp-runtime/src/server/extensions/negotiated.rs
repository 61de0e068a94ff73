//! An extension that both sides have declared.

use std::fmt;
use std::ops::Deref;

use serde_json::{Map, Value};

use super::declared::DeclaredExtensions;
use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::protocol::{ClientCapability, Extension};
use crate::server::{Context, FromContext, States};

/// A context parameter: the settings with which the client declared an extension.
///
/// The server has to declare the extension, too. Calls from a client that did not are refused;
/// `Option<Negotiated<E>>` is `None` instead, also if the settings cannot be parsed.
pub struct Negotiated<E: Extension> {
    /// The settings of the client.
    pub client: E::Client,
}

impl<E: Extension> Deref for Negotiated<E> {
    type Target = E::Client;

    fn deref(&self) -> &E::Client {
        &self.client
    }
}

impl<E: Extension<Client: fmt::Debug>> fmt::Debug for Negotiated<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Negotiated").field("client", &self.client).finish()
    }
}

impl<E: Extension> FromContext for Negotiated<E> {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::Extension(E::ID)];
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    fn check(states: &States) -> Result<(), String> {
        DeclaredExtensions::check(states, E::ID)
    }

    async fn from_context(context: &Context) -> Result<Self> {
        let client = read::<E>(context);
        Ok(Self { client: client.map_err(ErrorObject::invalid_params)? })
    }

    fn is_available(context: &Context) -> bool {
        read::<E>(context).is_ok()
    }
}

/// Parses the settings of a client.
fn read<E: Extension>(context: &Context) -> Result<E::Client, String> {
    let extensions = context.client().capabilities.extensions.as_ref();
    let settings = extensions
        .and_then(|extensions| extensions.get(E::ID.as_str()))
        .cloned()
        .unwrap_or_else(|| Map::new().into());
    serde_json::from_value(settings.clone()).map_err(|error| {
        let id = E::ID;
        match culprit::<E>(&settings) {
            Some(member) => format!("the client's settings for `{id}`: `{member}`: {error}"),
            None => format!("the client's settings for `{id}`: {error}"),
        }
    })
}

/// The member that keeps the settings from being parsed.
fn culprit<E: Extension>(settings: &Value) -> Option<&str> {
    let settings = settings.as_object()?;
    let is_culprit = |member: &&String| {
        let mut others = settings.clone();
        others.remove(*member);
        serde_json::from_value::<E::Client>(others.into()).is_ok()
    };
    settings.keys().find(is_culprit).map(String::as_str)
}
