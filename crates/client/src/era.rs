//! Detects the era of a server from its response to `server/discover`.
//!
//! Source: [2026-07-28, "Versioning", "Backward Compatibility with Initialization-Based Versions"](https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions).

use serde::Deserialize;

use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::{DiscoverResult, ProtocolVersion, UnsupportedProtocolVersion};

/// The outcome of a probe.
#[derive(Debug)]
pub(crate) enum ProbeOutcome<'a> {
    /// A result, as JSON text.
    Result(&'a str),
    /// An error; over HTTP, with the status code.
    Error { error: &'a ErrorObject, status: Option<u16> },
    /// An HTTP response that is not a message.
    Status(u16),
    /// No response in time.
    Silence,
}

/// What to do next.
#[derive(Debug)]
pub(crate) enum Decision {
    /// Speak this modern revision; without a result if `server/discover` was answered with an
    /// error, or its result cannot be read entirely.
    Modern(ProtocolVersion, Option<Box<DiscoverResult>>),
    /// Probe again with this modern revision.
    Retry(ProtocolVersion),
    /// Send `initialize` with this revision.
    Initialize(ProtocolVersion),
    /// Send `initialize`, and if the server does not support that, try HTTP+SSE.
    InitializeOrHttpSse(ProtocolVersion),
    /// The sides have no revision in common.
    NoCommonVersion(Vec<String>),
    /// The client has to be authorized first, as this status says.
    Authorize(u16),
}

/// Decides after a probe in the revision `requested`.
pub(crate) fn decide(probed: &ProbeOutcome<'_>, requested: ProtocolVersion) -> Decision {
    let legacy = ProtocolVersion::LATEST_LEGACY;
    match probed {
        ProbeOutcome::Result(result) => discovered(result),
        ProbeOutcome::Error { error, .. }
            if error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION =>
        {
            unsupported(error)
        }
        ProbeOutcome::Error { error, status } if is_of_modern_server(error, *status) => {
            Decision::Modern(requested, None)
        }
        ProbeOutcome::Error { .. } => Decision::Initialize(legacy),
        ProbeOutcome::Status(status @ (401 | 403)) => Decision::Authorize(*status),
        ProbeOutcome::Status(404 | 405) => Decision::InitializeOrHttpSse(legacy),
        ProbeOutcome::Status(_) | ProbeOutcome::Silence => Decision::Initialize(legacy),
    }
}

/// Whether only a modern server returns this error, over HTTP with this status.
pub(crate) fn is_of_modern_server(error: &ErrorObject, status: Option<u16>) -> bool {
    match error.code {
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => true,
        // Only a modern server uses a distinct status code for an unknown method.
        ErrorCode::METHOD_NOT_FOUND => status == Some(404),
        _ => false,
    }
}

/// The newest offered revision that this client supports.
pub(crate) fn newest_common(offered: &[String]) -> Option<ProtocolVersion> {
    offered.iter().filter_map(|version| version.parse().ok()).max()
}

fn discovered(result: &str) -> Decision {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Versions {
        supported_versions: Vec<String>,
    }
    let Ok(versions) = serde_json::from_str::<Versions>(result) else {
        // A server that returns a result to an unknown method is not a modern one.
        return Decision::Initialize(ProtocolVersion::LATEST_LEGACY);
    };
    match newest_common(&versions.supported_versions) {
        Some(version) if version.is_modern() => {
            Decision::Modern(version, serde_json::from_str(result).ok())
        }
        Some(version) => Decision::Initialize(version),
        None => Decision::NoCommonVersion(versions.supported_versions),
    }
}

fn unsupported(error: &ErrorObject) -> Decision {
    let value = error.data.clone().unwrap_or_default();
    let data: UnsupportedProtocolVersion = serde_json::from_value(value).unwrap_or_default();
    match newest_common(&data.supported) {
        Some(version) if version.is_modern() => Decision::Retry(version),
        Some(version) => Decision::Initialize(version),
        None => Decision::NoCommonVersion(data.supported),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn show(decision: &Decision) -> String {
        match decision {
            Decision::Modern(version, Some(_)) => format!("modern:{version}"),
            Decision::Modern(..) => "modern".to_owned(),
            Decision::Retry(version) => format!("retry:{version}"),
            Decision::Initialize(version) => format!("initialize:{version}"),
            Decision::InitializeOrHttpSse(_) => "initialize-then-sse".to_owned(),
            Decision::NoCommonVersion(_) => "no-common-version".to_owned(),
            Decision::Authorize(_) => "authorize".to_owned(),
        }
    }

    #[test]
    fn decides_as_recorded() {
        let text = include_str!("../../../tests/data/versions/version-negotiation.json");
        let vectors: Value = serde_json::from_str(text).unwrap();
        let records = vectors["client_era_detection"].as_array().unwrap();
        assert_eq!(records.len(), 19);
        for record in records {
            let reply = &record["probe_reply"];
            let status = reply["status"].as_u64().and_then(|status| u16::try_from(status).ok());
            let result = reply["result"].to_string();
            let error = reply.get("error").map(|error| {
                let mut error = error.clone();
                error["message"] = "as recorded".into();
                serde_json::from_value::<ErrorObject>(error).unwrap()
            });
            let probed = match (&error, reply.get("result"), status) {
                (Some(error), ..) => ProbeOutcome::Error { error, status },
                (_, Some(_), _) => ProbeOutcome::Result(&result),
                (.., Some(status)) => ProbeOutcome::Status(status),
                _ => ProbeOutcome::Silence,
            };
            let decision = show(&decide(&probed, ProtocolVersion::LATEST));
            let expected = record["decision"].as_str().unwrap();
            // If no revision is named, it is the newest.
            let named = decision.starts_with(expected) && !expected.contains(':');
            assert!(named || decision == expected, "{decision}: {record}");
        }
    }
}
