//! Items as bytes: numbers of eight bytes, and length-prefixed strings.

use std::sync::Arc;

/// Appends values.
#[derive(Default)]
pub(super) struct Encoder(pub(super) Vec<u8>);

/// Reads them back; `None` if they end too early or are invalid.
pub(super) struct Decoder<'a>(pub(super) &'a [u8]);

impl Encoder {
    #[inline]
    pub(super) fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    #[inline]
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }
}

impl<'a> Decoder<'a> {
    #[inline]
    pub(super) fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    #[inline]
    pub(super) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?.try_into().ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    #[inline]
    pub(super) fn text(&mut self) -> Option<Arc<str>> {
        std::str::from_utf8(self.bytes()?).ok().map(Arc::from)
    }

    /// Reads values that are preceded by their count.
    #[inline]
    pub(super) fn each<T>(
        &mut self,
        mut next: impl FnMut(&mut Self) -> Option<T>,
    ) -> impl Iterator<Item = Option<T>> {
        let count = self.number();
        let failed = count.is_none().then_some(None);
        let values = (0..count.unwrap_or(0)).map(move |_| next(self));
        failed.into_iter().chain(values)
    }
}
