//! Starts the program of an entry, as its client does.

use std::path::PathBuf;

use tokio::task::JoinSet;

use super::super::environment::StartEnvironment;
use super::super::run::{Leave, run};
use super::super::stdio::hello;
use super::super::{Check, CheckedProgram, Diagnosis};
use crate::clients::{Home, Launch};
use crate::install::ExistingEntry;

/// Starts the programs of entries without other problems, beside this one.
pub(crate) async fn check_started(
    entries: &[ExistingEntry],
    home: &Home,
    own: &CheckedProgram,
    found: &mut Vec<Diagnosis>,
) {
    let mut started = JoinSet::new();
    for entry in entries {
        let Some(Launch::Program { command, args, env }) = Launch::read(&entry.entry) else {
            continue;
        };
        let client = &entry.client;
        let env = env.into_iter().filter_map(|(name, value)| {
            let found = client.look_up(&value, |name| home.variable(name).map(str::to_owned));
            // What it looks up in a way that is not known here may be set in its own environment.
            if client.literal || !found.value.contains(['$', '{']) {
                return Some((name, found.value));
            }
            home.variable(&name).map(|value| (name.clone(), value.to_owned()))
        });
        let checked = own.beside(PathBuf::from(command), args, env.collect());
        let environment = StartEnvironment::of(entry.client.passes, &checked.env);
        let who = format!("{} ({})", entry.client.name, entry.scope);
        started.spawn(async move {
            (who, run(&checked, &environment, &[hello()], Leave::EndInput).await)
        });
    }
    for (who, ran) in started.join_all().await {
        if !ran.answered() {
            let what =
                format!("{who}: the command of its entry does not respond: {}", ran.reason());
            found.push(Diagnosis::new(
                Check::EntryDoesNotStart,
                what,
                "run `install` again, so that the client starts the program with everything it \
                 needs",
            ));
        }
    }
}
