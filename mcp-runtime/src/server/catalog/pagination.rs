//! Pagination: lists are read page by page, and a cursor marks where the next page begins.
//!
//! Source: [2026-07-28, "Pagination"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::{Entry, Features};

impl<F: Entry> Features<F> {
    /// Returns the visible features after a cursor, at most `size`, and the cursor of the next
    /// page.
    ///
    /// A cursor names the last feature of the previous page, so that pages stay correct while other
    /// features are added and removed. `None` if the cursor is not valid, or that feature has since
    /// been removed.
    pub(crate) fn page(
        &self,
        cursor: Option<&str>,
        size: usize,
        is_visible: impl Fn(&F) -> bool,
    ) -> Option<(Vec<&F>, Option<String>)> {
        let start = match cursor {
            None => 0,
            Some(cursor) => {
                let (number, key) = decode_cursor(cursor)?;
                self.index.get(&*F::index_key(&key)).filter(|last| last.number == number)?;
                number + 1
            }
        };
        let entries = self.entries.range_from(&start).iter().map(|(_, entry)| &**entry);
        let mut visible = entries.filter(|entry| is_visible(entry));
        let page: Vec<_> = visible.by_ref().take(size).collect();
        let more = visible.next().is_some();
        let last = page.last().filter(|_| more);
        let next = last.and_then(|last| {
            let indexed = self.index.get(&*F::index_key(last.key()))?;
            Some(encode_cursor(indexed.number, last.key()))
        });
        Some((page, next))
    }
}

/// Cursors are opaque: clients must not read or build them.
pub(crate) fn encode_cursor(number: u64, key: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("{number} {key}"))
}

pub(crate) fn decode_cursor(cursor: &str) -> Option<(u64, String)> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (number, key) = text.split_once(' ')?;
    Some((number.parse().ok()?, key.to_owned()))
}
