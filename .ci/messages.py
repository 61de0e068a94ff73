#!/usr/bin/env python3
"""Writes the pages of the guide that list what macros, servers, clients and commands say: `mcp-runtime/src/guide/messages_*.md`.

    .ci/messages.py            # writes them
    .ci/messages.py --check    # fails if a message of the sources is on none of them, or `troubleshooting*.md` quotes what nobody says
    .ci/messages.py --count    # says how many messages each page has

A message is a text of the sources, outside of tests, of at least three words, or of two and what a program fills in,
unless it is excluded below. That is written as `..`.
"""
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
GUIDE = TOP / "mcp-runtime/src/guide"

PAGES = {
    "macros": ("What the macros, and the compiler about them, say", [
        ("Attributes", "arguments", ["mcp-macros/src"]),
        ("Schemas and types", "arguments", ["mcp-macros/src/schema", "mcp-macros/src/check/types.rs", "mcp-macros/src/serde.rs",
                                            "mcp-macros/src/check/constraints.rs", "mcp-macros/src/ecma", "mcp-macros/src/ecma.rs"]),
        ("Forms", "asking", ["mcp-macros/src/elicit"]),
        ("Resources and pages", "resources", ["mcp-macros/src/template.rs", "mcp-macros/src/check/resource.rs",
                                              "mcp-macros/src/check/page.rs"]),
        ("Extensions", "extensions", ["mcp-macros/src/extension", "mcp-macros/src/check/method.rs"]),
        ("Skills", "skills", ["mcp-macros/src/skills.rs"]),
        ("Types that do not fit", "arguments", ["mcp-runtime/src/server/foreign_types.rs", "mcp-runtime/src/server/handler_traits.rs",
                                                "mcp-runtime/src/server/respond", "mcp-runtime/src/server/from_context.rs",
                                                "mcp-runtime/src/server/handler/param.rs"]),
        ("Typed clients", "lock", ["crates/client-macros", "crates/codegen"]),
    ]),
    "server": ("What a server says, to whoever builds it, to its clients and in its log", [
        ("Building and running", "start", ["mcp-runtime/src"]),
        ("Arguments, results and schemas", "arguments", ["mcp-runtime/src/schema", "mcp-runtime/src/server/handler",
                                                         "crates/protocol/src/schema", "mcp-runtime/src/server/result_limit.rs"]),
        ("Questions", "asking", ["mcp-runtime/src/server/asking", "mcp-runtime/src/server/elicitation"]),
        ("Tasks", "tasks", ["mcp-runtime/src/server/tasks"]),
        ("Extensions", "extensions", ["mcp-runtime/src/server/extensions"]),
        ("Stores and replicas", "replicas", ["mcp-runtime/src/store", "mcp-runtime/src/server/replicas", "crates/redis"]),
        ("Messages of the protocol", "limits", ["crates/protocol", "mcp-runtime/src/negotiation", "mcp-runtime/src/session",
                                                "mcp-runtime/src/transport"]),
        ("Skills", "skills", ["crates/skills"]),
    ]),
    "http": ("What a server over HTTP says", [
        ("Requests and connections", "http", ["mcp-runtime/src/transport/http"]),
        ("Tokens and logins", "authorization", ["crates/auth", "mcp-runtime/src/transport/http/authorization.rs"]),
        ("TLS, cards and sockets", "web", ["crates/web", "crates/https"]),
    ]),
    "programs": ("What the command line of a server and its commands say", [
        ("The command line", "command_line", ["mcp-runtime/src/cli", "mcp-runtime/src/run", "mcp-runtime/src/transport/signals",
                                              "mcp-runtime/src/transport/stdio"]),
        ("Doctor", "ship", ["crates/ship/src/doctor", "crates/ship/src/commands/doctor.rs"]),
        ("Install and manifest", "ship", ["crates/ship", "crates/protocol/src/client_apps"]),
        ("The page, and `dev`", "page", ["crates/ship/src/page"]),
    ]),
    "tests": ("What tests, the lint and locks say", [
        ("Tests", "testing", ["crates/testing"]),
        ("The lint", "testing", ["crates/lint"]),
        ("Locks", "lock", ["crates/lint/src/lock"]),
    ]),
    "clients": ("What clients, hosts and agents say", [
        ("Clients", "client", ["crates/client"]),
        ("Hosts", "hosts", ["crates/host"]),
        ("The keychain", "login", ["crates/keychain"]),
        ("Agents, and clients of agents", "agents", ["crates/acp"]),
    ]),
}

