#!/usr/bin/env python3
"""Holds what the formats of `crates/host` write to the types of the providers' own SDKs.

  MCP_CASES_OUT=out.jsonl cargo test -p mcp-runtime-host --lib cases_hold
  npm ci --prefix DIR                        with DIR/package.json and lock of tests/host/providers
  python3 -m venv DIR/py && DIR/py/bin/pip install -r tests/host/providers/requirements.txt
  DIR/py/bin/python tests/host/providers.py out.jsonl DIR      exits with 1 on any finding
"""
import base64
import copy
import json
import re
import subprocess
import sys
from pathlib import Path

import botocore.session
import botocore.validate
import jsonschema
import ollama
import pydantic
from anthropic import transform_schema
from anthropic.types import ToolParam, ToolResultBlockParam
from google.genai import types as genai
from openai.lib._pydantic import _ensure_strict_json_schema
from openai.types.chat import ChatCompletionFunctionToolParam, ChatCompletionMessageParam
from openai.types.responses import FunctionToolParam
from openai.types.responses.response_input_param import FunctionCallOutput
from pydantic import TypeAdapter

# The type of each output in the SDKs for TypeScript and for Python.
TYPES = {
    ("tools", "openai-chat"): ("OpenAI.Chat.Completions.ChatCompletionFunctionTool[]", ChatCompletionFunctionToolParam),
    ("tools", "openai-responses"): ("OpenAI.Responses.FunctionTool[]", FunctionToolParam),
    ("tools", "anthropic"): ("Anthropic.Tool[]", ToolParam),
    ("tools", "gemini"): ("GTool[]", genai.Tool),
    ("tools", "bedrock"): ("BTool[]", "Tool"),
    ("tools", "ollama"): ("OTool[]", ollama.Tool),
    ("result", "openai-chat"): ("OpenAI.Chat.Completions.ChatCompletionMessageParam[]", ChatCompletionMessageParam),
    ("result", "openai-responses"): ("OpenAI.Responses.ResponseInputItem.FunctionCallOutput[]", FunctionCallOutput),
    ("result", "anthropic"): ("Anthropic.ToolResultBlockParam[]", ToolResultBlockParam),
    ("result", "gemini"): ("Part[]", genai.Part),
    ("result", "bedrock"): ("ContentBlock[]", "ContentBlock"),
    ("result", "ollama"): ("Message[]", ollama.Message),
}
CALLS = {
    "openai-chat": "OpenAI.Chat.Completions.ChatCompletionMessageFunctionToolCall",
    "openai-responses": "OpenAI.Responses.ResponseFunctionToolCall",
    "anthropic": "Anthropic.ToolUseBlockParam",
    "gemini": "FunctionCall",
}
IMPORTS = """import OpenAI from 'openai'; import Anthropic from '@anthropic-ai/sdk';
import type { Tool as GTool, Part, FunctionCall } from '@google/genai'; import type { Tool as OTool, Message } from 'ollama';
import type { Tool as BTool, ContentBlock } from '@aws-sdk/client-bedrock-runtime'; declare const Buffer: { from(x: string, y: string): Uint8Array };
"""
NAMES = {"gemini": r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}"}
GEMINI = set(
    "type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties"
    " additionalProperties required propertyOrdering".split()
)
OLLAMA = set("type items description enum properties required".split())
STRICT_REFUSES = {"oneOf", "allOf", "not", "if", "default", "patternProperties", "prefixItems"}


