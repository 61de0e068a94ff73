//! An agent for the tests of `drive`: it does what its prompt says.

use std::io::Write as _;

use mcp_runtime::acp::{Prompt, Turn, agent};
use mcp_runtime::{Result, server};

/// Asks, hangs, or refuses.
#[agent]
async fn driven(prompt: Prompt, turn: Turn) -> Result<mcp_runtime::acp::StopReason> {
    match &*prompt.text() {
        "ask" => {
            turn.think("May I?").await?;
            let decision = turn.ask("Paint it green").await?;
            turn.say(format!("{decision:?}")).await?;
        }
        "hang" => {
            let _told = Told;
            turn.think("This takes long.").await?;
            std::future::pending::<()>().await;
        }
        _ => return Ok(mcp_runtime::acp::StopReason::Refusal),
    }
    Ok(mcp_runtime::acp::StopReason::EndTurn)
}

/// Tells that a turn has been dropped, in the file that the environment names.
struct Told;

impl Drop for Told {
    fn drop(&mut self) {
        let file =
            std::env::var_os("DRIVEN_FILE").and_then(|path| std::fs::File::create(path).ok());
        if let Some(mut file) = file {
            let _ = file.write_all(b"cancelled");
        }
    }
}

fn main() -> Result<()> {
    server!().agent::<driven>().run()
}
