//! How tools declare their pages.

use super::{IntoExtension, ServerBuilder};

/// How tools declare their [pages](crate::guide::apps), for [`ServerBuilder::extension`]. A server
/// whose tools have pages need not add it.
///
/// ```
/// use mcp_runtime::{AppSettings, server};
///
/// let server = server!().extension(AppSettings::new().flat_key(false));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "it does nothing until it is given to a server"]
pub struct AppSettings {
    flat_key: bool,
}

impl AppSettings {
    /// Creates the default settings.
    pub fn new() -> Self {
        Self { flat_key: true }
    }

    /// Sets whether a page is also declared under the key `ui/resourceUri` that early hosts read,
    /// beside `_meta.ui.resourceUri`. The default is `true`.
    pub fn flat_key(mut self, is_written: bool) -> Self {
        self.flat_key = is_written;
        self
    }
}

impl Default for AppSettings {
    fn default() -> Self {
        Self::new()
    }
}

#[diagnostic::do_not_recommend]
impl IntoExtension for AppSettings {
    fn add_to(self, mut server: ServerBuilder) -> ServerBuilder {
        server.flat_ui_key = self.flat_key;
        server
    }
}