class Check:
    def __init__(self, cases, folder):
        self.cases, self.folder, self.findings, self.counts = cases, folder, [], {}

    def finding(self, case, what):
        self.findings.append(f"{case['case']} [{case['provider']}]: {what}")

    def count(self, kind):
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def typescript(self):
        """Object literals, so that members that the types do not know are errors, too."""
        lines, at = IMPORTS.splitlines(), {}
        for number, case in enumerate(self.cases):
            if case["kind"] == "call":
                kind, value = CALLS.get(case["provider"]), case["in"]["call"]
                if kind is None or case.get("foreign"):
                    continue
            else:
                kind, value = TYPES[case["kind"], case["provider"]][0], case["out"]
            if case["kind"] == "tools" and case["provider"] == "ollama":
                value = [flat_properties(tool) for tool in value]
            lines.append(f"export const c{number}: {kind} = {literal(value, case['provider'])};")
            at[len(lines)] = case
            self.count("typescript")
        (self.folder / "check.ts").write_text("\n".join(lines) + "\n")
        command = ["node_modules/.bin/tsc", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"]
        command += ["--moduleResolution", "nodenext", "--types", "", "check.ts"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        for line in run.stdout.splitlines():
            found = re.match(r"check\.ts\((\d+),", line)
            if found:
                self.finding(at.get(int(found[1]), {"case": "imports", "provider": ""}), line[:300])
        if run.returncode and not self.findings:
            self.findings.append(f"tsc failed: {run.stdout[:300]} {run.stderr[:300]}")

    def python(self):
        model = botocore.session.get_session().get_service_model("bedrock-runtime")
        for case in self.cases:
            for item in case["out"] if case["kind"] != "call" else []:
                expected = TYPES[case["kind"], case["provider"]][1]
                try:
                    if isinstance(expected, str):
                        self.botocore(case, item, model.shape_for(expected))
                    elif "images" in item:
                        # The type for Python wraps what the wire has as text.
                        images = [ollama.Image(value=image) for image in item["images"]]
                        ollama.Message.model_validate({**item, "images": images})
                    else:
                        TypeAdapter(expected).validate_python(copy.deepcopy(item))
                except (pydantic.ValidationError, ValueError) as error:
                    self.finding(case, str(error)[:400])
                self.count("python")

    def messages(self):
        """Roles are texts in Ollama's types."""
        for case in self.cases:
            if case["kind"] == "result" and case["provider"] == "ollama":
                for message in case["out"]:
                    if (message["role"], "tool_name" in message) not in (("tool", True), ("user", False)):
                        self.finding(case, f"role {message['role']}")

    def botocore(self, case, item, shape):
        report = botocore.validate.ParamValidator().validate(with_bytes(item), shape)
        if report.has_errors():
            self.finding(case, report.generate_report())
        used = [(item.get("toolSpec", {}).get("name", "a"), r"[a-zA-Z0-9_-]{1,64}")]
        result = item.get("toolResult", {})
        used.append((result.get("toolUseId", "a"), r"[a-zA-Z0-9_.:-]{1,64}"))
        for block in result.get("content", []):
            name = block.get("document", {}).get("name", "a")
            used.append((name, r"(?!.*  )[a-zA-Z0-9 ()\[\]-]{1,200}"))
        for text, pattern in used:
            if not re.fullmatch(pattern, text):
                self.finding(case, f"{text} is not {pattern}")

    def schemas(self):
        """What the types do not say."""
        for case in self.cases:
            if case["kind"] == "tools":
                tools = declarations(case)
                names = [tool["name"] for tool in tools]
                if len(set(names)) != len(names):
                    self.finding(case, "a name twice")
                for tool in tools:
                    self.schema(case, tool)

    def schema(self, case, tool):
        provider = case["provider"]
        schema = schema_of(tool)
        if not re.fullmatch(NAMES.get(provider, r"[A-Za-z0-9_-]{1,64}"), tool["name"]):
            self.finding(case, f"name {tool['name']}")
        if tool.get("description") == "":
            self.finding(case, "an empty description")
        try:
            jsonschema.Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            self.finding(case, f"no JSON Schema: {error.message[:200]}")
        self.count("schemas")
        combinators = {"anyOf", "oneOf", "allOf", "not", "enum", "$ref", "$schema"} & set(schema)
        if schema.get("type") != "object" or "properties" not in schema or combinators:
            self.finding(case, "the root")
        for at, node in nodes(schema):
            self.node(case, at, node)
        if tool.get("strict") is True:
            self.strict(case, schema)

    def node(self, case, at, node):
        provider = case["provider"]
        if not isinstance(node, dict):
            return self.finding(case, f"boolean schema at {at}")
        listed = {"gemini": GEMINI, "ollama": OLLAMA}.get(provider)
        if listed and set(node) - listed:
            self.finding(case, f"{at}: {set(node) - listed}")
        if "$ref" in node and (not node["$ref"].startswith("#/$defs/") or provider == "bedrock"):
            self.finding(case, f"{at}: {node['$ref']}")
        if provider.startswith("openai") and node.get("type") == "array" and "items" not in node:
            self.finding(case, f"{at}: no items")
        for key in node.get("properties", {}):
            if provider == "anthropic" and not re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", key):
                self.finding(case, f"key {key}")

    def strict(self, case, schema):
        """The SDKs' own functions for strict schemas leave ours as they are."""
        self.count("strict")
        if case["provider"] in ("anthropic", "bedrock"):
            theirs = transform_schema(copy.deepcopy(schema))
            if theirs != schema:
                self.finding(case, f"transform_schema changes it: {theirs}")
            return
        theirs = _ensure_strict_json_schema(copy.deepcopy(schema), path=(), root=copy.deepcopy(schema))
        if theirs != schema:
            self.finding(case, f"OpenAI's own function changes it: {theirs}")
        for at, node in nodes(schema):
            if "object" in node.get("type", "") or "properties" in node:
                is_closed = node.get("additionalProperties") is False
                if not is_closed or sorted(node.get("required", [])) != sorted(node["properties"]):
                    self.finding(case, f"strict at {at}")
            if STRICT_REFUSES & set(node):
                self.finding(case, f"strict keyword at {at}")


    def accepts(self):
        """A schema may allow more than that of the server, and never less: models could not say it."""
        rows = map(json.loads, (Path(__file__).parents[1] / "data/lint/types.jsonl").open())
        rows = {row["id"]: row for row in rows if isinstance(row["want"], dict)}
        for case in self.cases:
            # Of an optional null, Ollama's models hear nothing.
            if case["case"] != "types" or case["provider"] == "ollama":
                continue
            for tool in declarations(case):
                row = rows.get(tool["name"].removeprefix("types__"))
                if row is None:  # its name is longer than those of providers
                    continue
                schema = jsonschema.Draft202012Validator(schema_of(tool))
                is_root = row["want"].get("type") == "object" and "properties" in row["want"]
                given = row["want"] if is_root else {"properties": {"x": row["want"]}}
                given = jsonschema.Draft202012Validator({**given, "$defs": row.get("defs") or {}})
                for value in row["accepts"]:
                    value = value if is_root else {"x": value}
                    if given.is_valid(value):
                        self.count("accepts")
                        if not schema.is_valid(value):
                            self.finding(case, f"{tool['name']} refuses {json.dumps(value)}")


def schema_of(tool):
    schemas = ["parameters", "input_schema", "parametersJsonSchema"]
    return next((tool[key] for key in schemas if key in tool), None) or tool["inputSchema"]["json"]


def literal(value, provider, path=""):
    if provider == "bedrock" and path.endswith(".bytes"):
        return f"Buffer.from({json.dumps(value)}, 'base64')"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {literal(v, provider, path + '.' + k)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(literal(item, provider, path) for item in value) + "]"
    return json.dumps(value)


def flat_properties(tool):
    """Ollama's type for TypeScript has no properties of properties, which the server takes."""
    tool = copy.deepcopy(tool)
    for schema in tool["function"]["parameters"]["properties"].values():
        schema.pop("properties", None)
        schema.pop("required", None)
    return tool


def with_bytes(value):
    if isinstance(value, dict):
        return {k: base64.b64decode(v, validate=True) if k == "bytes" else with_bytes(v) for k, v in value.items()}
    return [with_bytes(item) for item in value] if isinstance(value, list) else value


def declarations(case):
    if case["provider"] == "gemini":
        return [function for tool in case["out"] for function in tool["functionDeclarations"]]
    return [tool.get("function") or tool.get("toolSpec") or tool for tool in case["out"]]


def nodes(schema, at=""):
    yield at, schema
    if not isinstance(schema, dict):
        return
    for keyword, value in schema.items():
        if keyword in ("properties", "$defs", "patternProperties"):
            for name, inside in value.items():
                yield from nodes(inside, f"{at}/{keyword}/{name}")
        elif keyword in ("items", "not") or (keyword == "additionalProperties" and isinstance(value, dict)):
            yield from nodes(value, f"{at}/{keyword}")
        elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for place, inside in enumerate(value):
                yield from nodes(inside, f"{at}/{keyword}/{place}")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cases = [json.loads(line) for line in open(sys.argv[1])]
    check = Check(cases, Path(sys.argv[2]))
    check.typescript()
    check.python()
    check.messages()
    check.schemas()
    check.accepts()
    print(f"{len(cases)} cases; checked {check.counts}")
    print("\n".join(check.findings) or "no findings")
    sys.exit(bool(check.findings) or not cases)


if __name__ == "__main__":
    main()
