//! A line or a body as it arrives: one message, or a batch of several.

use super::{ErrorObject, Malformed, Scan};

/// How many messages a batch may have.
const MAX_BATCH: usize = 1000;

/// A line or a body, as text.
pub(crate) enum Frame<'a> {
    /// One message, or what is to be one.
    Single(&'a str),
    /// The items of a JSON array; each is read by itself, so that one bad item costs only itself.
    Batch(Vec<&'a str>),
}

impl<'a> Frame<'a> {
    /// Tells a batch from a message, and its messages apart.
    ///
    /// # Errors
    ///
    /// When a batch is not JSON, or too long.
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
