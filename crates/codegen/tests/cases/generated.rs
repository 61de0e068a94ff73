/// plain.
pub mod c01 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: i64,
    b: Option<String>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.add_some("b", &self.b);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
                b: members.optional("b")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `a`
    #[must_use]
    pub fn new(a: i64) -> Self {
        Self { a, b: None }
    }

    /// Text.
    #[must_use]
    pub fn b(mut self, value: impl Into<String>) -> Self {
        self.b = Some(value.into());
        self
    }
}
}

/// no properties.
pub mod c02 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// empty properties.
pub mod c03 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// bounds u8.
pub mod c04 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// Minimum 0, maximum 255.
    pub n: u64,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}
}

/// bounds odd.
pub mod c05 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// Minimum 1, maximum 100.
    pub n: u64,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}
}

/// enum.
pub mod c06 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XResultUnit {
    /// The value "c".
    C,
    /// The value "f".
    F,
    /// A value that was not in the lock.
    Other(String),
}

impl Serialize for XResultUnit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::C => "c",
            Self::F => "f",
            Self::Other(value) => value,
        })
    }
}

impl<'de> Deserialize<'de> for XResultUnit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "c" => Self::C,
                "f" => Self::F,
                _ => Self::Other(value.into()),
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub unit: XResultUnit,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("unit", &self.unit);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                unit: members.required("unit")?,
            })
        })
    }
}
}

/// enum odd values.
pub mod c07 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XArgsOp {
    /// The value "\<=".
    Value1,
    /// The value "\>=".
    Value2,
    /// The value "=".
    Value3,
    /// The value "".
    Empty,
    /// The value "a b".
    AB,
    /// The value "a-b".
    AB2,
}

impl Serialize for XArgsOp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Value1 => "<=",
            Self::Value2 => ">=",
            Self::Value3 => "=",
            Self::Empty => "",
            Self::AB => "a b",
            Self::AB2 => "a-b",
        })
    }
}

impl<'de> Deserialize<'de> for XArgsOp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "<=" => Self::Value1,
                ">=" => Self::Value2,
                "=" => Self::Value3,
                "" => Self::Empty,
                "a b" => Self::AB,
                "a-b" => Self::AB2,
                _ => return None,
            })
        })
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    op: XArgsOp,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("op", &self.op);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                op: members.required("op")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `op`
    #[must_use]
    pub fn new(op: XArgsOp) -> Self {
        Self { op }
    }
}
}

/// enum integers.
pub mod c08 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    n: i64,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `n`: One of 1, 2, 3.
    #[must_use]
    pub fn new(n: i64) -> Self {
        Self { n }
    }
}
}

/// const.
pub mod c09 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// Always "file".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XArgsKind {
    /// The value "file".
    File,
}

impl Serialize for XArgsKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::File => "file",
        })
    }
}

impl<'de> Deserialize<'de> for XArgsKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "file" => Self::File,
                _ => return None,
            })
        })
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    kind: XArgsKind,
    path: String,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("kind", &self.kind);
        members.add("path", &self.path);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                kind: members.required("kind")?,
                path: members.required("path")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `path`
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Self { kind: XArgsKind::File, path: path.into() }
    }
}
}

/// nullable list.
pub mod c10 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: Option<String>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.optional("a")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `a`
    #[must_use]
    pub fn new(a: Option<String>) -> Self {
        Self { a }
    }
}
}

/// nullable anyOf.
pub mod c11 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: Option<i64>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.optional("a")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self { a: None }
    }

    /// Sets this member.
    #[must_use]
    pub fn a(mut self, value: i64) -> Self {
        self.a = Some(value);
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// optional and nullable.
pub mod c12 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: Option<i64>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.optional("a")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self { a: None }
    }

    /// Sets this member.
    #[must_use]
    pub fn a(mut self, value: i64) -> Self {
        self.a = Some(value);
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// type list.
pub mod c13 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub enum XArgsId {
    /// One of the forms.
    String(String),
    /// One of the forms.
    Integer(i64),
}

impl Serialize for XArgsId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(content) => content.serialize(serializer),
            Self::Integer(content) => content.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for XArgsId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let forms = Forms::new(deserializer)?;
        if let Some(content) = forms.get() {
            return Ok(Self::String(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::Integer(content));
        }
        Err(forms.none())
    }
}

impl From<String> for XArgsId {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<&str> for XArgsId {
    fn from(value: &str) -> Self {
        Self::String(value.into())
    }
}

impl From<i64> for XArgsId {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    id: XArgsId,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("id", &self.id);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                id: members.required("id")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `id`
    #[must_use]
    pub fn new(id: impl Into<XArgsId>) -> Self {
        Self { id: id.into() }
    }
}
}

/// oneOf tagged.
pub mod c14 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultShapeCircle {
    /// A member.
    pub r: f64,
}

impl Serialize for XResultShapeCircle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("r", &self.r);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultShapeCircle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                r: members.required("r")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultShapeSquare {
    /// A member.
    pub side: f64,
}

impl Serialize for XResultShapeSquare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("side", &self.side);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultShapeSquare {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                side: members.required("side")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub enum XResultShape {
    /// The value "circle".
    Circle(XResultShapeCircle),
    /// The value "square".
    Square(XResultShapeSquare),
}

impl Serialize for XResultShape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        match self {
            Self::Circle(content) => {
                members.add("kind", "circle");
                members.add_all(content);
            }
            Self::Square(content) => {
                members.add("kind", "square");
                members.add_all(content);
            }
        }
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultShape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        tagged(deserializer, "kind", |name, value| {
            Some(match name {
                "circle" => Deserialize::deserialize(value).map(Self::Circle),
                "square" => Deserialize::deserialize(value).map(Self::Square),
                _ => return None,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub shape: XResultShape,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("shape", &self.shape);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                shape: members.required("shape")?,
            })
        })
    }
}
}

