//! What happens to the servers, at random.

use std::time::Duration;

use mcp_test_support::random::Random;

/// The servers, which all have faults.
pub(super) const SERVERS: [&str; 3] = ["one", "faulty", "two"];

/// What is called; some of it is a fault.
const TOOLS: [&str; 12] = [
    "echo", "changing", "die", "die-once", "hang", "half", "huge", "deaf", "close", "orphan",
    "storm", "grow",
];

/// What can be wrong from the start.
const AT_START: [&str; 9] = [
    "",
    "exits",
    "exits-later",
    "leaves-child",
    "talks",
    "hangs",
    "hangs-at-list",
    "stays",
    "changes",
];

/// How much happens.
const STEPS: usize = 40;

/// Something that happens to a server.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// It is called, which may be its end.
    Call(&'static str),
    Kill,
    /// It stands still.
    Stop,
    /// This is wrong when it starts, from now on.
    AtStart(&'static str),
    Enable(bool),
    Reconnect,
}

/// A step: the server, what happens to it, and the pause after it.
pub(super) type Step = (&'static str, Fault, Duration);

#[derive(Debug)]
pub(super) struct Script(pub(super) Vec<Step>);

impl Script {
    pub(super) fn random(seed: u64) -> Self {
        let mut random = Random::of(&seed.to_string());
        Self((0..STEPS).map(|_| step(&mut random)).collect())
    }
}

fn step(random: &mut Random) -> Step {
    let fault = match random.below(13) {
        0..4 => Fault::Call("echo"),
        4..8 => Fault::Call(random.pick::<&str>(&TOOLS)),
        8 => Fault::Kill,
        9 if random.once_in(2) => Fault::Stop,
        9 => Fault::Reconnect,
        10 => Fault::AtStart(random.pick::<&str>(&AT_START)),
        11 => Fault::Call("grow"),
        _ => Fault::Enable(!random.once_in(3)),
    };
    // Often nothing lies between one and the next.
    let pause = if random.once_in(2) { 0 } else { random.below(600) };
    (random.pick::<&str>(&SERVERS), fault, Duration::from_millis(pause as u64))
}
