//! An index of skill files: the skills that they form, lookup by URI, and the content of folders.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcp_runtime::protocol::{Resource, ResourceContents};
use serde_json::{Map, Value};

use super::media_type::media_type;
use crate::skill::{Skill, SkillFile, SkillResources};
use crate::{SKILL_FILE, digest, path_of, read_frontmatter, uri_of};

/// The maximum number of files in a skill.
const MAX_FILES: usize = 512;

/// The maximum total size of the files of a skill, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The prefix of `metadata` keys that the specification reserves.
const RESERVED: &str = "io.modelcontextprotocol/";

/// The files that were found, with their paths below the directory of skills.
#[derive(Default)]
pub(super) struct FoundFiles {
    pub(super) files: Vec<(String, Cow<'static, [u8]>)>,
    pub(super) bytes: usize,
    pub(super) problems: Vec<Problem>,
}

/// A problem with a file or a skill.
pub(super) struct Problem {
    pub(super) path: String,
    pub(super) wrong: String,
}

/// The skills that a server offers.
#[derive(Default)]
pub(super) struct SkillIndex {
    /// In the order of their paths.
    pub(super) skills: Vec<Skill>,
    files: BTreeMap<String, IndexedFile>,
    /// The content of each folder.
    folders: BTreeMap<String, Vec<Resource>>,
}

struct IndexedFile {
    bytes: Cow<'static, [u8]>,
    media_type: &'static str,
    listed: SkillFile,
}

impl SkillIndex {
    /// Indexes files; an invalid skill is left out, and reported as a problem.
    pub(super) fn new(found: FoundFiles) -> (Self, Vec<Problem>) {
        let FoundFiles { files, mut problems, .. } = found;
        let mut index = Self::default();
        for (path, bytes) in files {
            let listed = SkillFile::new(uri_of(&path), digest(&bytes), bytes.len() as u64);
            let file = IndexedFile { media_type: media_type(&path, &bytes), bytes, listed };
            if index.files.insert(path.clone(), file).is_some() {
                problems.push(Problem { path, wrong: "it exists twice".to_owned() });
            }
        }
        let mut roots = Vec::new();
        for (path, file) in &index.files {
            let Some(root) = root_of(path) else { continue };
            match read_skill(root, &file.bytes) {
                Ok(frontmatter) => {
                    let skill = index.skill(root, frontmatter);
                    problems
                        .extend(advise(&skill).map(|wrong| Problem { path: path.clone(), wrong }));
                    index.skills.push(skill);
                    roots.push(root.to_owned());
                }
                Err(wrong) => problems.push(Problem { path: path.clone(), wrong }),
            }
        }
        let is_served = |path: &String| roots.iter().any(|root| is_below(path, root));
        index.files.retain(|path, _| is_served(path));
        index.fill_folders(&roots);
        (index, problems)
    }

    /// The content at a URI, however it is encoded.
    pub(super) fn read(&self, uri: &str) -> Option<ResourceContents> {
        let file = self.files.get(&path_of(uri)?)?;
        let contents = match std::str::from_utf8(&file.bytes) {
            Ok(text) => ResourceContents::text(uri, text),
            Err(_) => ResourceContents::blob(uri, STANDARD.encode(&file.bytes)),
        };
        Some(contents.with_mime_type(file.media_type))
    }

    pub(super) fn get(&self, uri: &str) -> Option<&Skill> {
        let uri = uri_of(&path_of(uri)?);
        self.skills.iter().find(|skill| skill.uri == uri)
    }

    pub(super) fn children(&self, uri: &str) -> Option<&[Resource]> {
        self.folders.get(&path_of(uri)?).map(Vec::as_slice)
    }

    /// The `SKILL.md` files as resources.
    pub(super) fn resources(&self) -> Vec<Resource> {
        let resource = |skill: &Skill| {
            Resource::new(&skill.uri, skill.name())
                .with_description(skill.description())
                .with_mime_type("text/markdown")
        };
        self.skills.iter().map(resource).collect()
    }

    fn skill(&self, root: &str, frontmatter: Map<String, Value>) -> Skill {
        let files = self
            .files
            .iter()
            .filter(|(path, _)| is_below(path, root))
            .map(|(_, file)| file.listed.clone())
            .collect();
        let uri = uri_of(&format!("{root}/{SKILL_FILE}"));
        Skill::new(uri, frontmatter, SkillResources::Listed(files))
    }

    fn fill_folders(&mut self, roots: &[String]) {
        let mut seen = BTreeSet::new();
        for (path, file) in &self.files {
            let mut child = path.as_str();
            let mut resource =
                resource_of(child).with_mime_type(file.media_type).with_size(file.listed.size);
            // Up to the folder of the outermost skill.
            while let Some((folder, _)) = child.rsplit_once('/') {
                if !roots.iter().any(|root| root == folder || is_below(folder, root)) {
                    break;
                }
                if seen.insert(child.to_owned()) {
                    self.folders.entry(folder.to_owned()).or_default().push(resource);
                }
                child = folder;
                resource = resource_of(child).with_mime_type("inode/directory");
            }
        }
    }
}

/// A resource of a path, named after its last part.
fn resource_of(path: &str) -> Resource {
    Resource::new(uri_of(path), path.rsplit('/').next().unwrap_or(path))
}

/// The folder of the skill, if this is a `SKILL.md`.
fn root_of(path: &str) -> Option<&str> {
    match path.strip_suffix(SKILL_FILE)? {
        "" => Some(""),
        root => root.strip_suffix('/'),
    }
}

fn is_below(path: &str, root: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'))
}

/// Reads a `SKILL.md`.
fn read_skill(root: &str, bytes: &[u8]) -> Result<Map<String, Value>, String> {
    if root.is_empty() {
        return Err(
            "a skill must be in a folder that has the same name as the skill: move it there"
                .to_owned(),
        );
    }
    let frontmatter = read_frontmatter(bytes)?;
    let name = frontmatter["name"].as_str();
    let folder = root.rsplit('/').next();
    if name == folder {
        Ok(frontmatter)
    } else {
        let name = name.unwrap_or_default();
        let folder = folder.unwrap_or_default();
        Err(format!("the skill is called `{name}` and its folder `{folder}`: use one name"))
    }
}

/// Reports what clients may refuse in a valid skill.
fn advise(skill: &Skill) -> impl Iterator<Item = String> {
    let SkillResources::Listed(files) = &skill.resources else { return Vec::new().into_iter() };
    let bytes: u64 = files.iter().map(|file| file.size).sum();
    let metadata = skill.frontmatter.get("metadata").and_then(Value::as_object);
    let reserved =
        metadata.and_then(|metadata| metadata.keys().find(|key| key.starts_with(RESERVED)));
    let mut wrong = Vec::new();
    if files.len() > MAX_FILES {
        wrong.push(format!("the skill has {} files; the maximum is {MAX_FILES}", files.len()));
    }
    if bytes > MAX_BYTES {
        wrong.push(format!(
            "the files of the skill total {bytes} bytes; the maximum is {MAX_BYTES}"
        ));
    }
    if let Some(key) = reserved {
        wrong.push(format!("`metadata` has `{key}`, which is reserved by the specification"));
    }
    wrong.into_iter()
}
