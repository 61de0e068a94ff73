"""How the commands and options of a program are used, and what has to come of it."""
import json
import re

CALL = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
    "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "shipped", "version": "1"}}}


ACP = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1, "clientCapabilities": {}}}


class Example:
    """Words of a command line: `says` is a pattern of what is printed, `input` what is typed or piped."""

    def __init__(self, line, says="", status=0, input="", files=None, variables=None, answers=None):
        self.words, self.says, self.status, self.input = line.split(), says, status, input
        self.files, self.variables, self.answers = files or {}, variables or {}, answers or {}
        self.line = line
        own = [word for word in self.words if re.fullmatch("[a-z]+", word)]
        # The value of an option is no command.
        self.command = next((word for word in own if word in NAMES), None)

    def __str__(self):
        return " ".join([*(f"{name}={value}" for name, value in self.variables.items()), self.line])

    def options(self):
        return [word.partition("=")[0] for word in self.words if re.fullmatch(r"--[\w-]+(=.*)?|-v", word)]

    def suits(self, offered):
        """Whether a program that offers this has all that the example uses."""
        return all((self.command, option) in offered or (None, option) in offered for option in [None, *self.options()]
                   if (self.command, option) != (None, None))

    def complaints(self, ran):
        if ran.status != self.status:
            yield f"it ended with {ran.status}, not {self.status}: {ran.output}{ran.errors}"
        elif not re.search(self.says, ran.output + ran.errors):
            yield f"it does not say {self.says!r}: {ran.output}{ran.errors}"
        elif "panicked" in ran.output + ran.errors:
            yield f"a panic: {ran.output}{ran.errors}"


NAMES = ["acp", "list", "call", "read", "get", "schema", "complete", "completions", "help", "prompt", "lock", "install", "uninstall",
         "installed", "doctor", "manifest", "card", "dev"]
ANYTHING = r"\A(?s:.)*\Z"


def twice(line, *rest, **more):
    """The example, and the same as JSON with a log."""
    command, *arguments = line.split(maxsplit=1)
    return [Example(line, *rest, **more), Example(" ".join([command, "--json -v", *arguments]), ANYTHING, **more)]


COMMANDS = [
    Example("", '"protocolVersion":"2025-11-25"|not a message', input=json.dumps(CALL) + "\n"),
    Example("-v", "", input=json.dumps(CALL) + "\n"),
    Example("--json", "a command is missing", status=2),
    Example("--read-only", '"protocolVersion":"2025-11-25"|not a message', input=json.dumps(CALL) + "\n"),
    Example("--read-only list", "Adds two numbers"),
    Example("--help", "Usage: kettle"),
    Example("--version", "kettle 0.1.0"),
    *twice("list", "Adds two numbers"),
    *twice("call add a=1 b=2", r"\b3\b"),
    Example('call add --args {"a":1,"b":2}', r"\b3\b"),
    Example("call add @arguments.json", r"\b3\b", files={"arguments.json": '{"a": 1, "b": 2}'}),
    Example("call add -", r"\b3\b", input='{"a": 1, "b": 2}\n'),
    Example("call add a=one", r"expected an integer, got \"one\"(?s:.)*`b`: missing", status=1),
    Example("call add a=1 b", "write it as KEY=VALUE", status=2),
    Example("call empty --yes", "empty"),
    Example("call empty --answer confirm=true", "Pour everything away", status=1),
    Example("call nothing", "nothing", status=1),
    Example("call build", "debug assertions|as it ships"),
    *twice("read kettle://temperature", "96 °C"),
    Example("read kettle://temperature --yes --answer a=b", "96 °C"),
    Example("read kettle://lid", "lid", status=1),
    *twice("get cup tea=assam", "A cup of assam, please."),
    Example('get cup --args {"tea":"assam"} --yes --answer a=b', "A cup of assam, please."),
    *twice("schema add", "integer"),
    *twice("complete cup tea=as", "assam"),
    *(Example(f"completions {shell}", "kettle") for shell in ["bash", "zsh", "fish"]),
    *twice("completions bash", "kettle"),
    Example("help", "Usage: kettle"),
    Example("help call", "Call a tool"),
    Example("frob", "unrecognized subcommand", status=2),
    *twice("acp", '"protocolVersion":1', input=json.dumps(ACP) + "\n"),
    *twice("prompt hello", "hello"),
    Example("prompt hello --yes --answer a=b", "hello"),
    *twice("lock", "Wrote mcp.lock."),
    Example("lock --file other.lock", "Wrote other.lock."),
    Example("lock --check", "mcp.lock", status=2),
    Example("lock --check --review --fail-on major", "mcp.lock", status=2),
    *twice("install", "no client", status=1),
    Example("install cursor --scope user --yes --name pot --env A=b", "pot"),
    Example("install cursor --project --yes", "kettle"),
    Example("install cursor --url https://example.com/mcp --header A:b --print", "example.com"),
    *twice("uninstall", ANYTHING),
    Example("uninstall cursor --project --yes --name pot", ANYTHING),
    Example("uninstall cursor --scope user --yes --name pot", ANYTHING),
    *twice("installed", ANYTHING),
    Example("installed cursor --name pot", ANYTHING),
    *twice("doctor", ANYTHING),
    Example("doctor --all --strict", ANYTHING),
    Example("doctor --fix --yes", ANYTHING),
    Example("doctor --name pot", ANYTHING),
    Example("doctor --header A:b http://127.0.0.1:9/mcp", ANYTHING, status=1),
    Example("doctor -- true", ANYTHING, status=1),
    *twice("manifest docker", "FROM"),
    Example("manifest docker --stdio --crate kettle --out Dockerfile", ANYTHING),
    Example("manifest server.json --repository https://github.com/me/kettle --name io.github.me/kettle", "io.github.me/kettle"),
    *twice("card --public-url https://kettle.example/mcp", '"name": "example.kettle/kettle"'),
    Example("card --public-url https://kettle.example/mcp --name com.example/kettle --catalog", "urn:air:example.com:mcp:kettle"),
    Example("card", "--public-url", status=1),
    Example("--http 127.0.0.1:0 --tls-cert no.pem --tls-key no.pem", "cannot read no.pem", status=1),
    Example("--http 127.0.0.1:0 --tls-client-ca no.pem", "MCP_TLS_CERT", status=1),
    Example("--http unix:kettle.sock --socket-mode 999", "octal digits, such as 660", status=2),
    # Not `mcpb`: what is not optimised takes long to pack a program that is not.
    Example("manifest server.json --author me --repository https://github.com/me/kettle", "io.github.me/kettle"),
]

