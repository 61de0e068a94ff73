//! A server that says everything that a server can say.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

use std::collections::BTreeMap;
use std::time::Duration;

use mcp_runtime::protocol::{
    Annotations, ContentBlock, EmbeddedResource, Icon, LoggingLevel, PromptMessage,
    ResourceContents, ResourceLink, Role,
};
use mcp_runtime::{
    About, Audio, Changes, Context, Image, Json, Limits, Log, Progress, Result, Schema, handlers,
    prompt, resource, server, tool,
};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

/// Says everything once.
struct Everything;

#[derive(Serialize, Schema)]
struct Weather {
    /// In degrees Celsius.
    temperature: f64,
    wind: Option<Wind>,
}

#[derive(Serialize, Schema)]
struct Wind {
    speed: u32,
}

#[derive(Clone, Copy, Deserialize, Schema)]
#[serde(rename_all = "snake_case")]
enum Style {
    Formal,
    Friendly,
}

#[derive(Deserialize, Schema)]
struct Place {
    city: String,
    #[schema(range(-90..=90))]
    latitude: Option<f64>,
}

/// Says everything that a server can say.
#[handlers]
impl Everything {
    /// Says nothing.
    #[tool]
    fn nothing(&self) {}

    /// Gives the arguments back.
    #[tool(
        title = "Arguments",
        read_only,
        icon(src = "data:image/png;base64,AA==", mime_type = "image/png", sizes("48x48"), theme = "dark"),
        meta("example.org/cost" = 1)
    )]
    fn arguments(
        &self,
        /// A text.
        #[arg(length(1..=20), pattern = "^[a-z]+$")]
        text: &str,
        #[arg(default = 10, range(1..=100), header = "Limit")] limit: u32,
        style: Option<Style>,
        places: &[Place],
        tags: &BTreeMap<String, bool>,
    ) -> String {
        let style = style.map_or("none", |style| match style {
            Style::Formal => "formal",
            Style::Friendly => "friendly",
        });
        let cities = places
            .iter()
            .map(|place| format!("{} {:?}", place.city, place.latitude))
            .collect::<Vec<_>>()
            .join(", ");
        format!("{text} {limit} {style} [{cities}] {tags:?}")
    }

    /// Shows content of every type.
    #[tool]
    fn content(&self) -> Vec<ContentBlock> {
        let mut link = ResourceLink::new("everything://text", "text");
        link.title = Some("A text".to_owned());
        link.annotations = Some(for_the_user());
        link.icons.push(Icon::new("data:image/png;base64,AA=="));
        let mut embedded = EmbeddedResource::new(
            ResourceContents::text("everything://text", "text").with_mime_type("text/plain"),
        );
        embedded.annotations = Some(for_the_user());
        vec![
            ContentBlock::text("text"),
            Image::png(b"picture").into(),
            Audio::wav(b"sound").into(),
            link.into(),
            embedded.into(),
            ContentBlock::resource(ResourceContents::blob("everything://bytes", "AAEC")),
        ]
    }

    /// An object.
    #[tool]
    fn object(&self) -> Weather {
        Weather { temperature: 21.5, wind: Some(Wind { speed: 3 }) }
    }

    /// A list.
    #[tool]
    fn list(&self) -> Vec<Weather> {
        vec![Weather { temperature: -1.0, wind: None }]
    }

    /// A number.
    #[tool]
    fn number(&self) -> Json<i64> {
        Json(7)
    }

    /// Fails.
    #[tool]
    fn fail(&self) -> Result<String, String> {
        Err("it failed".to_owned())
    }

    /// Panics.
    #[tool]
    fn boom(&self) -> String {
        panic!("boom")
    }

    /// Tells of its progress and logs on every level.
    #[tool]
    async fn talk(&self, progress: Progress, log: Log) -> &'static str {
        progress.report(0.5).await;
        for (step, level) in (1..).zip(LoggingLevel::ALL) {
            progress.report_of(step, 8, "talking").await;
            log.log(level, format!("{level:?}")).await;
        }
        // The TypeScript clients lose progress that comes in one piece with the answer.
        sleep(Duration::from_millis(50)).await;
        "said"
    }

    /// Never ends.
    #[tool]
    async fn wait(&self) -> &'static str {
        std::future::pending().await
    }

    /// Adds a tool to the server.
    #[tool]
    fn grow(&self, context: &Context) -> Result<(), String> {
        let added = |_: Place| async { "new" };
        let server = context.server();
        server.add_tool("added", "Was added.", added).map_err(|error| error.to_string())
    }

    /// Takes the added tool away.
    #[tool]
    fn shrink(&self, context: &Context) -> Result<(), String> {
        context.server().remove_tool("added").map_err(|error| error.to_string())
    }

    /// Asks in some style.
    #[prompt(title = "Ask", icon(src = "data:image/png;base64,AA=="))]
    fn ask(
        &self,
        /// Whom.
        #[arg(complete = Self::names)]
        name: &str,
        style: Option<Style>,
    ) -> Vec<PromptMessage> {
        let _ = style;
        vec![PromptMessage::user(format!("Ask {name}.")), PromptMessage::assistant("Asked.")]
    }

    /// Shows content of every type.
    #[prompt]
    fn show(&self) -> Vec<PromptMessage> {
        self.content().into_iter().map(PromptMessage::user).collect()
    }

    /// A text.
    #[resource(
        "everything://text",
        title = "A text",
        mime = "text/plain",
        audience(user),
        priority = 0.5
    )]
    fn text(&self) -> &'static str {
        "text"
    }

    /// Some bytes.
    #[resource("everything://bytes", mime = "application/octet-stream", cache(ttl = "60s", public))]
    fn bytes(&self) -> Vec<u8> {
        vec![0, 1, 2]
    }

    /// What belongs to a name.
    #[resource("everything://of/{name}", mime = "text/plain")]
    fn of(&self, #[arg(complete = Self::names)] name: &str) -> Option<String> {
        self.names(name).contains(&name.to_owned()).then(|| format!("of {name}"))
    }

    fn names(&self, typed: &str) -> Vec<String> {
        let names = ["ada", "alan", "grace"];
        names.iter().filter(|name| name.starts_with(typed)).map(ToString::to_string).collect()
    }
}

fn for_the_user() -> Annotations {
    let mut annotations = Annotations::default();
    annotations.audience = Some(vec![Role::User]);
    annotations.priority = Some(1.0);
    annotations
}

fn main() -> Result<()> {
    let server = server!()
        .about(
            About::new()
                .title("Everything")
                .website("https://example.org")
                .icon(Icon::new("data:image/png;base64,AA==")),
        )
        .changes(Changes::new().tools())
        .limits(Limits::new().page_size(5))
        .handlers(Everything);
    mcp_test_support::serve(server)
}
