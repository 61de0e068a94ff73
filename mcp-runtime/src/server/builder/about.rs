//! What people are shown of a server.

use crate::protocol::{Icon, Implementation};

/// The title, description, website and icons of a server, for [`ServerBuilder::about`](crate::ServerBuilder::about).
///
/// ```
/// use mcp_runtime::{About, server};
///
/// let about = About::new().title("My notes").website("https://notes.example.com");
/// let server = server!().about(about);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "it does nothing until it is given to a server"]
pub struct About {
    title: Option<String>,
    description: Option<String>,
    website: Option<String>,
    icons: Vec<Icon>,
}

impl About {
    /// Creates an empty value.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the human-readable title of the server.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the human-readable description of the server, instead of that of your crate.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the URL of the server's home page.
    pub fn website(mut self, url: impl Into<String>) -> Self {
        self.website = Some(url.into());
        self
    }

    /// Adds an icon for the server.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// Adds it to the name and the version of a server.
    #[inline]
    pub(super) fn add_to(self, info: &mut Implementation) {
        if self.title.is_some() {
            info.title = self.title;
        }
        if self.description.is_some() {
            info.description = self.description.filter(|text| !text.is_empty());
        }
        if self.website.is_some() {
            info.website_url = self.website;
        }
        info.icons.extend(self.icons);
    }
}