/// oneOf untagged.
pub mod c15 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultIdObject {
    /// A member.
    pub n: i64,
}

impl Serialize for XResultIdObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultIdObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub enum XResultId {
    /// One of the forms.
    String(String),
    /// One of the forms.
    Object(XResultIdObject),
}

impl Serialize for XResultId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(content) => content.serialize(serializer),
            Self::Object(content) => content.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for XResultId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let forms = Forms::new(deserializer)?;
        if let Some(content) = forms.get() {
            return Ok(Self::String(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::Object(content));
        }
        Err(forms.none())
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub id: XResultId,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("id", &self.id);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                id: members.required("id")?,
            })
        })
    }
}
}

/// anyOf overlapping objects.
pub mod c16 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub f: Value,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("f", &self.f);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                f: members.required("f")?,
            })
        })
    }
}
}

/// allOf.
pub mod c17 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultF {
    /// A member.
    pub a: String,
    /// A member.
    pub b: String,
}

impl Serialize for XResultF {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.add("b", &self.b);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultF {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
                b: members.required("b")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub f: XResultF,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("f", &self.f);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                f: members.required("f")?,
            })
        })
    }
}
}

/// recursive.
pub mod c18 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultNode {
    /// A member.
    pub name: String,
    /// A member.
    pub children: Vec<XResultNode>,
}

impl Serialize for XResultNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("name", &self.name);
        members.add_list("children", &self.children);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                name: members.required("name")?,
                children: members.optional("children")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub root: XResultNode,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("root", &self.root);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                root: members.required("root")?,
            })
        })
    }
}
}

/// recursive self.
pub mod c19 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    next: Option<Box<XArgs>>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("next", &self.next);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                next: members.optional("next")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self { next: None }
    }

    /// Sets this member.
    #[must_use]
    pub fn next(mut self, value: XArgs) -> Self {
        self.next = Some(Box::new(value));
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// unknown format.
pub mod c20 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    n: i64,
    s: String,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.add("s", &self.s);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
                s: members.required("s")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `n`: Format uint53.
    ///
    /// * `s`: Format color.
    #[must_use]
    pub fn new(n: i64, s: impl Into<String>) -> Self {
        Self { n, s: s.into() }
    }
}
}

/// known formats.
pub mod c21 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// Format date-time.
    pub t: String,
    /// Format uuid.
    pub u: String,
    /// Format uri.
    pub l: Option<String>,
    /// Format ipv4.
    pub i: Option<String>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("t", &self.t);
        members.add("u", &self.u);
        members.add_some("l", &self.l);
        members.add_some("i", &self.i);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                t: members.required("t")?,
                u: members.required("u")?,
                l: members.optional("l")?,
                i: members.optional("i")?,
            })
        })
    }
}
}

/// keywords.
pub mod c22 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    r#type: String,
    self_: Option<String>,
    r_fn: Option<String>,
    r#match: Option<String>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("type", &self.r#type);
        members.add_some("self", &self.self_);
        members.add_some("r#fn", &self.r_fn);
        members.add_some("match", &self.r#match);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                r#type: members.required("type")?,
                self_: members.optional("self")?,
                r_fn: members.optional("r#fn")?,
                r#match: members.optional("match")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `type`
    #[must_use]
    pub fn new(r#type: impl Into<String>) -> Self {
        Self {
            r#type: r#type.into(),
            self_: None,
            r_fn: None,
            r#match: None,
        }
    }

    /// Sets this member.
    #[must_use]
    pub fn self_(mut self, value: impl Into<String>) -> Self {
        self.self_ = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn r_fn(mut self, value: impl Into<String>) -> Self {
        self.r_fn = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn r#match(mut self, value: impl Into<String>) -> Self {
        self.r#match = Some(value.into());
        self
    }
}
}

/// odd names.
pub mod c23 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    user_id: Option<String>,
    user_id_2: Option<String>,
    field_1st: Option<String>,
    x: Option<String>,
    field_5: Option<String>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("user-id", &self.user_id);
        members.add_some("user_id", &self.user_id_2);
        members.add_some("1st", &self.field_1st);
        members.add_some("@x", &self.x);
        members.add_some("größe", &self.field_5);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                user_id: members.optional("user-id")?,
                user_id_2: members.optional("user_id")?,
                field_1st: members.optional("1st")?,
                x: members.optional("@x")?,
                field_5: members.optional("größe")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {
            user_id: None,
            user_id_2: None,
            field_1st: None,
            x: None,
            field_5: None,
        }
    }

    /// Sets this member.
    #[must_use]
    pub fn user_id(mut self, value: impl Into<String>) -> Self {
        self.user_id = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn user_id_2(mut self, value: impl Into<String>) -> Self {
        self.user_id_2 = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn field_1st(mut self, value: impl Into<String>) -> Self {
        self.field_1st = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn x(mut self, value: impl Into<String>) -> Self {
        self.x = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn field_5(mut self, value: impl Into<String>) -> Self {
        self.field_5 = Some(value.into());
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// map.
pub mod c24 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    labels: BTreeMap<String, String>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("labels", &self.labels);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                labels: members.required("labels")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `labels`
    #[must_use]
    pub fn new(labels: BTreeMap<String, String>) -> Self {
        Self { labels }
    }
}
}

/// open object with fields.
pub mod c25 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub a: String,
    /// The other members.
    pub other: BTreeMap<String, i64>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.add_all(&self.other);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
                other: members.rest()?,
            })
        })
    }
}
}

