//! The extensions that a server declares.

use std::panic::Location;

use crate::protocol::{ExtensionDeclaration, ServerCapabilities};

/// The extensions that a server declares, and where each was added.
#[derive(Default)]
pub(super) struct Extensions(Vec<(ExtensionDeclaration, &'static Location<'static>)>);

impl Extensions {
    pub(super) fn add(&mut self, added: ExtensionDeclaration, at: &'static Location<'static>) {
        self.0.push((added, at));
    }

    /// Adds what they are to what the server can do.
    pub(super) fn declare(&self, capabilities: &mut ServerCapabilities) {
        for (ExtensionDeclaration { id, settings }, _) in &self.0 {
            if let Ok(settings) = settings {
                capabilities.declare(*id, settings.clone());
            }
        }
    }

    /// Looks whether each is there once, with settings.
    pub(super) fn check(&self, mistakes: &mut Vec<String>) {
        for (index, (ExtensionDeclaration { id, settings }, at)) in self.0.iter().enumerate() {
            if let Err(wrong) = settings {
                mistakes.push(format!("{wrong} ({at})"));
            }
            let mut before = self.0[..index].iter();
            if let Some((_, first)) = before.find(|(other, _)| other.id.as_str() == id.as_str()) {
                mistakes.push(format!("extension `{id}` is added twice: {first} and {at}"));
            }
        }
    }
}
