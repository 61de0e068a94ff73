//! One message as it arrives: what it is, with its parts as slices of the text.

use std::borrow::Cow;

use super::{ErrorObject, RequestId, Scan, SyntaxError, string};

/// How many messages a batch may have.
const MAX_BATCH: usize = 1000;

/// A line or a body: one message, or the messages of a batch.
pub(crate) enum Frame<'a, P, R = Option<&'a str>> {
    Single(Incoming<'a, P, R>),
    /// A JSON array; each item is read by itself, so that one bad item costs only itself.
    Batch(Vec<Result<Incoming<'a, P, R>, Malformed>>),
}

/// A part of a message that is read in the scan of the whole: parameters, or a result.
pub(crate) trait ReadPart<'a> {
    /// Reads the value at the scan, whatever it is.
    fn read(&mut self, scan: &mut Scan<'a>) -> Result<(), SyntaxError>;
}

/// The text of a part.
impl<'a> ReadPart<'a> for Option<&'a str> {
    fn read(&mut self, scan: &mut Scan<'a>) -> Result<(), SyntaxError> {
        *self = Some(scan.value()?);
        Ok(())
    }
}

/// A message from the other side.
pub(crate) enum Incoming<'a, P, R = Option<&'a str>> {
    Request { id: RequestId, method: Cow<'a, str>, params: P },
    Notification { method: Cow<'a, str>, params: P },
    Response(IncomingResponse<'a, R>),
}

/// The answer to a request of ours, still as text.
pub(crate) struct IncomingResponse<'a, R = Option<&'a str>> {
    /// None where the other side could not read the request.
    pub(crate) id: Option<RequestId>,
    pub(crate) result: R,
    pub(crate) error: Option<&'a str>,
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

impl<'a, P: ReadPart<'a>, R: ReadPart<'a>> Frame<'a, P, R> {
    /// Reads a frame; `parts` makes parameters and a result to be read.
    pub(crate) fn parse(text: &'a str, parts: impl Fn() -> (P, R)) -> Result<Self, Malformed> {
        let mut scan = Scan::new(text);
        if scan.peek() != Some(b'[') {
            let message = Incoming::parse(&mut scan, parts())?;
            scan.end()?;
            return message.map(Self::Single);
        }
        let mut batch = Vec::new();
        scan.items::<Malformed>(|scan| {
            if batch.len() == MAX_BATCH {
                let message = format!("a batch has at most {MAX_BATCH} messages; send several");
                return Err(ErrorObject::invalid_request(message).into());
            }
            batch.push(Incoming::parse(scan, parts())?);
            Ok(())
        })?;
        scan.end()?;
        Ok(Self::Batch(batch))
    }
}

impl<'a, P: ReadPart<'a>, R: ReadPart<'a>> Incoming<'a, P, R> {
    /// Reads a message. Text that is not JSON says nothing, so that is told apart from a message
    /// that cannot be read.
    fn parse(
        scan: &mut Scan<'a>,
        (mut params, mut result): (P, R),
    ) -> Result<Result<Self, Malformed>, SyntaxError> {
        if scan.peek() != Some(b'{') {
            scan.value()?;
            return Ok(Err(invalid(None, "a message is a JSON object")));
        }
        let mut envelope = Envelope::default();
        scan.members::<SyntaxError>(|key, scan| {
            envelope.member(&key, scan, &mut params, &mut result)
        })?;
        Ok(envelope.classify(params, result))
    }
}

/// The members of the message object that JSON-RPC defines, still as text.
#[derive(Default)]
struct Envelope<'a> {
    jsonrpc: Option<&'a str>,
    id: Option<&'a str>,
    method: Option<&'a str>,
    has_params: bool,
    has_result: bool,
    error: Option<&'a str>,
    duplicate: bool,
}

impl<'a> Envelope<'a> {
    fn member(
        &mut self,
        key: &str,
        scan: &mut Scan<'a>,
        params: &mut impl ReadPart<'a>,
        result: &mut impl ReadPart<'a>,
    ) -> Result<(), SyntaxError> {
        let slot = match key {
            "jsonrpc" => &mut self.jsonrpc,
            "id" => &mut self.id,
            "method" => &mut self.method,
            "params" => {
                self.duplicate |= std::mem::replace(&mut self.has_params, true);
                return params.read(scan);
            }
            "result" => {
                self.duplicate |= std::mem::replace(&mut self.has_result, true);
                return result.read(scan);
            }
            "error" => &mut self.error,
            _ => return scan.value().map(drop),
        };
        // Two readers of one message must not disagree on what it says.
        self.duplicate |= slot.replace(scan.value()?).is_some();
        Ok(())
    }

    fn classify<P, R>(self, params: P, result: R) -> Result<Incoming<'a, P, R>, Malformed> {
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
            return match self.has_result || error.is_some() {
                true => Ok(Incoming::Response(IncomingResponse { id, result, error })),
                false => Err(invalid(id, "`method` is missing")),
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
