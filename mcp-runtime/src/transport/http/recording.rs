//! The recorder of a response.

/// Records a response while it is sent; dropped when the response is complete.
pub(crate) trait Recording: Send {
    /// Called with the status.
    fn begin(&mut self, status: u16);

    /// Called with each chunk of the body.
    fn on_chunk(&mut self, chunk: &[u8]);
}
