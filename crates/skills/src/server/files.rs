//! Skills from files: in a directory, or embedded in the program.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mcp_runtime::protocol::{CacheScope, Resource, ResourceContents};
use mcp_runtime::{Context, Error, ErrorObject, Result, Server};
use mcp_runtime_protocol::short_debug;
use mcp_runtime_protocol::sync::{Mutex, RwLock};

use super::directory::scan;
use super::index::{FoundFiles, Problem, SkillIndex};
use super::listed::change_listed;
use super::source::SkillSource;
use crate::skill::{GetSkillResult, ListSkillsResult, Skill};

/// How long clients may cache embedded skills.
const EMBEDDED_TTL: Duration = Duration::from_secs(300);

/// Skills from files: folders with a `SKILL.md`, embedded in the program
/// ([`skills!`](macro@crate::skills)) or in a directory. Clones share their skills.
///
/// The files are read when the skills are added to a server, and held in memory: at most 10,000
/// files with a total of 64 MiB. Names that begin with a dot are skipped.
#[derive(Clone, Default)]
pub struct Skills {
    places: Vec<Place>,
    is_lenient: bool,
    shared: Arc<SharedIndex>,
}

short_debug!(Skills { places });

/// The state that clones share.
#[derive(Default)]
struct SharedIndex {
    index: RwLock<Arc<SkillIndex>>,
    reloading: Mutex<()>,
}

#[derive(Clone, Debug)]
enum Place {
    Program(EmbeddedFiles),
    Directory(PathBuf),
}

/// Paths below a directory of skills, with the content of the files.
type EmbeddedFiles = &'static [(&'static str, &'static [u8])];

/// The changes that a [reload](Skills::reload) found, as URIs of `SKILL.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkillChanges {
    /// New skills.
    pub added: Vec<String>,
    /// Removed skills.
    pub removed: Vec<String>,
    /// Skills of which any file has changed.
    pub changed: Vec<String>,
}

/// The skills that `skills!` found.
pub fn embedded_skills(files: EmbeddedFiles) -> Skills {
    Skills { places: vec![Place::Program(files)], ..Skills::default() }
}

impl Skills {
    /// The skills below a directory: each folder with a `SKILL.md`, however deep.
    ///
    /// ```no_run
    /// use mcp_runtime::server;
    /// use mcp_runtime_skills::Skills;
    ///
    /// fn main() -> mcp_runtime::Result<()> {
    ///     server!().extension(Skills::dir("/srv/skills")).run()
    /// }
    /// ```
    pub fn dir(path: impl Into<PathBuf>) -> Self {
        Self::default().and_dir(path)
    }

    /// Adds the skills below another directory.
    #[must_use]
    pub fn and_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.places.push(Place::Directory(path.into()));
        Self { shared: Arc::default(), ..self }
    }

    /// Skips invalid skills with a warning in the log; otherwise they fail the build of the server.
    #[must_use]
    pub fn lenient(self) -> Self {
        Self { is_lenient: true, shared: Arc::default(), ..self }
    }

    /// Reads the files again, and notifies clients if the skills listed among the resources have
    /// changed. This blocks on the file system.
    ///
    /// # Errors
    ///
    /// When a skill is invalid or the files cannot be read: nothing changes then. Also when the
    /// skills are not those of the server.
    pub fn reload(&self, server: &Server) -> Result<SkillChanges> {
        let _one_at_a_time = self.shared.reloading.lock();
        let new = Arc::new(self.read_all().map_err(Error::build)?);
        let old = self.index();
        change_listed(server, self, &old.resources(), new.resources(), || {
            *self.shared.index.write() = Arc::clone(&new);
        })?;
        Ok(changes(&old, &new))
    }

    fn read_all(&self) -> Result<SkillIndex, Vec<String>> {
        let mut found = FoundFiles::default();
        for place in &self.places {
            match place {
                Place::Program(files) => {
                    let files =
                        files.iter().map(|(path, bytes)| ((*path).to_owned(), (*bytes).into()));
                    found.files.extend(files);
                }
                Place::Directory(path) => scan(path, &mut found).map_err(|wrong| vec![wrong])?,
            }
        }
        let (index, problems) = SkillIndex::new(found);
        let describe = |Problem { path, wrong }: &Problem| format!("skills: {path}: {wrong}");
        if self.is_lenient || problems.is_empty() {
            problems.iter().for_each(|problem| tracing::warn!("{}", describe(problem)));
            return Ok(index);
        }
        Err(problems.iter().map(describe).collect())
    }

    fn index(&self) -> Arc<SkillIndex> {
        Arc::clone(&self.shared.index.read())
    }

    fn is_fixed(&self) -> bool {
        self.places.iter().all(|place| matches!(place, Place::Program(_)))
    }

    /// The cache lifetime and scope of results, if they are known.
    fn cache(&self) -> (Option<u64>, Option<CacheScope>) {
        if self.is_fixed() {
            (Some(EMBEDDED_TTL.as_secs() * 1000), Some(CacheScope::Public))
        } else {
            (None, None)
        }
    }
}

