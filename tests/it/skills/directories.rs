//! `resources/directory/read`.

use serde_json::{Value, json};

use super::fixture::{ask, embedded, result, vectors};

const METHOD: &str = "resources/directory/read";

/// K19.
#[tokio::test]
async fn folders_of_skills_can_be_read() {
    let cases = vectors()["directory"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 5);
    for case in cases {
        let answer = ask(embedded, "2026-07-28", METHOD, json!({ "uri": case["uri"] })).await;
        if let Some(code) = case.get("error") {
            assert_eq!(&answer["error"]["code"], code, "{case}");
            continue;
        }
        let children: Vec<_> = answer["result"]["resources"]
            .as_array()
            .unwrap()
            .iter()
            .map(|child| json!({ "uri": child["uri"], "mimeType": child["mimeType"] }))
            .collect();
        assert_eq!(json!(children), case["children"], "{case}");
    }
}

#[tokio::test]
async fn the_folders_of_a_skill_inside_of_another_are_its_own_too() {
    let read = result(METHOD, json!({ "uri": "skill://acme/billing/refunds" })).await;
    let names: Vec<_> =
        read["resources"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["AMOUNTS.txt", "SKILL.md", "partial"]);
    let read = result(METHOD, json!({ "uri": "skill://acme/billing/refunds/partial" })).await;
    assert_eq!(read["resources"].as_array().unwrap().len(), 1);
    // Above the skills there is nothing to read.
    for uri in ["skill://acme/billing", "skill://acme", "skill://", "skill:"] {
        let answer = ask(embedded, "2025-11-25", METHOD, json!({ "uri": uri })).await;
        assert_eq!(answer["error"]["code"], -32602, "{uri}: {answer}");
    }
    let answer: Value = ask(embedded, "2026-07-28", METHOD, json!({})).await;
    assert_eq!(answer["error"]["code"], -32602);
}
