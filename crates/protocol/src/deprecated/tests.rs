//! What is logged, and how often.

use std::fmt;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::with_default;
use tracing::{Event, Level, Metadata, Subscriber};

use super::*;

/// The messages that are logged as warnings.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut message = Message::default();
        event.record(&mut message);
        self.0.lock().unwrap().push(message.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

/// All in one test, since the features that were logged belong to the process.
#[test]
fn each_feature_is_logged_once_with_what_to_do_instead() {
    use DeprecatedFeature::*;
    let features = [
        (
            Roots,
            "roots: take directories as arguments, as resource URIs, or from the configuration",
        ),
        (Sampling, "sampling: call the API of a model provider"),
        (Logging, "logging to clients: write to standard error, or use OpenTelemetry"),
        (
            DynamicClientRegistration,
            "dynamic client registration: publish a client ID metadata document, or register the client by hand",
        ),
        (IncludeContext, "`includeContext`: omit it, or use `none`"),
        (HttpSse, "the HTTP+SSE transport: use Streamable HTTP"),
    ];
    let warnings = Warnings::default();
    with_default(warnings.clone(), || {
        for _ in 0..2 {
            for (feature, _) in features {
                feature.warn_once();
                assert!(feature.is_logged());
            }
        }
    });
    let expected = features.map(|(_, what)| format!("MCP has deprecated {what}"));
    assert_eq!(*warnings.0.lock().unwrap(), expected);
}
