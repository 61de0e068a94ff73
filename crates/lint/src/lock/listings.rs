//! Changes of prompts, resources and the server itself.

use std::collections::BTreeMap;

use serde_json::Value;

use super::change::{Bump, Changes};
use super::entries::{LockedPrompt, LockedResource, LockedServer};

/// The entries that are only in the old lock, only in the new one, and in both.
#[expect(clippy::type_complexity, reason = "three lists that are taken apart at once")]
pub(super) fn by_name<'a, T>(
    old: &'a BTreeMap<String, T>,
    new: &'a BTreeMap<String, T>,
) -> (Vec<(&'a str, &'a T)>, Vec<(&'a str, &'a T)>, Vec<(&'a str, &'a T, &'a T)>) {
    let only = |these: &'a BTreeMap<String, T>, others: &BTreeMap<String, T>| {
        let missing = these.iter().filter(|(name, _)| !others.contains_key(*name));
        missing.map(|(name, one)| (name.as_str(), one)).collect()
    };
    let both = old.iter().filter_map(|(name, old)| Some((name.as_str(), old, new.get(name)?)));
    (only(old, new), only(new, old), both.collect())
}

/// Compares a text that models read.
pub(super) fn text(
    what: &str,
    at: &str,
    old: Option<&String>,
    new: Option<&String>,
    changes: &mut Changes,
) {
    if old != new {
        let text = format!("{what} changed");
        changes.review(format!("text.{what}"), Bump::Patch, at, &text);
    }
}

pub(super) fn prompts(
    old: &BTreeMap<String, LockedPrompt>,
    new: &BTreeMap<String, LockedPrompt>,
    changes: &mut Changes,
) {
    let (gone, come, both) = by_name(old, new);
    for (name, _) in gone {
        changes.add("prompt.removed", Bump::Major, name, "prompt removed");
    }
    for (name, _) in come {
        changes.add("prompt.added", Bump::Minor, name, "new prompt");
    }
    for (name, old, new) in both {
        arguments(name, old, new, changes);
        let words = |prompt: &LockedPrompt| (prompt.title.clone(), prompt.description.clone());
        if words(old) != words(new) {
            changes.review("prompt.text", Bump::Patch, name, "title or description changed");
        }
    }
}

fn arguments(name: &str, old: &LockedPrompt, new: &LockedPrompt, changes: &mut Changes) {
    let (gone, come, both) = by_name(&old.arguments, &new.arguments);
    for (argument, _) in gone {
        let at = format!("{name}/{argument}");
        changes.add("prompt.argument-removed", Bump::Major, &at, "argument removed");
    }
    for (argument, new) in come {
        let at = format!("{name}/{argument}");
        if new.required {
            let rule = "prompt.argument-added-required";
            changes.add(rule, Bump::Major, &at, "new required argument");
        } else {
            let rule = "prompt.argument-added-optional";
            changes.add(rule, Bump::Minor, &at, "new optional argument");
        }
    }
    for (argument, old, new) in both {
        let at = format!("{name}/{argument}");
        match (old.required, new.required) {
            (false, true) => {
                let rule = "prompt.argument-became-required";
                changes.add(rule, Bump::Major, &at, "is now required");
            }
            (true, false) => {
                let rule = "prompt.argument-became-optional";
                changes.add(rule, Bump::Minor, &at, "is now optional");
            }
            _ => {}
        }
        if old.description != new.description {
            changes.review("prompt.text", Bump::Patch, &at, "description changed");
        }
    }
}

