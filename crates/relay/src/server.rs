//! The server that offers what the one behind has, and that can be mounted.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::protocol::ServerCapabilities;
use mcp_runtime::{Changes, Context, Result, ServerBuilder};
use mcp_runtime_client::{Client, Subscription};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::backend::Backend;
use crate::behind::{Behind, Link, log_all};
use crate::hops;
use crate::lists::{RelayedLists, follow};

/// How long to wait before a resource is subscribed to again.
const AGAIN: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The server that offers what the one behind has.
pub(crate) fn server(name: &str, backend: Backend) -> ServerBuilder {
    let name = name.to_owned();
    let server = ServerBuilder::new(&*name, env!("CARGO_PKG_VERSION"));
    server.before_serving(move |server| async move {
        let behind = Behind::connect(name, backend).await?;
        Ok(offering(server, behind).await)
    })
}

/// Lets a server offer what the one behind has, with what that can do.
async fn offering(mut server: ServerBuilder, behind: Arc<Behind>) -> ServerBuilder {
    // It lasts as long as this server, even if nothing is offered yet.
    server = server.state(Arc::clone(&behind));
    let events = behind.clients.events();
    let client = behind.clients.server(&behind.name);
    let lists = match &client {
        Some(client) => {
            log_all(&behind.name, client).await;
            RelayedLists::read(&behind, client).await
        }
        None => RelayedLists::default(),
    };
    if let Some(instructions) = client.as_ref().and_then(Client::instructions) {
        server = server.instructions(instructions);
    }
    let offers = client.as_ref().map(Client::server_capabilities);
    // One that is not there yet may have everything.
    let has = |offered: fn(&ServerCapabilities) -> bool| offers.is_none_or(offered);
    if has(|offers| offers.resources_subscribe) {
        let behind = Arc::clone(&behind);
        server =
            server.on_subscribe(move |context, uri| subscribe(Arc::clone(&behind), context, uri));
    }
    if has(|offers| offers.completions) {
        let behind = Arc::clone(&behind);
        server = server.on_complete(move |asked| {
            let behind = Arc::clone(&behind);
            async move {
                let context = asked.context();
                let hops = hops::count(context)?;
                let link = behind.link(context).await?;
                let completing = link.client.complete_with(asked.params().clone());
                let completed = completing.meta(hops::KEY, hops).await;
                completed.map_err(|error| behind.failed(&link, "completion/complete", error))
            }
        });
    }
    let mut changes = Changes::new();
    if has(|offers| offers.tools) {
        changes = changes.tools();
    }
    if has(|offers| offers.prompts) {
        changes = changes.prompts();
    }
    if has(|offers| offers.resources) {
        changes = changes.resources();
    }
    server.changes(changes.on_start(move |front| {
        lists.offer(&behind, front);
        tokio::spawn(follow(front.downgrade(), Arc::downgrade(&behind), events));
    }))
}

/// Passes on the changes of a resource, until what it returns is dropped.
async fn subscribe(behind: Arc<Behind>, context: Context, uri: String) -> Result<JoinSet<()>> {
    let (mut _link, mut changes) = changes_of(&behind, &context, &uri).await?;
    let mut follower = JoinSet::new();
    follower.spawn(async move {
        loop {
            while changes.next().await.is_some() {
                context.server().resource_updated(&uri);
            }
            // The server behind was started again, and knows nothing of it.
            let mut pause = AGAIN;
            (_link, changes) = loop {
                sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
                // Nobody waits for it, so that one that has failed is not started for this.
                if behind.clients.server(&behind.name).is_none() {
                    continue;
                }
                match changes_of(&behind, &context, &uri).await {
                    Ok(again) => break again,
                    Err(error) if error.rpc().is_some() => return,
                    Err(_) => {}
                }
            };
            context.server().resource_updated(&uri);
        }
    });
    Ok(follower)
}

/// Subscribes to a resource for a caller; the connection is to be kept for as long as that lasts.
async fn changes_of(
    behind: &Arc<Behind>,
    context: &Context,
    uri: &str,
) -> Result<(Link, Subscription)> {
    let link = behind.link(context).await?;
    let changes = link.client.subscribe(uri).await?;
    Ok((link, changes))
}
