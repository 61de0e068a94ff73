//! The command `prompt`: a turn of the agent of this program: its messages are streamed to standard output, and
//! everything else that it reports to standard error.

mod permission;
mod updates;

use std::env;

use serde_json::json;

use mcp_runtime::clap::{Arg, Command};
use mcp_runtime::internal::add_subcommand;
use mcp_runtime::terminal::{Answers, Terminal, stderr};
use mcp_runtime::{Server, States, Subcommand, SubcommandLine};

use crate::client::{AgentMessages, ClientBuilder, Turn};
use crate::{Client, StopReason};
use mcp_runtime_protocol::jsonrpc::printable;
use mcp_runtime_protocol::{
    Answer, ElicitAction, ElicitParams, InputRequest, InputRequests, InputResponse,
};
use mcp_runtime_protocol::{Error, Result};

/// Adds the command `prompt`.
pub(crate) fn add(states: &mut States) {
    add_subcommand(states, prompt());
}

fn prompt() -> Subcommand {
    let prompt = Arg::new("prompt").value_name("PROMPT").required(true);
    let command = Command::new("prompt")
        .about("Give the agent a prompt, and show what it does")
        .arg(prompt.help("What to say to it"))
        .args(Answers::args());
    Subcommand::new(command, run)
}

/// Runs a turn, and shows it.
///
/// # Errors
///
/// The error, worded for a person; also when the turn ends for another reason than that the agent
/// is done.
async fn run(server: Server, line: SubcommandLine) -> Result<()> {
    let done = run_prompt(server, &line).await;
    // The caller prints the error.
    stderr::clear();
    done
}

async fn run_prompt(server: Server, line: &SubcommandLine) -> Result<()> {
    let prompt = line.matches().get_one::<String>("prompt").cloned().unwrap_or_default();
    let answers = Answers::of(line.matches());
    let client = client(answers).connect(server).await?;
    let here = env::current_dir().map_err(|error| Error::io("the directory", error))?;
    let session = client.new_session(here).await?;
    let turn = session.prompt(prompt).await?;
    let mut screen = Screen::new(line.is_json())?;
    let reason = screen.follow(turn).await?;
    drop(session);
    client.close().await;
    check_reason(reason)
}

/// The client that answers the agent: with a person at the terminal, or with the answers given
/// before.
fn client(answers: Answers) -> ClientBuilder {
    let client = Client::builder("command line", env!("CARGO_PKG_VERSION"));
    let asked = answers.clone();
    let client = client.on_permission(move |request| {
        let answers = asked.clone();
        off_thread(move || permission::answer(&request, &answers))
    });
    if !answers.are_possible() {
        return client;
    }
    client.on_elicit(move |form| {
        let answers = answers.clone();
        off_thread(move || {
            let request = InputRequest::Elicit(ElicitParams::Form(form));
            let asked: InputRequests = std::iter::once((String::new(), request)).collect();
            let answered = answers.answer(asked)?;
            let answer = answered.into_iter().next().map(|(_, answer)| answer);
            let Some(InputResponse::Elicit(answer)) = answer else {
                return Ok(Answer::Cancelled);
            };
            Ok(match answer.action {
                ElicitAction::Accept => Answer::Accepted(answer.content),
                ElicitAction::Decline => Answer::Declined,
                _ => Answer::Cancelled,
            })
        })
    })
}

/// Asks on another thread: a person takes time, and must not block the output.
async fn off_thread<T: Send + 'static>(
    ask: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(ask).await.map_err(Error::other)?
}

/// The output of a turn.
struct Screen {
    terminal: Terminal,
    json: bool,
    said: AgentMessages,
    /// Whether the last output did not end with a newline.
    is_line_open: bool,
}

impl Screen {
    fn new(json: bool) -> Result<Self> {
        let terminal = Terminal::take()?;
        Ok(Self { terminal, json, said: AgentMessages::default(), is_line_open: false })
    }

    /// Shows the updates of a turn as they arrive.
    ///
    /// # Errors
    ///
    /// When the turn fails, or when its output cannot be written.
    async fn follow(&mut self, mut turn: Turn) -> Result<StopReason> {
        while let Some(update) = turn.next().await {
            match self.said.add(&update) {
                Some(text) => self.say(&text)?,
                None => {
                    if let Some(line) = updates::line(&update) {
                        self.break_line()?;
                        stderr::line(&printable(&line));
                    }
                }
            }
        }
        let reason = turn.finish().await?;
        if self.json {
            self.terminal.json(&json!({ "text": self.said.text(), "stopReason": reason }))?;
        } else if self.is_line_open {
            self.terminal.page("\n")?;
        }
        Ok(reason)
    }

    fn say(&mut self, text: &str) -> Result<()> {
        self.is_line_open = if text.is_empty() { self.is_line_open } else { !text.ends_with('\n') };
        match (self.json, self.terminal.is_for_a_person()) {
            (true, _) => Ok(()),
            (false, true) => self.terminal.page(&printable(text)),
            (false, false) => self.terminal.page(text),
        }
    }

    /// Starts a new line before output to standard error, if both are the same terminal.
    fn break_line(&mut self) -> Result<()> {
        if self.is_line_open && !self.json && self.terminal.is_for_a_person() {
            self.is_line_open = false;
            self.terminal.page("\n")?;
        }
        Ok(())
    }
}

/// # Errors
///
/// When the turn ends for another reason than that the agent is done.
fn check_reason(reason: StopReason) -> Result<()> {
    let why = match reason {
        StopReason::EndTurn => return Ok(()),
        StopReason::MaxTokens => "the model may not say more (max_tokens)",
        StopReason::MaxTurnRequests => {
            "the agent may not ask its model more often (max_turn_requests)"
        }
        StopReason::Refusal => "the agent refuses to continue (refusal)",
        StopReason::Cancelled => "the turn was cancelled (cancelled)",
    };
    Err(Error::other(why))
}