# Sources of tests, and of what writes programs.
NOT_SOURCES = re.compile(r"(^|[/_])(tests?|fuzz|bench)([/._]|$)|crates/codegen/src/write/|crates/testing/src/contract/")
# What stands before a text that is no message: helps, reasons of lints, values of headers, sources of a rule of the lint.
NOT_MESSAGES = re.compile(r'(help|about|expect|from_static)\($|(reason|doc|must_use|since)=$|\]""$')
# The tests in a file are at its end.
TESTS = re.compile(r"#\[cfg\((?:all\()?test\b[^\n]*\n(?:#\[[^\n]*\n|    [^\n]*\n|\)\]\n)*(?=mod \w+ \{)")
# Longer texts are files that are written.
MOST = 300
TOKEN = re.compile(r"""
    //[^\n]* | /\*.*?\*/ | '(?:[^'\\\n]|\\.[^'\n]*)'
    | b?r(?P<hashes>\#*)"(?P<raw>.*?)"(?P=hashes) | b?"(?P<text>(?:[^"\\]|\\.)*)" | \w+!? | \S""", re.S | re.X)


def messages(path):
    """The messages in a file."""
    source = TESTS.split(path.read_text())[0]
    before = []
    for token in TOKEN.finditer(source):
        raw, text = token["raw"], token["text"]
        if raw is None and text is None:
            if not token[0].startswith(("//", "/*")):
                before = before[-3:] + [token[0]]
            continue
        context, before = "".join(before), before[-3:] + ['""']
        if NOT_MESSAGES.search(context):
            continue
        text = raw if raw is not None else re.sub(r"\\(?:\n\s*|(.))", lambda match: {None: "", "n": "\n", "r": ""}.get(match[1], match[1]), text)
        text = re.sub(r"\{\{|\}\}|\{[^{}]*\}", lambda match: {"{{": "{", "}}": "}"}.get(match[0], ".."), text)
        text = " ".join(text.split())
        words = re.findall(r"(?<![\w<-])[A-Za-z]?[a-z]+(?![\w>-])", text)
        is_sentence = text.count(" ") > 1 and len(words) > 2 and sum(word.islower() for word in words) > 1
        names_something = ".." in text and " " in text and (text[0].islower() or text.endswith(": .."))
        if len(text) < MOST and (is_sentence or len(words) > 1 and names_something):
            yield text


def by_topic():
    """The messages by the page and the heading under which they stand: those of the longest path that fits."""
    owners = {path: (page, heading) for page, (_, topics) in PAGES.items() for heading, _, paths in topics for path in paths}
    found = {}
    for file in sorted(path for top in ["mcp-macros", "mcp-runtime", "crates"] for path in (TOP / top).rglob("src/**/*.rs")):
        name = file.relative_to(TOP).as_posix()
        if NOT_SOURCES.search(name):
            continue
        owner = max((path for path in owners if name == path or name.startswith(path + "/")), key=len, default=None)
        for message in messages(file):
            if owner is None:
                sys.exit(f"{name} belongs to no page: name it in PAGES of .ci/messages.py")
            found.setdefault(owners[owner], set()).add(message)
    return found


def written(found):
    for page, (title, topics) in PAGES.items():
        parts = [f"{title}: a list to search.\nTwo dots stand for what a message names. Causes and "
                 "remedies of those that need more than their own words are in\n[troubleshooting](crate::guide::troubleshooting)."]
        for heading, link, _ in topics:
            listed = sorted(found.get((page, heading), ()), key=lambda text: (re.sub(r"\W", "", text).lower(), text))
            parts.append(f"# {heading}\n\nSee [{link}](crate::guide::{link}).\n\n```text\n" + "\n".join(listed) + "\n```")
        yield GUIDE / f"messages_{page}.md", "\n\n".join(parts) + "\n"


def quoted(page):
    """The messages in the tables of a page that have such a column."""
    column = None
    for line in page.read_text().splitlines():
        cells = [cell.strip().replace("`", "") for cell in line.split(" | ")]
        if not line.startswith("|"):
            column = None
        elif column is None:
            heads = [cell.strip("| ") for cell in cells]
            column = heads.index("message") if "message" in heads else -1
        elif column >= 0 and "---" not in line:
            yield cells[column].strip("| ")


def said_by_nobody(found):
    said = [message for messages in found.values() for message in messages]
    said += (path.read_text() for path in TOP.glob("tests/ui/**/*.stderr"))  # what rustc says
    said = [text.replace("`", "") for text in said]
    for page in sorted(GUIDE.glob("troubleshooting*.md")):
        for text in quoted(page):
            pattern = re.compile(".*".join(map(re.escape, text.split(".."))))
            if not any(pattern.search(message) for message in said):
                yield f"{page.name}: {text}"


def main():
    found = by_topic()
    if "--count" in sys.argv:
        for page in PAGES:
            print(page, sum(len(texts) for (of, _), texts in found.items() if of == page))
        return
    for file, text in written(found):
        old = file.read_text() if file.exists() else ""
        if "--check" not in sys.argv:
            file.write_text(text)
        elif missing := sorted(set(text.splitlines()) - set(old.splitlines())):
            sys.exit(f"{file.name} lacks this; run .ci/messages.py:\n" + "\n".join(missing))
        elif old != text:
            sys.exit(f"{file.name} has what is said no more: run .ci/messages.py")
    if unsaid := list(said_by_nobody(found)):
        sys.exit("\n".join(["nobody says this:", *unsaid]))


main()
