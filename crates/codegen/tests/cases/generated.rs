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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    a: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// Minimum 0, maximum 255.
    pub n: u64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// Minimum 1, maximum 100.
    pub n: u64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XResultUnit {
    /// The value "c".
    #[serde(rename = "c")]
    C,
    /// The value "f".
    #[serde(rename = "f")]
    F,
    /// A value that was not in the lock.
    #[serde(untagged)]
    Other(String),
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub unit: XResultUnit,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XArgsOp {
    /// The value "\<=".
    #[serde(rename = "<=")]
    Value1,
    /// The value "\>=".
    #[serde(rename = ">=")]
    Value2,
    /// The value "=".
    #[serde(rename = "=")]
    Value3,
    /// The value "".
    #[serde(rename = "")]
    Empty,
    /// The value "a b".
    #[serde(rename = "a b")]
    AB,
    /// The value "a-b".
    #[serde(rename = "a-b")]
    AB2,
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    op: XArgsOp,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    n: i64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XArgsKind {
    /// The value "file".
    #[serde(rename = "file")]
    File,
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    kind: XArgsKind,
    path: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    a: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<i64>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<i64>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", untagged)]
pub enum XArgsId {
    /// One of the forms.
    String(String),
    /// One of the forms.
    Integer(i64),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    id: XArgsId,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultShapeCircle {
    /// A member.
    pub r: f64,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultShapeSquare {
    /// A member.
    pub side: f64,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", tag = "kind")]
pub enum XResultShape {
    /// The value "circle".
    #[serde(rename = "circle")]
    Circle(XResultShapeCircle),
    /// The value "square".
    #[serde(rename = "square")]
    Square(XResultShapeSquare),
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub shape: XResultShape,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultIdObject {
    /// A member.
    pub n: i64,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", untagged)]
pub enum XResultId {
    /// One of the forms.
    String(String),
    /// One of the forms.
    Object(XResultIdObject),
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub id: XResultId,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub f: Value,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultF {
    /// A member.
    pub a: String,
    /// A member.
    pub b: String,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub f: XResultF,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultNode {
    /// A member.
    pub name: String,
    /// A member.
    #[serde(default, deserialize_with = "::mcp_runtime_client::typed::or_default", skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<XResultNode>,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub root: XResultNode,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Box<XArgs>>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    n: i64,
    s: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// Format date-time.
    pub t: String,
    /// Format uuid.
    pub u: String,
    /// Format uri.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l: Option<String>,
    /// Format ipv4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub i: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    r#type: String,
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    self_: Option<String>,
    #[serde(rename = "r#fn", skip_serializing_if = "Option::is_none")]
    r_fn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#match: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(rename = "user-id", skip_serializing_if = "Option::is_none")]
    user_id: Option<String>,
    #[serde(rename = "user_id", skip_serializing_if = "Option::is_none")]
    user_id_2: Option<String>,
    #[serde(rename = "1st", skip_serializing_if = "Option::is_none")]
    field_1st: Option<String>,
    #[serde(rename = "@x", skip_serializing_if = "Option::is_none")]
    x: Option<String>,
    #[serde(rename = "größe", skip_serializing_if = "Option::is_none")]
    field_5: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    labels: BTreeMap<String, String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub a: String,
    /// The other members.
    #[serde(flatten)]
    pub other: BTreeMap<String, i64>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub a: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Value>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub p: (f64, f64),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub xs: Vec<Value>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XArgsSort {
    /// The value "asc".
    #[serde(rename = "asc")]
    Asc,
    /// The value "desc".
    #[serde(rename = "desc")]
    Desc,
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort: Option<XArgsSort>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    sku: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    a: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    a: Value,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgsA {
    a: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgsB {
    b: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", untagged)]
pub enum XArgs {
    /// One of the forms.
    A(XArgsA),
    /// One of the forms.
    B(XArgsB),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    a: Value,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    a: String,
    b: Value,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultABC {
    /// A member.
    pub d: bool,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultAB {
    /// A member.
    pub c: Vec<XResultABC>,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultA {
    /// A member.
    pub b: XResultAB,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub a: XResultA,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// Minimum 0, maximum 18446744073709551615.
    pub n: u64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    a: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XArgsK {
    /// The first.
    #[serde(rename = "a")]
    A,
    /// The value "b".
    #[serde(rename = "b")]
    B,
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    k: XArgsK,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XResultK {
    /// The first.
    #[serde(rename = "a")]
    A,
    /// The value "b".
    #[serde(rename = "b")]
    B,
    /// A value that was not in the lock.
    #[serde(untagged)]
    Other(String),
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub k: XResultK,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XArgsK {
    /// The value "a".
    #[serde(rename = "a")]
    A,
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    k: Option<XArgsK>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// One of "a", 1.
    pub k: Value,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultA1b20c {
    /// A member.
    pub n: i64,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub k: XResultA1b20c,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub k: bool,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultB {
    /// A member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<Box<XResultA>>,
    /// A member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<i64>,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultA {
    /// A member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<XResultB>,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub a: XResultA,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", untagged)]
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

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: Option<XResultJson>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgsA {
    n: i64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    v: Option<XArgsA>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: f64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    v: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: BTreeMap<String, i64>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgsVValue {
    n: i64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    v: BTreeMap<String, XArgsVValue>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: (String, i64),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: Vec<Value>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    i: i64,
    u: u64,
    f: f64,
    b: bool,
    n: (),
    o: Value,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XArgsK {
    /// The value "x".
    #[serde(rename = "x")]
    X,
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<XArgsK>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<()>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultA {
    /// A member.
    pub a: String,
    /// A member.
    pub id: i64,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultB {
    /// A member.
    pub b: String,
    /// A member.
    pub id: i64,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", untagged)]
pub enum XResult {
    /// One of the forms.
    A(XResultA),
    /// One of the forms.
    B(XResultB),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgsSCircle {
    r: f64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XArgsQKind {
    /// The value "quad".
    #[serde(rename = "quad")]
    Quad,
}

/// A part of arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgsQ {
    kind: XArgsQKind,
    next: Vec<XArgsQ>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgsSQuad {
    next: Vec<XArgsQ>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", tag = "kind")]
pub enum XArgsS {
    /// The value "circle".
    #[serde(rename = "circle")]
    Circle(XArgsSCircle),
    /// The value "quad".
    #[serde(rename = "quad")]
    Quad(XArgsSQuad),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    s: XArgsS,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultVC {
    /// A member.
    pub a: String,
    /// A member.
    pub b: String,
    /// A member.
    pub c: String,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultVB {
    /// A member.
    pub a: String,
    /// A member.
    pub b: String,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultVObject1 {
    /// A member.
    pub a: String,
}

/// A part of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", untagged)]
pub enum XResultV {
    /// One of the forms.
    C(XResultVC),
    /// One of the forms.
    B(XResultVB),
    /// One of the forms.
    Object1(XResultVObject1),
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: XResultV,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: Value,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    v: Vec<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(rename = "new", skip_serializing_if = "Option::is_none")]
    new_2: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    self_: Option<String>,
    #[serde(rename = "Self", skip_serializing_if = "Option::is_none")]
    self_2: Option<String>,
    #[serde(rename = "super", skip_serializing_if = "Option::is_none")]
    super_: Option<String>,
    #[serde(rename = "crate", skip_serializing_if = "Option::is_none")]
    crate_: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<String>,
    #[serde(rename = "String", skip_serializing_if = "Option::is_none")]
    string: Option<String>,
    #[serde(rename = "Some", skip_serializing_if = "Option::is_none")]
    some: Option<String>,
    #[serde(rename = "None", skip_serializing_if = "Option::is_none")]
    none: Option<String>,
    #[serde(rename = "Option", skip_serializing_if = "Option::is_none")]
    option: Option<String>,
    #[serde(rename = "_", skip_serializing_if = "Option::is_none")]
    field_16: Option<String>,
    #[serde(rename = "__", skip_serializing_if = "Option::is_none")]
    field_17: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#async: Option<String>,
    #[serde(rename = "r#type", skip_serializing_if = "Option::is_none")]
    r_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#gen: Option<String>,
    #[serde(flatten)]
    other_2: BTreeMap<String, i64>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    #[serde(default, deserialize_with = "::mcp_runtime_client::typed::or_default", skip_serializing_if = "Vec::is_empty")]
    pub v: Vec<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// Greater than -1.
    pub n: u64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult2 {
    /// A member.
    pub n: i64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultNode {
    /// A member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Box<XResultNode>>,
    /// A member.
    pub n: i64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v: Option<Value>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultV {
    /// A member.
    pub n: i64,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: Option<XResultV>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultV {
    /// A member.
    pub n: i64,
    /// A member.
    pub m: String,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: XResultV,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XArgsA {
    /// The value "a".
    #[serde(rename = "a")]
    A,
}

/// The arguments of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<XArgsA>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: Vec<Option<String>>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub enum XResultV {
    /// The value "other".
    #[serde(rename = "other")]
    Other2,
    /// The value "Other".
    #[serde(rename = "Other")]
    Other3,
    /// The value "other2".
    #[serde(rename = "other2")]
    Other22,
    /// A value that was not in the lock.
    #[serde(untagged)]
    Other(String),
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: XResultV,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: Value,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: (),
    /// A member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub w: Option<()>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgsVObject {
    id: i64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde", untagged)]
pub enum XArgsV {
    /// One of the forms.
    String(String),
    /// One of the forms.
    Object(XArgsVObject),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    v: Vec<XArgsV>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultP {
    /// A member.
    pub p: (i64, Option<Box<XResultP>>),
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub v: XResultP,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResultT {
    /// A member.
    pub l: Option<Box<XResultT>>,
    /// A member.
    pub r: Option<Box<XResultT>>,
}

/// The result of [`Notes::x`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XResult {
    /// A member.
    pub t: Option<XResultT>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "::mcp_runtime_client::typed::serde")]
pub struct XArgs {
    f: f64,
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
