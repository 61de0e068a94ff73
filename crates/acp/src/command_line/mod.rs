//! The command `acp`, which serves editors, and the command `prompt`: a turn of the agent of this program. Its
//! messages are streamed to standard output, and everything else that it reports to standard error.

mod permission;
mod questions;
mod updates;

use std::env;

use serde_json::json;
use tokio::select;
use tokio::sync::mpsc;

use mcp_runtime::clap::{Arg, Command};
use mcp_runtime::internal::add_subcommand;
use mcp_runtime::terminal::{Answers, Terminal, stderr};
use mcp_runtime::{RunMode, Server, States, Subcommand, SubcommandLine, stdio};

use crate::client::{AgentMessages, ClientBuilder, PermissionRequest, Turn, Update};
use crate::protocol::ACP_COMMAND;
use crate::{Client, StopReason, serve};
use mcp_runtime_protocol::jsonrpc::printable;
use mcp_runtime_protocol::{Error, Result};
use questions::{Question, answered, fill_in, pass_on};
use updates::Calls;

/// Adds the commands `acp` and `prompt`.
pub(crate) fn add(states: &mut States) {
    add_subcommand(states, acp());
    add_subcommand(states, prompt());
}

/// Serves editors.
fn acp() -> Subcommand {
    let command = Command::new(ACP_COMMAND)
        .about("Serve the Agent Client Protocol (ACP) on standard input and output");
    let serve = |server, _| serve(server, stdio());
    Subcommand::new(command, serve).mode(RunMode::Stdio)
}

fn prompt() -> Subcommand {
    let prompt = Arg::new("prompt").value_name("PROMPT").required(true);
    let command = Command::new("prompt")
        .about("Send a prompt to the agent, and show its updates")
        .arg(prompt.help("The text of the prompt"))
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
    let (asks, asked) = mpsc::channel(1);
    let client = client(&answers, asks).connect(server).await?;
    let here =
        env::current_dir().map_err(|error| Error::io("cannot get the current directory", error))?;
    let session = client.new_session(here).await?;
    let turn = session.prompt(prompt).await?;
    let reason = Screen::new(line.is_json(), answers)?.follow(turn, asked).await?;
    drop(session);
    client.close().await;
    check_reason(reason)
}

/// The client that passes the questions of the agent on.
fn client(answers: &Answers, asks: mpsc::Sender<Question>) -> ClientBuilder {
    let client = Client::builder("command line", env!("CARGO_PKG_VERSION"));
    let ask = asks.clone();
    let client = client.on_permission(move |request| {
        pass_on(ask.clone(), |answer| Question::Permission(Box::new(request), answer))
    });
    if !answers.are_possible() {
        return client;
    }
    client.on_elicit(move |form| pass_on(asks.clone(), |answer| Question::Form(form, answer)))
}

/// The output of a turn, and who answers its questions: a person at the terminal, or the answers
/// given before.
struct Screen {
    terminal: Terminal,
    json: bool,
    answers: Answers,
    said: AgentMessages,
    calls: Calls,
    /// Whether the last output did not end with a newline.
    is_line_open: bool,
}

impl Screen {
    fn new(json: bool, answers: Answers) -> Result<Self> {
        let terminal = Terminal::take()?;
        let said = AgentMessages::default();
        let calls = Calls::default();
        Ok(Self { terminal, json, answers, said, calls, is_line_open: false })
    }

    /// Shows the updates of a turn as they arrive, and none while a question is open.
    ///
    /// # Errors
    ///
    /// When the turn fails, or when its output cannot be written.
    async fn follow(
        mut self,
        mut turn: Turn,
        mut asked: mpsc::Receiver<Question>,
    ) -> Result<StopReason> {
        loop {
            select! {
                // What came before a question is shown before it.
                biased;
                update = turn.next() => match update {
                    Some(update) => self.show(&update)?,
                    None => break,
                },
                Some(question) = asked.recv() => self.ask(question).await?,
            }
        }
        let reason = turn.finish().await?;
        self.end(reason)?;
        Ok(reason)
    }

    async fn ask(&mut self, question: Question) -> Result<()> {
        self.break_line()?;
        let answers = self.answers.clone();
        match question {
            Question::Permission(request, answer) => {
                let request = self.about(*request)?;
                answered(answer, move || permission::answer(&request, &answers)).await;
            }
            Question::Form(form, answer) => answered(answer, move || fill_in(form, &answers)).await,
        }
        Ok(())
    }

    fn show(&mut self, update: &Update) -> Result<()> {
        match self.said.add(update) {
            Some(text) => self.say(&text),
            None => {
                let line = self.calls.line(update);
                self.note(line)
            }
        }
    }

    /// Writes a line to standard error.
    fn note(&mut self, line: Option<String>) -> Result<()> {
        if let Some(line) = line {
            self.break_line()?;
            stderr::line(&printable(&line));
        }
        Ok(())
    }

    /// Shows what a request for permission is about, and gives it the title that is known.
    fn about(&mut self, mut request: PermissionRequest) -> Result<PermissionRequest> {
        if let Some(call) = &request.tool_call {
            let changes = self.calls.new_changes(call);
            if request.title.is_empty() {
                request.title = self.calls.title(&call.id).to_owned();
            }
            self.note(changes)?;
        }
        Ok(request)
    }

    fn end(&mut self, reason: StopReason) -> Result<()> {
        if self.json {
            self.terminal.json(&json!({ "text": self.said.text(), "stopReason": reason }))
        } else if self.is_line_open {
            self.terminal.page("\n")
        } else {
            Ok(())
        }
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
/// When the stop reason of the turn is not `end_turn`.
fn check_reason(reason: StopReason) -> Result<()> {
    let why = match reason {
        StopReason::EndTurn => return Ok(()),
        StopReason::MaxTokens => {
            "the turn ended at the model's token limit (stop reason: `max_tokens`)"
        }
        StopReason::MaxTurnRequests => {
            "the turn ended at the limit of requests to the model (stop reason: `max_turn_requests`)"
        }
        StopReason::Refusal => "the agent refused to continue (stop reason: `refusal`)",
        StopReason::Cancelled => "the turn was cancelled (stop reason: `cancelled`)",
    };
    Err(Error::other(why))
}
