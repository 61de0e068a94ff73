//! Skills of a server, for hosts: lists them, and loads only files that match their entry exactly.
//!
//! Source: [Skills over MCP (SEP-2640), "Integrity and Verification"](https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx).

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcp_runtime_client::protocol::{ExtensionId, ExtensionRequest, ResourceContents};
use mcp_runtime_client::{Change, Client, Error, ExtensionPage, Result};
use mcp_runtime_protocol::short_debug;
use serde::Serialize;
use serde_json::Value;

use crate::skill::{GetSkillResult, ListSkillsResult, Skill, SkillFile, SkillResources};
use crate::{SKILL_FILE, digest, path_of, read_frontmatter, uri_of};

/// The skills of a server.
///
/// A skill instructs a model, so load one only with the user's consent, and tell the model which
/// server it comes from. What a skill mentions (`allowed-tools`, scripts) does not grant any
/// permission.
///
/// ```
/// use mcp_runtime_client::Client;
/// use mcp_runtime_skills::ClientSkills;
/// # use mcp_runtime::server;
/// # use mcp_runtime_skills::Skills;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mcp_runtime::Result<()> {
/// # let server = server!().extension(Skills::default());
/// let client = Client::builder("host", "1.0").connect(server).await?;
/// let skills = ClientSkills::of(&client);
/// for skill in skills.list().await? {
///     println!("{}: {}", skill.name(), skill.description());
///     let loaded = skills.load(&skill).await.map_err(mcp_runtime::Error::other)?;
///     println!("{}", loaded.text());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct ClientSkills {
    client: Client,
    takes_dynamic: bool,
}

/// Why a skill, or a file of one, is rejected.
#[derive(Debug)]
#[non_exhaustive]
pub enum SkillRefused {
    /// A file does not have the size that the entry declares.
    Size,
    /// A file does not have the digest that the entry declares.
    Digest,
    /// `SKILL.md` does not begin with the frontmatter in the entry.
    Frontmatter,
    /// The entry does not list the file.
    Unlisted,
    /// The entry does not list any files, so nothing can be verified.
    Dynamic,
    /// The entry is invalid.
    Invalid(String),
    /// The server did not return what was requested.
    Failed(Error),
}

impl fmt::Display for SkillRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str("the size of the file differs from the size in the entry of the skill"),
            Self::Digest => f.write_str("the digest of the file differs from the digest in the entry of the skill"),
            Self::Frontmatter => f.write_str("the frontmatter of `SKILL.md` differs from the frontmatter in the entry of the skill"),
            Self::Unlisted => f.write_str("the file is not listed in the entry of the skill"),
            Self::Dynamic => f.write_str(
                "the entry of the skill lists no files, so they cannot be verified; see `allow_dynamic`",
            ),
            Self::Invalid(why) => write!(f, "the entry of the skill cannot be read: {why}"),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SkillRefused {}

impl From<Error> for SkillRefused {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl ClientSkills {
    /// The skills of the server that a client is connected to.
    #[must_use]
    pub fn of(client: &Client) -> Self {
        Self { client: client.clone(), takes_dynamic: false }
    }

    /// Also loads skills that do not list their files: only their frontmatter is verified.
    #[must_use]
    pub fn allow_dynamic(self) -> Self {
        Self { takes_dynamic: true, ..self }
    }

    /// Lists all skills, across all pages; no files are read. Invalid entries are skipped.
    ///
    /// # Errors
    ///
    /// When the server does not offer skills, or returns an error.
    pub async fn list(&self) -> Result<Vec<Skill>> {
        self.client.list::<ListSkillsResult>().await
    }

    /// Returns one skill, by the URI of its `SKILL.md`, which need not be listed. An entry that is
    /// kept for longer may be outdated; a new one requires new consent.
    ///
    /// # Errors
    ///
    /// When the entry belongs to another skill, or the server returns an error.
    pub async fn get(&self, uri: &str) -> Result<Skill, SkillRefused> {
        let value = self.client.send(GetSkill { uri }).await?;
        let result: GetSkillResult = serde_json::from_value(value)
            .map_err(|error| SkillRefused::Invalid(error.to_string()))?;
        if result.skill.uri == uri {
            Ok(result.skill)
        } else {
            Err(SkillRefused::Invalid("it has the URI of another skill".to_owned()))
        }
    }

