//! Two copies of a program at once, as started by clients that probe for its protocol.

use std::process::Stdio;

use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;

use super::environment::StartEnvironment;
use super::run::{LEAVE_TIMEOUT, Leave, Output, command, run};
use super::{Check, CheckedProgram, Diagnosis};

/// Starts a second copy while a first one, which has answered, still waits for more.
pub(super) async fn second_copy(
    checked: &CheckedProgram,
    usual: &StartEnvironment,
    hello: &str,
) -> Option<Diagnosis> {
    let mut first = command(checked, usual).stderr(Stdio::null()).spawn().ok()?;
    let mut input = first.stdin.take()?;
    let output = first.stdout.take()?;
    input.write_all(format!("{hello}\n").as_bytes()).await.ok()?;
    let mut output = Output::new(output);
    timeout(checked.answer_timeout, output.answer(&mut None)).await.ok()??;
    let second = run(checked, usual, &[hello.to_owned()], Leave::EndInput).await;
    drop(input);
    // Its locks are released when it exits by itself; whether it does is checked elsewhere.
    let _ = timeout(LEAVE_TIMEOUT, first.wait()).await;
    if second.answered() {
        return None;
    }
    let what = format!("A second instance cannot start while one is running: {}", second.reason());
    let todo = "some clients start two instances to detect the protocol; take locks in the first call, not at startup";
    Some(Diagnosis::new(Check::SingleInstance, what, todo))
}