# Where it serves, what is answered there: without a header that says what is accepted, MCP is refused.
MCP = {"/mcp": 406}
LOCAL = "--http 127.0.0.1:0"
ISSUED = {"MCP_ISSUER": "https://issuer.example", "MCP_AUDIENCE": "https://mcp.example.com/mcp", "MCP_REQUIRE_SCOPE": "tea"}
SERVED = [
    Example(LOCAL, answers=MCP),
    Example(f"{LOCAL} -v", answers=MCP),
    Example(f"{LOCAL} --trust-proxy 10.0.0.0/8 --trust-proxy-header Forwarded", answers=MCP),
    Example(f"{LOCAL} --allow-host kettle.example --allow-origin https://app.example", answers=MCP),
    Example("--http 0.0.0.0:0 --open-to-network-without-authorization", answers=MCP),
    Example(f"{LOCAL} --health", answers={"/health": 200, "/ready": 200}),
    Example(f"{LOCAL} --page", answers={"/": 200}),
    Example(f"{LOCAL} --page --page-token secret", answers={"/mcp": 401}),
    Example(f"{LOCAL} --page", answers={"/mcp": 401}, variables={"MCP_PAGE_TOKEN": "secret"}),
    Example(f"{LOCAL} --issuer https://issuer.example --audience https://mcp.example.com/mcp --require-scope tea", answers={"/mcp": 401}),
    Example(f"{LOCAL} --issuer https://issuer.example --audience https://mcp.example.com/mcp --dpop=required", answers={"/mcp": 401}),
    Example(f"{LOCAL} --read-only --audit audit.jsonl --metrics 127.0.0.1:0", answers=MCP),
    Example(f"{LOCAL} --well-known challenge=abc", answers={"/.well-known/challenge": 200}),
    Example(f"{LOCAL} --public-url https://kettle.example/mcp --card com.example/kettle --catalog",
            answers={"/mcp/server-card": 200, "/.well-known/ai-catalog.json": 200}),
    Example("dev", answers={"/mcp": 401}),
    Example("dev --no-open --json -v --page-token secret --allow-host kettle.example --allow-origin https://app.example", answers={"/mcp": 401}),
    Example("dev 127.0.0.1:0 --no-open", answers={"/mcp": 401}),
    Example("dev --no-open", answers={"/mcp": 401}, variables=ISSUED),
    Example("dev --no-open --watch --build true", answers={"/mcp": 401}),
    # What protects it may come from the environment; `suits` asks for options.
    Example(f"{LOCAL} --issuer https://issuer.example", answers={"/mcp": 401}, variables=ISSUED),
]
