//! Updates without what is too large to be kept.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

use crate::protocol::{Diff, SessionUpdate, ToolCall, ToolCallContent};
use mcp_runtime_protocol::ContentBlock;

/// How many bytes an update may take: a history has room for two of them, and a little more.
const MAX_UPDATE: usize = 4032 * 1024;

/// How much is left of a text that is too long, at most.
const MAX_BEGINNING: usize = 64 * 1024;

/// How many bytes a message may take when others need its room.
pub(super) const MAX_OLD: usize = 128 * 1024;

/// An update as it is kept, and whether something is left out: the largest parts, until it fits.
pub(super) fn shortened(update: &SessionUpdate) -> serde_json::Result<(Box<RawValue>, bool)> {
    let json = to_raw_value(update)?;
    if json.get().len() <= MAX_UPDATE {
        return Ok((json, false));
    }
    let mut update = update.clone();
    shorten(&mut update, MAX_UPDATE - MAX_BEGINNING);
    Ok((to_raw_value(&update)?, true))
}

/// An update that is kept, with content of no more than about so many bytes; `None` if it cannot be
/// read.
pub(super) fn shortened_json(json: &RawValue, most: usize) -> Option<Arc<RawValue>> {
    let mut update: SessionUpdate = serde_json::from_str(json.get()).ok()?;
    shorten(&mut update, most);
    to_raw_value(&update).ok().map(Arc::from)
}

fn shorten(update: &mut SessionUpdate, most: usize) {
    match update {
        SessionUpdate::UserMessage { content, .. } => shorten_blocks(content, most),
        SessionUpdate::AgentMessage { content, .. }
        | SessionUpdate::AgentThought { content, .. }
        | SessionUpdate::CompactionSummary { content, .. } => *content = instead_of(content, most),
        SessionUpdate::ToolCall(call) | SessionUpdate::ToolCallUpdate(call) => {
            shorten_call(call);
        }
        SessionUpdate::Compaction(change) => {
            change.summary.iter_mut().for_each(|summary| shorten_blocks(summary, most));
        }
        _ => {}
    }
}

/// Puts notes in place of the largest blocks, the first ones of those that are as large, until the rest
/// fits.
fn shorten_blocks(blocks: &mut Vec<ContentBlock>, most: usize) {
    let mut sizes: Vec<(usize, Reverse<usize>)> =
        blocks.iter().enumerate().map(|(at, block)| (size(block), Reverse(at))).collect();
    let mut total: usize = sizes.iter().map(|(size, _)| size).sum();
    sizes.sort_unstable();
    while let Some((before, Reverse(at))) = sizes.pop().filter(|_| total > most) {
        blocks[at] = instead_of(&blocks[at], most);
        total = (total + size(&blocks[at])).saturating_sub(before);
    }
    // There are very many small ones.
    let mut left = most;
    let fit = blocks
        .iter()
        .take_while(|block| {
            let rest = left.checked_sub(size(block));
            left = rest.unwrap_or(left);
            rest.is_some()
        })
        .count();
    if fit < blocks.len() {
        let more = format!("[{} more parts are left out of the conversation]", blocks.len() - fit);
        blocks.truncate(fit);
        blocks.push(ContentBlock::text(more));
    }
}

/// Leaves the newest of what a call shows, with notes in place of what is large.
fn shorten_call(call: &mut ToolCall) {
    (call.raw_input, call.raw_output) = (None, None);
    let Some(content) = &mut call.content else { return };
    for content in content.iter_mut() {
        match content {
            ToolCallContent::Content(block) if size(block) > MAX_BEGINNING => {
                *block = instead_of(block, MAX_UPDATE);
            }
            ToolCallContent::Diff(diff) if diff_size(diff) > MAX_BEGINNING => {
                let changed = note(&format!("a diff of {}", diff.path), diff_size(diff));
                *content = ToolCallContent::Content(changed);
            }
            _ => {}
        }
    }
    let many = content.len().saturating_sub(MAX_UPDATE / 2 / MAX_BEGINNING);
    content.drain(..many);
}

/// What is kept in place of a block that is too large.
fn instead_of(block: &ContentBlock, most: usize) -> ContentBlock {
    let what = match block {
        ContentBlock::Text(text) => return beginning(&text.text, MAX_BEGINNING.min(most / 4)),
        ContentBlock::Image(_) => "an image",
        ContentBlock::Audio(_) => "audio",
        ContentBlock::Resource(_) => "a file",
        _ => "something",
    };
    note(what, size(block))
}

fn beginning(text: &str, most: usize) -> ContentBlock {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    ContentBlock::text(match text.len() - end {
        0 => text.to_owned(),
        rest => format!("{}\n[{rest} more bytes are left out of the conversation]", &text[..end]),
    })
}

fn note(what: &str, bytes: usize) -> ContentBlock {
    ContentBlock::text(format!("[{what} of {bytes} bytes is left out of the conversation]"))
}

fn diff_size(diff: &Diff) -> usize {
    diff.new_text.len() + diff.old_text.as_ref().map_or(0, String::len)
}

/// How many bytes a block takes in a list, as JSON.
fn size(block: &ContentBlock) -> usize {
    serde_json::to_string(block).map_or(0, |json| json.len() + 1)
}