impl SkillSource for Skills {
    const READS_DIRECTORIES: bool = true;

    async fn list(&self, cursor: Option<&str>, context: &Context) -> Result<ListSkillsResult> {
        let index = self.index();
        let start = match cursor {
            None => 0,
            Some(cursor) => after(&index.skills, cursor).ok_or_else(|| {
                ErrorObject::invalid_params("`cursor` was not issued by this server")
            })?,
        };
        let rest = index.skills.get(start..).unwrap_or_default();
        let page = rest.get(..context.server().page_size()).unwrap_or(rest);
        let last = page.last().filter(|_| page.len() < rest.len());
        let (ttl_ms, cache_scope) = self.cache();
        Ok(ListSkillsResult {
            skills: page.to_vec(),
            next_cursor: last.map(|last| URL_SAFE_NO_PAD.encode(&last.uri)),
            ttl_ms,
            cache_scope,
        })
    }

    async fn get(&self, uri: &str, _: &Context) -> Result<Option<GetSkillResult>> {
        let skill = self.index().get(uri).cloned();
        Ok(skill.map(|skill| {
            let mut result = GetSkillResult::new(skill);
            (result.ttl_ms, result.cache_scope) = self.cache();
            result
        }))
    }

    async fn read(&self, uri: &str, _: &Context) -> Result<Option<ResourceContents>> {
        Ok(self.index().read(uri))
    }

    async fn children(&self, uri: &str, _: &Context) -> Result<Option<Vec<Resource>>> {
        Ok(self.index().children(uri).map(<[Resource]>::to_vec))
    }

    fn open(&self) -> Result<Vec<Resource>, Vec<String>> {
        let index = self.read_all()?;
        let resources = index.resources();
        *self.shared.index.write() = Arc::new(index);
        Ok(resources)
    }

    fn can_change(&self) -> bool {
        !self.is_fixed()
    }
}

/// The start of the page after a cursor, which names the last skill of the previous page.
fn after(skills: &[Skill], cursor: &str) -> Option<usize> {
    let uri = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let place = skills.iter().position(|skill| skill.uri.as_bytes() == uri)?;
    Some(place + 1)
}

fn changes(old: &SkillIndex, new: &SkillIndex) -> SkillChanges {
    let by_uri = |index: &SkillIndex| -> BTreeMap<String, Skill> {
        index.skills.iter().map(|skill| (skill.uri.clone(), skill.clone())).collect()
    };
    let old = by_uri(old);
    let new = by_uri(new);
    let mut changes = SkillChanges::default();
    for (uri, skill) in &new {
        match old.get(uri) {
            None => changes.added.push(uri.clone()),
            Some(before) if before != skill => changes.changed.push(uri.clone()),
            Some(_) => {}
        }
    }
    changes.removed = old.into_keys().filter(|uri| !new.contains_key(uri)).collect();
    changes
}
