//! What a machine has missed while it slept.

use std::sync::Weak;
use std::time::{Duration, SystemTime};

use tokio::time::sleep;

use crate::group::{Command, Group};

/// How often the time is looked at.
const PAUSE: Duration = Duration::from_secs(5);

/// Who looks at the time this much later than meant has slept.
const ASLEEP: Duration = Duration::from_secs(30);

/// Lets all servers be looked at after the machine has slept: limits of time, which stand still
/// meanwhile on most systems, would notice much later that a connection is gone.
pub(crate) async fn watch(group: Weak<Group>, wall_clock: impl Fn() -> SystemTime) {
    let mut last = wall_clock();
    loop {
        sleep(PAUSE).await;
        let Some(group) = group.upgrade() else { return };
        let now = wall_clock();
        // A clock that was set back tells nothing.
        if now.duration_since(last).unwrap_or_default() >= PAUSE + ASLEEP {
            tracing::debug!("the machine was asleep: checking all servers");
            for member in &*group.members() {
                let _ = member.commands.send(Command::Check);
            }
        }
        last = now;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

    use tokio::sync::{mpsc, watch};

    use super::*;
    use crate::Clients;
    use crate::group::{ManagedServer, Member};
    use crate::recipe::Recipe;
    use crate::state::{ServerSnapshot, ServerState};

    /// A server whose supervisor only gets commands.
    fn member() -> (Member, mpsc::UnboundedReceiver<Command>) {
        let server = ManagedServer {
            name: "notes".to_owned(),
            recipe: Recipe::wrong("it is none".to_owned()),
            settings: crate::server_settings::ServerSettings::default(),
            standing: watch::Sender::new(ServerSnapshot::new(ServerState::Ready)),
            failures: AtomicUsize::new(0),
        };
        let (commands, commanded) = mpsc::unbounded_channel();
        let supervisor = tokio::spawn(async {});
        (Member { server: Arc::new(server), commands, supervisor }, commanded)
    }

    #[tokio::test(start_paused = true)]
    async fn servers_are_looked_at_after_the_machine_has_slept() {
        let clients = Clients::builder("agent", "1.0").connect().await.unwrap();
        let (member, mut commanded) = member();
        clients.group().members().push(member);
        let slept = Arc::<AtomicU64>::default();
        let began = tokio::time::Instant::now();
        let asleep = Arc::clone(&slept);
        let wall_clock = move || {
            let asleep = Duration::from_secs(asleep.load(Ordering::Relaxed));
            SystemTime::UNIX_EPOCH + began.elapsed() + asleep
        };
        let watching = tokio::spawn(watch(Arc::downgrade(clients.group()), wall_clock));
        sleep(Duration::from_secs(3600)).await;
        assert!(commanded.try_recv().is_err());
        slept.store(3600, Ordering::Relaxed);
        sleep(Duration::from_secs(6)).await;
        assert!(matches!(commanded.try_recv(), Ok(Command::Check)));
        // A clock that is set back is none that has slept.
        slept.store(0, Ordering::Relaxed);
        sleep(Duration::from_secs(60)).await;
        assert!(commanded.try_recv().is_err());
        drop(clients);
        watching.await.unwrap();
    }
}
