//! The extension of skills, and the resources that it lists.

use std::collections::HashSet;
use std::sync::Arc;

use mcp_runtime_macros::{extension, handlers, method, resource};
use serde_json::{Map, Value};

use super::source::SkillSource;
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{
    CacheScope, GetSkillResult, ListSkillsResult, ReadDirectoryResult, Resource, ResourceContents,
};
use crate::server::catalog::ResourceEntry;
use crate::server::dynamic::{List, handler};
use crate::server::handler_kind::HandlerKind;
use crate::server::respond::IntoResource as _;
use crate::server::{Context, Server};

/// The location of `SKILL.md` entries, which are not in the source code.
const LOCATION: &str = "a skill";

/// The skills extension; clients need not declare it.
#[extension("io.modelcontextprotocol/skills", official, settings = Self::settings, crate = crate)]
pub(in crate::server) struct SkillService<S: SkillSource> {
    source: Arc<S>,
}

impl<S: SkillSource> SkillService<S> {
    pub(in crate::server) fn new(source: Arc<S>) -> Self {
        Self { source }
    }

    fn settings(&self) -> Map<String, Value> {
        let settings = S::READS_DIRECTORIES.then(|| ("directoryRead".to_owned(), true.into()));
        settings.into_iter().collect()
    }
}

#[handlers(crate = crate)]
#[allow(unused_imports, reason = "which traits the macros use depends on the type of a result")]
impl<S: SkillSource> SkillService<S> {
    #[method("skills/list", open)]
    async fn list(&self, cursor: Option<String>, context: Context) -> Result<ListSkillsResult> {
        let mut page = self.source.list(cursor.as_deref(), &context).await?;
        hint(&context, &mut page.ttl_ms, &mut page.cache_scope);
        Ok(page)
    }

    #[method("skills/get", open)]
    async fn get(&self, uri: String, context: Context) -> Result<GetSkillResult> {
        let found = self.source.get(&uri, &context).await?;
        let mut result = found.ok_or_else(|| unknown("`uri` is not that of a skill's SKILL.md"))?;
        hint(&context, &mut result.ttl_ms, &mut result.cache_scope);
        Ok(result)
    }

    #[method("resources/directory/read", open)]
    async fn read_directory(&self, uri: String, context: Context) -> Result<ReadDirectoryResult> {
        if !S::READS_DIRECTORIES {
            let error = ErrorObject::method_not_found("the folders of these skills cannot be read");
            return Err(error.into());
        }
        let found = self.source.children(&uri, &context).await?;
        let resources = found.ok_or_else(|| unknown("`uri` is not that of a folder of a skill"))?;
        let mut result = ReadDirectoryResult::default();
        result.resources = resources;
        Ok(result)
    }

    /// Files of skills.
    #[resource("skill://{+path}")]
    async fn skill_files(
        &self,
        path: String,
        context: Context,
    ) -> Result<Option<ResourceContents>> {
        // As the client wrote it, encoded or not.
        let uri = context.uri().map_or_else(|| format!("skill://{path}"), str::to_owned);
        self.source.read(&uri, &context).await
    }
}

fn unknown(message: &'static str) -> Error {
    ErrorObject::invalid_params(message).into()
}

/// Sets the cache hints of a result if the revision requires them, and removes them otherwise.
fn hint(context: &Context, ttl_ms: &mut Option<u64>, cache_scope: &mut Option<CacheScope>) {
    if context.version().has_cache_hints() {
        ttl_ms.get_or_insert(0);
        cache_scope.get_or_insert(CacheScope::Private);
    } else {
        (*ttl_ms, *cache_scope) = (None, None);
    }
}

/// A `SKILL.md` among the resources.
///
/// # Errors
///
/// When it cannot be a resource.
pub(in crate::server) fn entry<S: SkillSource>(
    source: &Arc<S>,
    resource: Resource,
) -> Result<ResourceEntry> {
    let source = Arc::clone(source);
    let read = move |context: Context| {
        let source = Arc::clone(&source);
        async move { source.read(context.uri().unwrap_or_default(), &context).await }
    };
    let kind = HandlerKind::Resource(resource.uri.as_str().into());
    let handler = handler(kind, read, Result::<Option<ResourceContents>>::respond)?;
    Ok(ResourceEntry::of(resource, false, handler, LOCATION))
}

/// Updates the `SKILL.md` files that are listed as resources, if they differ; `swap` puts the new
/// ones in place.
pub(super) fn change_listed<S: SkillSource + Clone>(
    server: &Server,
    source: &S,
    old: &[Resource],
    new: Vec<Resource>,
    swap: impl FnOnce(),
) -> Result<()> {
    if old == new {
        swap();
        return Ok(());
    }
    let source = Arc::new(source.clone());
    server.change(List::Resources, |catalog| {
        let kept: HashSet<&str> = new.iter().map(|new| new.uri.as_str()).collect();
        for resource in old.iter().filter(|old| !kept.contains(old.uri.as_str())) {
            catalog.resources.remove(&resource.uri);
        }
        for resource in new {
            let is_there = catalog.resources.get(&resource.uri).is_some();
            let entry = entry(&source, resource)?;
            match is_there {
                true => catalog.resources.replace(entry),
                false => catalog.resources.insert(entry, &mut Vec::new()),
            }
        }
        swap();
        Ok(())
    })
}
