//! The results of `initialize` and `server/discover`.

use serde_json::Value;

use crate::protocol::ProtocolVersion;

use super::findings::{Findings, Subject};
use super::json::{quoted, text};
use super::{Listing, Rule};

const FRAMEWORKS: [&str; 7] =
    ["mcp-runtime", "rmcp", "turbomcp", "pmcp", "rust-mcp-sdk", "mcpkit", "tower-mcp"];
const INITIALIZE: [&str; 3] = ["protocolVersion", "capabilities", "serverInfo"];
const DISCOVER: [&str; 5] =
    ["supportedVersions", "capabilities", "resultType", "ttlMs", "cacheScope"];

/// Checks the results that precede any list.
pub(super) fn check(listing: &Listing, findings: &mut Findings<'_>) {
    if let Some(result) = &listing.initialize {
        check_result(result, &INITIALIZE, listing, &mut findings.about("initialize"));
    }
    if let Some(result) = &listing.discover {
        check_result(result, &DISCOVER, listing, &mut findings.about("server/discover"));
    }
}

fn check_result(
    result: &Value,
    required: &[&str],
    listing: &Listing,
    subject: &mut Subject<'_, '_>,
) {
    for key in required.iter().filter(|key| result.get(key).is_none()) {
        subject.report_found(Rule::InitShape, format!("/{key}"), format!("{key} is missing"));
    }
    if let Some(info) = result.get("serverInfo").filter(|info| info.is_object()) {
        check_server_info(info, subject);
    }
    check_versions(result, subject);
    check_instructions(result, subject);
    check_capabilities(result, listing, subject);
}

fn check_server_info(info: &Value, subject: &mut Subject<'_, '_>) {
    let member = |key| info.get(key).and_then(Value::as_str);
    if member("name").is_none() || member("version").is_none() {
        subject.report_found(Rule::InitShape, "/serverInfo", "name and version must be strings");
    }
    if let Some(name) = member("name").filter(|name| FRAMEWORKS.contains(name)) {
        subject.report_found(Rule::InitServerInfo, "/serverInfo", quoted(name));
    }
}

fn check_versions(result: &Value, subject: &mut Subject<'_, '_>) {
    let chosen = result.get("protocolVersion").map(|version| ("/protocolVersion", version));
    let supported = result
        .get("supportedVersions")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|version| ("/supportedVersions", version));
    let is_known = |version: &Value| {
        version.as_str().is_some_and(|version| version.parse::<ProtocolVersion>().is_ok())
    };
    for (pointer, version) in supported.chain(chosen) {
        if !is_known(version) {
            subject.report_found(Rule::InitVersion, pointer, version.to_string());
        }
    }
}

fn check_instructions(result: &Value, subject: &mut Subject<'_, '_>) {
    let Some(instructions) = text(result.get("instructions")) else {
        return subject.report(Rule::InitInstructions, "");
    };
    let length = instructions.chars().count();
    if length > 2048 {
        let found = format!("they have {length} characters");
        subject.report_found(Rule::InitInstructions2k, "/instructions", found);
    }
}

fn check_capabilities(result: &Value, listing: &Listing, subject: &mut Subject<'_, '_>) {
    for capability in ["tools", "prompts", "resources"] {
        let list = listing.list(capability);
        let count = list.entries().len();
        let is_declared =
            result.get("capabilities").is_some_and(|declared| declared.get(capability).is_some());
        let has_templates =
            capability == "resources" && !listing.list("resourceTemplates").entries().is_empty();
        if count > 0 && !is_declared {
            let found = format!(
                "{capability} are listed ({count}), but the capability `{capability}` is not declared"
            );
            subject.report_found(Rule::InitCapability, "/capabilities", found);
        }
        if is_declared && list.is_empty() && !has_templates {
            let pointer = format!("/capabilities/{capability}");
            subject.report(Rule::InitCapabilityUnused, pointer);
        }
    }
}
