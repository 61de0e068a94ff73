//! The subscriber: keeps open spans, and writes a line at the end of each request.

use std::cell::RefCell;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::fields::Fields;
use super::filter::Filter;
use super::line;
use crate::sync::Mutex;

/// Logs to standard error.
pub(super) struct LogSubscriber {
    filter: Filter,
    spans: Mutex<HashMap<u64, OpenSpan>>,
    last: AtomicU64,
}

/// A span that is not closed yet.
struct OpenSpan {
    metadata: &'static Metadata<'static>,
    fields: Fields,
    since: Instant,
    handles: usize,
}

thread_local! {
    /// The spans that the thread is in, the innermost last.
    static ENTERED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl LogSubscriber {
    pub(super) fn new(filter: Filter) -> Self {
        Self { filter, spans: Mutex::default(), last: AtomicU64::new(0) }
    }

    /// The spans that the thread is in, each with a colon after it.
    fn within(&self) -> String {
        let spans = self.spans.lock();
        let label = |id: &u64| {
            spans.get(id).map(|open| line::label(open.metadata.name(), &open.fields) + ": ")
        };
        ENTERED.with_borrow(|entered| entered.iter().filter_map(label).collect())
    }
}

impl Subscriber for LogSubscriber {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.filter.allows(metadata)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.filter.max())
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::default();
        span.record(&mut fields);
        let open =
            OpenSpan { metadata: span.metadata(), fields, since: Instant::now(), handles: 1 };
        let index = self.last.fetch_add(1, Ordering::Relaxed);
        let id = NonZeroU64::MIN.saturating_add(index);
        self.spans.lock().insert(id.get(), open);
        Id::from_non_zero_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        // Recording a value may itself log.
        let mut fields = Fields::default();
        values.record(&mut fields);
        if let Some(open) = self.spans.lock().get_mut(&span.into_u64()) {
            open.fields.add(fields);
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let within = self.within();
        let metadata = event.metadata();
        let what = line::event(metadata.target(), fields);
        line::write(*metadata.level(), &format!("{within}{what}"));
    }

    fn enter(&self, span: &Id) {
        ENTERED.with_borrow_mut(|entered| entered.push(span.into_u64()));
    }

    fn exit(&self, span: &Id) {
        ENTERED.with_borrow_mut(|entered| {
            if let Some(at) = entered.iter().rposition(|id| *id == span.into_u64()) {
                entered.remove(at);
            }
        });
    }

    fn clone_span(&self, span: &Id) -> Id {
        if let Some(open) = self.spans.lock().get_mut(&span.into_u64()) {
            open.handles += 1;
        }
        span.clone()
    }

    fn try_close(&self, span: Id) -> bool {
        let mut spans = self.spans.lock();
        let Some(open) = spans.get_mut(&span.into_u64()) else { return false };
        open.handles -= 1;
        if open.handles > 0 {
            return false;
        }
        let closed = spans.remove(&span.into_u64());
        drop(spans);
        if let Some(OpenSpan { metadata, fields, since, .. }) = closed
            && fields.get("mcp.method.name").is_some()
        {
            line::write(*metadata.level(), &line::request(&fields, since.elapsed()));
        }
        true
    }
}
