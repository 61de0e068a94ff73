//! Changes at a server, and the filters of `subscriptions/listen` that select them.
//!
//! Source: [2026-07-28, "Subscriptions"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions).

use std::collections::HashSet;

use crate::protocol::SubscriptionFilter;

/// A change at the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Change {
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
    /// The lists of resources and of resource templates.
    Resources,
    /// The contents of the resource with this URI.
    Resource(String),
    /// The task with this id; only servers of 2026-07-28 announce it reliably.
    Task(String),
}

impl Change {
    /// Whether a filter selects this change.
    pub(super) fn is_in(&self, filter: &SubscriptionFilter) -> bool {
        match self {
            Self::Tools => filter.tools_list_changed == Some(true),
            Self::Prompts => filter.prompts_list_changed == Some(true),
            Self::Resources => filter.resources_list_changed == Some(true),
            Self::Resource(uri) => uris(filter).contains(uri),
            Self::Task(id) => ids(filter).contains(id),
        }
    }

    /// The subscribed resource that this change affects: the resource itself, or one that contains
    /// it.
    ///
    /// Source: [2025-11-25, schema, `ResourceUpdatedNotificationParams`, `uri`](https://modelcontextprotocol.io/specification/2025-11-25/schema#resourceupdatednotification).
    pub(super) fn asked_as<'a>(&self, filter: &'a SubscriptionFilter) -> Option<&'a String> {
        let Self::Resource(uri) = self else { return None };
        let is_part = |whole: &&String| {
            let rest = uri.strip_prefix(&***whole);
            rest.is_some_and(|rest| whole.ends_with('/') || rest.starts_with(['/', '?', '#']))
        };
        let asked = uris(filter);
        asked.iter().find(|whole| *whole == uri).or_else(|| asked.iter().find(is_part))
    }
}

fn uris(filter: &SubscriptionFilter) -> &[String] {
    filter.resource_subscriptions.as_deref().unwrap_or_default()
}

fn ids(filter: &SubscriptionFilter) -> &[String] {
    filter.task_ids.as_deref().unwrap_or_default()
}

/// The part of a filter that was both requested and granted.
pub(super) fn intersection(
    asked: &SubscriptionFilter,
    granted: &SubscriptionFilter,
) -> SubscriptionFilter {
    let flag = |one: Option<bool>, other: Option<bool>| one.filter(|one| *one).and(other);
    let of_extension = |name: &String| Some((name.clone(), granted.other.get(name)?.clone()));
    let common = |asked: &Option<Vec<String>>, granted: &[String]| {
        let known: HashSet<&String> = granted.iter().collect();
        let asked = asked.as_ref()?.iter();
        Some(asked.filter(|entry| known.contains(entry)).cloned().collect())
    };
    let mut both = SubscriptionFilter::default();
    both.tools_list_changed = flag(asked.tools_list_changed, granted.tools_list_changed);
    both.prompts_list_changed = flag(asked.prompts_list_changed, granted.prompts_list_changed);
    both.resources_list_changed =
        flag(asked.resources_list_changed, granted.resources_list_changed);
    both.resource_subscriptions = common(&asked.resource_subscriptions, uris(granted));
    both.task_ids = common(&asked.task_ids, ids(granted));
    both.other = asked.other.keys().filter_map(of_extension).collect();
    both
}

/// The filter that selects these changes.
pub(super) fn filter(changes: impl IntoIterator<Item = Change>) -> SubscriptionFilter {
    let mut filter = SubscriptionFilter::default();
    for change in changes {
        match change {
            Change::Tools => filter.tools_list_changed = Some(true),
            Change::Prompts => filter.prompts_list_changed = Some(true),
            Change::Resources => filter.resources_list_changed = Some(true),
            Change::Resource(uri) => {
                filter.resource_subscriptions.get_or_insert_default().push(uri);
            }
            Change::Task(id) => filter.task_ids.get_or_insert_default().push(id),
        }
    }
    filter
}
