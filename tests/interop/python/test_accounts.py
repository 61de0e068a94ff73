"""Two callers with keys of their own, at the same time, and examples/accounts.rs."""
import os

import anyio
import httpx2
import pytest
from conftest import SERVERS, Listening, pages
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

pytestmark = pytest.mark.anyio

ROUNDS = 20


@pytest.fixture
def url():
    command = ["env", "ADDRESS=127.0.0.1:{port}", os.path.join(SERVERS, "accounts")]
    with Listening(command) as server:
        yield server.url


@pytest.fixture(params=["legacy", "auto"])
def mode(request):
    return request.param


async def work(url, mode, name):
    """Adds tasks and looks at the list after each; what tools the caller has, and the list at last."""
    async with httpx2.AsyncClient(headers={"X-API-Key": f"key-of-{name}"}) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode, read_timeout_seconds=20) as client:
            tools = [tool.name for tool in await pages(client.list_tools, "tools")]
            expected = []
            for number in range(ROUNDS):
                expected.append(f"{number} of {name}")
                added = await client.call_tool("add", {"task": expected[-1]})
                assert not added.is_error, added
                listed = await client.call_tool("list", {})
                assert structured(listed) == expected
            return tools


def structured(result):
    """Up to 2025-11-25 a list is wrapped."""
    content = result.structured_content
    return content["result"] if isinstance(content, dict) else content


async def test_nobody_sees_the_list_of_others(url, mode):
    seen = {}

    async def run(name):
        seen[name] = await work(url, mode, name)

    async with anyio.create_task_group() as group:
        group.start_soon(run, "alice")
        group.start_soon(run, "bob")
    assert seen == {"alice": ["add", "list", "everybody"], "bob": ["add", "list"]}
    async with httpx2.AsyncClient(headers={"X-API-Key": "key-of-bob"}) as http:
        page = await http.get(url.removesuffix("mcp"))
        assert page.text.splitlines() == [f"{number} of bob" for number in range(ROUNDS)]


async def test_without_a_key_nothing_is_served(url):
    async with httpx2.AsyncClient() as http:
        answer = await http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
        assert answer.status_code == 401