/// closed.
pub mod c26 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub a: String,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}
}

/// any.
pub mod c27 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    value: Value,
    other: Option<Value>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("value", &self.value);
        members.add_some("other", &self.other);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                value: members.required("value")?,
                other: members.optional("other")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `value`
    #[must_use]
    pub fn new(value: impl Into<Value>) -> Self {
        Self { value: value.into(), other: None }
    }

    /// Sets this member.
    #[must_use]
    pub fn other(mut self, value: impl Into<Value>) -> Self {
        self.other = Some(value.into());
        self
    }
}
}

/// tuple 2020.
pub mod c28 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub p: (f64, f64),
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("p", &self.p);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                p: members.required("p")?,
            })
        })
    }
}
}

/// array without items.
pub mod c29 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub xs: Vec<Value>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("xs", &self.xs);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                xs: members.required("xs")?,
            })
        })
    }
}
}

/// defaults.
pub mod c30 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// Default "asc".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XArgsSort {
    /// The value "asc".
    Asc,
    /// The value "desc".
    Desc,
}

impl Serialize for XArgsSort {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Asc => "asc",
            Self::Desc => "desc",
        })
    }
}

impl<'de> Deserialize<'de> for XArgsSort {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "asc" => Self::Asc,
                "desc" => Self::Desc,
                _ => return None,
            })
        })
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    limit: Option<u64>,
    sort: Option<XArgsSort>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("limit", &self.limit);
        members.add_some("sort", &self.sort);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                limit: members.optional("limit")?,
                sort: members.optional("sort")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self { limit: None, sort: None }
    }

    /// Minimum 1, default 10.
    #[must_use]
    pub fn limit(mut self, value: u64) -> Self {
        self.limit = Some(value);
        self
    }

    /// Default "asc".
    #[must_use]
    pub fn sort(mut self, value: XArgsSort) -> Self {
        self.sort = Some(value);
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// pattern and lengths.
pub mod c31 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    sku: String,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("sku", &self.sku);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                sku: members.required("sku")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `sku`: Minimum length 4, maximum length 10, pattern ^\[A-Z\]{2}-\\d+$.
    #[must_use]
    pub fn new(sku: impl Into<String>) -> Self {
        Self { sku: sku.into() }
    }
}
}

/// if then.
pub mod c32 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The schema has more conditions: if, then.
#[derive(Clone, Debug)]
pub struct XArgs {
    a: String,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `a`
    #[must_use]
    pub fn new(a: impl Into<String>) -> Self {
        Self { a: a.into() }
    }
}
}

/// not.
pub mod c33 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: Value,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `a`: The schema has more conditions: not.
    #[must_use]
    pub fn new(a: impl Into<Value>) -> Self {
        Self { a: a.into() }
    }
}
}

/// root anyOf.
pub mod c34 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub struct XArgsA {
    a: String,
}

impl Serialize for XArgsA {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsA {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}

impl XArgsA {
    /// Creates the value with what it has to have.
    ///
    /// * `a`
    #[must_use]
    pub fn new(a: impl Into<String>) -> Self {
        Self { a: a.into() }
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub struct XArgsB {
    b: String,
}

impl Serialize for XArgsB {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("b", &self.b);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsB {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                b: members.required("b")?,
            })
        })
    }
}

impl XArgsB {
    /// Creates the value with what it has to have.
    ///
    /// * `b`
    #[must_use]
    pub fn new(b: impl Into<String>) -> Self {
        Self { b: b.into() }
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub enum XArgs {
    /// One of the forms.
    A(XArgsA),
    /// One of the forms.
    B(XArgsB),
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::A(content) => content.serialize(serializer),
            Self::B(content) => content.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let forms = Forms::new(deserializer)?;
        if let Some(content) = forms.get() {
            return Ok(Self::A(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::B(content));
        }
        Err(forms.none())
    }
}

impl From<XArgsA> for XArgs {
    fn from(value: XArgsA) -> Self {
        Self::A(value)
    }
}

impl From<XArgsB> for XArgs {
    fn from(value: XArgsB) -> Self {
        Self::B(value)
    }
}
}

/// remote ref.
pub mod c35 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: Value,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `a`
    #[must_use]
    pub fn new(a: impl Into<Value>) -> Self {
        Self { a: a.into() }
    }
}
}

/// required but undefined.
pub mod c37 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: String,
    b: Value,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.add("b", &self.b);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
                b: members.required("b")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `a`
    ///
    /// * `b`
    #[must_use]
    pub fn new(a: impl Into<String>, b: impl Into<Value>) -> Self {
        Self { a: a.into(), b: b.into() }
    }
}
}

/// deep inline.
pub mod c38 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultABC {
    /// A member.
    pub d: bool,
}

impl Serialize for XResultABC {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("d", &self.d);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultABC {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                d: members.required("d")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultAB {
    /// A member.
    pub c: Vec<XResultABC>,
}

impl Serialize for XResultAB {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("c", &self.c);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultAB {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                c: members.required("c")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultA {
    /// A member.
    pub b: XResultAB,
}

impl Serialize for XResultA {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("b", &self.b);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultA {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                b: members.required("b")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub a: XResultA,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}
}

/// big int.
pub mod c39 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// Minimum 0, maximum 18446744073709551615.
    pub n: u64,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}
}

/// hostile name and docs.
pub mod c40 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: String,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `a`: */ } fn evil() {} "#
    #[must_use]
    pub fn new(a: impl Into<String>) -> Self {
        Self { a: a.into() }
    }
}
}

/// documented values.
pub mod c41 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XArgsK {
    /// The first.
    A,
    /// The value "b".
    B,
}

