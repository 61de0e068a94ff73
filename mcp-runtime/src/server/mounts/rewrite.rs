//! Rewrites the URIs in the results of a mounted server, so that clients can read them.

use serde_json::Value;

use crate::jsonrpc::ErrorCode;
use crate::protocol::{ContentBlock, ResourceContents};
use crate::server::namespace::Namespace;
use crate::server::{Reply, Response, Server};

/// Rewrites the URIs of the resources that the mounted server has: others belong to somebody else.
#[inline]
pub(super) fn rewrite(server: &Server, namespace: &Namespace, response: &mut Response) {
    if namespace.is_flat() {
        return;
    }
    let current = server.current();
    let rewrite = |uri: &mut String| {
        if current.find_resource(uri, |_| true).is_some() {
            *uri = namespace.uri(uri).into_owned();
        }
    };
    match response {
        Ok(Reply::Tool(result)) => {
            result.content.iter_mut().filter_map(uri_of_block).for_each(rewrite);
        }
        Ok(Reply::Prompt(result)) => {
            let blocks = result.messages.iter_mut().map(|message| &mut message.content);
            blocks.filter_map(uri_of_block).for_each(rewrite);
        }
        Ok(Reply::Resource(result)) => {
            result.contents.iter_mut().filter_map(uri_of_contents).for_each(rewrite);
        }
        Err(error) if error.code == ErrorCode::RESOURCE_NOT_FOUND => {
            if let Some(Value::String(uri)) =
                error.data.as_mut().and_then(|data| data.get_mut("uri"))
            {
                rewrite(uri);
            }
        }
        _ => {}
    }
}

#[inline]
fn uri_of_block(block: &mut ContentBlock) -> Option<&mut String> {
    match block {
        ContentBlock::ResourceLink(link) => Some(&mut link.uri),
        ContentBlock::Resource(embedded) => uri_of_contents(&mut embedded.resource),
        _ => None,
    }
}

#[inline]
fn uri_of_contents(contents: &mut ResourceContents) -> Option<&mut String> {
    match contents {
        ResourceContents::Text(text) => Some(&mut text.uri),
        ResourceContents::Blob(blob) => Some(&mut blob.uri),
        _ => None,
    }
}
