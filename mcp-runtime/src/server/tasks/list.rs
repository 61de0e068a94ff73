//! `tasks/list`.
//!
//! Source: [2025-11-25, "Tasks", Listing Tasks](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#listing-tasks).

use std::borrow::Cow;
use std::sync::Arc;

use super::record::TaskRecord;
use super::records::unavailable;
use super::{TaskManager, is_id, result};
use crate::jsonrpc::{ErrorObject, string};
use crate::protocol::{ListTasksResult, Method};
use crate::server::response::Step;
use crate::server::{Context, not_offered};

/// Lists the tasks of a client, if its requests are known to come from one client.
#[inline]
pub(super) fn list(
    tasks: Arc<TaskManager>,
    context: &Context,
    cursor: Option<&str>,
) -> Result<Step, ErrorObject> {
    if !context.is_of_one_client() {
        return Err(not_offered(Method::ListTasks));
    }
    let given = cursor.filter(|cursor| *cursor != "null");
    let checked =
        given.map(|cursor| string(cursor).filter(|cursor| is_id(cursor)).ok_or_else(bad_cursor));
    let cursor = checked.transpose()?.map(Cow::into_owned);
    let context = context.clone();
    Ok(Step::of_request(Method::ListTasks, async move {
        let owner = context.caller().principal();
        let records = tasks
            .records
            .of(owner, tasks.settings.in_all)
            .await
            .map_err(|error| unavailable(&error))?;
        let start = match cursor {
            None => 0,
            // Otherwise the task has expired, or never belonged to this client.
            Some(cursor) => {
                let last = records.iter().position(|record| *record.id == *cursor);
                last.ok_or_else(bad_cursor)? + 1
            }
        };
        let page: Vec<&TaskRecord> =
            records.iter().skip(start).take(context.server().0.lists.page_size).collect();
        let mut listed = ListTasksResult::default();
        if start + page.len() < records.len() {
            listed.next_cursor = page.last().map(|record| record.id.to_string());
        }
        listed.tasks = page.iter().map(|of| of.task(of.head.stage.core_status())).collect();
        result::encoded(&listed)
    }))
}

#[inline]
fn bad_cursor() -> ErrorObject {
    ErrorObject::invalid_params("`cursor` was not issued by this server")
}