impl Serialize for XArgsK {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::A => "a",
            Self::B => "b",
        })
    }
}

impl<'de> Deserialize<'de> for XArgsK {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "a" => Self::A,
                "b" => Self::B,
                _ => return None,
            })
        })
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    k: XArgsK,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("k", &self.k);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                k: members.required("k")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `k`
    #[must_use]
    pub fn new(k: XArgsK) -> Self {
        Self { k }
    }
}
}

/// documented values in results.
pub mod c42 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XResultK {
    /// The first.
    A,
    /// The value "b".
    B,
    /// A value that was not in the lock.
    Other(String),
}

impl Serialize for XResultK {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::A => "a",
            Self::B => "b",
            Self::Other(value) => value,
        })
    }
}

impl<'de> Deserialize<'de> for XResultK {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "a" => Self::A,
                "b" => Self::B,
                _ => Self::Other(value.into()),
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub k: XResultK,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("k", &self.k);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                k: members.required("k")?,
            })
        })
    }
}
}

/// values and null.
pub mod c43 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// One of "a", null.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XArgsK {
    /// The value "a".
    A,
}

impl Serialize for XArgsK {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::A => "a",
        })
    }
}

impl<'de> Deserialize<'de> for XArgsK {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "a" => Self::A,
                _ => return None,
            })
        })
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    k: Option<XArgsK>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("k", &self.k);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                k: members.optional("k")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `k`: One of "a", null.
    #[must_use]
    pub fn new(k: Option<XArgsK>) -> Self {
        Self { k }
    }
}
}

/// values of several types.
pub mod c44 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// One of "a", 1.
    pub k: Value,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("k", &self.k);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                k: members.required("k")?,
            })
        })
    }
}
}

/// encoded pointer.
pub mod c45 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultA1b20c {
    /// A member.
    pub n: i64,
}

impl Serialize for XResultA1b20c {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultA1b20c {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub k: XResultA1b20c,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("k", &self.k);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                k: members.required("k")?,
            })
        })
    }
}
}

/// definitions of draft 7.
pub mod c46 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub k: bool,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("k", &self.k);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                k: members.required("k")?,
            })
        })
    }
}
}

/// two types in each other.
pub mod c47 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultB {
    /// A member.
    pub a: Option<Box<XResultA>>,
    /// A member.
    pub n: Option<i64>,
}

impl Serialize for XResultB {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("a", &self.a);
        members.add_some("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultB {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.optional("a")?,
                n: members.optional("n")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultA {
    /// A member.
    pub b: Option<XResultB>,
}

impl Serialize for XResultA {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("b", &self.b);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultA {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                b: members.optional("b")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub a: XResultA,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}
}

/// any JSON.
pub mod c48 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub enum XResultJson {
    /// One of the forms.
    String(String),
    /// One of the forms.
    Number(f64),
    /// One of the forms.
    Boolean(bool),
    /// One of the forms.
    Array(Vec<Option<XResultJson>>),
    /// One of the forms.
    Object(BTreeMap<String, Option<XResultJson>>),
}

impl Serialize for XResultJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(content) => content.serialize(serializer),
            Self::Number(content) => content.serialize(serializer),
            Self::Boolean(content) => content.serialize(serializer),
            Self::Array(content) => content.serialize(serializer),
            Self::Object(content) => content.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for XResultJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let forms = Forms::new(deserializer)?;
        if let Some(content) = forms.get() {
            return Ok(Self::String(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::Number(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::Boolean(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::Array(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::Object(content));
        }
        Err(forms.none())
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: Option<XResultJson>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.optional("v")?,
            })
        })
    }
}
}

/// nullable reference.
pub mod c49 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub struct XArgsA {
    n: i64,
}

impl Serialize for XArgsA {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsA {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}

impl XArgsA {
    /// Creates the value with what it has to have.
    ///
    /// * `n`
    #[must_use]
    pub fn new(n: i64) -> Self {
        Self { n }
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    v: Option<XArgsA>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.optional("v")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `v`
    #[must_use]
    pub fn new(v: Option<XArgsA>) -> Self {
        Self { v }
    }
}
}

/// integer or number.
pub mod c50 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: f64,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// known values or any string.
pub mod c51 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    v: String,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `v`
    #[must_use]
    pub fn new(v: impl Into<String>) -> Self {
        Self { v: v.into() }
    }
}
}

/// pattern of names.
pub mod c52 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: BTreeMap<String, i64>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// map of objects.
pub mod c53 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub struct XArgsVValue {
    n: i64,
}

impl Serialize for XArgsVValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsVValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}

impl XArgsVValue {
    /// Creates the value with what it has to have.
    ///
    /// * `n`
    #[must_use]
    pub fn new(n: i64) -> Self {
        Self { n }
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    v: BTreeMap<String, XArgsVValue>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `v`
    #[must_use]
    pub fn new(v: BTreeMap<String, XArgsVValue>) -> Self {
        Self { v }
    }
}
}

/// tuple of draft 7.
pub mod c54 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: (String, i64),
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// open tuple in results.
pub mod c55 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: Vec<Value>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// constants of all types.
pub mod c56 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    i: i64,
    u: u64,
    f: f64,
    b: bool,
    n: (),
    o: Value,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("i", &self.i);
        members.add("u", &self.u);
        members.add("f", &self.f);
        members.add("b", &self.b);
        members.add("n", &self.n);
        members.add("o", &self.o);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                i: members.required("i")?,
                u: members.required("u")?,
                f: members.required("f")?,
                b: members.required("b")?,
                n: members.required("n")?,
                o: members.required("o")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {
            i: 1,
            u: 18446744073709551615,
            f: -1.5,
            b: true,
            n: (),
            o: json("{\"a\":[\"\\\"#}\"]}"),
        }
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// optional constant.
pub mod c57 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// Always "x".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XArgsK {
    /// The value "x".
    X,
}

