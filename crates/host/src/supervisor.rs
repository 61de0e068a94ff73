//! The life of a server: started, watched, and started again.

#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use mcp_runtime_client::{Client, Error};
use mcp_runtime_protocol::jsonrpc::one_line;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::group::{Command, Group, ManagedServer};
use crate::refresh::Refreshes;
use crate::restart::Restarts;
use crate::start::{NotStarted, StartedServer, Starter, list};
use crate::state::{HostEvent, ServerState, reason};

/// After what time a server that has failed is tried again.
const FAILED_PAUSE: Duration = Duration::from_secs(5 * 60);

/// How long a server may take to answer a ping, and how often that is tried.
const PING: (Duration, usize) = (Duration::from_secs(5), 2);

/// What the server does next.
enum Next {
    Start,
    Wait(ServerState, Instant),
    Off,
    Close,
}

/// Looks after a server.
pub(crate) struct Supervisor {
    /// Weak, so that the group ends with its handles.
    group: Weak<Group>,
    server: Arc<ManagedServer>,
    commands: mpsc::UnboundedReceiver<Command>,
    restarts: Restarts,
    was_ready: bool,
    /// The resources whose changes are announced, in each connection.
    subscribed: Vec<String>,
}

impl Supervisor {
    pub(crate) fn new(
        group: &Arc<Group>,
        server: Arc<ManagedServer>,
        commands: mpsc::UnboundedReceiver<Command>,
    ) -> Self {
        let restarts = Restarts::new(server.recipe.is_url);
        let group = Arc::downgrade(group);
        let subscribed = Vec::new();
        Self { group, server, commands, restarts, was_ready: false, subscribed }
    }

    /// Looks after the server until it is closed, or the group is gone.
    pub(crate) async fn run(mut self) {
        let mut next = if self.server.settings.is_disabled { Next::Off } else { Next::Start };
        loop {
            next = match next {
                Next::Start => self.live().await,
                Next::Wait(state, until) => self.wait(state, Some(until)).await,
                Next::Off => self.wait(ServerState::Disabled, None).await,
                Next::Close => break,
            };
        }
        self.set(ServerState::Closed);
    }

    fn set(&self, state: ServerState) {
        if let Some(group) = self.group.upgrade() {
            group.set(&self.server, state);
        }
    }

    /// Waits for a command, or until it is time for another try.
    async fn wait(&mut self, state: ServerState, until: Option<Instant>) -> Next {
        self.set(state.clone());
        loop {
            let command = tokio::select! {
                command = self.commands.recv() => command,
                () = sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() => {
                    return Next::Start;
                }
            };
            match command {
                None | Some(Command::Close) => return Next::Close,
                Some(Command::Enable(false)) => return Next::Off,
                Some(Command::Reconnect | Command::Enable(true)) => return Next::Start,
                Some(Command::Retry) if matches!(state, ServerState::Failed { .. }) => {
                    return Next::Start;
                }
                Some(Command::Subscribe(uri, done)) => self.subscribe_later(&uri, done),
                Some(Command::Retry | Command::Check | Command::LoginNeeded(_)) => {}
            }
        }
    }

    /// Starts the server, and watches it until it ends or is to end.
    async fn live(&mut self) -> Next {
        let Some(group) = self.group.upgrade() else { return Next::Close };
        group.set(&self.server, ServerState::Starting);
        let starter = Starter::new(&group);
        let server = Arc::clone(&self.server);
        drop(group);
        let started = tokio::select! {
            started = starter.start(&server) => started,
            next = self.commanded() => return next,
        };
        match started {
            Ok(started) => self.watch(started).await,
            Err(NotStarted::Passing(error)) => self.ended(&error, Duration::ZERO),
            Err(NotStarted::NeedsLogin(error)) => {
                Self::later(ServerState::NeedsLogin { why: reason(&error) })
            }
            // It was there before: what is in front of it answers so while it is replaced.
            Err(NotStarted::Final(error)) if self.was_ready && error.http_status().is_some() => {
                self.ended(&error, Duration::ZERO)
            }
            Err(NotStarted::Final(error)) => {
                Self::later(ServerState::Failed { why: reason(&error) })
            }
        }
    }

    /// Waits, while the server starts, for a command that changes what comes next.
    async fn commanded(&mut self) -> Next {
        loop {
            match self.commands.recv().await {
                None | Some(Command::Close) => return Next::Close,
                Some(Command::Enable(false)) => return Next::Off,
                Some(Command::Subscribe(uri, done)) => self.subscribe_later(&uri, done),
                Some(_) => {}
            }
        }
    }

