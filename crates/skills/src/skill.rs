//! Skills: folders of files, served as resources, that explain to a model how to do something.
//!
//! Source: [Skills over MCP (SEP-2640)](https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx).

use mcp_runtime_protocol::base::or_default;
use mcp_runtime_protocol::{CacheScope, Resource};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// A skill as it is listed: its purpose, and all its files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Skill {
    /// The URI of its `SKILL.md`, which identifies the skill within a server.
    pub uri: String,
    /// The complete frontmatter of `SKILL.md`.
    pub frontmatter: Map<String, Value>,
    /// Its files.
    pub resources: SkillResources,
}

impl Skill {
    /// Creates a skill from its parts.
    pub fn new(
        uri: impl Into<String>,
        frontmatter: Map<String, Value>,
        resources: SkillResources,
    ) -> Self {
        Self { uri: uri.into(), frontmatter, resources }
    }

    /// Returns the name, which two skills of a server may share.
    pub fn name(&self) -> &str {
        self.text("name")
    }

    /// Returns what the skill is for.
    pub fn description(&self) -> &str {
        self.text("description")
    }

    /// Returns the URI of its folder, without a trailing slash.
    pub fn root(&self) -> &str {
        self.uri.strip_suffix("/SKILL.md").unwrap_or(&self.uri)
    }

    /// Returns a file of the skill, if the files are listed.
    pub fn file(&self, uri: &str) -> Option<&SkillFile> {
        match &self.resources {
            SkillResources::Listed(files) => files.iter().find(|file| file.uri == uri),
            SkillResources::Dynamic => None,
        }
    }

    fn text(&self, key: &str) -> &str {
        self.frontmatter.get(key).and_then(Value::as_str).unwrap_or_default()
    }
}

/// The files of a skill.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SkillResources {
    /// All of them, including `SKILL.md`.
    Listed(Vec<SkillFile>),
    /// They are not known before they are read, so they cannot be verified.
    Dynamic,
}

impl Serialize for SkillResources {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Listed(files) => files.serialize(out),
            Self::Dynamic => out.serialize_str("dynamic"),
        }
    }
}

impl<'de> Deserialize<'de> for SkillResources {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum WrittenFiles {
            Listed(Vec<SkillFile>),
            Word(String),
        }
        match WrittenFiles::deserialize(json) {
            Ok(WrittenFiles::Listed(files)) => Ok(Self::Listed(files)),
            Ok(WrittenFiles::Word(word)) if word == "dynamic" => Ok(Self::Dynamic),
            _ => Err(D::Error::custom("`resources` must be a list of files, or \"dynamic\"")),
        }
    }
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SkillFile {
    /// The URI of the file.
    pub uri: String,
    /// The SHA-256 of its bytes: `sha256:` and 64 hexadecimal digits.
    pub digest: String,
    /// The size in bytes.
    pub size: u64,
}

impl SkillFile {
    /// Creates a file from its parts.
    pub fn new(uri: impl Into<String>, digest: impl Into<String>, size: u64) -> Self {
        Self { uri: uri.into(), digest: digest.into(), size }
    }
}

/// The result of `skills/list`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListSkillsResult {
    /// The skills of this page.
    #[serde(default, deserialize_with = "or_default")]
    pub skills: Vec<Skill>,
    /// The cursor of the next page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// For how long the client may keep the page, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl_ms: Option<u64>,
    /// Who may share the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_scope: Option<CacheScope>,
}

/// The result of `skills/get`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GetSkillResult {
    /// The skill.
    pub skill: Skill,
    /// For how long the client may keep it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl_ms: Option<u64>,
    /// Who may share it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_scope: Option<CacheScope>,
}

impl GetSkillResult {
    /// Creates a result from a skill.
    pub fn new(skill: Skill) -> Self {
        Self { skill, ttl_ms: None, cache_scope: None }
    }
}

/// The result of `resources/directory/read`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadDirectoryResult {
    /// The content of the folder; subfolders have the media type `inode/directory`.
    #[serde(default, deserialize_with = "or_default")]
    pub resources: Vec<Resource>,
    /// The cursor of the next page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}
