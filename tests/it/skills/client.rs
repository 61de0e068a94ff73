//! What a host takes of a server, and what it refuses.

use std::sync::{Arc, Mutex};

use mcp_runtime::protocol::ResourceContents;
use mcp_runtime::{Context, Result, handlers, method, server};
use mcp_runtime_client::Client;
use mcp_runtime_skills::{
    ClientSkills, GetSkillResult, ListSkillsResult, Skill, SkillFile, SkillRefused, SkillResources,
    SkillSource, SkillsFrom,
};
use serde_json::{Value, from_value, json};

use super::fixture::{PDF, embedded, vectors};

/// A server whose entry was changed, that writes down what is read.
#[derive(Clone)]
struct Liar {
    skill: Skill,
    reads: Arc<Mutex<Vec<String>>>,
}

impl Liar {
    fn new(change: impl FnOnce(&mut Value)) -> Self {
        let mut entry = vectors()["entry"].clone();
        change(&mut entry);
        Self { skill: from_value(entry).unwrap(), reads: Arc::default() }
    }

    async fn skills(&self) -> ClientSkills {
        let server = server!().extension(SkillsFrom(self.clone()));
        ClientSkills::of(&Client::builder("host", "1").connect(server).await.unwrap())
    }

    fn reads(&self) -> Vec<String> {
        self.reads.lock().unwrap().clone()
    }
}

impl SkillSource for Liar {
    async fn list(&self, _: Option<&str>, _: &Context) -> Result<ListSkillsResult> {
        let mut page = ListSkillsResult::default();
        page.skills = vec![self.skill.clone()];
        Ok(page)
    }

    async fn get(&self, _: &str, _: &Context) -> Result<Option<GetSkillResult>> {
        Ok(Some(GetSkillResult::new(self.skill.clone())))
    }

    async fn read(&self, uri: &str, _: &Context) -> Result<Option<ResourceContents>> {
        self.reads.lock().unwrap().push(uri.to_owned());
        let vectors = vectors();
        let mut files = vectors["fixture_files"].as_array().unwrap().iter();
        let path = uri.strip_prefix("skill://pdf-processing/").unwrap_or_default();
        let file = files.find(|file| file["path"] == path);
        Ok(file.map(|file| ResourceContents::text(uri, file["text"].as_str().unwrap())))
    }
}

#[tokio::test]
async fn a_skill_is_loaded_with_its_files() {
    let client = Client::builder("host", "1").connect(embedded()).await.unwrap();
    let skills = ClientSkills::of(&client);
    let listed = skills.list().await.unwrap();
    assert_eq!(listed.len(), 3);
    for skill in &listed {
        assert_eq!(&skills.get(&skill.uri).await.unwrap(), skill);
        assert!(skills.load(skill).await.is_ok(), "{skill:?}");
    }
    let loaded = skills.load(&skills.get(PDF).await.unwrap()).await.unwrap();
    assert!(loaded.text().starts_with("---\nname: pdf-processing\n"));
    assert_eq!(loaded.read("references/FORMS.md").await.unwrap(), b"# Forms\n");
    for path in ["none.md", "../acme/billing/refunds/SKILL.md", ""] {
        let refused = loaded.read(path).await.unwrap_err();
        assert!(matches!(refused, SkillRefused::Unlisted), "{path}: {refused:?}");
    }
}

