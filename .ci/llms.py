#!/usr/bin/env python3
"""Writes what coding assistants read: `llms.txt`, which lists the pages of the guide, and `llms-full.txt` of the skill, which has
the parts of them, of the macros' documentation and of the public interface that most servers need. Nothing of it is written by
hand. `llms-full.txt` at the top is a link to it.

    .ci/llms.py            # writes them
    .ci/llms.py --check    # fails if one of them is not current, or too long
"""
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
GUIDE = TOP / "mcp-runtime/src/guide"
PAGES = "https://docs.rs/mcp-runtime/latest/mcp_runtime/guide"
MOST_BYTES = 75_000

# The page that comes first, as a whole; then these sections of others.
HEAD = "assistants"
SECTIONS = {
    "arguments": ["Types", "Bounds, defaults and names", "Context parameters"],
    "results": ["Results of tools", "An image with structured data", "Errors"],
    "prompts": ["Arguments", "Return types"],
    "resources": ["Fixed resources and templates", "Return types", "Listing resources", "Announcing changes"],
    "asking": ["When a handler runs again", "Locks and timeouts", "Declined and cancelled"],
    "tasks": ["When a call becomes a task", "Status and lifetime", "In a client"],
    "callers": ["Your own user type", "Visibility", "State per user"],
    "http": ["Access control", "Graceful shutdown"],
    "testing": ["Time"],
    "client": ["Connecting", "Progress, timeouts and cancellation", "Errors"],
    "hosts": ["A host of many servers"],
}
MACROS = ["tool", "resource", "prompt", "handlers"]
# The crates, with the types that people name, and those of their methods that people call; no list means all.
ITEMS = {
    "mcp-runtime": {
        "ServerBuilder":
            "tool tools prompt resource resources handlers handlers_from mount mount_flat state state_from before_serving instructions about "
            "needs extension layer visible limits changes telemetry versions on_subscribe "
            "on_complete add_resource tasks store http_options build run run_async run_with",
        "Limits": "page_size max_result_size answer_timeout drain_timeout rate tool_rate",
        "Changes": "tools resources resource_updates",
        "About": "title",
        "observe::Telemetry": "observe observer",
        "Server": "run run_async serve into_http add_tool remove_tool add_resource change_resources remove_resource "
                  "resource_updated",
        "Context": "caller cancelled client elicit http log once progress roots sample server session_id uri version",
        "State": "", "SessionState": "",
        "Progress": "report report_of blocking_report blocking_report_of is_wanted",
        "Log": "debug info warning error",
        "Cancelled": "",
        "Elicit": "form",
        "ElicitUrl": "open require",
        "Question": "within max_tokens system_prompt",
        "Sample": "", "Roots": "",
        "TaskContext": "id set_status keep_for attempt detach",
        "Tasks": "new store ttl max_ttl poll_interval",
        "CompletionRequest": "typed argument context",
        "Env": "new secret optional default why number directory file url value",
        "Secret": "", "Json": "", "Base64": "", "NotFound": "", "Image": "", "Audio": "",
        "FromContext": "from_context", "FromArgument": "",
        "http::Http": "path health ready allow_hosts allow_origins allow_headers api_keys bearer_tokens protect trusted_proxies "
                      "open_to_network_without_authorization route protected_route fallback layer stateless limits "
                      "drain_delay serve serve_unix close",
        "http::Principal": "new name", "http::RequestExtension": "",
    },
    "mcp-runtime-protocol": {
        "Answer": "", "Caller": "principal",
        "Error": "other internal is_timeout is_closed is_cancelled rpc http_status retry_after",
        "ErrorObject": "new invalid_params internal",
        "CallToolResult": "text structured is_error content structured_content",
        "ContentBlock": "text image audio resource resource_link as_text",
        "Resource": "new uri name title description mime_type size",
        "ResourceContents": "text blob with_mime_type as_text mime_type",
        "ReadResourceResult": "text contents",
        "PromptMessage": "user assistant", "GetPromptResult": "messages",
        "Completion": "values total has_more",
        "Root": "new uri path", "CompletionReference": "prompt resource_template",
    },
    "mcp-runtime-client": {
        "Client": "builder call call_tool list_tools list_prompts list_resources list_resource_templates get_prompt "
                  "read_resource complete subscribe listen start instructions ping server_info version ended close",
        "ClientBuilder": "connect timeout max_time version on_elicit on_elicit_url on_sample roots on_change on_log on_progress "
                         "tasks without_cache validate_results",
        "RequestBuilder": "on_progress timeout max_time cache meta",
        "Stdio": "spawn arg args env inherit current_dir stderr",
        "HttpTransport": "new header allow_plain_http authorize",
        "Change": "", "Subscription": "next", "Started": "", "TaskHandle": "id status result cancel updates",
    },
    "mcp-runtime-testing": {"Connecting": "", "Everywhere": "", "TestClient": "", "User": ""},
}


