//! The user's prompt.

use std::sync::Arc;

use mcp_runtime_protocol::{ContentBlock, ResourceContents};

/// The user's prompt in a turn; a context parameter of an agent.
#[derive(Clone, Debug)]
pub struct Prompt(Arc<[ContentBlock]>);

impl Prompt {
    pub(super) fn new(content: Vec<ContentBlock>) -> Self {
        Self(content.into())
    }

    /// The content blocks, as received: text, links, and anything else that the client included.
    pub fn content(&self) -> &[ContentBlock] {
        &self.0
    }

    /// The prompt as one text. What the user mentions stands where it is mentioned: links as
    /// `[@name](uri)` and embedded resources as `[@last segment of the path](uri)`. Images and
    /// audio are left out.
    ///
    /// Nothing is added around mentions, which are parts of sentences; two texts that follow each
    /// other without one are on lines of their own, unless a space is between them.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut follows_text = false;
        for block in self.content() {
            match block {
                ContentBlock::Text(more) => {
                    let is_apart = text.ends_with(char::is_whitespace)
                        || more.text.starts_with(char::is_whitespace);
                    if follows_text && !is_apart {
                        text.push('\n');
                    }
                    text.push_str(&more.text);
                    follows_text = !text.is_empty();
                }
                ContentBlock::ResourceLink(link) => {
                    push_mention(&mut text, &link.name, &link.uri);
                    follows_text = false;
                }
                ContentBlock::Resource(embedded) => {
                    let uri = uri(&embedded.resource);
                    push_mention(&mut text, last_segment(uri), uri);
                    follows_text = false;
                }
                _ => {}
            }
        }
        text
    }

    /// The name of the command that the prompt begins with, and the prompt without it.
    pub(super) fn command(&self) -> Option<(&str, Self)> {
        let (first, others) = self.0.split_first()?;
        let ContentBlock::Text(first) = first else { return None };
        let written = first.text.strip_prefix('/')?;
        let (name, rest) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
        // Whitespace at its end may precede a mention.
        let rest = rest.trim_start();
        let first = (!rest.is_empty()).then(|| {
            let mut first = first.clone();
            rest.clone_into(&mut first.text);
            ContentBlock::Text(first)
        });
        Some((name, Self::new(first.into_iter().chain(others.iter().cloned()).collect())))
    }
}

fn uri(resource: &ResourceContents) -> &str {
    match resource {
        ResourceContents::Text(text) => &text.uri,
        ResourceContents::Blob(blob) => &blob.uri,
        _ => "",
    }
}

fn push_mention(text: &mut String, name: &str, uri: &str) {
    let name = if name.is_empty() { last_segment(uri) } else { name };
    text.extend(["[@", name, "](", uri, ")"]);
}

/// The last segment of the path of a URI; the URI if there is none.
fn last_segment(uri: &str) -> &str {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').find(|segment| !segment.is_empty());
    last.unwrap_or(uri)
}
