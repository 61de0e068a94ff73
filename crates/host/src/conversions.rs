//! The tools of a snapshot as providers take them, which are converted once.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;

use crate::left_out::LeftOut;
use crate::model_api::Provider;

/// How tools are converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConversionSettings {
    pub(crate) provider: Provider,
    pub(crate) strict: bool,
    pub(crate) output_schemas: bool,
}

/// Tools as a provider takes them.
#[derive(Debug, Default)]
pub(crate) struct Converted {
    /// The tools that are offered.
    pub(crate) tools: Vec<Value>,
    /// What of them is not.
    pub(crate) left_out: Vec<LeftOut>,
}

/// The conversions of a snapshot so far: a host asks for one in each turn.
#[derive(Debug, Default)]
pub(crate) struct Conversions(Mutex<Vec<(ConversionSettings, Conversion)>>);

type Conversion = Arc<OnceLock<Converted>>;

impl Conversions {
    /// The conversion with these settings, which is made if there is none.
    pub(crate) fn get(
        &self,
        settings: ConversionSettings,
        convert: impl FnOnce() -> Converted,
    ) -> Conversion {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().find(|(known, _)| *known == settings);
        let found = known.map(|(_, found)| Arc::clone(found)).unwrap_or_default();
        if known.is_none() {
            all.push((settings, Arc::clone(&found)));
        }
        drop(all);
        found.get_or_init(convert);
        found
    }
}