/// Compares resources or templates; `what` is `resource` or `template`.
pub(super) fn resources(
    what: &str,
    old: &BTreeMap<String, LockedResource>,
    new: &BTreeMap<String, LockedResource>,
    changes: &mut Changes,
) {
    let (gone, come, both) = by_name(old, new);
    for (uri, resource) in gone {
        // The same one at another URI: stored URIs of it are broken.
        let moved = come.iter().find(|(_, other)| other.name == resource.name);
        match moved.filter(|_| what == "template") {
            Some((to, _)) => {
                let text = format!("is now {to}");
                changes.add("template.uri-changed", Bump::Major, uri, &text);
            }
            None => {
                let text = format!("{what} removed");
                changes.add(format!("{what}.removed"), Bump::Major, uri, &text);
            }
        }
    }
    for (uri, _) in come {
        changes.add(format!("{what}.added"), Bump::Minor, uri, &format!("new {what}"));
    }
    for (uri, old, new) in both {
        if old.mime != new.mime {
            let text = "the media type changed";
            changes.add(format!("{what}.mime-changed"), Bump::Major, uri, text);
        }
        if old.name != new.name {
            changes.add(format!("{what}.name-changed"), Bump::Minor, uri, "the name changed");
        }
        let words =
            |resource: &LockedResource| (resource.title.clone(), resource.description.clone());
        if words(old) != words(new) {
            let text = "title or description changed";
            changes.review(format!("{what}.text"), Bump::Patch, uri, text);
        }
        page(uri, old.ui.as_ref(), new.ui.as_ref(), changes);
    }
}

/// Compares what a page requests from its host.
fn page(at: &str, old: Option<&Value>, new: Option<&Value>, changes: &mut Changes) {
    if old == new {
        return;
    }
    let wanted = |ui: Option<&Value>| {
        let lists = ui.and_then(|ui| ui["csp"].as_object()).into_iter().flatten();
        let domains = lists.flat_map(|(list, domains)| {
            let domains = domains.as_array().into_iter().flatten();
            domains.map(move |domain| format!("{list} {domain}"))
        });
        let permissions = ui.and_then(|ui| ui["permissions"].as_object()).into_iter().flatten();
        domains.chain(permissions.map(|(name, _)| name.clone())).collect::<Vec<_>>()
    };
    let was = wanted(old);
    let is = wanted(new);
    let more: Vec<&str> = is.iter().filter(|one| !was.contains(one)).map(String::as_str).collect();
    if more.is_empty() {
        changes.add("ui.changed", Bump::Minor, at, "the settings of its page changed");
    } else {
        let text = format!("its page may do more: {}", more.join(", "));
        changes.review("ui.csp-widened", Bump::Minor, at, &text);
    }
}

pub(super) fn server(old: &LockedServer, new: &LockedServer, changes: &mut Changes) {
    if old.name != new.name {
        let text = format!("{} became {}", old.name, new.name);
        changes.add("name.changed", Bump::Major, "server", &text);
    }
    let lists = [
        (&old.revisions, &new.revisions, "revision.dropped", "revision.added"),
        (&old.capabilities, &new.capabilities, "removed", "added"),
    ];
    for (old, new, gone, come) in lists {
        let changed =
            |these: &[String], others: &[String], rule: &str, level, changes: &mut Changes| {
                for one in these.iter().filter(|one| !others.contains(one)) {
                    let rule = if rule.contains('.') {
                        rule.to_owned()
                    } else {
                        format!("{}.{rule}", word(one))
                    };
                    let what = if level == Bump::Major {
                        "is no longer supported"
                    } else {
                        "is now supported"
                    };
                    changes.add(rule, level, "server", &format!("{one} {what}"));
                }
            };
        changed(old, new, gone, Bump::Major, changes);
        changed(new, old, come, Bump::Minor, changes);
    }
    text("instructions", "server", old.instructions.as_ref(), new.instructions.as_ref(), changes);
    if (&old.title, &old.website_url) != (&new.title, &new.website_url) {
        changes.add("server.text", Bump::Patch, "server", "title or website changed");
    }
}

/// The rule for a capability: `subscribe` for `resources.subscribe`.
fn word(capability: &str) -> &str {
    match capability.split_once('.') {
        Some(("extensions", _)) => "extension",
        Some((_, last)) => last,
        None => capability,
    }
}