impl Serialize for XArgsK {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::X => "x",
        })
    }
}

impl<'de> Deserialize<'de> for XArgsK {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "x" => Self::X,
                _ => return None,
            })
        })
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    k: Option<XArgsK>,
    n: Option<()>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("k", &self.k);
        members.add_some("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                k: members.optional("k")?,
                n: members.optional("n")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self { k: None, n: None }
    }

    /// Always "x".
    #[must_use]
    pub fn k(mut self) -> Self {
        self.k = Some(XArgsK::X);
        self
    }

    /// Always null.
    #[must_use]
    pub fn n(mut self) -> Self {
        self.n = Some(());
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// one of two is required.
pub mod c58 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    a: Option<String>,
    b: Option<String>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("a", &self.a);
        members.add_some("b", &self.b);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.optional("a")?,
                b: members.optional("b")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self { a: None, b: None }
    }

    /// Sets this member.
    #[must_use]
    pub fn a(mut self, value: impl Into<String>) -> Self {
        self.a = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn b(mut self, value: impl Into<String>) -> Self {
        self.b = Some(value.into());
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// forms beside members.
pub mod c59 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultA {
    /// A member.
    pub a: String,
    /// A member.
    pub id: i64,
}

impl Serialize for XResultA {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.add("id", &self.id);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultA {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
                id: members.required("id")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultB {
    /// A member.
    pub b: String,
    /// A member.
    pub id: i64,
}

impl Serialize for XResultB {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("b", &self.b);
        members.add("id", &self.id);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultB {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                b: members.required("b")?,
                id: members.required("id")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub enum XResult {
    /// One of the forms.
    A(XResultA),
    /// One of the forms.
    B(XResultB),
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::A(content) => content.serialize(serializer),
            Self::B(content) => content.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let forms = Forms::new(deserializer)?;
        if let Some(content) = forms.get() {
            return Ok(Self::A(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::B(content));
        }
        Err(forms.none())
    }
}
}

/// tagged by references.
pub mod c60 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub struct XArgsSCircle {
    r: f64,
}

impl Serialize for XArgsSCircle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("r", &self.r);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsSCircle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                r: members.required("r")?,
            })
        })
    }
}

impl XArgsSCircle {
    /// Creates the value with what it has to have.
    ///
    /// * `r`
    #[must_use]
    pub fn new(r: f64) -> Self {
        Self { r }
    }
}

/// Always "quad".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XArgsQKind {
    /// The value "quad".
    Quad,
}

impl Serialize for XArgsQKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Quad => "quad",
        })
    }
}

impl<'de> Deserialize<'de> for XArgsQKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "quad" => Self::Quad,
                _ => return None,
            })
        })
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub struct XArgsQ {
    kind: XArgsQKind,
    next: Vec<XArgsQ>,
}

impl Serialize for XArgsQ {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("kind", &self.kind);
        members.add("next", &self.next);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsQ {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                kind: members.required("kind")?,
                next: members.required("next")?,
            })
        })
    }
}

impl XArgsQ {
    /// Creates the value with what it has to have.
    ///
    /// * `next`
    #[must_use]
    pub fn new(next: impl IntoIterator<Item = XArgsQ>) -> Self {
        Self { kind: XArgsQKind::Quad, next: next.into_iter().collect() }
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub struct XArgsSQuad {
    next: Vec<XArgsQ>,
}

impl Serialize for XArgsSQuad {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("next", &self.next);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsSQuad {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                next: members.required("next")?,
            })
        })
    }
}

