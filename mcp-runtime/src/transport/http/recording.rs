//! The recorder of a response.

/// Records a response; dropped with its body.
pub(crate) trait Recording: Send {
    /// Called with the status.
    fn begin(&mut self, status: u16);

    /// Called with each chunk of the body, before it is sent.
    fn on_chunk(&mut self, chunk: &[u8]);
}
