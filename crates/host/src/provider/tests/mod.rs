//! Tests on cases: what goes in, and what a provider gets.

mod all_tools;
mod bounds;
mod constraints;
mod results;
mod schemas;

use std::collections::BTreeMap;
use std::sync::Arc;

use mcp_runtime_client::protocol::Tool;
use serde_json::{Value, json};

use super::{CallAnswer, Provider, ProviderFormat};
use crate::Tools;

const CASES: [&str; 2] =
    [include_str!("../cases/cases.jsonl"), include_str!("../cases/edges.jsonl")];

fn cases() -> Vec<Value> {
    let lines = CASES.iter().flat_map(|cases| cases.lines());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

const PROVIDERS: [(&str, Provider); 6] = [
    ("openai-chat", Provider::OpenAi),
    ("openai-responses", Provider::OpenAiResponses),
    ("anthropic", Provider::Anthropic),
    ("gemini", Provider::Gemini),
    ("bedrock", Provider::Bedrock),
    ("ollama", Provider::Ollama),
];

fn provider(case: &Value) -> Provider {
    PROVIDERS.iter().find(|(name, _)| case["provider"] == *name).unwrap().1
}

/// A snapshot of tools as a case lists them.
fn tools(input: &Value) -> Tools {
    let servers: Vec<_> = input["servers"]
        .as_array()
        .cloned()
        .unwrap_or_else(|| vec![input.clone()])
        .iter()
        .map(|server| {
            let tools: Vec<Tool> = serde_json::from_value(server["tools"].clone()).unwrap();
            (server["server"].as_str().unwrap().to_owned(), tools)
        })
        .collect();
    Tools::new(servers.iter().map(|(name, tools)| (name.as_str(), tools.clone())))
}

fn format(tools: &Tools, case: &Value) -> ProviderFormat {
    let options = &case["in"]["options"];
    let mut format = tools.format(provider(case));
    if options["strict"] == true {
        format = format.strict();
    }
    if options["output_schemas"] == true {
        format = format.output_schemas();
    }
    if let Some(max) = options["max_text"].as_u64() {
        format = format.max_text(usize::try_from(max).unwrap());
    }
    format.images(options["images"] != false)
}

fn tools_of_case(case: &Value) -> Value {
    json!(format(&tools(&case["in"]), case).tools())
}

fn results_of_case(case: &Value) -> Value {
    let calls = &case["in"]["calls"];
    let results = &case["in"]["results"];
    let answers: Vec<CallAnswer> = calls
        .as_array()
        .unwrap()
        .iter()
        .zip(results.as_array().unwrap())
        .map(|(call, result)| {
            let id = call["id"].as_str().map(str::to_owned);
            let result = serde_json::from_value(result.clone()).unwrap();
            CallAnswer::new(id, call["name"].as_str().unwrap(), result)
        })
        .collect();
    json!(format(&Tools::default(), case).results(&answers))
}

fn call_of_case(case: &Value) -> Value {
    let input = &case["in"];
    let names: BTreeMap<String, [String; 2]> =
        serde_json::from_value(input["names"].clone()).unwrap();
    let strict = input.get("strict");
    let schema = Arc::new(strict.cloned().unwrap_or_else(|| json!({ "type": "object" })));
    let servers = names.values().map(|[server, tool]| {
        (server.as_str(), vec![Tool::new(tool.as_str(), Arc::clone(&schema))])
    });
    let tools = Tools::new(servers);
    assert!(names.keys().all(|name| tools.get(name).is_some()));
    let plain = tools.format(provider(case));
    let format = if strict.is_some() { plain.strict() } else { plain };
    match format.call(&input["call"]) {
        Ok(call) => {
            json!({ "server": call.tool.server, "tool": call.tool.tool.name, "arguments": call.arguments })
        }
        Err(answer) => {
            assert_eq!(answer.result.is_error, Some(true));
            assert!(answer.id.as_deref() == call_id(&input["call"]));
            json!({ "error_starts": answer.result.text() })
        }
    }
}

fn call_id(call: &Value) -> Option<&str> {
    ["call_id", "id"].into_iter().find_map(|key| call.get(key)).and_then(Value::as_str)
}

fn output(case: &Value) -> Value {
    match case["kind"].as_str().unwrap() {
        "tools" => tools_of_case(case),
        "result" => results_of_case(case),
        "call" => call_of_case(case),
        other => panic!("{other} is no kind"),
    }
}

fn is_as_expected(out: &Value, expected: &Value) -> bool {
    match expected["error_starts"].as_str() {
        Some(start) => out["error_starts"].as_str().is_some_and(|text| text.starts_with(start)),
        None => out == expected,
    }
}

/// What is left out beyond what the case tells, or not.
fn left_out_of_case(case: &Value) -> Value {
    let left_out = format(&tools(&case["in"]), case).left_out();
    let all = left_out.iter().map(|left_out| {
        let server = &left_out.server;
        let tool = &left_out.tool;
        let rule = left_out.rule;
        json!({ "server": server, "tool": tool, "rule": rule, "at": left_out.at })
    });
    json!(all.collect::<Vec<_>>())
}

#[test]
fn cases_hold() {
    let mut wrong = Vec::new();
    let mut outputs = Vec::new();
    let cases = cases();
    for case in &cases {
        let out = output(case);
        if !is_as_expected(&out, &case["out"]) {
            wrong.push(format!("{}\n  expected {}\n  got      {out}", case["case"], case["out"]));
        }
        if let Some(expected) = case.get("left_out") {
            let left_out = left_out_of_case(case);
            if left_out != *expected {
                wrong.push(format!(
                    "{}\n  expected {expected}\n  left out {left_out}",
                    case["case"]
                ));
            }
        }
        let mut written = case.clone();
        written["out"] = out;
        outputs.push(written.to_string() + "\n");
    }
    // For `tests/host/providers.py`, which holds what was written to the SDKs of the providers.
    if let Some(path) = std::env::var_os("MCP_CASES_OUT") {
        outputs.extend(schemas::more_cases().iter().map(|case| format!("{case}\n")));
        std::fs::write(path, outputs.concat()).unwrap();
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
