//! A line or a body as it arrives: one message, or a batch of several.

use super::{ErrorObject, Malformed, Scan};

/// The maximum number of messages in a batch. The bytes of the responses to it are limited where
/// they are collected, in `transport::reply_to`.
const MAX_BATCH: usize = 1000;

/// A line or a body, as text.
pub(crate) enum Frame<'a> {
    /// One message, not parsed yet.
    Single(&'a str),
    /// The items of a JSON array; each is parsed separately, so that one bad item does not affect
    /// the others.
    Batch(Vec<&'a str>),
}

impl<'a> Frame<'a> {
    /// Splits a batch into messages; anything else is a single message.
    ///
    /// # Errors
    ///
    /// When a batch is not valid JSON, or too long.
    pub(crate) fn split(text: &'a str) -> Result<Self, Malformed> {
        let mut scan = Scan::new(text);
        if scan.peek() != Some(b'[') {
            return Ok(Self::Single(text));
        }
        let mut batch = Vec::new();
        scan.items::<Malformed>(|scan| {
            if batch.len() == MAX_BATCH {
                let message = format!("a batch has at most {MAX_BATCH} messages; send several");
                return Err(ErrorObject::invalid_request(message).into());
            }
            batch.push(scan.value()?);
            Ok(())
        })?;
        scan.end()?;
        Ok(Self::Batch(batch))
    }
}
