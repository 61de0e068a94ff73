//! What a server behind offers, and how changes of that reach the server in front.

use std::sync::{Arc, Weak};
use std::time::Duration;

use mcp_runtime::protocol::{CallToolResult, Prompt, Resource, ResourceTemplate, Tool};
use mcp_runtime::{Context, Result, Server, WeakServer};
use mcp_runtime_client::Client;
use mcp_runtime_host::{HostEvent, HostEvents};
use mcp_runtime_tools::{EditedCall, ToolEdits};
use serde_json::{Map, Value};
use tokio::time::{sleep, timeout};

use crate::behind::{Behind, log_all};
use crate::call::relay;

/// How long a list may take.
const LIMIT: Duration = Duration::from_secs(3);

/// The minimum time between two updates of the lists of a server, so that one that changes all the
/// time does not keep all clients busy.
const PAUSE: Duration = Duration::from_millis(100);

/// The lists of a server; `None` if one has not changed, or could not be read.
#[derive(Default)]
pub(crate) struct RelayedLists {
    tools: Option<Vec<Tool>>,
    prompts: Option<Vec<Prompt>>,
    resources: Option<(Vec<Resource>, Vec<ResourceTemplate>)>,
}

/// The lists that have changed.
#[derive(Clone, Copy, Default)]
struct Changed {
    tools: bool,
    prompts: bool,
    resources: bool,
}

impl Changed {
    const ALL: Self = Self { tools: true, prompts: true, resources: true };

    /// Adds what an event tells; returns whether it is the start of the server.
    fn add(&mut self, event: &HostEvent) -> bool {
        match event {
            HostEvent::Tools { .. } => self.tools = true,
            HostEvent::Prompts { .. } => self.prompts = true,
            HostEvent::Resources { .. } => self.resources = true,
            HostEvent::Missed(_) => *self = Self::ALL,
            HostEvent::State { state, .. } if state.is_ready() => {
                *self = Self::ALL;
                return true;
            }
            _ => {}
        }
        false
    }

    fn any(self) -> bool {
        self.tools || self.prompts || self.resources
    }
}

impl RelayedLists {
    /// Reads all lists of a server.
    pub(crate) async fn read(behind: &Behind, client: &Client) -> Self {
        Self::read_changed(behind, client, Changed::ALL).await
    }

    /// Reads those lists that have changed, at the same time.
    async fn read_changed(behind: &Behind, client: &Client, changed: Changed) -> Self {
        let offers = client.server_capabilities();
        let server = &*behind.name;
        // The group has listed them, without those that its settings leave out.
        let listed = behind.clients.tools();
        let is_there = behind.clients.server(&behind.name).is_some();
        let tools = (changed.tools && offers.tools && is_there)
            .then(|| listed.iter().map(|tool| Tool::clone(&tool.tool)).collect());
        let prompts = async {
            let listed = client.list_prompts().into_future();
            if changed.prompts && offers.prompts {
                within(server, "prompts", listed).await
            } else {
                None
            }
        };
        let resources = async {
            let listed = async {
                let resources = client.list_resources().await?;
                let templates = match client.list_resource_templates().await {
                    // Few servers have templates, and some do not even know the method.
                    Err(error) if error.rpc().is_some() => Vec::new(),
                    templates => templates?,
                };
                Ok((resources, templates))
            };
            let is_wanted = changed.resources && offers.resources;
            if is_wanted { within(server, "resources", listed).await } else { None }
        };
        let (prompts, resources) = tokio::join!(prompts, resources);
        Self { tools, prompts, resources }
    }
}

/// A list, unless it takes too long or cannot be read: the last good one is served then.
async fn within<T>(server: &str, what: &str, listed: impl Future<Output = Result<T>>) -> Option<T> {
    match timeout(LIMIT, listed).await {
        Ok(Ok(list)) => Some(list),
        Ok(Err(error)) => {
            tracing::warn!(server, %error, "cannot list the {what} of a relayed server");
            None
        }
        Err(_) => {
            tracing::warn!(server, "a relayed server did not list its {what} within {LIMIT:?}");
            None
        }
    }
}

impl RelayedLists {
    /// Offers the lists in front.
    pub(crate) fn offer(self, behind: &Arc<Behind>, front: &Server) {
        let Self { tools, prompts, resources } = self;
        let tools = tools.map(|tools| match &behind.edits {
            Some(edits) => offer_edited(edits, tools, behind, front),
            None => {
                let behind = Arc::clone(behind);
                front.relay_tools(tools, move |context, name, arguments| {
                    call(Arc::clone(&behind), context, name, arguments)
                })
            }
        });
        let prompts = prompts.map(|prompts| {
            let behind = Arc::clone(behind);
            front.relay_prompts(prompts, move |context, name, arguments| {
                let behind = Arc::clone(&behind);
                async move {
                    let get = |client: &Client| client.get_prompt(&name, &arguments);
                    relay(behind, context, &name, get).await
                }
            })
        });
        let resources = resources.map(|(resources, templates)| {
            let behind = Arc::clone(behind);
            front.relay_resources(resources, templates, move |context, uri| {
                let behind = Arc::clone(&behind);
                async move {
                    let read = |client: &Client| client.read_resource(&uri);
                    relay(behind, context, &uri, read).await
                }
            })
        });
        for refused in [tools, prompts, resources].into_iter().flatten().filter_map(Result::err) {
            tracing::warn!(server = behind.name, error = %refused, "cannot offer the tools, prompts or resources of a relayed server");
        }
    }
}

/// Offers tools as they are edited.
fn offer_edited(
    edits: &ToolEdits,
    tools: Vec<Tool>,
    behind: &Arc<Behind>,
    front: &Server,
) -> Result<()> {
    let (tools, edited) = edits.apply(tools);
    let behind = Arc::clone(behind);
    let edited = Arc::new(edited);
    front.relay_tools(tools, move |context, name, arguments| {
        let behind = Arc::clone(&behind);
        let edited = Arc::clone(&edited);
        async move {
            let EditedCall { name, arguments, result, .. } =
                edited.call(&context, &name, arguments).await?;
            call(behind, context, name, arguments).await.map(|called| result.edit(called))
        }
    })
}

/// Passes a call on.
async fn call(
    behind: Arc<Behind>,
    context: Context,
    name: String,
    arguments: Map<String, Value>,
) -> Result<CallToolResult> {
    // Nobody knows whether a call that got no response has taken effect.
    let call = |client: &Client| client.call_tool(&name, &arguments).at_most_once();
    relay(behind, context, &name, call).await
}

/// Offers what changes, for as long as there is a server in front.
pub(crate) async fn follow(front: WeakServer, behind: Weak<Behind>, mut events: HostEvents) {
    while let Some(event) = events.next().await {
        let mut changed = Changed::default();
        let mut has_started = changed.add(&event);
        while let Some(event) = events.try_next() {
            has_started |= changed.add(&event);
        }
        let (Some(front), Some(behind)) = (front.upgrade(), behind.upgrade()) else { return };
        let client = behind.clients.server(&behind.name).filter(|_| changed.any());
        let Some(client) = client else { continue };
        if has_started {
            log_all(&behind.name, &client).await;
        }
        let lists = RelayedLists::read_changed(&behind, &client, changed).await;
        lists.offer(&behind, &front);
        drop((front, behind));
        sleep(PAUSE).await;
    }
}
