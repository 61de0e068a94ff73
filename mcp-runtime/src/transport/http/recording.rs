//! Who takes note of a response.

/// Takes note of a response while it is sent; it is dropped when that is over.
pub(crate) trait Recording: Send {
    /// Hears the status.
    fn begin(&mut self, status: u16);

    /// Hears a piece of the body.
    fn hear(&mut self, piece: &[u8]);
}
