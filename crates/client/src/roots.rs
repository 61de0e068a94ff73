//! The directories that a client works in.
//!
//! Source: [2025-11-25, "Roots"](https://modelcontextprotocol.io/specification/2025-11-25/client/roots).

use std::sync::Arc;

use tokio::sync::watch;

use crate::protocol::Root;
use crate::sync::Mutex;

/// The directories that clients work in; a clone shares the same list.
///
/// Every server that a client with this list is connected to is notified of changes.
///
/// ```
/// use mcp_runtime_client::RootList;
/// use mcp_runtime::protocol::Root;
///
/// let roots = RootList::from([Root::new("file:///work")]);
/// roots.add(Root::new("file:///home"));
/// roots.remove("file:///work");
/// assert_eq!(roots.list(), [Root::new("file:///home")]);
/// ```
///
/// A server up to 2025-11-25 is notified of the change, and asks for the list:
///
/// ```
/// use mcp_runtime_client::{Client, RootList};
/// use mcp_runtime::protocol::{ProtocolVersion, Root};
/// use mcp_runtime::{Context, server};
/// use tokio::sync::mpsc;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mcp_runtime::Result<()> {
/// let (changed, mut seen) = mpsc::unbounded_channel();
/// let server = server!().on_roots_changed(move |context: Context| {
///     let changed = changed.clone();
///     async move {
///         let roots = context.roots().list().await.unwrap_or_default();
///         let uris: Vec<_> = roots.into_iter().map(|root| root.uri).collect();
///         let _ = changed.send(format!("[{}]", uris.join(" ")));
///     }
/// });
///
/// let roots = RootList::from([Root::new("file://a")]);
/// let client = Client::builder("client", "0.0.1")
///     .roots(roots.clone())
///     .version(ProtocolVersion::V2025_06_18)
///     .connect(server)
///     .await?;
///
/// roots.add(Root::new("file://b"));
/// let list = seen.recv().await.unwrap();
/// println!("{list}");
/// assert_eq!(list, "[file://a file://b]");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct RootList(Arc<RootsState>);

#[derive(Debug, Default)]
struct RootsState {
    roots: Mutex<Vec<Root>>,
    changes: watch::Sender<()>,
}

impl RootList {
    /// Returns the directories.
    pub fn list(&self) -> Vec<Root> {
        self.0.roots.lock().clone()
    }

    /// Adds a directory, replacing one with the same URI.
    pub fn add(&self, root: Root) {
        let mut roots = self.0.roots.lock();
        let present = roots.iter_mut().find(|present| present.uri == root.uri);
        match present {
            Some(present) if *present == root => return,
            Some(present) => *present = root,
            None => roots.push(root),
        }
        drop(roots);
        self.0.changes.send_replace(());
    }

    /// Removes the directory with this URI; returns whether it existed.
    pub fn remove(&self, uri: &str) -> bool {
        let mut roots = self.0.roots.lock();
        let before = roots.len();
        roots.retain(|root| root.uri != uri);
        let is_changed = roots.len() < before;
        drop(roots);
        if is_changed {
            self.0.changes.send_replace(());
        }
        is_changed
    }

    /// A receiver that is notified of every change from now on.
    pub(super) fn changes(&self) -> watch::Receiver<()> {
        self.0.changes.subscribe()
    }
}

impl<I: IntoIterator<Item = Root>> From<I> for RootList {
    fn from(roots: I) -> Self {
        let shared =
            RootsState { roots: Mutex::new(roots.into_iter().collect()), ..RootsState::default() };
        Self(Arc::new(shared))
    }
}
