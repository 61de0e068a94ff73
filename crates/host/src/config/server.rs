//! A server of a file, to be used by itself.

use super::entry::ConfigEntry;
use super::launch::ConfigLaunch;
use crate::recipe::Recipe;
use crate::server_settings::ServerSettings;

/// A server of a [`Config`](crate::Config), which
/// [`ClientsBuilder::entry`](crate::ClientsBuilder::entry) adds to a group.
#[derive(Clone, Debug)]
pub struct ConfigServer {
    pub(crate) recipe: Recipe,
    pub(crate) settings: ServerSettings,
    pub(crate) is_required: bool,
}

impl From<ConfigEntry> for ConfigServer {
    fn from(entry: ConfigEntry) -> Self {
        let ConfigEntry { launch, settings, is_required } = entry;
        let recipe = launch.map_or_else(Recipe::wrong, ConfigLaunch::recipe);
        Self { recipe, settings, is_required }
    }
}
