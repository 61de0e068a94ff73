//! The members of `params` that more than one method has, found in one scan.

use crate::jsonrpc::{ErrorObject, Scan, SyntaxError};
use crate::protocol::meta::keys;

/// `params`, each member still as JSON text.
#[derive(Clone, Copy, Default)]
pub(crate) struct Params<'a> {
    pub(crate) raw: Option<&'a str>,
    pub(crate) meta: RequestMeta<'a>,
    pub(crate) name: Option<&'a str>,
    pub(crate) uri: Option<&'a str>,
    pub(crate) arguments: Option<&'a str>,
    pub(crate) cursor: Option<&'a str>,
}

/// The members of `_meta` that the protocol defines for requests, each as JSON text.
#[derive(Clone, Copy, Default)]
pub(crate) struct RequestMeta<'a> {
    pub(crate) protocol_version: Option<&'a str>,
    pub(crate) client_capabilities: Option<&'a str>,
    pub(crate) client_info: Option<&'a str>,
    pub(crate) log_level: Option<&'a str>,
    pub(crate) progress_token: Option<&'a str>,
}

impl<'a> Params<'a> {
    pub(crate) fn scan(raw: Option<&'a str>) -> Result<Self, ErrorObject> {
        let mut params = Self {
            raw,
            ..Self::default()
        };
        let Some(text) = raw else { return Ok(params) };
        let mut meta = None;
        scan_object(text, "`params`", |key, value| match key {
            "_meta" => set(&mut meta, value),
            "name" => set(&mut params.name, value),
            "uri" => set(&mut params.uri, value),
            "arguments" => set(&mut params.arguments, value),
            "cursor" => set(&mut params.cursor, value),
            _ => true,
        })?;
        if let Some(meta) = meta {
            params.meta = RequestMeta::scan(meta)?;
        }
        Ok(params)
    }
}

impl<'a> RequestMeta<'a> {
    fn scan(text: &'a str) -> Result<Self, ErrorObject> {
        let mut found = Self::default();
        scan_object(text, "`_meta`", |key, value| match key {
            keys::PROTOCOL_VERSION => set(&mut found.protocol_version, value),
            keys::CLIENT_CAPABILITIES => set(&mut found.client_capabilities, value),
            keys::CLIENT_INFO => set(&mut found.client_info, value),
            keys::LOG_LEVEL => set(&mut found.log_level, value),
            keys::PROGRESS_TOKEN => set(&mut found.progress_token, value),
            _ => true,
        })?;
        Ok(found)
    }

    /// Whether the sender speaks a modern revision: legacy clients never use these keys.
    pub(crate) fn is_modern(&self) -> bool {
        self.protocol_version.is_some() || self.client_capabilities.is_some()
    }
}

/// Visits the members of an object; `each` says no to a member that was there before.
fn scan_object<'a>(
    text: &'a str,
    what: &str,
    mut each: impl FnMut(&str, &'a str) -> bool,
) -> Result<(), ErrorObject> {
    if !text.starts_with('{') {
        return Err(ErrorObject::invalid_params(format!(
            "{what} must be an object"
        )));
    }
    let mut twice = None;
    let scanned = Scan::new(text).members::<SyntaxError>(|key, scan| {
        if !each(&key, scan.value()?) {
            twice = Some(key.into_owned());
        }
        Ok(())
    });
    match (scanned, twice) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(key)) => Err(ErrorObject::invalid_params(format!(
            "`{key}` is given twice in {what}"
        ))),
        (Err(error), _) => Err(ErrorObject::invalid_params(format!("{what}: {error}"))),
    }
}

fn set<'a>(slot: &mut Option<&'a str>, value: &'a str) -> bool {
    slot.replace(value).is_none()
}