impl XArgsSQuad {
    /// Creates the value with what it has to have.
    ///
    /// * `next`
    #[must_use]
    pub fn new(next: impl IntoIterator<Item = XArgsQ>) -> Self {
        Self { next: next.into_iter().collect() }
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub enum XArgsS {
    /// The value "circle".
    Circle(XArgsSCircle),
    /// The value "quad".
    Quad(XArgsSQuad),
}

impl Serialize for XArgsS {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        match self {
            Self::Circle(content) => {
                members.add("kind", "circle");
                members.add_all(content);
            }
            Self::Quad(content) => {
                members.add("kind", "quad");
                members.add_all(content);
            }
        }
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsS {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        tagged(deserializer, "kind", |name, value| {
            Some(match name {
                "circle" => Deserialize::deserialize(value).map(Self::Circle),
                "quad" => Deserialize::deserialize(value).map(Self::Quad),
                _ => return None,
            })
        })
    }
}

impl From<XArgsSCircle> for XArgsS {
    fn from(value: XArgsSCircle) -> Self {
        Self::Circle(value)
    }
}

impl From<XArgsSQuad> for XArgsS {
    fn from(value: XArgsSQuad) -> Self {
        Self::Quad(value)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    s: XArgsS,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("s", &self.s);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                s: members.required("s")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `s`
    #[must_use]
    pub fn new(s: impl Into<XArgsS>) -> Self {
        Self { s: s.into() }
    }
}
}

/// forms in another order.
pub mod c61 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultVC {
    /// A member.
    pub a: String,
    /// A member.
    pub b: String,
    /// A member.
    pub c: String,
}

impl Serialize for XResultVC {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.add("b", &self.b);
        members.add("c", &self.c);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultVC {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
                b: members.required("b")?,
                c: members.required("c")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultVB {
    /// A member.
    pub a: String,
    /// A member.
    pub b: String,
}

impl Serialize for XResultVB {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.add("b", &self.b);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultVB {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
                b: members.required("b")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultVObject1 {
    /// A member.
    pub a: String,
}

impl Serialize for XResultVObject1 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("a", &self.a);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultVObject1 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                a: members.required("a")?,
            })
        })
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub enum XResultV {
    /// One of the forms.
    C(XResultVC),
    /// One of the forms.
    B(XResultVB),
    /// One of the forms.
    Object1(XResultVObject1),
}

impl Serialize for XResultV {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::C(content) => content.serialize(serializer),
            Self::B(content) => content.serialize(serializer),
            Self::Object1(content) => content.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for XResultV {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let forms = Forms::new(deserializer)?;
        if let Some(content) = forms.get() {
            return Ok(Self::C(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::B(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::Object1(content));
        }
        Err(forms.none())
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: XResultV,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// circle of references.
pub mod c62 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: Value,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// reference to a list.
pub mod c63 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    v: Vec<String>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `v`
    #[must_use]
    pub fn new(v: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { v: v.into_iter().map(Into::into).collect() }
    }
}
}

/// names that are used.
pub mod c64 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    new_2: Option<String>,
    other: Option<String>,
    value: Option<String>,
    name: Option<String>,
    self_: Option<String>,
    self_2: Option<String>,
    super_: Option<String>,
    crate_: Option<String>,
    default: Option<String>,
    clone: Option<String>,
    into: Option<String>,
    string: Option<String>,
    some: Option<String>,
    none: Option<String>,
    option: Option<String>,
    field_16: Option<String>,
    field_17: Option<String>,
    r#async: Option<String>,
    r_type: Option<String>,
    r#gen: Option<String>,
    other_2: BTreeMap<String, i64>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("new", &self.new_2);
        members.add_some("other", &self.other);
        members.add_some("value", &self.value);
        members.add_some("name", &self.name);
        members.add_some("self", &self.self_);
        members.add_some("Self", &self.self_2);
        members.add_some("super", &self.super_);
        members.add_some("crate", &self.crate_);
        members.add_some("default", &self.default);
        members.add_some("clone", &self.clone);
        members.add_some("into", &self.into);
        members.add_some("String", &self.string);
        members.add_some("Some", &self.some);
        members.add_some("None", &self.none);
        members.add_some("Option", &self.option);
        members.add_some("_", &self.field_16);
        members.add_some("__", &self.field_17);
        members.add_some("async", &self.r#async);
        members.add_some("r#type", &self.r_type);
        members.add_some("gen", &self.r#gen);
        members.add_all(&self.other_2);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                new_2: members.optional("new")?,
                other: members.optional("other")?,
                value: members.optional("value")?,
                name: members.optional("name")?,
                self_: members.optional("self")?,
                self_2: members.optional("Self")?,
                super_: members.optional("super")?,
                crate_: members.optional("crate")?,
                default: members.optional("default")?,
                clone: members.optional("clone")?,
                into: members.optional("into")?,
                string: members.optional("String")?,
                some: members.optional("Some")?,
                none: members.optional("None")?,
                option: members.optional("Option")?,
                field_16: members.optional("_")?,
                field_17: members.optional("__")?,
                r#async: members.optional("async")?,
                r_type: members.optional("r#type")?,
                r#gen: members.optional("gen")?,
                other_2: members.rest()?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {
            new_2: None,
            other: None,
            value: None,
            name: None,
            self_: None,
            self_2: None,
            super_: None,
            crate_: None,
            default: None,
            clone: None,
            into: None,
            string: None,
            some: None,
            none: None,
            option: None,
            field_16: None,
            field_17: None,
            r#async: None,
            r_type: None,
            r#gen: None,
            other_2: BTreeMap::new(),
        }
    }

    /// Sets this member.
    #[must_use]
    pub fn new_2(mut self, value: impl Into<String>) -> Self {
        self.new_2 = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn other(mut self, value: impl Into<String>) -> Self {
        self.other = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn name(mut self, value: impl Into<String>) -> Self {
        self.name = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn self_(mut self, value: impl Into<String>) -> Self {
        self.self_ = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn self_2(mut self, value: impl Into<String>) -> Self {
        self.self_2 = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn super_(mut self, value: impl Into<String>) -> Self {
        self.super_ = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn crate_(mut self, value: impl Into<String>) -> Self {
        self.crate_ = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn default(mut self, value: impl Into<String>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn clone(mut self, value: impl Into<String>) -> Self {
        self.clone = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn into(mut self, value: impl Into<String>) -> Self {
        self.into = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn string(mut self, value: impl Into<String>) -> Self {
        self.string = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn some(mut self, value: impl Into<String>) -> Self {
        self.some = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn none(mut self, value: impl Into<String>) -> Self {
        self.none = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn option(mut self, value: impl Into<String>) -> Self {
        self.option = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn field_16(mut self, value: impl Into<String>) -> Self {
        self.field_16 = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn field_17(mut self, value: impl Into<String>) -> Self {
        self.field_17 = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn r#async(mut self, value: impl Into<String>) -> Self {
        self.r#async = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn r_type(mut self, value: impl Into<String>) -> Self {
        self.r_type = Some(value.into());
        self
    }

    /// Sets this member.
    #[must_use]
    pub fn r#gen(mut self, value: impl Into<String>) -> Self {
        self.r#gen = Some(value.into());
        self
    }

    /// Adds another member.
    #[must_use]
    pub fn other_2(mut self, name: impl Into<String>, value: i64) -> Self {
        self.other_2.insert(name.into(), value);
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// null for an empty list.
pub mod c65 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: Vec<String>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_list("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.optional("v")?,
            })
        })
    }
}
}

/// greater than -1.
pub mod c66 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// Greater than -1.
    pub n: u64,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}
}

/// result is a list.
pub mod c67 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResult2 {
    /// A member.
    pub n: i64,
}

impl Serialize for XResult2 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult2 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
pub type XResult = Vec<XResult2>;
}

/// result is a number.
pub mod c68 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
pub type XResult = f64;
}

/// root reference.
pub mod c69 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultNode {
    /// A member.
    pub next: Option<Box<XResultNode>>,
    /// A member.
    pub n: i64,
}

impl Serialize for XResultNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("next", &self.next);
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                next: members.optional("next")?,
                n: members.required("n")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
pub type XResult = XResultNode;
}

/// no value.
pub mod c70 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: Option<Value>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.optional("v")?,
            })
        })
    }
}
}

/// null or object.
pub mod c71 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultV {
    /// A member.
    pub n: i64,
}

impl Serialize for XResultV {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultV {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: Option<XResultV>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.optional("v")?,
            })
        })
    }
}
}

