//! The members of `params` that several methods share, found while the message is scanned.

#[cfg(test)]
mod fuzz;

use std::borrow::Cow;
use std::sync::Arc;

use super::request_meta::{CachedMeta, Problem, RequestMeta};
use crate::debug::short_debug;
use crate::jsonrpc::{ErrorObject, Incoming, ReadPart, Scan, SyntaxError};

/// A message from a client, with borrowed parameters.
pub(crate) type ClientMessage<'a, 'p> = Incoming<'a, &'p mut Params<'a>, &'p mut Option<&'a str>>;

/// `params`, each member still as JSON text.
#[derive(Default)]
pub(crate) struct Params<'a> {
    /// Their text.
    pub raw: Option<&'a str>,
    pub(crate) meta: RequestMeta<'a>,
    pub(crate) name: Option<&'a str>,
    pub(crate) uri: Option<&'a str>,
    pub(crate) cursor: Option<&'a str>,
    pub(crate) request_state: Option<&'a str>,
    pub(crate) input_responses: Option<&'a str>,
    pub(crate) task_id: Option<&'a str>,
    pub(crate) arguments: Members<'a>,
    problem: Option<Problem>,
}

short_debug!(Params<'a> { raw });

/// The members of an object, in their original order; each value as JSON text.
#[derive(Default)]
pub(crate) struct Members<'a> {
    /// The text of the whole object, or of another value.
    pub(crate) raw: Option<&'a str>,
    pub(crate) members: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl<'a> ReadPart<'a> for Params<'a> {
    fn read(&mut self, scan: &mut Scan<'a>) -> Result<(), SyntaxError> {
        let (raw, read) = scan.spanned(|scan| self.members(scan));
        self.raw = Some(raw).filter(|raw| *raw != "null");
        read
    }
}

impl<'a> Params<'a> {
    /// Parameters to be read, with a cached `_meta`.
    pub(crate) fn with_cached_meta(cached: Option<Arc<CachedMeta>>) -> Self {
        Self { meta: RequestMeta::with_cache(cached), ..Self::default() }
    }

    /// Reads parameters outside of a message.
    ///
    /// # Errors
    ///
    /// When they are not an object.
    pub(crate) fn scan(raw: Option<&'a str>) -> Result<Self, ErrorObject> {
        let mut params = Self::default();
        if let Some(raw) = raw {
            let read = params.read(&mut Scan::new(raw));
            read.map_err(|error| ErrorObject::invalid_params(error.to_string()))?;
        }
        params.check().map(|()| params)
    }

    /// The parameters that the method itself defines, as the text of an object: without the members
    /// that every method may have.
    pub(crate) fn own_members(&self) -> String {
        const SHARED: [&str; 3] = ["_meta", "inputResponses", "requestState"];
        let raw = self.raw.unwrap_or("{}");
        let members = Members::read(&mut Scan::new(raw)).unwrap_or_default().members;
        let own = members
            .iter()
            .filter(|(key, _)| !SHARED.contains(&&**key))
            .map(|(key, value)| format!("{}:{value}", serde_json::Value::from(&**key)));
        format!("{{{}}}", own.collect::<Vec<_>>().join(","))
    }

    /// Checks that the parameters are valid.
    pub(crate) fn check(&self) -> Result<(), ErrorObject> {
        match &self.problem {
            None => Ok(()),
            Some(Problem::NotAnObject(what)) => {
                Err(ErrorObject::invalid_params(format!("`{what}` must be an object")))
            }
            Some(Problem::Twice(what)) => {
                Err(ErrorObject::invalid_params(format!("`{what}` is given twice")))
            }
        }
    }

    /// A member that few methods have, as JSON text; the last one if it is given twice.
    ///
    /// The parameters are scanned again for it, so that other methods do not pay for it.
    #[inline]
    pub(crate) fn member(&self, name: &str) -> Option<&'a str> {
        let raw = self.raw?;
        let mut found = None;
        let read = Scan::new(raw).members::<SyntaxError>(|key, scan| {
            let value = scan.value()?;
            if key == name {
                found = Some(value);
            }
            Ok(())
        });
        read.ok().and(found)
    }

    #[inline]
    fn members(&mut self, scan: &mut Scan<'a>) -> Result<(), SyntaxError> {
        if scan.peek() != Some(b'{') {
            if scan.value()? != "null" {
                self.problem = Some(Problem::NotAnObject("params"));
            }
            return Ok(());
        }
        let mut has_arguments = false;
        let mut has_meta = false;
        scan.members(|key, scan| {
            let (slot, name) = match &*key {
                "name" => (&mut self.name, "name"),
                "uri" => (&mut self.uri, "uri"),
                "cursor" => (&mut self.cursor, "cursor"),
                "requestState" => (&mut self.request_state, "requestState"),
                "inputResponses" => (&mut self.input_responses, "inputResponses"),
                "taskId" => (&mut self.task_id, "taskId"),
                "arguments" => {
                    if std::mem::replace(&mut has_arguments, true) {
                        self.problem = Some(Problem::Twice("arguments"));
                    }
                    self.arguments = Members::read(scan)?;
                    return Ok(());
                }
                "_meta" => {
                    if std::mem::replace(&mut has_meta, true) {
                        self.problem = Some(Problem::Twice("_meta"));
                    }
                    let problem = self.meta.read(scan)?;
                    self.problem = problem.or(self.problem.take());
                    return Ok(());
                }
                _ => return scan.value().map(drop),
            };
            // Two parsers of one message must not disagree on its content.
            if slot.replace(scan.value()?).is_some() {
                self.problem = Some(Problem::Twice(name));
            }
            Ok(())
        })
    }
}

impl<'a> Members<'a> {
    /// Reads an object; null counts as an empty one, any other value has no members.
    #[inline]
    pub(crate) fn read(scan: &mut Scan<'a>) -> Result<Self, SyntaxError> {
        if scan.peek() != Some(b'{') {
            let raw = scan.value()?;
            return Ok(Self { raw: Some(raw).filter(|raw| *raw != "null"), members: Vec::new() });
        }
        let mut members = Vec::new();
        let (raw, read) = scan.spanned(|scan| {
            scan.members::<SyntaxError>(|key, scan| {
                members.push((key, Cow::Borrowed(scan.value()?)));
                Ok(())
            })
        });
        read?;
        Ok(Self { raw: Some(raw), members })
    }

    /// A copy that outlives the message.
    pub(crate) fn to_kept(&self) -> KeptMembers {
        let owned = |text: &str| Cow::Owned(text.to_owned());
        let members = self.members.iter().map(|(key, json)| (owned(key), owned(json)));
        match self.raw {
            Some(raw) => KeptMembers::Text(raw.into()),
            None => KeptMembers::Members(members.collect()),
        }
    }
}

/// The members of an object that outlive the message in which they came.
pub(crate) enum KeptMembers {
    Text(Box<str>),
    Members(Vec<(Cow<'static, str>, Cow<'static, str>)>),
}

impl KeptMembers {
    pub(crate) fn members(&self) -> Members<'_> {
        match self {
            // It was parsed before.
            Self::Text(text) => Members::read(&mut Scan::new(text)).unwrap_or_default(),
            Self::Members(members) => {
                let lent = members
                    .iter()
                    .map(|(key, json)| (Cow::Borrowed(&**key), Cow::Borrowed(&**json)));
                Members { raw: None, members: lent.collect() }
            }
        }
    }
}
