#!/usr/bin/env python3
"""Makes a server say everything that it can say, in every revision.

  play.py SERVER [ARGUMENT...]

The server is tests/servers/everything.rs, behind record.py. What it says is judged by check.py.
"""
import itertools
import json
import os
import signal
import subprocess
import sys

LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
MODERN = "2026-07-28"
CLIENT = {"name": "play", "version": "1"}
PLACES = {"text": "abc", "places": [{"city": "Rome", "latitude": 41.9}], "tags": {"a": True}}
ASK = {"type": "ref/prompt", "name": "ask"}
OF = {"type": "ref/resource", "uri": "everything://of/{name}"}

# Method, parameters, and whether a result is due.
REQUESTS = [
    ("tools/call", {"name": "nothing"}, True),
    ("tools/call", {"name": "arguments", "arguments": {**PLACES, "style": "formal", "limit": "5"}}, True),
    ("tools/call", {"name": "arguments", "arguments": {"text": "", "limit": 101, "style": "rude", "places": [{}]}}, True),
    ("tools/call", {"name": "content", "arguments": {}}, True),
    ("tools/call", {"name": "object"}, True),
    ("tools/call", {"name": "list"}, True),
    ("tools/call", {"name": "number"}, True),
    ("tools/call", {"name": "fail"}, True),
    ("tools/call", {"name": "boom"}, True),
    ("tools/call", {"name": "fial"}, False),
    ("tools/call", {}, False),
    ("tools/list", {"cursor": "none of yours"}, False),
    ("prompts/get", {"name": "ask", "arguments": {"name": "ada", "style": "friendly"}}, True),
    ("prompts/get", {"name": "show"}, True),
    ("prompts/get", {"name": "ask", "arguments": {"style": "rude"}}, False),
    ("prompts/get", {"name": "aks"}, False),
    ("resources/read", {"uri": "everything://text"}, True),
    ("resources/read", {"uri": "everything://bytes"}, True),
    ("resources/read", {"uri": "everything://of/ada"}, True),
    ("resources/read", {"uri": "everything://of/nobody"}, False),
    ("resources/read", {"uri": "nothing://at-all"}, False),
    ("completion/complete", {"ref": ASK, "argument": {"name": "name", "value": "a"}}, True),
    ("completion/complete", {"ref": ASK, "argument": {"name": "style", "value": "f"}}, True),
    ("completion/complete", {"ref": OF, "argument": {"name": "name", "value": "g"}, "context": {"arguments": {}}}, True),
    ("completion/complete", {"ref": ASK, "argument": {"name": "nmae", "value": ""}}, False),
    ("resources/subscribe", {"uri": "everything://text"}, False),
    ("tasks/list", {}, False),
    ("no/such/method", {}, False),
]


class Client:
    """One connection in one revision."""

    def __init__(self, command, version):
        quiet = {**os.environ, "RUST_BACKTRACE": "0"}
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=quiet)
        self.version = version
        self.ids = itertools.count(1)
        self.meta = {}
        if version == MODERN:
            about = {"protocolVersion": version, "clientInfo": CLIENT, "clientCapabilities": {}, "logLevel": "debug"}
            self.meta = {f"io.modelcontextprotocol/{key}": value for key, value in about.items()}

    def write(self, message):
        line = message if isinstance(message, str) else json.dumps(message)
        self.server.stdin.write(line + "\n")
        self.server.stdin.flush()

    def read(self, wanted):
        """The next message that is wanted."""
        for line in self.server.stdout:
            message = json.loads(line)
            if wanted(message):
                return message
        sys.exit(f"{self.version}: the server has ended")

    def send(self, method, params, meta=None):
        request = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": dict(params)}
        if self.meta or meta:
            request["params"]["_meta"] = {**self.meta, **(meta or {})}
        self.write(request)
        return request["id"]

    def ask(self, method, params={}, due=True, meta=None):
        sent = self.send(method, params, meta)
        answer = self.read(lambda message: message.get("id") == sent)
        if ("result" in answer) != due:
            sys.exit(f"{self.version}: {method} {json.dumps(params)} was answered {json.dumps(answer)}")
        return answer.get("result")

    def notify(self, method, params={}):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def wait(self, method):
        self.read(lambda message: message.get("method") == method)

    def pages(self, method):
        page = self.ask(method)
        while "nextCursor" in page:
            page = self.ask(method, {"cursor": page["nextCursor"]})

    def close(self):
        self.server.stdin.close()
        for _ in self.server.stdout:
            pass
        if self.server.wait() != 0:
            sys.exit(f"{self.version}: the server ended with {self.server.returncode}")


def play(client):
    """What all revisions have."""
    for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]:
        client.pages(method)
    for method, params, due in REQUESTS:
        client.ask(method, params, due)
    client.ask("tools/call", {"name": "talk"}, meta={"progressToken": "steps"})
    waiting = client.send("tools/call", {"name": "wait"})
    client.notify("notifications/cancelled", {"requestId": waiting, "reason": "enough"})
    for line in ["{", '{"jsonrpc":"2.0","id":true}', '{"id":0,"method":"ping"}']:
        client.write(line)
        client.read(lambda message: "error" in message)


def change(client):
    for tool in ["grow", "shrink"]:
        client.send("tools/call", {"name": tool})
        client.wait("notifications/tools/list_changed")


def play_legacy(client):
    client.ask("ping")
    client.ask("tools/list", due=False)
    client.ask("initialize", {"protocolVersion": client.version, "capabilities": {}, "clientInfo": CLIENT})
    client.notify("notifications/initialized")
    client.ask("ping")
    client.ask("logging/setLevel", {"level": "debug"})
    client.ask("logging/setLevel", {"level": "loud"}, due=False)
    play(client)
    change(client)
    ping, unknown = ({"jsonrpc": "2.0", "id": name, "method": name} for name in ["ping", "unknown"])
    client.write([ping, unknown])
    client.read(lambda message: isinstance(message, list) or "error" in message)


def play_modern(client):
    client.ask("server/discover")
    play(client)
    client.ask("tools/list", due=False, meta={"io.modelcontextprotocol/protocolVersion": "2099-01-01"})
    wanted = {"toolsListChanged": True, "promptsListChanged": True}
    for_ever, given_up = (client.send("subscriptions/listen", {"notifications": wanted}) for _ in range(2))
    client.wait("notifications/subscriptions/acknowledged")
    client.wait("notifications/subscriptions/acknowledged")
    change(client)
    client.notify("notifications/cancelled", {"requestId": given_up})


def main():
    signal.alarm(120)
    for version in [*LEGACY, MODERN]:
        client = Client(sys.argv[1:], version)
        (play_modern if version == MODERN else play_legacy)(client)
        client.close()


main()