/// K24.
#[tokio::test]
async fn a_skill_that_is_not_what_its_entry_says_is_refused() {
    let cases = vectors()["client_refusals"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let change = case["entry_change"].as_str().unwrap();
        if change == "resources missing" {
            continue; // below
        }
        let liar = Liar::new(|entry| match change {
            "digest of SKILL.md all zeros" => {
                entry["resources"][0]["digest"] = format!("sha256:{}", "0".repeat(64)).into();
            }
            "size of SKILL.md + 1" => entry["resources"][0]["size"] = 127.into(),
            "frontmatter.description changed" => entry["frontmatter"]["description"] = "x".into(),
            "FORMS.md left out of resources, then read" => {
                entry["resources"].as_array_mut().unwrap().remove(1);
            }
            "resources = dynamic" => entry["resources"] = "dynamic".into(),
            other => panic!("{other}"),
        });
        let skills = liar.skills().await;
        let skill = skills.list().await.unwrap().remove(0);
        let refused = match skills.load(&skill).await {
            Ok(loaded) => loaded.read("references/FORMS.md").await.unwrap_err(),
            Err(refused) => refused,
        };
        let kind = format!("{refused:?}");
        assert!(case["refused"].as_str().unwrap().starts_with(&kind), "{case}: {kind}");
        assert!(!liar.reads().iter().any(|uri| uri.ends_with("FORMS.md")), "{:?}", liar.reads());
    }
}

/// Skills as a server writes them that does without the rules.
#[mcp_runtime::extension("io.modelcontextprotocol/skills", official)]
struct ByHand;

#[handlers]
impl ByHand {
    #[method("skills/list", open)]
    fn list(&self) -> Value {
        let mut broken = vectors()["entry"].clone();
        broken.as_object_mut().unwrap().remove("resources");
        json!({ "skills": [broken, vectors()["entry"], 5], "ttlMs": 0, "cacheScope": "private" })
    }

    #[method("skills/get", open)]
    fn get(&self, uri: String) -> Value {
        let mut skill = vectors()["entry"].clone();
        if uri == PDF {
            skill.as_object_mut().unwrap().remove("resources");
        }
        json!({ "skill": skill })
    }
}

#[tokio::test]
async fn an_entry_that_is_not_one_is_refused() {
    let server = server!().extension(ByHand);
    let client = Client::builder("host", "1").connect(server).await.unwrap();
    let skills = ClientSkills::of(&client);
    assert_eq!(skills.list().await.unwrap().len(), 1);
    for uri in [PDF, "skill://other/SKILL.md"] {
        let refused = skills.get(uri).await.unwrap_err();
        assert!(matches!(refused, SkillRefused::Invalid(_)), "{refused:?}");
    }
}

/// K25.
#[tokio::test]
async fn listing_reads_nothing() {
    let liar = Liar::new(|_| {});
    liar.skills().await.list().await.unwrap();
    assert_eq!(liar.reads(), Vec::<String>::new());
}

/// K26.
#[tokio::test]
async fn files_that_nobody_lists_are_taken_where_that_is_allowed() {
    let liar = Liar::new(|entry| entry["resources"] = "dynamic".into());
    let skills = liar.skills().await;
    let skill = skills.get(PDF).await.unwrap();
    assert!(matches!(skills.load(&skill).await, Err(SkillRefused::Dynamic)));
    assert!(liar.reads().is_empty());
    let loaded = skills.allow_dynamic().load(&skill).await.unwrap();
    assert_eq!(loaded.read("references/FORMS.md").await.unwrap(), b"# Forms\n");
}

#[tokio::test]
async fn files_elsewhere_are_refused_though_they_are_listed() {
    let liar = Liar::new(|_| {});
    let mut skill = liar.skill.clone();
    let elsewhere = SkillFile::new("skill://other/x", "sha256:", 0);
    skill.resources = SkillResources::Listed(vec![elsewhere]);
    let skills = liar.skills().await;
    assert!(matches!(skills.load(&skill).await, Err(SkillRefused::Unlisted)));
    skill.uri = "skill://other/x".to_owned();
    assert!(matches!(skills.load(&skill).await, Err(SkillRefused::Invalid(_))));
    assert!(liar.reads().is_empty());
}

#[tokio::test]
async fn a_server_without_skills_is_not_asked() {
    let client = Client::builder("host", "1").connect(server!()).await.unwrap();
    let error = ClientSkills::of(&client).list().await.unwrap_err().to_string();
    assert!(error.contains("does not offer the extension"), "{error}");
    let refused = ClientSkills::of(&client).get(PDF).await.unwrap_err();
    assert!(matches!(refused, SkillRefused::Failed(_)));
}
