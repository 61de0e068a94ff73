//! Servers that are mounted in the one that is built.

mod gather;
mod settings;
mod subscriptions;

use std::panic::Location;

use tokio::task::JoinSet;

use super::ServerBuilder;
use crate::error::{Error, Result};
use crate::server::catalog::Catalog;
use crate::server::response::BoxFuture;
use gather::gather_all;

pub(super) use gather::Gathering;

/// A server that is to be mounted in another one.
pub(super) struct MountedServer {
    /// Empty if it is mounted flat.
    prefix: String,
    pub(super) server: ServerBuilder,
    at: &'static Location<'static>,
    /// Puts it and others together.
    ///
    /// It is a pointer so that a program without mounts contains none of this code.
    pub(super) gather: fn(Vec<Self>, &mut Catalog, Gathering<'_>),
    /// Creates the values that it and others have only when they are about to serve.
    pub(super) open: fn(Vec<Self>) -> BoxFuture<Result<Vec<Self>>>,
}

impl MountedServer {
    /// Its instructions, under a heading with its prefix.
    pub(super) fn instructions(&self) -> Option<String> {
        let text = self.server.all_instructions()?;
        Some(if self.prefix.is_empty() { text } else { format!("## {}\n\n{text}", self.prefix) })
    }

    /// Opens servers at the same time: one that waits for another machine must not delay the others.
    #[inline]
    fn open_all(mounted: Vec<Self>) -> BoxFuture<Result<Vec<Self>>> {
        Box::pin(async move {
            let mut opening = JoinSet::new();
            for (place, Self { server, prefix, at, gather, open }) in
                mounted.into_iter().enumerate()
            {
                opening.spawn(async move {
                    let server = server.open().await?;
                    Ok::<_, Error>((place, Self { server, prefix, at, gather, open }))
                });
            }
            let mut opened = Vec::new();
            while let Some(mounted) = opening.join_next().await {
                opened.push(mounted.map_err(Error::other)??);
            }
            opened.sort_unstable_by_key(|(place, _)| *place);
            Ok(opened.into_iter().map(|(_, mounted)| mounted).collect())
        })
    }
}

impl ServerBuilder {
    /// Mounts another server in this one: its tools, prompts and resources are offered with a prefix.
    ///
    /// With the prefix `weather`, a tool `forecast` becomes `weather_forecast`, and a resource
    /// `notes://today` becomes `notes://weather/today`; so do links to its resources in its results.
    /// URIs with the schemes `http`, `https` and `ui` stay as they are. Its instructions stand under a
    /// heading with the prefix.
    ///
    /// The mounted server keeps its own state, layers, checks and limits of tools, and sees its own
    /// names. Layers and the visibility rule of this server run before them and see the names that
    /// clients use. Layers of the mounted one run for its tools, prompts and resources.
    /// [`SessionState`](crate::SessionState) is shared by all. The lists of the mounted server may
    /// [change](crate::Changes) while it runs. What belongs to the connection, such as a store or tasks, can
    /// only be set on this server: set on the mounted one, it is a mistake that [`build`](Self::build)
    /// reports.
    ///
    /// ```
    /// use mcp_runtime::{server, tool};
    ///
    /// mod weather {
    ///     use mcp_runtime::{ServerBuilder, server, tool};
    ///
    ///     /// Forecasts the weather.
    ///     #[tool(read_only)]
    ///     fn forecast(city: &str) -> String {
    ///         format!("Sunny in {city}")
    ///     }
    ///
    ///     pub fn server() -> ServerBuilder {
    ///         server!().tool::<forecast>()
    ///     }
    /// }
    ///
    /// /// Adds two numbers.
    /// #[tool(pure)]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// let server = server!().tool::<add>().mount("weather", weather::server()).build()?;
    /// let names: Vec<_> = server.offers().tools().into_iter().map(|tool| tool.name).collect();
    /// assert_eq!(names, ["add", "weather_forecast"]);
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    #[track_caller]
    #[inline]
    pub fn mount(mut self, prefix: impl Into<String>, server: Self) -> Self {
        let prefix = prefix.into();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if prefix.is_empty() || !prefix.bytes().all(fits) {
            self = self.mistake(format!(
                "`mount`: {prefix:?} cannot be a prefix: use A-Z a-z 0-9 _ -, or `mount_flat` for none"
            ));
        }
        self.add_mounted(prefix, server, Location::caller())
    }

    /// Mounts another server in this one, as [`mount`](Self::mount) does, under the same names: a
    /// server that is split into parts keeps its names.
    #[track_caller]
    #[inline]
    pub fn mount_flat(self, server: Self) -> Self {
        self.add_mounted(String::new(), server, Location::caller())
    }

    #[inline]
    fn add_mounted(
        mut self,
        prefix: String,
        mut server: Self,
        at: &'static Location<'static>,
    ) -> Self {
        // The command line shows them before anything is created.
        self.needs.append(&mut server.needs);
        let is_empty = !server.openings.is_empty() && server.entries.is_empty();
        self.lists_late |= is_empty || server.lists_late;
        let mounted =
            MountedServer { prefix, server, at, gather: gather_all, open: MountedServer::open_all };
        self.mounts.push(mounted);
        self
    }
}