    /// Watches a server that was started.
    async fn watch(&mut self, started: StartedServer) -> Next {
        let StartedServer { client, tools, lists } = started;
        let began = Instant::now();
        let mut refreshes = Refreshes::default();
        self.was_ready = true;
        let mut subscriptions = JoinSet::new();
        let keepalive = self.keepalive();
        for uri in self.subscribed.clone() {
            self.tell(&uri);
            self.subscribe(&mut subscriptions, &client, uri, None);
        }
        if let Some(group) = self.group.upgrade() {
            group.set_ready(&self.server, client.clone(), tools);
        }
        let server = Arc::clone(&self.server);
        let group = self.group.clone();
        let mut fetch = pin!(refresh(&server, &group, &client, &lists, &mut refreshes));
        let watched = client.clone();
        let mut ended = pin!(watched.ended());
        let mut checks = JoinSet::new();
        let next = loop {
            let command = tokio::select! {
                why = &mut ended => break self.ended(&why, began.elapsed()),
                never = &mut fetch => match never {},
                Some(checked) = checks.join_next() => match checked.ok().flatten() {
                    // That it has answered the handshake does not show that it is there.
                    Some(why) => break self.ended(&why, self.restarts.lived(began.elapsed())),
                    None => continue,
                },
                command = self.commands.recv() => command,
                () = sleep(keepalive.unwrap_or_default()), if keepalive.is_some() => {
                    Some(Command::Check)
                }
            };
            match command {
                None | Some(Command::Close) => break Next::Close,
                Some(Command::Enable(false)) => break Next::Off,
                Some(Command::Reconnect) => break Next::Start,
                Some(Command::LoginNeeded(why)) => {
                    break Self::later(ServerState::NeedsLogin { why });
                }
                Some(Command::Check) if checks.is_empty() => {
                    let client = client.clone();
                    checks.spawn(async move { client.gone(PING.0, PING.1).await });
                }
                Some(Command::Subscribe(uri, done)) => {
                    self.subscribe(&mut subscriptions, &client, uri, Some(done));
                }
                Some(Command::Check | Command::Retry | Command::Enable(true)) => {}
            }
        };
        self.leave(client.clone(), &next).await;
        next
    }

    /// How often a server behind a URL is asked whether it is there: of a program, the end is noticed.
    fn keepalive(&self) -> Option<Duration> {
        let of_group = || self.group.upgrade()?.settings.keepalive;
        self.server.settings.keepalive.or_else(of_group).filter(|_| self.server.recipe.is_url)
    }

    /// Leaves a connection. Only a group that is closed waits for that.
    async fn leave(&self, client: Client, next: &Next) {
        // Nobody is to call it any more.
        self.server.standing.send_if_modified(|standing| {
            standing.client = None;
            false
        });
        match next {
            Next::Close => client.close().await,
            Next::Start | Next::Wait(..) | Next::Off => drop(tokio::spawn(client.close())),
        }
    }

    /// What comes after a connection that has ended for this reason.
    fn ended(&mut self, why: &Error, lived: Duration) -> Next {
        match self.restarts.after(lived, why.retry_after()) {
            Some(pause) => {
                let why = reason(why);
                let next_try = Instant::now() + pause;
                Next::Wait(ServerState::Lost { why, next_try }, next_try)
            }
            None => Self::later(ServerState::Failed { why: reason(why) }),
        }
    }

    fn later(state: ServerState) -> Next {
        Next::Wait(state, Instant::now() + FAILED_PAUSE)
    }

    /// Announces that a resource may have changed while nobody looked.
    fn tell(&self, uri: &str) {
        if let Some(group) = self.group.upgrade() {
            let server = self.server.name.clone();
            let _ = group.events.send(HostEvent::Resource { server, uri: uri.to_owned() });
        }
    }

    /// Subscribes once the server is ready.
    fn subscribe_later(&mut self, uri: &str, done: oneshot::Sender<Result<(), Error>>) {
        self.remember(uri);
        let _ = done.send(Ok(()));
    }

    fn remember(&mut self, uri: &str) {
        if !self.subscribed.iter().any(|known| known == uri) {
            self.subscribed.push(uri.to_owned());
        }
    }

    /// Subscribes to a resource; its changes come by the handler of the connection.
    fn subscribe(
        &mut self,
        subscriptions: &mut JoinSet<()>,
        client: &Client,
        uri: String,
        done: Option<oneshot::Sender<Result<(), Error>>>,
    ) {
        self.remember(&uri);
        let client = client.clone();
        let name = self.server.name.clone();
        subscriptions.spawn(async move {
            match client.subscribe(uri).await {
                Ok(mut subscription) => {
                    done.map(|done| done.send(Ok(())));
                    drop(client);
                    while subscription.next().await.is_some() {}
                }
                Err(error) => {
                    let shown = one_line(&error);
                    tracing::warn!(server = name, error = %shown, "a subscription was refused");
                    done.map(|done| done.send(Err(error)));
                }
            }
        });
    }
}

/// Fetches the tools whenever they have changed.
async fn refresh(
    server: &ManagedServer,
    group: &Weak<Group>,
    client: &Client,
    lists: &Notify,
    refreshes: &mut Refreshes,
) -> Infallible {
    loop {
        refreshes.wait(&server.name, lists).await;
        loop {
            match list(client, server).await {
                Ok(tools) => {
                    refreshes.succeeded();
                    if let Some(group) = group.upgrade() {
                        group.set_tools(server, &tools);
                    }
                    break;
                }
                Err(error) => {
                    let shown = one_line(&error);
                    tracing::warn!(
                        server = server.name,
                        error = %shown,
                        "the tools could not be listed; keeping the old list"
                    );
                    refreshes.wait_after_failure(error.retry_after()).await;
                }
            }
        }
    }
}
