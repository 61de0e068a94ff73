//! Skills of a source of its own.

use mcp_runtime::protocol::{Resource, ResourceContents};
use mcp_runtime::{Context, Result, Server, server};
use mcp_runtime_skills::{
    GetSkillResult, ListSkillsResult, Skill, SkillResources, SkillSource, SkillsFrom,
};
use mcp_test_support::peer::{Peer, modern};
use serde_json::json;

use super::fixture::{read_text, request};

/// A skill for each client, by its name, and one that is not listed.
struct Personal;

fn skill(name: &str) -> Skill {
    let frontmatter =
        json!({ "name": name, "description": "How to greet." }).as_object().unwrap().clone();
    Skill::new(format!("skill://{name}/SKILL.md"), frontmatter, SkillResources::Dynamic)
}

impl SkillSource for Personal {
    const READS_DIRECTORIES: bool = true;

    async fn list(&self, _: Option<&str>, context: &Context) -> Result<ListSkillsResult> {
        let mut page = ListSkillsResult::default();
        let client = context.client().info.as_ref().map(|info| info.name.clone());
        page.skills = vec![skill(&client.unwrap_or_else(|| "stranger".to_owned()))];
        Ok(page)
    }

    async fn get(&self, uri: &str, _: &Context) -> Result<Option<GetSkillResult>> {
        Ok((uri == "skill://hidden/SKILL.md").then(|| GetSkillResult::new(skill("hidden"))))
    }

    async fn read(&self, uri: &str, context: &Context) -> Result<Option<ResourceContents>> {
        let version = context.version();
        Ok(uri.ends_with("/SKILL.md").then(|| ResourceContents::text(uri, version.as_str())))
    }

    async fn children(&self, uri: &str, _: &Context) -> Result<Option<Vec<Resource>>> {
        Ok((uri == "skill://hidden/empty").then(Vec::new))
    }
}

struct Plain;

impl SkillSource for Plain {
    async fn list(&self, _: Option<&str>, _: &Context) -> Result<ListSkillsResult> {
        Ok(ListSkillsResult::default())
    }

    async fn get(&self, _: &str, _: &Context) -> Result<Option<GetSkillResult>> {
        Err("the database is away".into())
    }

    async fn read(&self, _: &str, _: &Context) -> Result<Option<ResourceContents>> {
        Ok(None)
    }
}

fn server(source: impl SkillSource) -> Server {
    server!().extension(SkillsFrom(source)).build().unwrap()
}

/// K07, K20 and K26.
#[tokio::test]
async fn a_source_answers_for_itself() {
    let mut peer = Peer::memory(server(Personal));
    let listed = request(&mut peer, "skills/list", json!({})).await;
    assert_eq!(listed["skills"][0]["uri"], "skill://stranger/SKILL.md");
    assert_eq!(listed["skills"][0]["resources"], "dynamic");
    assert_eq!((&listed["ttlMs"], &listed["cacheScope"]), (&json!(0), &json!("private")));
    let got = request(&mut peer, "skills/get", json!({ "uri": "skill://hidden/SKILL.md" })).await;
    assert_eq!(got["skill"]["frontmatter"]["name"], "hidden");
    assert_eq!(got["skill"]["resources"], "dynamic");
    assert_eq!(read_text(&mut peer, "skill://hidden/SKILL.md").await, "2026-07-28");
    let empty = json!({ "uri": "skill://hidden/empty" });
    let read = request(&mut peer, "resources/directory/read", empty).await;
    assert_eq!(read["resources"], json!([]));
}

#[tokio::test]
async fn a_source_may_have_no_folders() {
    let mut peer = Peer::memory(server(Plain));
    let discovered = request(&mut peer, "server/discover", json!({})).await;
    let declared = &discovered["capabilities"]["extensions"]["io.modelcontextprotocol/skills"];
    assert_eq!(declared, &json!({}));
    let folder = modern(json!({ "uri": "skill://a" }));
    let answer = peer.request("resources/directory/read", folder.clone()).await;
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    let answer = peer.request("skills/get", folder).await;
    assert!(answer["error"]["code"].as_i64().unwrap() < -32000, "{answer}");
}
