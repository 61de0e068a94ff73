//! Where skills come from.

use std::future::Future;

use mcp_runtime::protocol::{Resource, ResourceContents};
use mcp_runtime::{Context, Result};

use crate::skill::{GetSkillResult, ListSkillsResult};

/// A source of skills for a server. [`Skills`](crate::Skills) reads them from files; implement it
/// for skills that are generated for each caller, or kept in a database, and add it as
/// [`SkillsFrom`](crate::SkillsFrom).
///
/// Results without cache hints are private to the caller that requested them, and expire at once.
///
/// ```
/// use mcp_runtime::protocol::ResourceContents;
/// use mcp_runtime::{Context, Result, json, server};
/// use mcp_runtime_skills::{
///     GetSkillResult, ListSkillsResult, Skill, SkillResources, SkillSource, SkillsFrom,
/// };
///
/// /// A skill that is another one for each caller.
/// struct Personal;
///
/// const URI: &str = "skill://greeting/SKILL.md";
///
/// fn skill() -> Skill {
///     let frontmatter = json!({ "name": "greeting", "description": "How to greet." });
///     let frontmatter = frontmatter.as_object().cloned().unwrap_or_default();
///     Skill::new(URI, frontmatter, SkillResources::Dynamic)
/// }
///
/// impl SkillSource for Personal {
///     async fn list(&self, _: Option<&str>, _: &Context) -> Result<ListSkillsResult> {
///         let mut page = ListSkillsResult::default();
///         page.skills = vec![skill()];
///         Ok(page)
///     }
///
///     async fn get(&self, uri: &str, _: &Context) -> Result<Option<GetSkillResult>> {
///         Ok((uri == URI).then(|| GetSkillResult::new(skill())))
///     }
///
///     async fn read(&self, uri: &str, context: &Context) -> Result<Option<ResourceContents>> {
///         let who = context.caller().principal().unwrap_or("stranger");
///         let text = format!("---\nname: greeting\ndescription: How to greet.\n---\nHello, {who}!");
///         Ok((uri == URI).then(|| ResourceContents::text(uri, text).with_mime_type("text/markdown")))
///     }
/// }
///
/// let server = server!().extension(SkillsFrom(Personal)).build()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a source of skills",
    note = "pass `skills!(\"folder\")`, `Skills::dir(\"/path\")`, or a value whose type implements `SkillSource`"
)]
pub trait SkillSource
where
    Self: Send + Sync + 'static,
{
    /// Whether clients can read its folders.
    const READS_DIRECTORIES: bool = false;

    /// Returns a page of the listed skills: the first one, or the one after a cursor.
    ///
    /// # Errors
    ///
    /// When there is no such page, or it cannot be loaded.
    fn list(
        &self,
        cursor: Option<&str>,
        context: &Context,
    ) -> impl Future<Output = Result<ListSkillsResult>> + Send;

    /// Returns a skill by the URI of its `SKILL.md`, listed or not.
    ///
    /// # Errors
    ///
    /// When it cannot be looked up.
    fn get(
        &self,
        uri: &str,
        context: &Context,
    ) -> impl Future<Output = Result<Option<GetSkillResult>>> + Send;

    /// Returns a file of a skill. The URI comes from the client: look it up, and never turn it into
    /// a path.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn read(
        &self,
        uri: &str,
        context: &Context,
    ) -> impl Future<Output = Result<Option<ResourceContents>>> + Send;

    /// Returns the content of a folder of a skill; folders in it have the media type
    /// `inode/directory`.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn children(
        &self,
        uri: &str,
        context: &Context,
    ) -> impl Future<Output = Result<Option<Vec<Resource>>>> + Send {
        let _ = (uri, context);
        async { Ok(None) }
    }

    /// Opens the source when it is added to a server; returns the skills to list as resources.
    ///
    /// # Errors
    ///
    /// When something is wrong; the server is not built then.
    fn open(&self) -> Result<Vec<Resource>, Vec<String>> {
        Ok(Vec::new())
    }

    /// Whether the skills listed as resources can change.
    fn can_change(&self) -> bool {
        false
    }
}
