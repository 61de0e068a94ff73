//! Incoming messages: a line or a body with one message or several, and the kind of each, with its
//! parts as slices of the text.

use std::borrow::Cow;

use super::remains::{Remains, RemainsKind};
use super::{ErrorCode, ErrorObject, RequestId, Scan, SyntaxError, string};

/// The maximum number of messages in a batch. The bytes of the responses to it are limited where
/// they are collected, in `transport::batch`.
const MAX_BATCH: usize = 1000;

/// A line or a body, as text.
#[derive(Debug)]
pub enum Frame<'a> {
    /// One message, not parsed yet.
    Single(&'a str),
    /// The items of a JSON array; each is parsed separately, so that one bad item does not affect
    /// the others.
    Batch(Vec<&'a str>),
}

/// A part of a message that is parsed during the scan of the whole: parameters, or a result.
pub trait ReadPart<'a> {
    /// Reads the value at the current position, whatever it is.
    fn read(&mut self, scan: &mut Scan<'a>) -> Result<(), SyntaxError>;
}

/// The text of a part.
impl<'a> ReadPart<'a> for Option<&'a str> {
    fn read(&mut self, scan: &mut Scan<'a>) -> Result<(), SyntaxError> {
        *self = Some(scan.value()?);
        Ok(())
    }
}

/// A message from the other side, with its parameters or its result in the form that the caller
/// chose.
#[derive(Debug)]
pub enum Incoming<'a, P, R> {
    Request { id: RequestId, method: Cow<'a, str>, params: P },
    Notification { method: Cow<'a, str>, params: P },
    Response(IncomingResponse<'a, R>),
}

/// The response to one of our requests, still as text.
#[derive(Debug)]
pub struct IncomingResponse<'a, R> {
    /// `None` if the other side could not parse the request.
    #[doc(hidden)]
    pub id: Option<RequestId>,
    #[doc(hidden)]
    pub result: R,
    #[doc(hidden)]
    pub error: Option<&'a str>,
}

/// A message that cannot be parsed, with its id if at least that was readable.
#[derive(Debug)]
pub struct Malformed {
    #[doc(hidden)]
    pub id: Option<RequestId>,
    #[doc(hidden)]
    pub kind: RemainsKind,
    #[doc(hidden)]
    pub error: ErrorObject,
}

impl Malformed {
    /// A message that cannot be parsed for this reason, with what its text still says.
    #[cold]
    #[doc(hidden)]
    pub fn of(text: &[u8], error: ErrorObject) -> Self {
        let Remains { id, kind } = Remains::of(text);
        Self { id, kind, error }
    }

    /// A request that is refused.
    #[doc(hidden)]
    pub fn request(id: Option<RequestId>, error: ErrorObject) -> Self {
        Self { id, kind: RemainsKind::Request, error }
    }

    /// The messages of a batch that cannot be parsed for this reason.
    #[cold]
    #[doc(hidden)]
    #[inline]
    pub fn of_batch(text: &[u8], error: &ErrorObject) -> Vec<Self> {
        let all = Remains::of_batch(text, MAX_BATCH).into_iter();
        all.map(|Remains { id, kind }| Self { id, kind, error: error.clone() }).collect()
    }

    /// If it is the response to one of our requests: its id, and an error in its place.
    #[cold]
    #[doc(hidden)]
    pub fn as_answer(&self) -> Option<(&RequestId, String)> {
        let id = self.id.as_ref().filter(|_| self.kind == RemainsKind::Response)?;
        let error = ErrorObject::new(
            self.error.code,
            format!("the answer cannot be read: {}", self.error.message),
        );
        Some((id, serde_json::to_string(&error).ok()?))
    }
}

#[doc(hidden)]
impl From<SyntaxError> for ErrorObject {
    fn from(error: SyntaxError) -> Self {
        Self::new(ErrorCode::PARSE_ERROR, error.to_string())
    }
}

impl<'a> Frame<'a> {
    /// Splits a batch into messages; anything else is a single message.
    ///
    /// # Errors
    ///
    /// When a batch is not valid JSON, or too long.
    #[doc(hidden)]
    #[inline]
    pub fn split(text: &'a str) -> Result<Self, ErrorObject> {
        let mut scan = Scan::new(text);
        if scan.peek() != Some(b'[') {
            return Ok(Self::Single(text));
        }
        let mut batch = Vec::new();
        scan.items::<ErrorObject>(|scan| {
            if batch.len() == MAX_BATCH {
                let message =
                    format!("a batch may have at most {MAX_BATCH} messages; send several batches");
                return Err(ErrorObject::invalid_request(message));
            }
            batch.push(scan.value()?);
            Ok(())
        })?;
        scan.end()?;
        Ok(Self::Batch(batch))
    }
}

impl<'a, 'p, P: ReadPart<'a>, R: ReadPart<'a>> Incoming<'a, &'p mut P, &'p mut R> {
    /// Parses a message, its parameters into `params` and its result into `result`: they are large,
    /// and are not moved.
    ///
    /// # Errors
    ///
    /// When the text is not JSON, or not a message.
    #[doc(hidden)]
    pub fn read(text: &'a str, params: &'p mut P, result: &'p mut R) -> Result<Self, Malformed> {
        Self::scan(text, params, result).map_err(|error| Malformed::of(text.as_bytes(), error))
    }

    #[inline(always)]
    fn scan(text: &'a str, params: &'p mut P, result: &'p mut R) -> Result<Self, ErrorObject> {
        let mut scan = Scan::new(text);
        if scan.peek() != Some(b'{') {
            scan.value()?;
            scan.end()?;
            return Err(ErrorObject::invalid_request("a message must be a JSON object"));
        }
        let mut envelope = Envelope::default();
        scan.members::<SyntaxError>(|key, scan| envelope.member(&key, scan, params, result))?;
        scan.end()?;
        envelope.classify(params, result)
    }

    /// Parses the messages of a batch, each into its own `parts`.
    #[doc(hidden)]
    pub fn read_all(texts: &[&'a str], parts: &'p mut [(P, R)]) -> Vec<Result<Self, Malformed>> {
        let parts = parts.iter_mut().map(|(params, result)| (params, result));
        let read = |(text, (params, result)): (&&'a str, _)| Self::read(text, params, result);
        texts.iter().zip(parts).map(read).collect()
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
        // Two parsers of one message must not disagree on its content.
        self.duplicate |= slot.replace(scan.value()?).is_some();
        Ok(())
    }

    fn classify<P, R>(self, params: P, result: R) -> Result<Incoming<'a, P, R>, ErrorObject> {
        let id = self.id.and_then(RequestId::read);
        if self.duplicate {
            return Err(ErrorObject::invalid_request("a member of the message is given twice"));
        }
        if self.jsonrpc != Some("\"2.0\"") {
            return Err(ErrorObject::invalid_request("`jsonrpc` must be \"2.0\""));
        }
        // Some implementations write the unused member as null.
        let error = self.error.filter(|error| *error != "null");
        let Some(method) = self.method else {
            return if self.has_result || error.is_some() {
                Ok(Incoming::Response(IncomingResponse { id, result, error }))
            } else {
                Err(ErrorObject::invalid_request("`method` is missing"))
            };
        };
        let Some(method) = string(method) else {
            return Err(ErrorObject::invalid_request("`method` must be a string"));
        };
        match (self.id, id) {
            (None, _) => Ok(Incoming::Notification { method, params }),
            (Some(_), Some(id)) => Ok(Incoming::Request { id, method, params }),
            (Some(_), None) => {
                Err(ErrorObject::invalid_request("`id` must be a string or an integer"))
            }
        }
    }
}
