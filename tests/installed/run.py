#!/usr/bin/env python3
"""Real clients list the server that `install` entered, and their files are as before after `uninstall`.

usage: run.py NODE_MODULES SERVER

Each client runs in an empty home, without a model. It lists the server over standard input and output, and
over HTTP, and where its command connects to what it lists, it has to have connected."""

import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from listening import Listening  # noqa: E402

# What lists the servers, the file of the person, what says that it connected (None: the command does not try),
# and what stands in the file before.
CLIENTS = {
    "claude-code": (["claude", "mcp", "list"], ".claude.json", "Connected", '{\n  "numStartups": 1\n}\n'),
    "codex": (["codex", "mcp", "list"], ".codex/config.toml", None, '# mine\nmodel = "x" # of mine\n'),
    "gemini-cli": (["gemini", "mcp", "list"], ".gemini/settings.json", "Connected",
                   '{\n  // mine\n  "security": { "folderTrust": { "enabled": false } }\n}\n'),
    "opencode": (["opencode", "mcp", "list"], ".config/opencode/opencode.jsonc", "connected",
                 '{\n  // mine\n  "theme": "system",\n}\n'),
    "copilot-cli": (["copilot", "mcp", "list"], ".copilot/mcp-config.json", None, '{\n  "mcpServers": {}\n}\n'),
}


def run(words, home, **more):
    environment = {name: os.environ[name] for name in ("PATH", "LANG", "NODE_EXTRA_CA_CERTS") if name in os.environ}
    environment |= {"HOME": str(home), "TERM": "dumb", "NO_COLOR": "1"} | more
    done = subprocess.run(words, cwd=home / "project", env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def check(client, node_modules, server, url):
    listing, file, connected, before = CLIENTS[client]
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        (home / "project").mkdir()
        path = home / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(before)
        how = ["--url", url] if url else []
        status, told = run([server, "install", client, "--yes", *how], home, SHIPPED_DIR=str(home))
        assert status == 0, told
        entered = path.read_bytes()
        status, listed = run([str(node_modules / ".bin" / listing[0]), *listing[1:]], home)
        assert "shipped-server" in listed, f"{client} does not list it ({status}):\n{listed}"
        if connected:
            line = [line for line in listed.splitlines() if "shipped-server" in line]
            assert connected in "".join(line), f"{client} does not connect to it:\n{listed}"
        changed = path.read_bytes() != entered
        status, told = run([server, "uninstall", client, "--yes"], home)
        assert status == 0, told
        after = path.read_bytes().decode()
        # A client that wrote its own state there has the rest of that.
        assert "shipped-server" not in after, f"{client}: {after}"
        assert changed or after == before, f"{client}: {after!r} is not {before!r}"
        how = "HTTP" if url else "stdio"
        print(f"{client}: listed{' and connected' if connected else ''} over {how}"
              f"{', wrote its file meanwhile' if changed else ', its file is as before'}", flush=True)


def main():
    node_modules, server = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        with Listening([server, "--http", "{port}"], env=os.environ | {"SHIPPED_DIR": folder}) as serving:
            for client in CLIENTS:
                for url in (None, serving.url):
                    try:
                        check(client, node_modules, server, url)
                    except (AssertionError, subprocess.TimeoutExpired) as error:
                        failed.append(f"{client}: {error}")
    if failed:
        sys.exit("\n".join(failed))


main()
