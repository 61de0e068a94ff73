//! Where skills come from.

use std::future::Future;

use crate::error::Result;
use crate::protocol::{GetSkillResult, ListSkillsResult, Resource, ResourceContents};
use crate::server::Context;

/// Where the skills of a server come from: [`Skills`](super::Skills) has them in files; implement it for
/// skills that are written for each caller, or kept in a database.
///
/// What two callers may not share says so by itself: results without cache hints are for who asked,
/// now.
///
/// ```
/// use mcp_runtime::protocol::{
///     GetSkillResult, ListSkillsResult, ResourceContents, Skill, SkillResources,
/// };
/// use mcp_runtime::{Context, Result, SkillSource, json, server};
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
/// let server = server!().skills(Personal).build()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a source of skills",
    note = "give `skills!(\"folder\")`, `Skills::dir(\"/path\")`, or a type that implements `SkillSource`"
)]
pub trait SkillSource
where
    Self: Send + Sync + 'static,
{
    /// Whether its folders can be read.
    const READS_DIRECTORIES: bool = false;

    /// A page of the skills that are listed: the first one, or that after a cursor.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn list(
        &self,
        cursor: Option<&str>,
        context: &Context,
    ) -> impl Future<Output = Result<ListSkillsResult>> + Send;

    /// A skill by the URI of its `SKILL.md`, listed or not.
    ///
    /// # Errors
    ///
    /// Why it is not known.
    fn get(
        &self,
        uri: &str,
        context: &Context,
    ) -> impl Future<Output = Result<Option<GetSkillResult>>> + Send;

    /// A file of a skill. The URI is what the client wrote: look it up, and do not make a path of it.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    fn read(
        &self,
        uri: &str,
        context: &Context,
    ) -> impl Future<Output = Result<Option<ResourceContents>>> + Send;

    /// What is in a folder of a skill, folders with the media type `inode/directory`.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    fn children(
        &self,
        uri: &str,
        context: &Context,
    ) -> impl Future<Output = Result<Option<Vec<Resource>>>> + Send {
        let _ = (uri, context);
        async { Ok(None) }
    }

    /// Looks at what there is when the source is given to a server: what is listed among the
    /// resources, too.
    ///
    /// # Errors
    ///
    /// What is wrong; the server is not built then.
    fn open(&self) -> Result<Vec<Resource>, Vec<String>> {
        Ok(Vec::new())
    }

    /// Whether what is listed among the resources can change.
    fn can_change(&self) -> bool {
        false
    }
}
