//! Counts what a message makes the server look up, for `http::lookups`.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// How often something was looked up, by what it is.
pub(crate) type Lookups = BTreeMap<&'static str, usize>;

thread_local! {
    static COUNTED: RefCell<Lookups> = RefCell::default();
}

/// Counts one on this thread.
pub(crate) fn count(what: &'static str) {
    COUNTED.with_borrow_mut(|counted| *counted.entry(what).or_default() += 1);
}

/// What was looked up on this thread since this was called last.
pub(crate) fn take() -> Lookups {
    COUNTED.take()
}