/// reference and members.
pub mod c72 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultV {
    /// A member.
    pub n: i64,
    /// A member.
    pub m: String,
}

impl Serialize for XResultV {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("n", &self.n);
        members.add("m", &self.m);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultV {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                n: members.required("n")?,
                m: members.required("m")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: XResultV,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// reference with a description.
pub mod c73 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XArgsA {
    /// The value "a".
    A,
}

impl Serialize for XArgsA {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::A => "a",
        })
    }
}

impl<'de> Deserialize<'de> for XArgsA {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "a" => Self::A,
                _ => return None,
            })
        })
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    v: Option<XArgsA>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add_some("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.optional("v")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self { v: None }
    }

    /// Text.
    ///
    /// Default "a".
    #[must_use]
    pub fn v(mut self, value: XArgsA) -> Self {
        self.v = Some(value);
        self
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}
}

/// list with nulls.
pub mod c74 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: Vec<Option<String>>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// value called other.
pub mod c75 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XResultV {
    /// The value "other".
    Other2,
    /// The value "Other".
    Other3,
    /// The value "other2".
    Other22,
    /// A value that was not in the lock.
    Other(String),
}

impl Serialize for XResultV {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Other2 => "other",
            Self::Other3 => "Other",
            Self::Other22 => "other2",
            Self::Other(value) => value,
        })
    }
}

impl<'de> Deserialize<'de> for XResultV {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, |value| {
            Some(match value {
                "other" => Self::Other2,
                "Other" => Self::Other3,
                "other2" => Self::Other22,
                _ => Self::Other(value.into()),
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: XResultV,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// anchor.
pub mod c76 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: Value,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// null alone.
pub mod c77 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: (),
    /// A member.
    pub w: Option<()>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.add_some("w", &self.w);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
                w: members.optional("w")?,
            })
        })
    }
}
}

/// list of forms.
pub mod c78 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub struct XArgsVObject {
    id: i64,
}

impl Serialize for XArgsVObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("id", &self.id);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgsVObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                id: members.required("id")?,
            })
        })
    }
}

impl XArgsVObject {
    /// Creates the value with what it has to have.
    ///
    /// * `id`
    #[must_use]
    pub fn new(id: i64) -> Self {
        Self { id }
    }
}

/// A part of arguments.
#[derive(Clone, Debug)]
pub enum XArgsV {
    /// One of the forms.
    String(String),
    /// One of the forms.
    Object(XArgsVObject),
}

impl Serialize for XArgsV {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(content) => content.serialize(serializer),
            Self::Object(content) => content.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for XArgsV {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let forms = Forms::new(deserializer)?;
        if let Some(content) = forms.get() {
            return Ok(Self::String(content));
        }
        if let Some(content) = forms.get() {
            return Ok(Self::Object(content));
        }
        Err(forms.none())
    }
}

impl From<String> for XArgsV {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<&str> for XArgsV {
    fn from(value: &str) -> Self {
        Self::String(value.into())
    }
}

impl From<XArgsVObject> for XArgsV {
    fn from(value: XArgsVObject) -> Self {
        Self::Object(value)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    v: Vec<XArgsV>,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `v`
    #[must_use]
    pub fn new(v: impl IntoIterator<Item = XArgsV>) -> Self {
        Self { v: v.into_iter().collect() }
    }
}
}

/// tuple with itself.
pub mod c79 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultP {
    /// A member.
    pub p: (i64, Option<Box<XResultP>>),
}

impl Serialize for XResultP {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("p", &self.p);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultP {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                p: members.required("p")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub v: XResultP,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("v", &self.v);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                v: members.required("v")?,
            })
        })
    }
}
}

/// nullable tree.
pub mod c80 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<XResult> {
        ::mcp_runtime_client::typed::call(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Members::default();
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |_| Ok(Self {}))
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }
}

impl Default for XArgs {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of results.
#[derive(Clone, Debug)]
pub struct XResultT {
    /// A member.
    pub l: Option<Box<XResultT>>,
    /// A member.
    pub r: Option<Box<XResultT>>,
}

impl Serialize for XResultT {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("l", &self.l);
        members.add("r", &self.r);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResultT {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                l: members.optional("l")?,
                r: members.optional("r")?,
            })
        })
    }
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XResult {
    /// A member.
    pub t: Option<XResultT>,
}

impl Serialize for XResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("t", &self.t);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                t: members.optional("t")?,
            })
        })
    }
}
}

/// number bounds.
pub mod c81 {
#[allow(unused_imports, reason = "not every lock needs all of them")]
use ::mcp_runtime_client::typed::prelude::*;

/// A client of notes 1.0.0.
///
/// It has a method for each tool; a tool that fails is an error.
#[derive(Clone, Debug)]
pub struct Notes(Client);

impl Notes {
    /// Connects to the server.
    ///
    /// # Errors
    ///
    /// When that fails: see [`ClientBuilder::connect`].
    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {
        builder.connect(server).await.map(Self)
    }

