//! What older revisions do not have: small typed edits of the newest model.
//!
//! A new revision begins in `protocol_version.rs`. Here, each older one has a file with one step: from
//! the next newer revision to its own. A modern revision has one more, `modern`, which drops what only
//! 2025-11-25 had. `steps` chains them, and `walk` defines which parts a value has, once for all steps.
//!
//! Every response of a server can be expressed in every revision: [`Revise`]. A content block that
//! a revision lacks becomes one that it has. A question may have no older form: [`TryRevise`].

mod capabilities;
mod modern;
mod v2024_11_05;
mod v2025_03_26;
mod v2025_06_18;
mod v2025_11_25;
mod walk;
mod wrap;

use std::fmt;

use crate::{
    base::{Annotations, CacheScope, Icon, ResultType},
    capabilities::{ClientCapabilities, ServerCapabilities},
    completion::CompleteParams,
    content::ContentBlock,
    elicitation::{ElicitParams, PrimitiveSchema},
    implementation::Implementation,
    jsonrpc::ErrorCode,
    meta::{Meta, ResultMeta},
    progress::ProgressParams,
    protocol_version::ProtocolVersion,
    sampling::{CreateMessageParams, SamplingMessage},
    tool_definition::Tool,
    tool_result::CallToolResult,
};
use modern::Modern;

/// A value that can be shaped for any revision. This trait is not implemented outside this crate.
///
/// ```
/// use mcp_runtime_protocol::{ContentBlock, ProtocolVersion, Revise};
///
/// let mut block = ContentBlock::resource_link("file:///notes.md", "notes");
/// block.revise(ProtocolVersion::V2025_03_26);
/// assert_eq!(block.as_text(), Some("[notes](file:///notes.md)"));
/// ```
pub trait Revise {
    /// Applies one step to the value and its parts.
    #[doc(hidden)]
    fn step(&mut self, step: &dyn RevisionStep);

    /// Shapes the value for a revision.
    fn revise(&mut self, version: ProtocolVersion) {
        for step in steps(version) {
            self.step(*step);
        }
    }
}

/// A question to the client, which an older revision may be unable to express. This trait is not
/// implemented outside this crate.
pub trait TryRevise {
    /// Applies one step to the value and its parts.
    ///
    /// # Errors
    ///
    /// If the revision cannot express this.
    #[doc(hidden)]
    fn try_step(&mut self, step: &dyn RevisionStep) -> Result<(), NotExpressible>;

    /// Shapes the value for a revision.
    ///
    /// # Errors
    ///
    /// If the revision cannot express this; the value must not be sent.
    fn try_revise(&mut self, version: ProtocolVersion) -> Result<(), NotExpressible> {
        steps(version).iter().try_for_each(|step| self.try_step(*step))
    }
}

/// The error of a question that a revision cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotExpressible {
    /// What the revision lacks.
    pub what: &'static str,
}

impl fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the protocol version of the client does not support {}", self.what)
    }
}

impl std::error::Error for NotExpressible {}

/// The steps that lead from the newest model to a revision, in order.
///
/// The model also has what only 2025-11-25 had. A modern revision drops that, with a last step; the
/// steps to older revisions do not include it.
fn steps(version: ProtocolVersion) -> &'static [&'static dyn RevisionStep] {
    const DOWN: &[&dyn RevisionStep] = &[
        &v2025_11_25::V2025_11_25,
        &v2025_06_18::V2025_06_18,
        &v2025_03_26::V2025_03_26,
        &v2024_11_05::V2024_11_05,
    ];
    match version {
        ProtocolVersion::V2026_07_28 => &[&Modern(ProtocolVersion::V2026_07_28)],
        ProtocolVersion::V2025_11_25 => DOWN.split_at(1).0,
        ProtocolVersion::V2025_06_18 => DOWN.split_at(2).0,
        ProtocolVersion::V2025_03_26 => DOWN.split_at(3).0,
        ProtocolVersion::V2024_11_05 => DOWN,
    }
}

/// Returns the code for a missing resource.
pub fn resource_not_found(version: ProtocolVersion) -> ErrorCode {
    if version.is_modern() { ErrorCode::INVALID_PARAMS } else { ErrorCode::RESOURCE_NOT_FOUND }
}

/// One step from the next newer revision to another: an edit for each kind of part.
///
/// A step edits the part that it is given, not the parts inside it.
#[expect(unused_variables, reason = "a step edits few parts")]
pub trait RevisionStep: Sync {
    /// The title of anything.
    fn title(&self, title: &mut Option<String>) {}

    /// The icons of anything.
    fn icons(&self, icons: &mut Vec<Icon>) {}

    /// The `_meta` of anything but parameters and results.
    fn object_meta(&self, meta: &mut Option<Meta>) {}

    /// The annotations of content and resources.
    fn annotations(&self, annotations: &mut Annotations) {}

    /// An identity.
    fn implementation(&self, implementation: &mut Implementation) {}

    /// The capabilities of a client.
    fn client_capabilities(&self, capabilities: &mut ClientCapabilities) {}

    /// The capabilities of a server.
    fn server_capabilities(&self, capabilities: &mut ServerCapabilities) {}

    /// The definition of a tool.
    fn tool(&self, tool: &mut Tool) {}

    /// A content block.
    fn content_block(&self, block: &mut ContentBlock) {}

    /// The result of a tool.
    fn call_tool_result(&self, result: &mut CallToolResult) {}

    /// The common members of all results.
    fn result(&self, result_type: &mut Option<ResultType>, meta: &mut ResultMeta) {}

    /// The common members of all cacheable results.
    fn cache(&self, ttl_ms: &mut Option<u64>, cache_scope: &mut Option<CacheScope>) {}

    /// A progress report.
    fn progress(&self, params: &mut ProgressParams) {}

    /// A request for completion.
    fn complete(&self, params: &mut CompleteParams) {}

    /// A question to the user.
    ///
    /// # Errors
    ///
    /// If the revision cannot ask this.
    fn elicit(&self, params: &mut ElicitParams) -> Result<(), NotExpressible> {
        Ok(())
    }

    /// A field of a form.
    ///
    /// # Errors
    ///
    /// If the revision has no such field.
    fn primitive_schema(&self, schema: &mut PrimitiveSchema) -> Result<(), NotExpressible> {
        Ok(())
    }

    /// A question to the client's model.
    ///
    /// # Errors
    ///
    /// If the revision cannot ask this.
    fn create_message(&self, params: &mut CreateMessageParams) -> Result<(), NotExpressible> {
        Ok(())
    }

    /// A message of a conversation with the model.
    ///
    /// # Errors
    ///
    /// If the revision has no such message.
    fn sampling_message(&self, message: &mut SamplingMessage) -> Result<(), NotExpressible> {
        Ok(())
    }
}
