//! Who takes note of a response.

/// Takes note of a response while it is sent; it is dropped when that is over.
pub(crate) trait Recording: Send {
    /// Is given the status.
    fn begin(&mut self, status: u16);

    /// Is given a chunk of the body.
    fn on_chunk(&mut self, chunk: &[u8]);
}
