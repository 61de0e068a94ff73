"""People log in with an authorization server that is not of this project: clients and servers of ours and of others."""
import json
import os
import pathlib
import subprocess
import sys

import anyio
import fastmcp
import httpx2
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from urllib.parse import parse_qs, urlsplit

HERE = pathlib.Path(__file__).parent
sys.path += [str(HERE), str(HERE.parents[1])]
from listening import Listening  # noqa: E402
from person import visit  # noqa: E402

pytestmark = pytest.mark.anyio

SERVERS = os.environ["SERVERS"]  # the folder of the binaries
PROVIDER = HERE.parent / "typescript" / "authorization-server.mjs"
BACK = "http://127.0.0.1:9/callback"  # nobody has to listen there


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="module")
def issuer():
    with Listening(["node", str(PROVIDER), "{port}"]) as provider:
        yield provider.url.removesuffix("/mcp")


@pytest.fixture
def notes(issuer):
    with protected(issuer) as server:
        yield server.url


def protected(issuer):
    """examples/auth.rs."""
    audience = "http://127.0.0.1:{port}/mcp"
    command = [os.path.join(SERVERS, "auth"), "--http", "127.0.0.1:{port}", "--issuer", issuer, "--audience", audience]
    return Listening(command)


@pytest.fixture
def log_in(tmp_path):
    """Runs examples/login.rs, which keeps its tokens; what it prints."""
    kept = tmp_path / "tokens.json"

    def log_in(url, tool, arguments=None, browser=f"{HERE / 'person.py'} %s"):
        command = [os.path.join(SERVERS, "login"), url, tool, json.dumps(arguments or {})]
        environment = {**os.environ, "LOGIN_TOKENS": str(kept), "BROWSER": browser}
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=20)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    log_in.kept = kept
    return log_in


NOBODY = "/bin/false"  # a browser that nobody is in front of


async def test_our_client_logs_in_to_our_server(notes, log_in):
    assert log_in(notes, "list") == "[]"
    # It takes another login, which asks for more.
    assert log_in(notes, "write", {"text": "buy milk"}) == "noted for ada"
    assert json.loads(log_in(notes, "list", browser=NOBODY)) == ["buy milk"]


async def test_our_client_refreshes_its_tokens(notes, log_in):
    log_in(notes, "write", {"text": "buy milk"})
    kept = json.loads(log_in.kept.read_text())
    login = json.loads(kept[f"login {notes}"])
    before, login["expires"] = login["access_token"], 0
    log_in.kept.write_text(json.dumps({**kept, f"login {notes}": json.dumps(login)}))
    assert log_in(notes, "write", {"text": "drink it"}, browser=NOBODY) == "noted for ada"
    assert json.loads(json.loads(log_in.kept.read_text())[f"login {notes}"])["access_token"] != before


async def test_a_token_for_another_server_is_refused(issuer, notes, log_in):
    log_in(notes, "list")
    token = json.loads(json.loads(log_in.kept.read_text())[f"login {notes}"])["access_token"]
    with protected(issuer) as other:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http:
            answers = [await http.post(url, content="{}") for url in (other.url, notes)]
        assert [answer.status_code for answer in answers] == [401, 415]
        assert "the token is not for this server" in answers[0].headers["WWW-Authenticate"]


class Kept:
    """What the Python SDK keeps."""

    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_python_sdk_logs_in_to_our_server(notes, mode):
    returned = None

    async def redirect(url):
        nonlocal returned
        returned = await anyio.to_thread.run_sync(visit, url, BACK)

    async def callback():
        said = parse_qs(urlsplit(returned).query)
        return AuthorizationCodeResult(code=said["code"][0], state=said["state"][0], iss=said["iss"][0])

    metadata = OAuthClientMetadata(client_name="Python SDK", redirect_uris=[BACK], application_type="native")
    login = OAuthClientProvider(notes, metadata, Kept(), redirect, callback)
    async with httpx2.AsyncClient(auth=login) as http:
        async with Client(streamable_http_client(notes, http_client=http), mode=mode) as client:
            written = await client.call_tool("write", {"text": "buy milk"})
            assert written.content[0].text == "noted for ada"
            listed = await client.list_tools()
            assert [tool.name for tool in listed.tools] == ["list", "write"]


async def test_fastmcp_logs_in_to_our_server(notes, monkeypatch):
    monkeypatch.setenv("BROWSER", f"{HERE / 'person.py'} %s")
    async with fastmcp.Client(notes, auth="oauth") as client:
        written = await client.call_tool("write", {"text": "buy milk"})
        assert written.content[0].text == "noted for ada"


@pytest.mark.parametrize("kind", ["sdk", "fastmcp", "own", "proxy"])
async def test_our_client_logs_in_to_servers_of_others(issuer, kind, log_in):
    command = [sys.executable, str(HERE / "servers.py"), kind, "{port}", issuer]
    with Listening(command) as server:
        assert log_in(server.url, "add", {"a": 1, "b": 2}) == "3"
        assert log_in(server.url, "add", {"a": 2, "b": 2}, browser=NOBODY) == "4"
