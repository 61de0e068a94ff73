//! The method table: all methods of all revisions, one row each.

use std::fmt;

use super::{
    base::MethodKind,
    capabilities::{
        Capability::{self, Client, Server, Tasks},
        ClientCapability, ServerCapability,
    },
    extension_parts::ExtensionMethod,
    protocol_version::ProtocolVersion::{self, V2024_11_05, V2025_06_18, V2025_11_25, V2026_07_28},
};

/// The direction in which a method is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Direction {
    /// The client sends it.
    ClientToServer,
    /// The server sends it.
    ServerToClient,
    /// Either side sends it.
    Both,
    /// The server puts it into an `input_required` result instead of sending it.
    Embedded,
}

struct Row {
    name: &'static str,
    kind: MethodKind,
    direction: Direction,
    modern: Direction,
    first: ProtocolVersion,
    last: ProtocolVersion,
    capability: Option<Capability>,
    subject: Option<&'static str>,
}

/// The common properties of extension methods; each defines the rest.
const OF_EXTENSION: &Row = &Row {
    name: "",
    kind: MethodKind::Request,
    direction: Direction::ClientToServer,
    modern: Direction::ClientToServer,
    first: V2024_11_05,
    last: ProtocolVersion::LATEST,
    capability: None,
    subject: None,
};