    /// The client, for all that is not a tool.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Calls the tool "x".
    pub fn x(&self, arguments: XArgs) -> RequestBuilder<CallToolResult> {
        ::mcp_runtime_client::typed::call_tool(&self.0, "x", &arguments)
    }
}

impl From<Client> for Notes {
    fn from(client: Client) -> Self {
        Self(client)
    }
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug)]
pub struct XArgs {
    f: f64,
}

impl Serialize for XArgs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members::default();
        members.add("f", &self.f);
        members.write(serializer)
    }
}

impl<'de> Deserialize<'de> for XArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |members| {
            Ok(Self {
                f: members.required("f")?,
            })
        })
    }
}

impl XArgs {
    /// Creates the value with what it has to have.
    ///
    /// * `f`: Minimum 0.
    #[must_use]
    pub fn new(f: f64) -> Self {
        Self { f }
    }
}
}

pub(super) const READERS: &[(&str, Reader)] = &[
    ("01 plain", read::<c01::XArgs>),
    ("02 no properties", read::<c02::XArgs>),
    ("03 empty properties", read::<c03::XArgs>),
    ("04 bounds u8", read::<c04::XResult>),
    ("05 bounds odd", read::<c05::XResult>),
    ("06 enum", read::<c06::XResult>),
    ("07 enum odd values", read::<c07::XArgs>),
    ("08 enum integers", read::<c08::XArgs>),
    ("09 const", read::<c09::XArgs>),
    ("10 nullable list", read::<c10::XArgs>),
    ("11 nullable anyOf", read::<c11::XArgs>),
    ("12 optional and nullable", read::<c12::XArgs>),
    ("13 type list", read::<c13::XArgs>),
    ("14 oneOf tagged", read::<c14::XResult>),
    ("15 oneOf untagged", read::<c15::XResult>),
    ("16 anyOf overlapping objects", read::<c16::XResult>),
    ("17 allOf", read::<c17::XResult>),
    ("18 recursive", read::<c18::XResult>),
    ("19 recursive self", read::<c19::XArgs>),
    ("20 unknown format", read::<c20::XArgs>),
    ("21 known formats", read::<c21::XResult>),
    ("22 keywords", read::<c22::XArgs>),
    ("23 odd names", read::<c23::XArgs>),
    ("24 map", read::<c24::XArgs>),
    ("25 open object with fields", read::<c25::XResult>),
    ("26 closed", read::<c26::XResult>),
    ("27 any", read::<c27::XArgs>),
    ("28 tuple 2020", read::<c28::XResult>),
    ("29 array without items", read::<c29::XResult>),
    ("30 defaults", read::<c30::XArgs>),
    ("31 pattern and lengths", read::<c31::XArgs>),
    ("32 if then", read::<c32::XArgs>),
    ("33 not", read::<c33::XArgs>),
    ("34 root anyOf", read::<c34::XArgs>),
    ("35 remote ref", read::<c35::XArgs>),
    ("37 required but undefined", read::<c37::XArgs>),
    ("38 deep inline", read::<c38::XResult>),
    ("39 big int", read::<c39::XResult>),
    ("40 hostile name and docs", read::<c40::XArgs>),
    ("41 documented values", read::<c41::XArgs>),
    ("42 documented values in results", read::<c42::XResult>),
    ("43 values and null", read::<c43::XArgs>),
    ("44 values of several types", read::<c44::XResult>),
    ("45 encoded pointer", read::<c45::XResult>),
    ("46 definitions of draft 7", read::<c46::XResult>),
    ("47 two types in each other", read::<c47::XResult>),
    ("48 any JSON", read::<c48::XResult>),
    ("49 nullable reference", read::<c49::XArgs>),
    ("50 integer or number", read::<c50::XResult>),
    ("51 known values or any string", read::<c51::XArgs>),
    ("52 pattern of names", read::<c52::XResult>),
    ("53 map of objects", read::<c53::XArgs>),
    ("54 tuple of draft 7", read::<c54::XResult>),
    ("55 open tuple in results", read::<c55::XResult>),
    ("56 constants of all types", read::<c56::XArgs>),
    ("57 optional constant", read::<c57::XArgs>),
    ("58 one of two is required", read::<c58::XArgs>),
    ("59 forms beside members", read::<c59::XResult>),
    ("60 tagged by references", read::<c60::XArgs>),
    ("61 forms in another order", read::<c61::XResult>),
    ("62 circle of references", read::<c62::XResult>),
    ("63 reference to a list", read::<c63::XArgs>),
    ("64 names that are used", read::<c64::XArgs>),
    ("65 null for an empty list", read::<c65::XResult>),
    ("66 greater than -1", read::<c66::XResult>),
    ("67 result is a list", read::<c67::XResult>),
    ("68 result is a number", read::<c68::XResult>),
    ("69 root reference", read::<c69::XResult>),
    ("70 no value", read::<c70::XResult>),
    ("71 null or object", read::<c71::XResult>),
    ("72 reference and members", read::<c72::XResult>),
    ("73 reference with a description", read::<c73::XArgs>),
    ("74 list with nulls", read::<c74::XResult>),
    ("75 value called other", read::<c75::XResult>),
    ("76 anchor", read::<c76::XResult>),
    ("77 null alone", read::<c77::XResult>),
    ("78 list of forms", read::<c78::XArgs>),
    ("79 tuple with itself", read::<c79::XResult>),
    ("80 nullable tree", read::<c80::XResult>),
    ("81 number bounds", read::<c81::XArgs>),
];
