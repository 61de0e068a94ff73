//! Results that are content and no data: text in whatever owns it, and blocks in what holds them.

use std::borrow::Cow;
use std::sync::Arc;

use mcp_runtime::protocol::{CallToolResult, ContentBlock, ResourceContents, ResourceLink};
use mcp_runtime::{Audio, Image, Result, server, tool};
use mcp_runtime::{prompt, resource};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;

#[tool]
fn cow() -> Cow<'static, str> {
    Cow::Borrowed("a \"b\"")
}

#[tool]
fn boxed() -> Box<str> {
    "a \"b\"".into()
}

#[tool]
async fn counted() -> Arc<str> {
    "a \"b\"".into()
}

#[tool]
fn tried() -> std::result::Result<Cow<'static, str>, String> {
    Ok(Cow::Owned("a \"b\"".to_owned()))
}

#[prompt]
fn boxed_prompt() -> Box<str> {
    "a".into()
}

#[prompt]
fn counted_prompt() -> Arc<str> {
    "a".into()
}

#[resource("text://boxed")]
fn boxed_resource() -> Box<str> {
    "a".into()
}

#[resource("text://counted")]
fn counted_resource() -> Option<Arc<str>> {
    Some("a".into())
}

#[tokio::test]
async fn text_is_text_whatever_owns_it() -> Result<()> {
    let server = server!()
        .tools::<(cow, boxed, counted, tried)>()
        .prompts::<(boxed_prompt, counted_prompt)>()
        .resources::<(boxed_resource, counted_resource)>();
    let client = testing::connect(server).await?;
    for tool in client.list_tools().await? {
        assert_eq!(tool.output_schema, None, "{}", tool.name);
        let result = client.call_tool(&tool.name, json!({})).await?;
        assert_eq!(result.text(), "a \"b\"", "{}", tool.name);
        assert!(result.structured_content.is_none(), "{}", tool.name);
    }
    for prompt in ["boxed_prompt", "counted_prompt"] {
        let result = client.get_prompt(prompt, json!({})).await?;
        assert_eq!(result.messages[0].content.as_text(), Some("a"), "{prompt}");
    }
    for uri in ["text://boxed", "text://counted"] {
        assert_eq!(client.read_resource(uri).await?.text(), "a", "{uri}");
    }
    Ok(())
}

#[tool]
fn pictures(count: usize) -> Vec<Image> {
    vec![Image::png(b"picture"); count]
}

#[tool]
fn perhaps(really: bool) -> Option<Image> {
    really.then(|| Image::png(b"picture"))
}

#[tool]
fn described() -> (String, Image) {
    ("a picture".to_owned(), Image::png(b"picture"))
}

#[tool]
fn titled() -> (Image, &'static str) {
    (Image::png(b"picture"), "a picture")
}

#[tool]
async fn heard() -> std::result::Result<(&'static str, Audio, ResourceLink), String> {
    Ok(("a sound", Audio::wav(b"sound"), ResourceLink::new("file:///a.wav", "a")))
}

#[tool]
fn album() -> (String, Vec<Image>) {
    ("two".to_owned(), vec![Image::png(b"picture"), Image::jpeg(b"picture")])
}

#[tool]
fn embedded() -> Vec<ContentBlock> {
    vec![ContentBlock::resource(ResourceContents::text("file:///a.md", "# A"))]
}

/// Text in a list or a pair stays data.
#[tool]
fn words() -> (String, String) {
    ("a".to_owned(), "b".to_owned())
}

fn kinds(result: &CallToolResult) -> String {
    let kind = |block: &ContentBlock| match block {
        ContentBlock::Text(_) => "text",
        ContentBlock::Image(_) => "image",
        ContentBlock::Audio(_) => "audio",
        ContentBlock::Resource(_) => "resource",
        ContentBlock::ResourceLink(_) => "link",
        _ => "other",
    };
    result.content.iter().map(kind).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn blocks_are_content_in_lists_options_and_pairs() -> Result<()> {
    let server = server!()
        .tools::<(pictures, perhaps, described, titled, heard, album)>()
        .tools::<(embedded, words)>();
    let client = testing::connect(server).await?;
    for tool in client.list_tools().await? {
        assert_eq!(tool.output_schema.is_some(), tool.name == "words", "{}", tool.name);
    }
    for (name, arguments, want) in [
        ("pictures", json!({ "count": 2 }), "image image"),
        ("pictures", json!({ "count": 0 }), ""),
        ("perhaps", json!({ "really": true }), "image"),
        ("perhaps", json!({ "really": false }), ""),
        ("described", json!({}), "text image"),
        ("titled", json!({}), "image text"),
        ("heard", json!({}), "text audio link"),
        ("album", json!({}), "text image image"),
        ("embedded", json!({}), "resource"),
    ] {
        let result = client.call_tool(name, arguments).await?;
        assert_eq!(kinds(&result), want, "{name}");
        assert!(result.structured_content.is_none(), "{name}");
    }
    let heard = client.call_tool("heard", json!({})).await?;
    let ContentBlock::Audio(sound) = &heard.content[1] else { panic!("{heard:?}") };
    assert_eq!((&*sound.data, &*sound.mime_type), ("c291bmQ=", "audio/wav"));
    let words = client.call_tool("words", json!({})).await?;
    let data = words.structured_content.map(|data| data.get().to_owned());
    assert_eq!(data.as_deref(), Some(r#"["a","b"]"#));
    Ok(())
}
