//! Pages that tools show (MCP Apps), for hosts.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::handle::Client;
use crate::error::{Error, Result};
use crate::protocol::{APP_MIME_TYPE, AppMeta, AppPage, ResourceContents, Tool};

impl Client {
    /// Reads the page of a tool, with its requirements; `None` if the tool does not have a page.
    ///
    /// Some servers declare the requirements of a page in its contents, and some in the list of
    /// resources; the contents take precedence. Without a declaration, a page only needs itself.
    ///
    /// ```
    /// use mcp_runtime_client::Client;
    /// use mcp_runtime::{resource, server, tool};
    ///
    /// #[resource("ui://board", app)]
    /// fn board() -> &'static str {
    ///     "<!doctype html><title>Board</title>"
    /// }
    ///
    /// /// Shows the board.
    /// #[tool(ui = "ui://board")]
    /// fn show() -> &'static str {
    ///     "The board is empty."
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let server = server!().tool::<show>().resource::<board>();
    /// let client = Client::builder("host", "1.0").apps().connect(server).await?;
    /// let tools = client.list_tools().await?;
    /// let page = client.page(&tools[0]).await?.expect("expected the tool to have a page");
    /// assert!(page.html.starts_with("<!doctype html>"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the server returns an error, or the resource is not a page.
    pub async fn page(&self, tool: &Tool) -> Result<Option<AppPage>> {
        let Some(uri) = tool.ui().and_then(|ui| ui.resource_uri) else { return Ok(None) };
        let read = self.read_resource(&uri).await?;
        let is_page = |contents: &&ResourceContents| contents.mime_type() == Some(APP_MIME_TYPE);
        let contents = read.contents.iter().find(is_page).ok_or_else(|| {
            Error::other(format!("`{uri}` is not an app page: none of its contents has the MIME type `{APP_MIME_TYPE}`"))
        })?;
        let meta = match AppMeta::of(contents.meta()) {
            Some(meta) => Some(meta),
            None => self.listed_page(&uri).await?,
        };
        let mut page = AppPage::new(html(contents)?);
        page.meta = meta;
        Ok(Some(page))
    }

    /// The requirements of a page in the list of resources.
    async fn listed_page(&self, uri: &str) -> Result<Option<AppMeta>> {
        let listed = self.list_resources().await?;
        let entry = listed.iter().find(|resource| resource.uri == uri);
        Ok(entry.and_then(|entry| AppMeta::of(entry.meta.as_ref())))
    }
}

fn html(contents: &ResourceContents) -> Result<String> {
    match contents {
        ResourceContents::Text(text) => Ok(text.text.clone()),
        ResourceContents::Blob(blob) => {
            let bytes = STANDARD.decode(&blob.blob).map_err(Error::other)?;
            String::from_utf8(bytes).map_err(Error::other)
        }
        _ => Err(Error::other("the app page has neither `text` nor `blob`")),
    }
}
