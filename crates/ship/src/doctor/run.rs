//! Starts a program, sends messages to it, and records what it did.

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, timeout};

use super::CheckedProgram;
use super::environment::StartEnvironment;

/// How long a response may take, and the exit after the input has ended.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the exit may take of a program of which is known that it does not respond.
pub(super) const LEAVE_TIMEOUT: Duration = Duration::from_millis(500);

/// How much of standard error is kept, in bytes; a line of standard output may have 16 times that.
const MAX_OUTPUT_BYTES: u64 = 1024 * 1024;

/// What a program did.
#[derive(Debug, Default)]
pub(super) struct Ran {
    /// Why it could not be started.
    pub(super) unstarted: Option<String>,
    /// The responses, in the order of the requests; `None` if there was none in time.
    pub(super) answers: Vec<Option<Value>>,
    /// How long the first response took.
    pub(super) first: Option<Duration>,
    /// A line of standard output that is not a message, with its number.
    pub(super) text: Option<(usize, String)>,
    pub(super) stderr: String,
    /// Its exit status; `None` if it had to be killed.
    pub(super) status: Option<ExitStatus>,
    /// Whether it exited before its input ended.
    pub(super) ended_early: bool,
}

impl Ran {
    /// Whether every request was answered.
    pub(super) fn answered(&self) -> bool {
        !self.answers.is_empty() && self.answers.iter().all(Option::is_some)
    }

    /// The last lines of standard error, or another reason for the failure.
    pub(super) fn reason(&self) -> String {
        if let Some(unstarted) = &self.unstarted {
            return unstarted.clone();
        }
        let lines: Vec<&str> = self.stderr.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = lines[lines.len().saturating_sub(3)..].join(" / ");
        match (last.is_empty(), self.status) {
            (false, _) => last,
            (true, Some(status)) => {
                format!("it ended ({status}) and wrote nothing to standard error")
            }
            (true, None) => "it wrote nothing to standard error".to_owned(),
        }
    }
}

/// How the program is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// Its input ends.
    EndInput,
    /// It is sent SIGTERM.
    Terminate,
}

/// The command for a program; the started process is killed when its handle is dropped.
pub(super) fn command(checked: &CheckedProgram, environment: &StartEnvironment) -> Command {
    let mut command = Command::new(&checked.program);
    command.args(&checked.args).env_clear().envs(&environment.variables);
    if let Some(directory) = &environment.directory {
        command.current_dir(directory);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// Starts a program and sends frames to it, each after the response to the previous one.
pub(super) async fn run(
    checked: &CheckedProgram,
    environment: &StartEnvironment,
    frames: &[String],
    leave: Leave,
) -> Ran {
    let mut ran = Ran::default();
    let _turn = checked.turn().await;
    let began = Instant::now();
    let mut child = match command(checked, environment).spawn() {
        Ok(child) => child,
        Err(error) => {
            ran.unstarted = Some(format!("{}: {error}", checked.program.display()));
            return ran;
        }
    };
    let (Some(mut input), Some(output), Some(errors)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return ran;
    };
    let errors = tokio::spawn(async move {
        let mut kept = Vec::new();
        let mut rest = tokio::io::sink();
        let mut errors = errors;
        let _ = (&mut errors).take(MAX_OUTPUT_BYTES).read_to_end(&mut kept).await;
        let _ = tokio::io::copy(&mut errors, &mut rest).await;
        String::from_utf8_lossy(&kept).into_owned()
    });
    let mut output = Output::new(output);
    for frame in frames {
        let sent = input.write_all(format!("{frame}\n").as_bytes()).await;
        if !frame.contains("\"id\"") {
            continue;
        }
        let answer = match sent {
            Ok(()) => timeout(checked.answer_timeout, output.answer(&mut ran.text)).await,
            Err(_) => Ok(None),
        };
        // Its output has ended: the program has exited, or is about to.
        ran.ended_early = matches!(answer, Ok(None));
        let answer = answer.ok().flatten();
        ran.first = ran.first.or_else(|| answer.is_some().then(|| began.elapsed()));
        let is_missing = answer.is_none();
        ran.answers.push(answer);
        if is_missing {
            break;
        }
    }
    if leave == Leave::Terminate {
        terminate(&child);
    } else {
        drop(input);
    }
    let is_silent = ran.answers.iter().any(Option::is_none) && !ran.ended_early;
    // A program that does not respond is not waited for a second time.
    let answer_timeout = match leave {
        _ if is_silent => LEAVE_TIMEOUT,
        Leave::EndInput => checked.exit_timeout,
        Leave::Terminate => ANSWER_TIMEOUT,
    };
    ran.status = timeout(answer_timeout, child.wait()).await.ok().and_then(Result::ok);
    let _ = child.kill().await;
    // A child of the program may hold standard error open.
    ran.stderr =
        timeout(Duration::from_secs(1), errors).await.ok().and_then(Result::ok).unwrap_or_default();
    ran
}

fn is_answer(message: &Value) -> bool {
    let has = |member: &str| message.get(member).is_some();
    has("jsonrpc") && has("id") && !has("method")
}

/// The standard output of a program.
pub(super) struct Output {
    lines: BufReader<ChildStdout>,
    count: usize,
}

impl Output {
    pub(super) fn new(output: ChildStdout) -> Self {
        Self { lines: BufReader::new(output), count: 0 }
    }

    /// Reads the next response. Other messages are skipped, and a line that is not a message is
    /// recorded.
    pub(super) async fn answer(&mut self, text: &mut Option<(usize, String)>) -> Option<Value> {
        loop {
            let mut line = Vec::new();
            let mut limited = (&mut self.lines).take(16 * MAX_OUTPUT_BYTES);
            let read = limited.read_until(b'\n', &mut line).await.ok()?;
            if read == 0 {
                return None;
            }
            self.count += 1;
            match serde_json::from_slice::<Value>(&line) {
                Ok(message) if is_answer(&message) => return Some(message),
                Ok(message) if message.get("jsonrpc").is_some() => {}
                _ if text.is_none() => {
                    let line: String =
                        String::from_utf8_lossy(&line).trim_end().chars().take(120).collect();
                    *text = Some((self.count, line));
                }
                _ => {}
            }
        }
    }
}

#[cfg(all(unix, not(mcp_portable)))]
fn terminate(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};

    let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let _ = id.map(|process| kill_process(process, Signal::TERM));
}

/// Does nothing: not every system can ask a process to exit.
#[cfg(any(not(unix), mcp_portable))]
fn terminate(_: &Child) {}
