//! Random faults of three servers, of which all heal: then all are ready within a minute, their tools are listed as they list
//! them, and no call ran twice that may not.
//!
//! `HOST_SCRIPTS` is how many scripts of faults are tried, and `HOST_SEED` the first one:
//! `CONTRIBUTING.md` has the command for a long run.

mod script;
mod stage;

use tokio::task::JoinSet;

use script::Script;
use stage::Stage;

/// How many scripts are tried in ordinary test runs, and how many at the same time.
const FEW: u64 = 4;

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

/// Runs a script, and shows it if that fails.
async fn run(seed: u64) {
    let script = Script::random(seed);
    let shown = format!("HOST_SEED={seed}: {:?}", script.0);
    let ran = tokio::spawn(async move {
        let mut stage = Stage::start(seed).await;
        stage.play(&script).await;
        stage.heal().await;
        stage.end().await;
    });
    if let Err(failed) = ran.await {
        eprintln!("{shown}");
        std::panic::resume_unwind(failed.into_panic());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_servers_are_ready_again_once_they_heal() {
    let first = number("HOST_SEED").unwrap_or(1);
    let scripts = number("HOST_SCRIPTS").unwrap_or(FEW);
    let mut seeds = first..first + scripts;
    let mut running = JoinSet::new();
    for seed in seeds.by_ref().take(usize::try_from(FEW).unwrap()) {
        running.spawn(run(seed));
    }
    while let Some(ran) = running.join_next().await {
        ran.unwrap();
        if let Some(seed) = seeds.next() {
            running.spawn(run(seed));
        }
    }
}