/// Generates the enum, its table and its parser from one list.
///
/// A row reads: variant, name, kind, direction (`=>` in the modern era, if different), first and
/// last revision (`..` without one: up to the newest), the capability that the method needs, and
/// (`=>`) the parameter that identifies its target, if HTTP mirrors it in a header.
macro_rules! methods {
    ($(
        $(#[$doc:meta])*
        $variant:ident = $name:literal,
        $kind:ident, $direction:ident $(=> $modern:ident)?,
        $first:ident $to:tt $($last:ident)? $(, $capability:expr)? $(=> $subject:literal)?;
    )*) => {
        /// A method of the specification.
        ///
        /// ```
        /// use mcp_runtime_protocol::{Method, ProtocolVersion};
        ///
        /// let method = Method::parse("server/discover").unwrap();
        /// assert!(method.exists_in(ProtocolVersion::LATEST));
        /// assert!(!method.exists_in(ProtocolVersion::LATEST_LEGACY));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Method {
            $($(#[$doc])* $variant,)*
            /// A method of an extension.
            Extension(&'static ExtensionMethod),
        }

        impl Method {
            /// All methods of the core, the most frequent first.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Finds a method of the core by its name.
            #[inline]
            pub fn parse(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            #[inline]
            const fn row(self) -> &'static Row {
                match self {
                    $(Self::$variant => {
                        const ROW: &Row = &Row {
                            name: $name,
                            kind: MethodKind::$kind,
                            direction: Direction::$direction,
                            modern: methods!(@last $direction $($modern)?),
                            first: $first,
                            last: methods!(@until $($last)?),
                            capability: methods!(@option $($capability)?),
                            subject: methods!(@option $($subject)?),
                        };
                        ROW
                    })*
                    Self::Extension(_) => OF_EXTENSION,
                }
            }
        }
    };
    (@last $direction:ident) => { Direction::$direction };
    (@last $direction:ident $modern:ident) => { Direction::$modern };
    (@until) => { ProtocolVersion::LATEST };
    (@until $last:ident) => { $last };
    (@option) => { None };
    (@option $capability:expr) => { Some($capability) };
}

methods! {
    /// Runs a tool.
    CallTool = "tools/call",
        Request, ClientToServer, V2024_11_05.., Server(ServerCapability::Tools) => "name";
    /// Lists the tools.
    ListTools = "tools/list",
        Request, ClientToServer, V2024_11_05.., Server(ServerCapability::Tools);
    /// Reads a resource.
    ReadResource = "resources/read",
        Request, ClientToServer, V2024_11_05.., Server(ServerCapability::Resources) => "uri";
    /// Lists the resources.
    ListResources = "resources/list",
        Request, ClientToServer, V2024_11_05.., Server(ServerCapability::Resources);
    /// Lists the resource templates.
    ListResourceTemplates = "resources/templates/list",
        Request, ClientToServer, V2024_11_05.., Server(ServerCapability::Resources);
    /// Gets a prompt with its arguments filled in.
    GetPrompt = "prompts/get",
        Request, ClientToServer, V2024_11_05.., Server(ServerCapability::Prompts) => "name";
    /// Lists the prompts.
    ListPrompts = "prompts/list",
        Request, ClientToServer, V2024_11_05.., Server(ServerCapability::Prompts);
    /// Completes an argument.
    Complete = "completion/complete",
        Request, ClientToServer, V2024_11_05.., Server(ServerCapability::Completions);
    /// Checks whether the other side is alive.
    Ping = "ping", Request, Both, V2024_11_05..=V2025_11_25;
    /// Starts a legacy session.
    Initialize = "initialize", Request, ClientToServer, V2024_11_05..=V2025_11_25;
    /// Asks a modern server for its identity and capabilities.
    Discover = "server/discover", Request, ClientToServer, V2026_07_28..;
    /// Opens a stream of changes.
    SubscriptionsListen = "subscriptions/listen",
        Request, ClientToServer, V2026_07_28..;
    /// Subscribes to a resource.
    Subscribe = "resources/subscribe",
        Request, ClientToServer, V2024_11_05..=V2025_11_25,
        Server(ServerCapability::ResourcesSubscribe);
    /// Unsubscribes from a resource.
    Unsubscribe = "resources/unsubscribe",
        Request, ClientToServer, V2024_11_05..=V2025_11_25,
        Server(ServerCapability::ResourcesSubscribe);
    /// Sets the minimum level of log messages that the client wants.
    SetLevel = "logging/setLevel",
        Request, ClientToServer, V2024_11_05..=V2025_11_25, Server(ServerCapability::Logging);
    /// Asks the user a question.
    Elicit = "elicitation/create",
        Request, ServerToClient => Embedded, V2025_06_18..,
        Client(ClientCapability::Elicitation);
    /// Samples the client's model.
    CreateMessage = "sampling/createMessage",
        Request, ServerToClient => Embedded, V2024_11_05..,
        Client(ClientCapability::Sampling);
    /// Lists the client's working directories.
    ListRoots = "roots/list",
        Request, ServerToClient => Embedded, V2024_11_05..,
        Client(ClientCapability::Roots);
    /// Gets the state of a task.
    GetTask = "tasks/get",
        Request, Both => ClientToServer, V2025_11_25.., Tasks => "taskId";
    /// Waits for the result of a task.
    GetTaskPayload = "tasks/result", Request, Both, V2025_11_25..=V2025_11_25, Tasks;
    /// Lists the tasks.
    ListTasks = "tasks/list", Request, Both, V2025_11_25..=V2025_11_25, Tasks;
    /// Cancels a task.
    CancelTask = "tasks/cancel",
        Request, Both => ClientToServer, V2025_11_25.., Tasks => "taskId";
    /// Answers questions of a task.
    UpdateTask = "tasks/update",
        Request, ClientToServer, V2026_07_28.., Tasks => "taskId";

    /// A request is cancelled.
    Cancelled = "notifications/cancelled", Notification, Both, V2024_11_05..;
    /// A request makes progress.
    Progress = "notifications/progress",
        Notification, Both => ServerToClient, V2024_11_05..;
    /// The client has read the result of `initialize`.
    Initialized = "notifications/initialized",
        Notification, ClientToServer, V2024_11_05..=V2025_11_25;
    /// The server logs something.
    LoggingMessage = "notifications/message",
        Notification, ServerToClient, V2024_11_05.., Server(ServerCapability::Logging);
    /// The list of tools changed.
    ToolListChanged = "notifications/tools/list_changed",
        Notification, ServerToClient, V2024_11_05..,
        Server(ServerCapability::ToolsListChanged);
    /// The list of prompts changed.
    PromptListChanged = "notifications/prompts/list_changed",
        Notification, ServerToClient, V2024_11_05..,
        Server(ServerCapability::PromptsListChanged);
    /// The list of resources changed.
    ResourceListChanged = "notifications/resources/list_changed",
        Notification, ServerToClient, V2024_11_05..,
        Server(ServerCapability::ResourcesListChanged);
    /// A resource changed.
    ResourceUpdated = "notifications/resources/updated",
        Notification, ServerToClient, V2024_11_05..,
        Server(ServerCapability::ResourcesSubscribe);
    /// The client's working directories changed.
    RootsListChanged = "notifications/roots/list_changed",
        Notification, ClientToServer, V2024_11_05..=V2025_11_25,
        Client(ClientCapability::RootsListChanged);
    /// The interaction at the URL of an elicitation is complete.
    ElicitationComplete = "notifications/elicitation/complete",
        Notification, ServerToClient, V2025_11_25..=V2025_11_25,
        Client(ClientCapability::ElicitationUrl);
    /// The stream of changes is open.
    SubscriptionsAcknowledged = "notifications/subscriptions/acknowledged",
        Notification, ServerToClient, V2026_07_28..;
    /// The state of a task changed.
    TaskStatus = "notifications/tasks/status",
        Notification, Both, V2025_11_25..=V2025_11_25, Tasks;
    /// A task changed that the client subscribes to.
    TaskChanged = "notifications/tasks",
        Notification, ServerToClient, V2026_07_28.., Tasks;
}

impl Method {
    /// Returns the name on the wire.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Extension(method) => method.name,
            _ => self.row().name,
        }
    }

    /// Returns the member of the parameters that identifies the target of a request, if HTTP
    /// mirrors it in a header.
    ///
    /// Source: [2026-07-28, "Transports", Streamable HTTP, "Standard Request Headers"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#standard-request-headers).
    #[doc(hidden)]
    #[inline]
    pub const fn subject(self) -> Option<&'static str> {
        match self {
            Self::Extension(method) => method.subject,
            _ => self.row().subject,
        }
    }

    /// Returns whether the method is a request or a notification.
    #[inline]
    pub const fn kind(self) -> MethodKind {
        match self {
            Self::Extension(method) => method.kind,
            _ => self.row().kind,
        }
    }

    /// Returns the capability without which the method must not be used.
    ///
    /// 2024-11-05 has no `completions` capability: there `completion/complete` needs none.
    #[inline]
    pub const fn capability(self) -> Option<Capability> {
        self.row().capability
    }

    /// Returns who sends the method in a revision, if the revision has it.
    #[inline]
    pub fn direction(self, version: ProtocolVersion) -> Option<Direction> {
        let row = self.row();
        let exists = match self {
            Self::Extension(method) => method.exists_in(version),
            _ => row.first <= version && version <= row.last,
        };
        exists.then_some(if version.is_modern() { row.modern } else { row.direction })
    }

    /// Returns whether a revision has the method, even if only inside an `input_required` result.
    #[inline]
    pub fn exists_in(self, version: ProtocolVersion) -> bool {
        self.direction(version).is_some()
    }

    /// Returns whether a client may send the method in a revision.
    #[inline]
    pub fn from_client(self, version: ProtocolVersion) -> bool {
        matches!(self.direction(version), Some(Direction::ClientToServer | Direction::Both))
    }

    /// Returns whether a server may send the method in a revision.
    pub fn from_server(self, version: ProtocolVersion) -> bool {
        matches!(self.direction(version), Some(Direction::ServerToClient | Direction::Both))
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
