//! The official types and schemas of a version.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use agent_client_protocol_schema::{v1, v2};
use boon::{Compiler, SchemaIndex, Schemas};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value, from_str, from_value, to_value};

use crate::connection::{Kind, Message, Side};

/// What a type writes once it has read something.
type Again = fn(Value) -> Result<Value, Error>;

fn again<T: Serialize + DeserializeOwned>(value: Value) -> Result<Value, Error> {
    to_value(from_value::<T>(value)?)
}

/// The types of a version by their names, which those of the schemas are, too.
macro_rules! types {
    ($version:ident: $($name:ident)*) => {
        HashMap::from([$((stringify!($name), again::<$version::$name> as Again)),*])
    };
}

/// What goes around the parameters and results.
macro_rules! envelopes {
    ($version:ident) => {
        [
            again::<$version::JsonRpcMessage<$version::Request<Value>>> as Again,
            again::<$version::JsonRpcMessage<$version::Notification<Value>>> as Again,
            again::<$version::JsonRpcMessage<$version::Response<Value>>> as Again,
        ]
    };
}

/// All that is known of the versions.
pub struct Versions {
    schemas: Schemas,
    versions: [Version; 2],
}

struct Version {
    types: HashMap<&'static str, Again>,
    envelopes: [Again; 3],
    definitions: HashMap<String, Definition>,
}

/// A definition of a schema.
struct Definition {
    schema: SchemaIndex,
    /// Who serves its method.
    side: String,
    method: String,
}

impl Versions {
    pub fn read(folder: &Path) -> Self {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        let mut read = |version: &str, types, envelopes| {
            let path = fs::canonicalize(folder.join(version).join("schema.json"))
                .expect("the official schemas");
            let text = fs::read_to_string(&path).expect("a file");
            let json: Value = from_str(&text).expect("JSON");
            let url = path.to_str().expect("UTF-8");
            compiler.add_resource(url, json.clone()).expect("a schema");
            let mut definitions = HashMap::new();
            for (name, definition) in json["$defs"].as_object().expect("definitions") {
                let text = |key: &str| definition[key].as_str().map(str::to_owned);
                let (Some(method), Some(side)) = (text("x-method"), text("x-side")) else {
                    continue;
                };
                let compiled = compiler.compile(&format!("{url}#/$defs/{name}"), &mut schemas);
                let schema = compiled.expect("a schema");
                definitions.insert(name.clone(), Definition { schema, side, method });
            }
            Version { types, envelopes, definitions }
        };
        let versions =
            [read("v1", types_1(), envelopes!(v1)), read("v2", types_2(), envelopes!(v2))];
        Self { schemas, versions }
    }

    /// What a message is counted as.
    pub fn name(&self, message: &Message) -> String {
        let asked = message.method.as_deref().unwrap_or("?");
        let mut known = self.of(message).definitions.values();
        let method = if known.any(|of| of.method == asked) { asked } else { "?" };
        let update = message.json["params"]["update"]["sessionUpdate"].as_str().unwrap_or_default();
        format!("v{} {:?} {method} {update}", message.version, message.kind).trim_end().to_owned()
    }

    fn of(&self, message: &Message) -> &Version {
        &self.versions[if message.version == 1 { 0 } else { 1 }]
    }

    /// What is wrong with a message.
    pub fn check(&self, message: &Message) -> Vec<String> {
        let version = self.of(message);
        let mut faults = Vec::new();
        let envelope = match message.kind {
            Kind::Request => version.envelopes[0],
            Kind::Notification => version.envelopes[1],
            Kind::Response | Kind::Error => version.envelopes[2],
        };
        faults.extend(differs("the envelope", envelope, &message.json));
        let Some(method) = message.method.as_deref() else { return faults };
        let (suffix, part) = match message.kind {
            Kind::Request => ("Request", "params"),
            Kind::Notification => ("Notification", "params"),
            Kind::Response => ("Response", "result"),
            // It is in the envelope, and of no method.
            Kind::Error => return faults,
        };
        if method.starts_with('_') {
            return faults;
        }
        let mut definitions = version.definitions.iter();
        let named = definitions.find(|(name, of)| of.method == method && name.ends_with(suffix));
        let Some((name, definition)) = named else {
            faults.push(format!("version {} has no {suffix} `{method}`", message.version));
            return faults;
        };
        // Requests and notifications go to the side that serves them, and responses come from there.
        let from_server = message.kind == Kind::Response;
        let servers = if (message.from == Side::Agent) == from_server { "agent" } else { "client" };
        if definition.side != servers && definition.side != "protocol" {
            faults.push(format!("`{method}` is of the other side"));
        }
        let value = &message.json[part];
        if let Err(error) = self.schemas.validate(value, definition.schema) {
            faults.push(format!("{name}: {error}"));
        }
        match version.types.get(name.as_str()) {
            Some(again) => faults.extend(differs(name, *again, value)),
            None => faults.push(format!("`{name}` is missing in the list of types")),
        }
        faults
    }
}

