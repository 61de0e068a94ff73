use mcp_runtime::{Context, Elicit, Result, State, handlers, server, tool};
use mcp_runtime_acp::{AgentServer, Prompt, Session, StopReason, Turn, agent};

/// Echoes.
#[agent]
async fn echo(prompt: Prompt, turn: Turn) -> Result<()> {
    turn.say(prompt.text()).await
}

/// Does nothing, and fails never.
#[agent(timeout = "10m")]
async fn idle() {}

#[agent]
async fn refusing(_session: Session, _context: Context, _elicit: Option<Elicit>) -> StopReason {
    StopReason::Refusal
}

#[agent]
async fn counting(_number: State<u64>) -> Result<StopReason, String> {
    Ok(StopReason::EndTurn)
}

struct Shop {
    name: String,
}

#[handlers]
impl Shop {
    /// Names the shop.
    #[tool]
    fn name(&self) -> String {
        self.name.clone()
    }

    /// Sells things.
    #[agent]
    async fn clerk(&self, turn: Turn) -> Result<()> {
        turn.say(format!("Welcome to {}", self.name)).await
    }
}

fn main() {
    assert!(server!().agent::<echo>().build().is_ok());
    assert!(server!().agent::<idle>().build().is_ok());
    assert!(server!().agent::<refusing>().build().is_ok());
    assert!(server!().state(3u64).agent::<counting>().build().is_ok());
    assert!(server!().handlers(Shop { name: "Corner".to_owned() }).build().is_ok());
    let two = server!().agent::<echo>().agent::<idle>().build().unwrap_err().to_string();
    assert!(two.contains("a server can have only one agent, but there are two: "), "{two}");
    let none = server!().agent::<counting>().build().unwrap_err().to_string();
    assert!(none.contains("agent `counting`: "), "{none}");
}