def plain(text):
    """Markdown without links, hidden lines of programs and what only rustdoc reads."""
    lines, in_code = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            in_code = not in_code
            line = re.sub(r",.*", "", line)
        elif in_code and re.match(r"# |#$", line):
            continue
        if not in_code and re.match(r"\[[^\]]+\]: ", line):
            continue
        lines.append(line)
    text = "\n".join(lines)
    text = re.sub(r"\[([^\[\]]+)\]\([^()\s]*(?:\([^()]*\))?[^()\s]*\)", r"\1", text)
    text = re.sub(r"(?<![\w#!\[&])\[(`[^`\]]+`)\](?!\()", r"\1", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def sections(page):
    """The sections of a page by their headings; the text before the first one has none."""
    parts, in_code, heading = {"": []}, False, ""
    for line in (GUIDE / f"{page}.md").read_text().splitlines():
        in_code ^= line.startswith("```")
        if not in_code and line.startswith("# "):
            heading = line[2:]
            parts[heading] = []
        else:
            parts[heading].append(line)
    return {heading: plain("\n".join(lines)) for heading, lines in parts.items()}


def guide():
    head = sections(HEAD)
    yield head.pop("")
    for heading, text in head.items():
        yield f"# {heading}\n\n{text}"
    for page, chosen in SECTIONS.items():
        parts = sections(page)
        yield f"# More about {page}"
        for heading in chosen:
            yield f"## {heading}\n\n{parts[heading]}"


def macros():
    """The tables of what the attributes take."""
    yield "# Attributes"
    for name in MACROS:
        docs = (TOP / f"mcp-macros/docs/{name}.md").read_text().rstrip()
        tables = re.findall(r"\| (.+?) \|.*\n\|---\|---\|\n((?:\|.*\n?)+)", docs)
        parts = [f"{first}:\n\n{plain(rows)}" for first, rows in tables]
        yield f"## #[{name}]\n\n" + "\n\n".join(parts or [plain(docs.split("\n\n")[-1])])


def summaries(crate):
    """The first sentence about each type, function and method: `Context`, `Context::caller`."""
    found = {}
    for path in sorted((TOP / crate / "src").rglob("*.rs")):
        docs, of = [], ""
        for line in path.read_text().splitlines():
            if match := re.match(r"impl(?:<.*?>)? (?:\S+ for )?(\w+)", line):
                of = match[1] + "::"
            elif line == "}":
                of = ""
            if match := re.match(r" *///( .*|$)", line):
                docs.append(match[1].strip())
            elif match := re.match(r" *(?:pub )?(?:async )?(?:const )?(?:struct|enum|trait|fn) (\w+)", line):
                sentence = re.match(r"(.+?)(?:[:;] |\. |\.?$)", plain(" ".join(docs).split("  ")[0]))
                if sentence:
                    found.setdefault(of * line.startswith(" ") + match[1], sentence[1])
                if " trait " in f" {line}":
                    of = match[1] + "::"
                docs = []
            elif not line or line.endswith((";", "}")):
                docs = []
    return found


def items():
    yield ("# Public items\n\nThose that are used most: a type, then its methods, without `self`, `-> Self` and bounds. Where a "
           "`String` or a `str` is taken, anything will do that is `Into` or `AsRef` of it. Types of the protocol are in "
           "`mcp_runtime::protocol` and `mcp_runtime_client::protocol`; `Error`, `Answer` and `Caller` are at the top of both.")
    for crate, types in ITEMS.items():
        root = crate.replace("-", "_")
        lines = (TOP / f"tests/surface/{crate}.txt").read_text().splitlines()
        about = summaries("crates/protocol") | summaries("crates/schema") | summaries(crate.replace("mcp-runtime-", "crates/"))
        yield f"## {root}\n\n" + "\n".join(described(lines, path, chosen.split(), about) for path, chosen in types.items())
        if crate == "mcp-runtime-testing":
            functions = [match for line in lines if (match := re.match(rf".*?\bfn {root}::(\w+)([(<].*)", line))]
            yield "\n".join(f"- `{name}{signature(rest)}`: {about[name]}" for name, rest in (match.groups() for match in functions))


def described(lines, path, chosen, about):
    """One line about a type: what it is, and its methods, fields or variants."""
    name = path.rsplit("::", 1)[-1]
    members = {}
    for line in lines:
        if match := re.match(rf"(.*?)\b(fn|variant|field) (?:\w+::)+{name}(?:<.*?>)?::(\w+)(.*)", line):
            shown = signature(match[4]) if match[2] == "fn" else match[4]
            members.setdefault(match[3], f"`{'async ' * ('async' in match[1])}{match[3]}{shown}`")
    if missing := [member for member in chosen if member not in members]:
        sys.exit(f"{path} has no {', '.join(missing)}: fix ITEMS in .ci/llms.py")
    if name not in about:
        sys.exit(f"no summary of {path} was found")
    listed = ", ".join(members[member] for member in chosen or members)
    return f"- **{path}**: {about[name]}." + f" {listed}" * bool(listed)


def signature(text):
    text = re.sub(r" where .*", "", text)
    text = re.sub(r"^<(?!R>)[^:>]+>", "", text)
    text = re.sub(r"\((?:&mut self|&self|mut self|self)(?:, )?", "(", text)
    text = re.sub(r"impl (?:Into|AsRef)<((?:[^<>]|<[^<>]*>)*)>", r"\1", text)
    return text.replace(" -> Self", "").replace(" + Send + Sync + 'static", "").replace(" + Send + 'static", "")


def pages():
    yield ("# mcp-runtime\n\n> A Rust framework for servers and clients of the Model Context Protocol (MCP). You annotate functions; "
           "macros generate the schemas and the registration.")
    yield ("Its attributes are not those of rmcp, nor its types those of FastMCP: begin with the first file, which says what "
           "differs and has a right program of each kind.")
    yield "## In one file\n\n- [llms-full.txt](skills/mcp-runtime/references/llms-full.txt): what most servers, clients and tests need"
    listed = [f"- [{path.stem}]({PAGES}/{path.stem}/): {first_sentence(path)}" for path in sorted(GUIDE.glob("*.md"))
              if path.stem != "index"]
    yield "## Guide\n\n" + "\n".join([f"- [index]({PAGES}/): what you want to do, and where it is described", *listed])
    crates = re.findall(r"^//! \| \[`(.+?)`\]\((.+?)\) \| (.+) \|$", (TOP / "mcp-runtime/src/lib.rs").read_text(), re.M)
    yield "## Crates\n\n" + "\n".join(f"- [{name}]({address}): {plain(about)}" for name, address, about in crates)


def first_sentence(path):
    paragraphs = plain(path.read_text()).split("\n\n")
    text = next(paragraph for paragraph in paragraphs if not paragraph.startswith("#"))
    return re.match(r"(.+?)(?:[.:]?$|\. )", text.replace("\n", " "))[1]


def written():
    full = "\n\n".join(["# mcp-runtime, in one file", *guide(), *macros(), *items()]) + "\n"
    return {
        "llms.txt": "\n\n".join(pages()) + "\n",
        "skills/mcp-runtime/references/llms-full.txt": full,
    }


def main():
    for name, text in written().items():
        file = TOP / name
        if (size := len(text.encode())) > MOST_BYTES:
            sys.exit(f"{name} would have {size} bytes, more than {MOST_BYTES}: choose fewer sections in .ci/llms.py")
        if "--check" not in sys.argv:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            sys.exit(f"{name} is not current: run .ci/llms.py")


main()
