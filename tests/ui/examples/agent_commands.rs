use mcp_runtime::{Result, State, handlers, server};
use mcp_runtime_acp::{
    AgentServer, AgentSettings, Choice, ConfigOption, Prompt, Turn, agent, command,
};

#[agent]
async fn idle() {}

#[derive(serde::Deserialize, mcp_runtime::Schema)]
#[serde(rename_all = "snake_case")]
enum Depth {
    Short,
    Long,
}

/// Explains something.
#[command(hint = "short or long")]
async fn explain(depth: Option<Depth>, turn: Turn, _prompt: Prompt) -> Result<()> {
    match depth {
        Some(Depth::Long) => turn.say("It is long.").await,
        Some(Depth::Short) | None => turn.say("It is.").await,
    }
}

#[command(name = "explain")]
async fn other(_number: State<u8>) {}

#[command]
async fn two(_depth: Depth, _other: Depth) {}

struct Shop;

#[handlers]
impl Shop {
    #[agent]
    async fn clerk(&self) {}

    #[command(timeout = "1m")]
    async fn order(&self, what: String, turn: Turn) -> Result<()> {
        turn.say(what).await
    }
}

fn main() {
    assert!(server!().agent::<idle>().command::<explain>().build().is_ok());
    assert!(server!().handlers(Shop).command::<explain>().build().is_ok());
    let wrong = server!().command::<explain>().build().unwrap_err().to_string();
    assert!(wrong.contains("command `explain` ("), "{wrong}");
    assert!(wrong.contains(") belongs to an agent, but the server has none"), "{wrong}");
    let twice = server!().agent::<idle>().command::<explain>().command::<other>();
    let wrong = twice.build().unwrap_err().to_string();
    assert!(wrong.contains("command `explain` exists twice: "), "{wrong}");
    assert!(wrong.contains("needs State<u8>"), "{wrong}");
    let wrong = server!().agent::<idle>().command::<two>().build().unwrap_err().to_string();
    assert!(wrong.contains(") has more than one argument"), "{wrong}");
    let option =
        || ConfigOption::select("model", "Model", [Choice::new("a", "A"), Choice::new("a", "B")]);
    let settings = AgentSettings::new().option(option().initial("b")).option(option());
    let wrong = server!().agent::<idle>().agent_settings(settings).build().unwrap_err().to_string();
    for expected in [
        "the agent has the option \"model\" twice",
        "the option \"model\" has the initial value \"b\", which is not one of its choices",
        "the option \"model\" has the value \"a\" twice",
    ] {
        assert!(wrong.contains(expected), "{wrong}");
    }
}