/// What is different once a type has read and written a value.
fn differs(name: &str, again: Again, value: &Value) -> Option<String> {
    let mut value = value.clone();
    // Whoever speaks the draft of June is answered in its words, too, and an agent of version 1 is told in its own.
    if let (Some(2), Some(members)) = (value["protocolVersion"].as_u64(), value.as_object_mut()) {
        for other in ["agentInfo", "clientInfo", "clientCapabilities"] {
            members.remove(other);
        }
    }
    match again(value.clone()) {
        Ok(mut written) => {
            for (of, place, default) in DEFAULTS {
                if of == name {
                    drop_default(&mut value, place, default);
                    drop_default(&mut written, place, default);
                }
            }
            (written != value).then(|| format!("{name} is written back as {written}"))
        }
        Err(error) => Some(format!("{name} cannot be read: {error}")),
    }
}

/// Values that mean the same as nothing, which the types leave out and we say, or the other way round.
const DEFAULTS: [(&str, &str, &str); 10] = [
    ("CreateTerminalRequest", "/args", "[]"),
    ("CreateTerminalRequest", "/env", "[]"),
    ("NewSessionRequest", "/mcpServers", "[]"),
    ("NewSessionRequest", "/mcpServers/*/args", "[]"),
    ("NewSessionRequest", "/mcpServers/*/env", "[]"),
    ("ResumeSessionRequest", "/mcpServers", "[]"),
    ("InitializeRequest", "/clientCapabilities/auth", "{\"terminal\":false}"),
    ("InitializeResponse", "/agentCapabilities/auth", "{}"),
    ("SessionNotification", "/update/kind", "\"other\""),
    ("SessionNotification", "/update/status", "\"pending\""),
];

fn drop_default(value: &mut Value, place: &str, default: &str) {
    if let Some((list, member)) = place.split_once("/*") {
        let items = value.pointer_mut(list).and_then(Value::as_array_mut);
        items.into_iter().flatten().for_each(|item| drop_default(item, member, default));
        return;
    }
    let Some((object, member)) = place.rsplit_once('/') else { return };
    let Some(object) = value.pointer_mut(object).and_then(Value::as_object_mut) else { return };
    if object.get(member).is_some_and(|value| value.to_string() == default) {
        object.remove(member);
    }
}

fn types_1() -> HashMap<&'static str, Again> {
    types!(v1:
        InitializeRequest InitializeResponse AuthenticateRequest AuthenticateResponse LogoutRequest LogoutResponse
        NewSessionRequest NewSessionResponse LoadSessionRequest LoadSessionResponse
        ResumeSessionRequest ResumeSessionResponse ListSessionsRequest ListSessionsResponse
        DeleteSessionRequest DeleteSessionResponse CloseSessionRequest CloseSessionResponse
        SetSessionModeRequest SetSessionModeResponse SetSessionConfigOptionRequest SetSessionConfigOptionResponse
        PromptRequest PromptResponse CancelNotification CancelRequestNotification
        SessionNotification RequestPermissionRequest RequestPermissionResponse
        CreateElicitationRequest CreateElicitationResponse CompleteElicitationNotification
        ReadTextFileRequest ReadTextFileResponse WriteTextFileRequest WriteTextFileResponse
        CreateTerminalRequest CreateTerminalResponse TerminalOutputRequest TerminalOutputResponse
        WaitForTerminalExitRequest WaitForTerminalExitResponse KillTerminalRequest KillTerminalResponse
        ReleaseTerminalRequest ReleaseTerminalResponse
    )
}

fn types_2() -> HashMap<&'static str, Again> {
    types!(v2:
        InitializeRequest InitializeResponse LoginAuthRequest LoginAuthResponse LogoutAuthRequest LogoutAuthResponse
        NewSessionRequest NewSessionResponse ResumeSessionRequest ResumeSessionResponse
        ListSessionsRequest ListSessionsResponse DeleteSessionRequest DeleteSessionResponse
        CloseSessionRequest CloseSessionResponse SetSessionConfigOptionRequest SetSessionConfigOptionResponse
        PromptRequest PromptResponse CancelSessionNotification CancelRequestNotification
        CancelToolCallRequest CancelToolCallResponse CancelTerminalRequest CancelTerminalResponse
        UpdateSessionNotification RequestPermissionRequest RequestPermissionResponse
        CreateElicitationRequest CreateElicitationResponse CompleteElicitationNotification
    )
}