    /// Reads the `SKILL.md` of a skill, and verifies it against the entry.
    ///
    /// # Errors
    ///
    /// When it does not match: then no part of the skill may be used.
    pub async fn load(&self, skill: &Skill) -> Result<LoadedSkill, SkillRefused> {
        if !skill.uri.ends_with(&format!("/{SKILL_FILE}")) {
            return Err(SkillRefused::Invalid(format!("its URI does not end in `/{SKILL_FILE}`")));
        }
        let mut loaded =
            LoadedSkill { skills: self.clone(), skill: skill.clone(), text: String::new() };
        let bytes = loaded.file(&skill.uri).await?;
        let frontmatter = read_frontmatter(&bytes).map_err(|_| SkillRefused::Frontmatter)?;
        if !is_same(&frontmatter.into(), &skill.frontmatter.clone().into()) {
            return Err(SkillRefused::Frontmatter);
        }
        loaded.text = String::from_utf8(bytes).map_err(|_| SkillRefused::Frontmatter)?;
        Ok(loaded)
    }
}

/// A skill that was read and verified against its entry.
pub struct LoadedSkill {
    skills: ClientSkills,
    skill: Skill,
    text: String,
}

short_debug!(LoadedSkill { skill });

impl LoadedSkill {
    /// The entry.
    #[must_use]
    pub fn skill(&self) -> &Skill {
        &self.skill
    }

    /// The text of `SKILL.md`, with its frontmatter.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads another file of the skill, by its path in the folder of the skill. The entry has to
    /// list the file, and the file has to match the entry.
    ///
    /// # Errors
    ///
    /// When it does not match, or the server returns an error.
    pub async fn read(&self, path: &str) -> Result<Vec<u8>, SkillRefused> {
        let folder = path_of(self.skill.root());
        let uri = match folder {
            Some(folder) => uri_of(&format!("{folder}/{path}")),
            None => format!("{}/{path}", self.skill.root()),
        };
        self.file(&uri).await
    }

    async fn file(&self, uri: &str) -> Result<Vec<u8>, SkillRefused> {
        let found = match &self.skill.resources {
            SkillResources::Listed(_) if !is_below(uri, self.skill.root()) => None,
            SkillResources::Listed(files) => files.iter().find(|file| is_named(file, uri)),
            SkillResources::Dynamic if self.skills.takes_dynamic => {
                return self.fetch(uri).await;
            }
            _ => return Err(SkillRefused::Dynamic),
        };
        let listed = found.ok_or(SkillRefused::Unlisted)?;
        let bytes = self.fetch(&listed.uri).await?;
        if bytes.len() as u64 != listed.size {
            return Err(SkillRefused::Size);
        }
        if digest(&bytes) == listed.digest { Ok(bytes) } else { Err(SkillRefused::Digest) }
    }

    async fn fetch(&self, uri: &str) -> Result<Vec<u8>, SkillRefused> {
        let read = self.skills.client.read_resource(uri).await?;
        match read.contents.into_iter().next() {
            Some(ResourceContents::Text(text)) => Ok(text.text.into_bytes()),
            Some(ResourceContents::Blob(blob)) => {
                Ok(STANDARD.decode(blob.blob).map_err(Error::other)?)
            }
            _ => Err(Error::other(format!("`{uri}` has no content")).into()),
        }
    }
}

fn is_below(uri: &str, root: &str) -> bool {
    uri.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a listed file has this URI, however the server encodes it.
fn is_named(file: &SkillFile, uri: &str) -> bool {
    file.uri == uri || path_of(&file.uri).is_some_and(|path| path_of(uri) == Some(path))
}

/// Whether two values are equal as JSON: `1.0` equals `1`.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there = |(key, one): (&String, &Value)| {
                other.get(key).is_some_and(|other| is_same(one, other))
            };
            one.len() == other.len() && one.iter().all(is_there)
        }
        _ => one == other,
    }
}

/// The request for one skill.
#[derive(Serialize)]
struct GetSkill<'a> {
    uri: &'a str,
}

impl ExtensionRequest for GetSkill<'_> {
    const EXTENSION: ExtensionId = ExtensionId::SKILLS;
    const METHOD: &'static str = "skills/get";
    /// A result that is not as it should be is told from an error of the server.
    type Result = Value;
}

impl ExtensionPage for ListSkillsResult {
    type Item = Skill;
    const EXTENSION: ExtensionId = ExtensionId::SKILLS;
    const METHOD: &'static str = "skills/list";
    const MEMBER: &'static str = "skills";
    const CHANGE: Option<Change> = Some(Change::Resources);

    fn key(skill: &Skill) -> &str {
        &skill.uri
    }

    fn into_parts(self) -> (Vec<Skill>, Option<String>) {
        (self.skills, self.next_cursor)
    }
}
