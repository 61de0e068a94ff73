//! Completion of arguments of prompts and of variables of templates.

use std::future::IntoFuture as _;
use std::sync::Arc;

use mcp_runtime::protocol::{Completion, CompletionReference, ProtocolVersion};
use mcp_runtime::{ErrorObject, Result, Schema, handlers, prompt, resource, server, tool};
use mcp_runtime_client::Client;
use mcp_runtime_testing as testing;
use serde::Deserialize;

use super::code;

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(rename_all = "snake_case")]
enum Tone {
    Kind,
    Keen,
    Stern,
}

struct Library {
    names: Arc<[&'static str]>,
}

#[handlers]
impl Library {
    /// Asks about a book.
    #[prompt]
    fn ask(&self, #[arg(complete = Self::titles)] title: &str, tone: Tone, words: u32) -> String {
        format!("{title} {tone:?} {words}")
    }

    /// A book.
    #[resource("books://{title}/{part}")]
    fn book(
        &self,
        #[arg(complete = Self::titles_later)] title: &str,
        #[arg(complete = numbers)] part: u32,
    ) -> String {
        format!("{title} {part}")
    }

    fn titles(&self, typed: &str) -> Vec<String> {
        let names = self.names.iter().filter(|name| name.starts_with(typed));
        names.map(ToString::to_string).collect()
    }

    async fn titles_later(&self, typed: &str) -> Vec<String> {
        tokio::task::yield_now().await;
        self.titles(typed)
    }
}

fn numbers(_: &str) -> impl Iterator<Item = String> + use<> {
    (0..250).map(|number| number.to_string())
}

/// Completes nothing.
#[prompt]
fn plain(text: &str) -> String {
    text.to_owned()
}

/// Is not a prompt.
#[tool]
fn tool_only() {}

#[tokio::test]
async fn values_come_from_functions_and_from_enums() -> Result<()> {
    let library = || Library { names: ["emma", "emil", "faust"].into() };
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server!().handlers(library()), version).await?;
        let ask = || CompletionReference::prompt("ask");
        let book = || CompletionReference::resource_template("books://{title}/{part}");
        for (reference, argument, typed, expected) in [
            (ask(), "title", "em", &["emma", "emil"][..]),
            (ask(), "title", "", &["emma", "emil", "faust"]),
            (ask(), "title", "x", &[]),
            (ask(), "tone", "k", &["kind", "keen"]),
            (ask(), "words", "1", &[]),
            (book(), "title", "f", &["faust"]),
        ] {
            let completion = client.complete(reference, argument, typed).await?;
            assert_eq!(completion.values, expected, "{version}: {argument} {typed}");
            assert_eq!(completion.has_more, Some(false));
        }
        let many = client.complete(book(), "part", "").await?;
        assert_eq!((many.values.len(), many.total, many.has_more), (100, Some(250), Some(true)));
    }
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_completed_is_an_error() -> Result<()> {
    let library = Library { names: Arc::default() };
    let client = testing::connect(server!().handlers(library).prompt::<plain>()).await?;
    for (reference, argument, text) in [
        (CompletionReference::prompt("aks"), "title", "did you mean `ask`?"),
        (CompletionReference::prompt("ask"), "titel", "did you mean `title`?"),
        (CompletionReference::resource_template("books://{x}"), "x", "unknown resource template"),
    ] {
        let error = client.complete(reference, argument, "").await.unwrap_err();
        assert_eq!(code(&error), Some(-32602), "{error}");
        assert!(error.to_string().contains(text), "{error}");
    }
    Ok(())
}

#[tokio::test]
async fn a_server_that_completes_nothing_does_not_offer_it() -> Result<()> {
    let client = testing::connect(server!().prompt::<plain>().tool::<tool_only>()).await?;
    let reference = CompletionReference::prompt("plain");
    let error = client.complete(reference, "text", "").await.unwrap_err();
    assert_eq!(code(&error), Some(-32601), "{error}");
    Ok(())
}

#[tokio::test]
async fn what_no_handler_completes_is_completed_for_all() -> Result<()> {
    let server = server!()
        .handlers(Library { names: ["Emma"].into() })
        .prompt::<plain>()
        .on_complete(|asked| async move {
            let params = asked.params().clone();
            if params.argument.name == "wrong" {
                return Err(ErrorObject::invalid_params("no such argument").into());
            }
            let context = params.context.and_then(|context| context.arguments).unwrap_or_default();
            let mut values = vec![params.argument.value, format!("{context:?}")];
            values.resize(200, String::new());
            let mut completion = Completion::default();
            completion.values = values;
            Ok(completion)
        })
        .build()?;
    for version in ProtocolVersion::ALL.iter().copied().skip(1) {
        let client =
            Client::builder("agent", "1.0").version(version).connect(server.clone()).await?;
        assert!(client.server_capabilities().completions, "{version}");
        let complete = |prompt, argument| {
            client.complete(CompletionReference::prompt(prompt), argument, "E").into_future()
        };
        assert_eq!(complete("ask", "title").await?.values, ["Emma"], "{version}");
        for (prompt, argument) in [("plain", "text"), ("ask", "other"), ("unknown", "any")] {
            let completion = complete(prompt, argument).await?;
            assert_eq!(completion.values[..2], ["E", "{}"], "{version}");
            assert_eq!((completion.values.len(), completion.has_more), (100, Some(true)));
        }
        let refused = complete("plain", "wrong").await.unwrap_err();
        assert_eq!(refused.to_string(), "no such argument (-32602)", "{version}");
    }
    Ok(())
}

#[tokio::test]
async fn a_completion_that_panics_ends_only_itself() -> Result<()> {
    let server = server!().prompt::<plain>().on_complete(|asked| {
        assert!(asked.typed().is_empty(), "a bug");
        async { Ok(Completion::default()) }
    });
    let client = Client::builder("agent", "1.0").connect(server).await?;
    let complete = |typed| client.complete(CompletionReference::prompt("plain"), "text", typed);
    assert_eq!(code(&complete("typed").await.unwrap_err()), Some(-32603));
    assert!(complete("").await?.values.is_empty());
    Ok(())
}
