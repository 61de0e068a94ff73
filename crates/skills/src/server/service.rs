//! The methods of skills, and their files as resources.

use std::sync::Arc;

use mcp_runtime::protocol::{CacheScope, ResourceContents};
use mcp_runtime::{Context, Error, ErrorObject, Result, extension, handlers, method, resource};
use serde_json::{Map, Value};

use super::source::SkillSource;
use crate::skill::{GetSkillResult, ListSkillsResult, ReadDirectoryResult};

/// The skills extension; clients need not declare it.
#[extension("io.modelcontextprotocol/skills", official, settings = Self::settings)]
pub(super) struct SkillService<S: SkillSource> {
    source: Arc<S>,
}

impl<S: SkillSource> SkillService<S> {
    pub(super) fn new(source: Arc<S>) -> Self {
        Self { source }
    }

    fn settings(&self) -> Map<String, Value> {
        let settings = S::READS_DIRECTORIES.then(|| ("directoryRead".to_owned(), true.into()));
        settings.into_iter().collect()
    }
}

#[handlers]
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
        let mut result = found.ok_or_else(|| unknown("`uri` is not the URI of a SKILL.md"))?;
        hint(&context, &mut result.ttl_ms, &mut result.cache_scope);
        Ok(result)
    }

    #[method("resources/directory/read", open)]
    async fn read_directory(&self, uri: String, context: Context) -> Result<ReadDirectoryResult> {
        if !S::READS_DIRECTORIES {
            let error = ErrorObject::method_not_found(
                "this server does not support reading directories of skills",
            );
            return Err(error.into());
        }
        let found = self.source.children(&uri, &context).await?;
        let resources =
            found.ok_or_else(|| unknown("`uri` is not the URI of a directory of a skill"))?;
        Ok(ReadDirectoryResult { resources, next_cursor: None })
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
