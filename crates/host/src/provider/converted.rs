//! The tools of a request, converted within a limit for all of them.

use serde_json::Value;

use super::schema::{Fault, MAX_BYTES};
use crate::left_out::LeftOut;

/// How much all tools of a request have, written out: about 260,000 tokens.
const MAX_ALL_BYTES: usize = 1024 * 1024;

/// How often the room that is left is divided among the tools that are larger than their share was.
const ROUNDS: usize = 4;

/// What becomes of a tool within some bytes.
pub(super) type OneTool = Result<(Value, Vec<LeftOut>), Fault>;

/// Converts tools within the limit for all of them. Each has its share, and what small ones leave
/// is for larger ones: no tool takes the room of another one by its place in the list.
pub(super) fn all(count: usize, mut convert: impl FnMut(usize, usize) -> OneTool) -> Vec<OneTool> {
    let mut left = MAX_ALL_BYTES;
    let mut done: Vec<Option<OneTool>> = (0..count).map(|_| None).collect();
    let mut todo: Vec<usize> = (0..count).collect();
    for _ in 0..ROUNDS {
        let share = (left / todo.len().max(1)).min(MAX_BYTES);
        let before = todo.len();
        todo.retain(|at| {
            let tried = within(share, |share| convert(*at, share));
            let is_too_large = tried.as_ref().is_err_and(|fault| fault.is_size(share));
            if !is_too_large {
                left = left.saturating_sub(size(&tried));
                done[*at] = Some(tried);
            }
            is_too_large
        });
        if todo.is_empty() || todo.len() == before {
            break;
        }
    }
    // The last ones, in order, as long as there is room for trying.
    let mut tries = left;
    for at in todo {
        let share = left.min(tries).min(MAX_BYTES);
        let tried = within(share, |share| convert(at, share));
        tries = tries.saturating_sub(if tried.is_ok() { size(&tried) } else { share });
        left = left.saturating_sub(size(&tried));
        done[at] = Some(tried.map_err(|fault| {
            if fault.is_size(share) { Fault::of_all(MAX_ALL_BYTES) } else { fault }
        }));
    }
    done.into_iter().flatten().collect()
}

/// A conversion that keeps to its share with all that is written, not only with its schema.
fn within(share: usize, convert: impl FnOnce(usize) -> OneTool) -> OneTool {
    let tried = convert(share)?;
    // A description is short enough for any tool.
    if share < MAX_BYTES && tried.0.to_string().len() > share {
        return Err(Fault::too_large());
    }
    Ok(tried)
}

fn size(tried: &OneTool) -> usize {
    tried.as_ref().map_or(0, |(tool, _)| tool.to_string().len())
}
