//! One message as it arrives: what it is, with its parts as slices of the text.

use std::borrow::Cow;

use super::{Answer, ErrorObject, RequestId, Scan, SyntaxError, string};
use crate::error::Error;

/// A line or a body: one message, or the messages of a batch.
pub(crate) enum Frame<'a, P> {
    Single(Incoming<'a, P>),
    /// A JSON array; each item is read by itself, so that one bad item costs only itself.
    Batch(Vec<Result<Incoming<'a, P>, Malformed>>),
}

/// Parameters that are read in the scan of their message.
pub(crate) trait ReadParams<'a> {
    /// Reads the value at the scan, whatever it is.
    fn read(&mut self, scan: &mut Scan<'a>) -> Result<(), SyntaxError>;
}

/// A message from the other side.
pub(crate) enum Incoming<'a, P> {
    Request { id: RequestId, method: Cow<'a, str>, params: P },
    Notification { method: Cow<'a, str>, params: P },
    Response(Response<'a>),
}

/// The answer to a request of ours, still as text.
pub(crate) struct Response<'a> {
    /// None where the other side could not read the request.
    pub(crate) id: Option<RequestId>,
    pub(crate) result: Option<&'a str>,
    pub(crate) error: Option<&'a str>,
}

impl Response<'_> {
    /// What the other side answered; an error where it gives both.
    pub(crate) fn answer(&self) -> Answer {
        if let Some(error) = self.error {
            let error = serde_json::from_str::<ErrorObject>(error);
            return Err(error.map_or_else(Error::other, Error::refused));
        }
        serde_json::from_str(self.result.unwrap_or("null")).map_err(Error::other)
    }
}

/// A message that cannot be read; the id is there if at least that was readable.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) id: Option<RequestId>,
    pub(crate) error: ErrorObject,
}

impl From<ErrorObject> for Malformed {
    fn from(error: ErrorObject) -> Self {
        Self { id: None, error }
    }
}

impl From<SyntaxError> for Malformed {
    fn from(error: SyntaxError) -> Self {
        ErrorObject::new(super::ErrorCode::PARSE_ERROR, error.to_string()).into()
    }
}

impl<'a, P: ReadParams<'a>> Frame<'a, P> {
    /// Reads a frame; `params` makes parameters to be read.
    pub(crate) fn parse(text: &'a str, params: impl Fn() -> P) -> Result<Self, Malformed> {
        let mut scan = Scan::new(text);
        if scan.peek() != Some(b'[') {
            let message = Incoming::parse(&mut scan, params())?;
            scan.end()?;
            return Ok(Self::Single(message));
        }
        let mut batch = Vec::new();
        scan.items::<SyntaxError>(|scan| {
            let item = scan.value()?;
            batch.push(Incoming::parse(&mut Scan::new(item), params()));
            Ok(())
        })?;
        scan.end()?;
        Ok(Self::Batch(batch))
    }
}

impl<'a, P: ReadParams<'a>> Incoming<'a, P> {
    fn parse(scan: &mut Scan<'a>, mut params: P) -> Result<Self, Malformed> {
        if scan.peek() != Some(b'{') {
            scan.value()?;
            return Err(invalid(None, "a message is a JSON object"));
        }
        let mut envelope = Envelope::default();
        scan.members::<SyntaxError>(|key, scan| envelope.member(&key, scan, &mut params))?;
        envelope.classify(params)
    }
}

/// The members of the message object that JSON-RPC defines, still as text.
#[derive(Default)]
struct Envelope<'a> {
    jsonrpc: Option<&'a str>,
    id: Option<&'a str>,
    method: Option<&'a str>,
    has_params: bool,
    result: Option<&'a str>,
    error: Option<&'a str>,
    duplicate: bool,
}

impl<'a> Envelope<'a> {
    fn member(
        &mut self,
        key: &str,
        scan: &mut Scan<'a>,
        params: &mut impl ReadParams<'a>,
    ) -> Result<(), SyntaxError> {
        let slot = match key {
            "jsonrpc" => &mut self.jsonrpc,
            "id" => &mut self.id,
            "method" => &mut self.method,
            "params" => {
                self.duplicate |= std::mem::replace(&mut self.has_params, true);
                return params.read(scan);
            }
            "result" => &mut self.result,
            "error" => &mut self.error,
            _ => return scan.value().map(drop),
        };
        // Two readers of one message must not disagree on what it says.
        self.duplicate |= slot.replace(scan.value()?).is_some();
        Ok(())
    }

    fn classify<P>(self, params: P) -> Result<Incoming<'a, P>, Malformed> {
        let id = self.id.and_then(RequestId::read);
        if self.duplicate {
            return Err(invalid(None, "a member of the message is given twice"));
        }
        if self.jsonrpc != Some("\"2.0\"") {
            return Err(invalid(id, "`jsonrpc` must be \"2.0\""));
        }
        // Some write the member that does not apply as null.
        let error = self.error.filter(|error| *error != "null");
        let Some(method) = self.method else {
            return match (self.result, error) {
                (None, None) => Err(invalid(id, "`method` is missing")),
                (result, error) => Ok(Incoming::Response(Response { id, result, error })),
            };
        };
        let Some(method) = string(method) else {
            return Err(invalid(id, "`method` must be a string"));
        };
        match (self.id, id) {
            (None, _) => Ok(Incoming::Notification { method, params }),
            (Some(_), Some(id)) => Ok(Incoming::Request { id, method, params }),
            (Some(_), None) => Err(invalid(None, "`id` must be a string or an integer")),
        }
    }
}

fn invalid(id: Option<RequestId>, message: &'static str) -> Malformed {
    Malformed { id, error: ErrorObject::invalid_request(message) }
}
