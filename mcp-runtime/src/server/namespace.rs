//! What the names and URIs of a mounted server begin with.

use std::borrow::Cow;

/// The schemes of URIs that stay as they are: clients fetch `https:` themselves, and a page of an app
/// is named in tools that only its own server knows.
const KEPT_SCHEMES: [&str; 3] = ["http:", "https:", "ui:"];

/// What the names and URIs of a mounted server begin with: nothing for a server that is mounted flat.
#[derive(Clone, Default)]
pub(super) struct Namespace {
    /// Such as `weather_`.
    names: String,
    /// Such as `weather/`: the host of a URI, or the first segment of its path.
    uris: String,
}

impl Namespace {
    /// The namespace of a prefix.
    ///
    /// Hosts are in lower case: some clients do not keep them otherwise.
    #[inline]
    pub(super) fn of(prefix: &str) -> Self {
        if prefix.is_empty() {
            return Self::default();
        }
        Self { names: format!("{prefix}_"), uris: format!("{}/", prefix.to_ascii_lowercase()) }
    }

    /// Returns the namespace as clients see it through the server that has this one around it.
    #[inline]
    pub(super) fn within(&self, outer: &Self) -> Self {
        Self { names: outer.names.clone() + &self.names, uris: outer.uris.clone() + &self.uris }
    }

    /// What this namespace adds to one of those around it.
    #[inline]
    pub(super) fn below(&self, outer: &Self) -> Self {
        let rest = |whole: &str, outer: &str| whole.strip_prefix(outer).unwrap_or(whole).to_owned();
        Self { names: rest(&self.names, &outer.names), uris: rest(&self.uris, &outer.uris) }
    }

    /// A name as clients see it.
    #[inline]
    pub(super) fn name(&self, local: &str) -> String {
        format!("{}{local}", self.names)
    }

    /// The name in the mounted server.
    #[inline]
    pub(super) fn local_name<'a>(&self, name: &'a str) -> &'a str {
        name.strip_prefix(&*self.names).unwrap_or(name)
    }

    /// A URI, or a template of URIs, as clients see it: `notes://today` in `weather` is
    /// `notes://weather/today`.
    #[inline]
    pub(super) fn uri<'a>(&self, local: &'a str) -> Cow<'a, str> {
        let (start, rest) = split(local);
        if self.uris.is_empty() || is_kept(start) {
            return Cow::Borrowed(local);
        }
        Cow::Owned(format!("{start}{}{rest}", self.uris))
    }

    /// The URI in the mounted server.
    #[inline]
    pub(super) fn local_uri<'a>(&self, uri: &'a str) -> Cow<'a, str> {
        let (start, rest) = split(uri);
        if is_kept(start) {
            return Cow::Borrowed(uri);
        }
        match rest.split_at_checked(self.uris.len()) {
            Some((prefix, local)) if prefix.eq_ignore_ascii_case(&self.uris) => {
                if prefix.is_empty() { uri.into() } else { format!("{start}{local}").into() }
            }
            _ => Cow::Borrowed(uri),
        }
    }

    /// Whether names and URIs begin with nothing.
    #[inline]
    pub(super) fn is_flat(&self) -> bool {
        self.names.is_empty()
    }
}

#[inline]
fn is_kept(start: &str) -> bool {
    KEPT_SCHEMES.iter().any(|scheme| {
        start.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Splits a URI behind its scheme, and behind the slashes that a host follows.
#[inline]
fn split(uri: &str) -> (&str, &str) {
    let end = match uri.find([':', '{', '/']) {
        Some(colon) if uri[colon..].starts_with("://") => colon + 3,
        Some(colon) if uri[colon..].starts_with(':') => colon + 1,
        _ => 0,
    };
    uri.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::Namespace;

    #[test]
    fn uris_are_rewritten_and_back() {
        let weather = Namespace::of("Weather");
        for (local, seen) in [
            ("notes://today", "notes://weather/today"),
            ("notes://{id}/{+path}", "notes://weather/{id}/{+path}"),
            ("file:///tmp/a", "file://weather//tmp/a"),
            ("urn:isbn:1", "urn:weather/isbn:1"),
            ("https://example.com/a", "https://example.com/a"),
            ("UI://page", "UI://page"),
        ] {
            assert_eq!(weather.uri(local), seen);
            assert_eq!(weather.local_uri(seen), local);
            assert_eq!(Namespace::default().uri(local), local);
            assert_eq!(Namespace::default().local_uri(local), local);
        }
        assert_eq!(weather.local_uri("notes://WEATHER/today"), "notes://today");
        assert_eq!(weather.local_uri("notes://other/today"), "notes://other/today");
    }

    #[test]
    fn a_namespace_in_a_namespace_has_both_prefixes() {
        let outer = Namespace::of("eu");
        let inner = Namespace::of("weather").within(&outer);
        assert_eq!(inner.name("today"), "eu_weather_today");
        assert_eq!(inner.uri("notes://today"), "notes://eu/weather/today");
        let below = inner.below(&outer);
        assert_eq!(below.name("today"), "weather_today");
        assert_eq!(below.local_uri("notes://weather/today"), "notes://today");
    }
}
