//! Filters events by their level and target.

use tracing::Metadata;
use tracing::level_filters::LevelFilter;

/// The levels that are logged.
pub(super) struct Filter {
    /// By the prefix of a target, the longest first; the empty one matches all.
    levels: Vec<(String, LevelFilter)>,
}

impl Filter {
    /// Combines `-v` with the directives of `RUST_LOG`, such as `warn,shop=debug`, which take
    /// precedence. Invalid ones are ignored.
    pub(super) fn new(verbosity: u8, directives: &str) -> Self {
        let all = match verbosity {
            0 => LevelFilter::ERROR,
            1 => LevelFilter::INFO,
            2 => LevelFilter::DEBUG,
            _ => LevelFilter::TRACE,
        };
        let said = directives.split(',').filter_map(|directive| read(directive.trim()));
        // Of two for the same target, the last one wins.
        let mut levels: Vec<_> = [(String::new(), all)].into_iter().chain(said).rev().collect();
        levels.sort_by_key(|(target, _)| usize::MAX - target.len());
        Self { levels }
    }

    pub(super) fn allows(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.level(metadata.target())
    }

    pub(super) fn max(&self) -> LevelFilter {
        self.levels.iter().map(|(_, level)| *level).max().unwrap_or(LevelFilter::OFF)
    }

    fn level(&self, target: &str) -> LevelFilter {
        let level = self.levels.iter().find(|(start, _)| target.starts_with(start.as_str()));
        level.map_or(LevelFilter::OFF, |(_, level)| *level)
    }
}

fn read(directive: &str) -> Option<(String, LevelFilter)> {
    match directive.split_once('=') {
        _ if directive.is_empty() => None,
        Some((target, level)) => Some((target.trim().to_owned(), level.trim().parse().ok()?)),
        None => match directive.parse() {
            Ok(level) => Some((String::new(), level)),
            Err(_) => Some((directive.to_owned(), LevelFilter::TRACE)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_more_exact_than_v() {
        let filter =
            Filter::new(1, "shop=debug, shop::db=off,nonsense=loud,, hyper=warn,shop=trace");
        assert_eq!(filter.level("mcp_runtime::server"), LevelFilter::INFO);
        assert_eq!(filter.level("shop::pages"), LevelFilter::TRACE);
        assert_eq!(filter.level("shop::db::pool"), LevelFilter::OFF);
        assert_eq!(filter.level("hyper"), LevelFilter::WARN);
        assert_eq!(filter.max(), LevelFilter::TRACE);
    }

    #[test]
    fn a_level_alone_is_everybodys() {
        assert_eq!(Filter::new(0, "warn").level("any"), LevelFilter::WARN);
        assert_eq!(Filter::new(2, "warn").level("any"), LevelFilter::WARN);
        assert_eq!(Filter::new(0, "shop").level("any"), LevelFilter::ERROR);
        assert_eq!(Filter::new(0, "shop").level("shop"), LevelFilter::TRACE);
    }
}
