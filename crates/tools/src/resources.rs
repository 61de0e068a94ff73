//! Resources as tools, for clients that know only tools.

use std::collections::BTreeMap;

use mcp_runtime::middleware::{Reply, Request, RequestService, from_fn};
use mcp_runtime::protocol::{CallToolResult, ContentBlock, Method, ResourceContents};
use mcp_runtime::{Error, Result, ServerBuilder, tool};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

const LIST: &str = "list_resources";
const READ: &str = "read_resource";

/// Adds the tools to a server.
pub(crate) fn add(server: ServerBuilder) -> ServerBuilder {
    server
        .tool::<list_resources>()
        .tool::<read_resource>()
        .layer_tools([LIST], from_fn(list))
        .layer_tools([READ], from_fn(read))
}

/// Lists the resources of this server, and the templates of their URIs. Read one with
/// `read_resource`.
///
/// # Arguments
///
/// * `cursor`: The `nextCursor` of the previous page; none for the first page.
#[tool(read_only)]
fn list_resources(cursor: Option<&str>) -> Result<()> {
    Err(not_served(LIST, cursor))
}

/// Reads a resource of this server.
///
/// # Arguments
///
/// * `uri`: A URI from `list_resources`, or one that matches a template there.
#[tool(read_only)]
fn read_resource(uri: &str) -> Result<()> {
    Err(not_served(READ, Some(uri)))
}

/// The error of a call that the layer around the tool did not serve: only calls whose arguments are
/// wrong get here, and those are refused before.
fn not_served(tool: &str, argument: Option<&str>) -> Error {
    Error::other(format!("`{tool}` cannot be called with {argument:?}"))
}

/// The arguments of both tools.
#[derive(Default, Deserialize)]
struct Arguments {
    cursor: Option<String>,
    uri: Option<String>,
}

/// The members of the parameters of a request.
type Members<'a> = BTreeMap<String, &'a RawValue>;

/// What the parameters of a call have besides its name and arguments, and the arguments; `None` if the
/// tool itself is to refuse them.
fn call_of(request: &Request) -> Option<(Members<'_>, Arguments)> {
    let mut members: Members<'_> = serde_json::from_str(request.params.as_deref()?).ok()?;
    members.remove("name");
    let arguments = match members.remove("arguments") {
        Some(arguments) => serde_json::from_str(arguments.get()).ok()?,
        None => Arguments::default(),
    };
    Some((members, arguments))
}

/// A page of a list, whose entries stay as the server has encoded them.
#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    resources: Vec<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    resource_templates: Vec<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// Lists resources as a client does. The first page has all templates.
async fn list(request: Request, next: RequestService) -> Result<Reply> {
    let Some((members, Arguments { cursor, .. })) = call_of(&request) else {
        return next.run(request).await;
    };
    let mut page =
        list_page(&request, &next, Method::ListResources, &members, cursor.as_ref()).await?;
    if cursor.is_none() {
        let method = Method::ListResourceTemplates;
        let mut templates = list_page(&request, &next, method, &members, None).await?;
        page.resource_templates.append(&mut templates.resource_templates);
        while let Some(cursor) = templates.next_cursor {
            templates = list_page(&request, &next, method, &members, Some(&cursor)).await?;
            page.resource_templates.append(&mut templates.resource_templates);
        }
    }
    let text = serde_json::to_string(&page).map_err(Error::other)?;
    Ok(Reply::Tool(CallToolResult::new(vec![ContentBlock::text(text)])))
}

/// One page of a list.
async fn list_page(
    request: &Request,
    next: &RequestService,
    method: Method,
    members: &Members<'_>,
    cursor: Option<&String>,
) -> Result<Page> {
    match run(request, next, method, members, "cursor", &cursor).await? {
        Reply::Encoded(page) => serde_json::from_str(page.get()).map_err(Error::other),
        _ => Ok(Page::default()),
    }
}

/// Reads a resource as a client does.
async fn read(request: Request, next: RequestService) -> Result<Reply> {
    let Some((members, Arguments { uri: Some(uri), .. })) = call_of(&request) else {
        return next.run(request).await;
    };
    let contents = match run(&request, &next, Method::ReadResource, &members, "uri", &uri).await {
        Ok(Reply::Resource(result)) => result.contents,
        // A question, which the client answers by calling the tool again.
        Ok(other) => return Ok(other),
        Err(error) => {
            let text = format!("cannot read `{uri}`: {error}");
            return Ok(Reply::Tool(CallToolResult::error(text)));
        }
    };
    let blocks = contents.into_iter().map(block);
    Ok(Reply::Tool(CallToolResult::new(blocks.collect())))
}

/// The contents of a resource in the form that most clients give to their models.
fn block(contents: ResourceContents) -> ContentBlock {
    match contents {
        ResourceContents::Text(text) => ContentBlock::text(text.text),
        ResourceContents::Blob(blob) => match blob.mime_type {
            Some(kind) if kind.starts_with("image/") => ContentBlock::image(blob.blob, kind),
            _ => ContentBlock::resource(ResourceContents::Blob(blob)),
        },
        other => ContentBlock::resource(other),
    }
}

/// Runs another request in place of a call, with one member instead of those of the call.
async fn run(
    request: &Request,
    next: &RequestService,
    method: Method,
    members: &Members<'_>,
    member: &str,
    value: &impl Serialize,
) -> Result<Reply> {
    let value = to_raw_value(value).map_err(Error::other)?;
    let mut members = members.clone();
    members.insert(member.to_owned(), &value);
    let mut request = request.clone();
    request.method = method;
    request.params = Some(serde_json::to_string(&members).map_err(Error::other)?);
    next.clone().run(request).await
}
