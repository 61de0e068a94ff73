//! Prompts: how they are listed and filled in.

use mcp_runtime::protocol::{
    ContentBlock, GetPromptResult, PromptMessage, ProtocolVersion, ResourceContents, Role,
};
use mcp_runtime::{Audio, Image, Result, Schema, ServerBuilder, prompt, server};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use serde::Deserialize;

use super::{code, since};

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(rename_all = "snake_case")]
enum Tone {
    Kind,
    Stern,
}

/// Asks for a review.
#[prompt(title = "Review", icon(src = "https://example.org/icon.png"))]
fn review(
    /// What to review.
    code: &str,
    tone: Option<Tone>,
    #[arg(default = 3)] points: u8,
) -> String {
    format!("Review {code}, {tone:?}, {points} points")
}

/// A talk that has begun.
#[prompt]
async fn talk() -> Vec<PromptMessage> {
    vec![PromptMessage::user("Hello!"), PromptMessage::assistant("Hello.")]
}

/// A picture.
#[prompt]
fn look() -> PromptMessage {
    PromptMessage::user(Image::png(b"picture"))
}

/// Content of every type.
#[prompt]
fn attached() -> Vec<PromptMessage> {
    let text = ResourceContents::text("file:///a.md", "# A");
    vec![
        PromptMessage::user(Image::png(b"picture")),
        PromptMessage::user(Audio::wav(b"sound")),
        PromptMessage::user(ContentBlock::resource(text)),
        PromptMessage::user(ContentBlock::resource_link("file:///b.md", "b")),
    ]
}

/// Cannot be filled.
#[prompt]
fn broken() -> std::result::Result<GetPromptResult, String> {
    Err("no paper".to_owned())
}

fn server() -> ServerBuilder {
    server!().prompt::<review>().prompt::<talk>().prompt::<look>().prompt::<broken>()
}

#[tokio::test]
async fn prompts_are_listed_with_their_arguments() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        let prompts = client.list_prompts().await?;
        let names: Vec<&str> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
        assert_eq!(names, ["review", "talk", "look", "broken"]);
        let review = &prompts[0];
        assert_eq!(review.description.as_deref(), Some("Asks for a review."));
        let title = since(version, "2025-06-18").then_some("Review");
        assert_eq!(review.title.as_deref(), title, "{version}");
        assert_eq!(review.icons.len(), usize::from(since(version, "2025-11-25")), "{version}");
        let arguments: Vec<_> = review
            .arguments
            .iter()
            .flatten()
            .map(|argument| (argument.name.as_str(), argument.required))
            .collect();
        let expected = [("code", Some(true)), ("tone", Some(false)), ("points", Some(false))];
        assert_eq!(arguments, expected);
        assert_eq!(prompts[1].arguments, None);
    }
    Ok(())
}

#[tokio::test]
async fn prompts_are_filled_in() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        // On the wire the arguments of prompts are text.
        let arguments = json!({"code": "x = 1", "tone": "stern", "points": "5"});
        let review = client.get_prompt("review", arguments).await?;
        assert_eq!(review.text(), "Review x = 1, Some(Stern), 5 points");
        let review = client.get_prompt("review", json!({"code": "y"})).await?;
        assert_eq!(review.text(), "Review y, None, 3 points");
        let talk = client.get_prompt("talk", json!({})).await?;
        assert_eq!(talk.text(), "Hello!\nHello.");
        let roles: Vec<Role> = talk.messages.iter().map(|message| message.role).collect();
        assert_eq!(roles, [Role::User, Role::Assistant]);
        assert_eq!(client.get_prompt("look", json!({})).await?.messages.len(), 1);
    }
    Ok(())
}

fn kind(message: &PromptMessage) -> &'static str {
    match message.content {
        ContentBlock::Text(_) => "text",
        ContentBlock::Image(_) => "image",
        ContentBlock::Audio(_) => "audio",
        ContentBlock::Resource(_) => "resource",
        ContentBlock::ResourceLink(_) => "link",
        _ => "other",
    }
}

#[tokio::test]
async fn messages_have_content_of_every_type() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server!().prompt::<attached>(), version).await?;
        let prompt = client.get_prompt("attached", json!({})).await?;
        let audio = if since(version, "2025-03-26") { "audio" } else { "resource" };
        let link = if since(version, "2025-06-18") { "link" } else { "text" };
        let kinds: Vec<&str> = prompt.messages.iter().map(kind).collect();
        assert_eq!(kinds, ["image", audio, "resource", link], "{version}");
    }
    Ok(())
}

#[tokio::test]
async fn what_is_wrong_with_a_prompt_is_an_error() -> Result<()> {
    let client = testing::connect(server()).await?;
    for (name, arguments, expected, text) in [
        ("reviw", json!({}), -32602, "did you mean `review`?"),
        ("review", json!({}), -32602, "`code`: missing"),
        ("review", json!({"code": "x", "tone": "stren"}), -32602, "did you mean \"stern\"?"),
        ("broken", json!({}), -32603, "no paper"),
    ] {
        let error = client.get_prompt(name, arguments).await.unwrap_err();
        assert_eq!(code(&error), Some(expected), "{error}");
        assert!(error.to_string().contains(text), "{error}");
    }
    Ok(())
}
