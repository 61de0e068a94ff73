//! Checks of pages that tools show inside a host: `#[resource("ui://..", app(..))]` and
//! `#[tool(ui = "ui://..")]`.

use crate::attr::{Resource, Tool};
use crate::errors::Errors;

const PERMISSIONS: [&str; 4] = ["camera", "microphone", "geolocation", "clipboard_write"];

/// Checks a resource that is a page.
pub(super) fn resource(resource: &Resource, errors: &mut Errors) {
    let Some(app) = &resource.app else { return };
    if let Some(uri) = &resource.uri
        && !is_page(&uri.0.value())
    {
        let message = "the URI of a page is `ui://` and a name without variables: \
                       `#[resource(\"ui://board\", app)]`";
        errors.refuse(uri, message);
    }
    if let Some(mime) = &resource.mime {
        errors.refuse(mime, "`app` sets the media type: remove `mime`");
    }
    for origins in [&app.connect, &app.resources, &app.frames, &app.base] {
        for origin in &origins.0 {
            if let Err(wrong) = check_origin(&origin.value()) {
                let message = format!("{wrong}: write an origin such as `https://api.example.com`");
                errors.refuse(origin, message);
            }
        }
    }
    for word in app.permissions.iter().flat_map(|words| &words.0) {
        if !PERMISSIONS.iter().any(|known| word == known) {
            let known = PERMISSIONS.map(|known| format!("`{known}`")).join(", ");
            errors.refuse(word, format!("unknown permission: a page can ask for {known}"));
        }
    }
}

/// Checks the arguments of a tool that concern a page.
pub(super) fn tool(tool: &Tool, errors: &mut Errors) {
    if let Some(uri) = &tool.ui
        && !is_page(&uri.0.value())
    {
        let message = "`ui` takes the URI of a page, `ui://` and a name without variables: \
                       `ui = \"ui://board\"`";
        errors.refuse(uri, message);
    }
    if let Some(whom) = &tool.ui_visibility
        && !["model", "app", "both"].contains(&whom.0.value().as_str())
    {
        errors.refuse(whom, "`ui_visibility` must be \"model\", \"app\" or \"both\"");
    }
}

fn is_page(uri: &str) -> bool {
    uri.strip_prefix("ui://").is_some_and(|rest| {
        !rest.is_empty() && !rest.contains(|next: char| next.is_whitespace() || "{}".contains(next))
    })
}

/// Checks that the text is an origin as the policy of a page lists it, and nothing that breaks out
/// of the policy.
fn check_origin(origin: &str) -> Result<(), &'static str> {
    let Some((scheme, rest)) = origin.split_once("://") else {
        return Err("the origin has no scheme");
    };
    if !["https", "http", "wss", "ws"].contains(&scheme) {
        return Err("its scheme is not `https`, `http`, `wss` or `ws`");
    }
    let rest = rest.strip_prefix("*.").unwrap_or(rest);
    if rest.starts_with('*') {
        return Err("`*` may stand only for the first label of a domain");
    }
    let (host, port) = match rest.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (rest, None),
    };
    if rest.contains('/') {
        return Err("the origin has a path, which a CSP ignores");
    }
    if host.contains('*') {
        return Err("`*` must be the whole first label");
    }
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_port = |port: &str| {
        !port.is_empty() && port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit())
    };
    if host.split('.').all(is_label) && port.is_none_or(is_port) {
        Ok(())
    } else {
        Err("expected a host with an optional port")
    }
}

#[cfg(test)]
mod tests {
    use super::check_origin;

    #[test]
    fn origins_are_those_of_a_policy() {
        let good = [
            "https://api.example.com",
            "https://*.example.com",
            "wss://live.example.com",
            "http://localhost:3000",
            "https://example.com:8443",
        ];
        for origin in good {
            assert_eq!(check_origin(origin), Ok(()), "{origin}");
        }
        let bad = [
            "example.com",
            "https://example.com/",
            "https://example.com/x",
            "https://ex*.com",
            "https://a.*.com",
            "*",
            "https://*",
            "https://*.",
            "https://example.com;script-src *",
            "https://exa mple.com",
            "https://example.com:",
            "'unsafe-eval'",
            "data:",
            "",
        ];
        for origin in bad {
            assert!(check_origin(origin).is_err(), "{origin}");
        }
    }
}
