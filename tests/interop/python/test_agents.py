"""The official Python client of agents and examples/scripted.rs."""
import contextlib
import os
import sys

import acp
import pytest
from acp.interfaces import Client
from acp.schema import (
    AllowedOutcome,
    ClientCapabilities,
    DeniedOutcome,
    Implementation,
    McpServerStdio,
    RequestPermissionResponse,
)
from acp.stdio import spawn_agent_process
from conftest import RECORD, SERVERS, TESTS, pages

pytestmark = pytest.mark.anyio


class Editor(Client):
    """A client that keeps what it hears, and answers questions as it is told to."""

    def __init__(self):
        self.updates, self.asked, self.choice, self.on_update = [], [], None, None

    async def session_update(self, session_id, update, **kwargs):
        self.updates.append(update)
        if self.on_update:
            await self.on_update(session_id)

    async def request_permission(self, session_id, tool_call, options, **kwargs):
        self.asked.append(tool_call)
        chosen = [option.option_id for option in options if option.kind == self.choice]
        if not chosen:
            return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
        return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=chosen[0]))


class Agent:
    """An agent, and the client that has started it."""

    def __init__(self, connection, editor):
        self.connection, self.editor = connection, editor

    async def session(self, cwd="/", servers=()):
        return (await self.connection.new_session(cwd=cwd, mcp_servers=list(servers))).session_id

    async def turn(self, session, text):
        """The updates of a turn, what was said in it, and why it ended."""
        self.editor.updates = []
        answer = await self.connection.prompt(session_id=session, prompt=[acp.text_block(text)])
        return self.editor.updates, said(self.editor.updates), answer.stop_reason

    async def says(self, session, text):
        _, text, reason = await self.turn(session, text)
        assert reason == "end_turn"
        return text


@pytest.fixture
async def agent():
    editor = Editor()
    async with contextlib.AsyncExitStack() as running:
        program = os.path.join(SERVERS, "scripted")
        recorded = [str(TESTS / "wire" / "record.py"), os.path.join(RECORD, "agents"), program, "acp"]
        started = spawn_agent_process(editor, sys.executable, *recorded, transport_kwargs={"stderr": None})
        connection, process = await running.enter_async_context(started)
        answer = await connection.initialize(
            protocol_version=acp.PROTOCOL_VERSION,
            client_capabilities=ClientCapabilities(),
            client_info=Implementation(name="interop", version="1"),
        )
        assert (answer.protocol_version, answer.agent_info.name) == (1, "scripted")
        yield Agent(connection, editor)
    assert process.returncode == 0


def said(updates):
    chunks = [update for update in updates if update.session_update == "agent_message_chunk"]
    return "".join(chunk.content.text for chunk in chunks)


async def test_it_echoes(agent):
    session = await agent.session()
    assert await agent.turn(session, "echo hello there") == (agent.editor.updates, "hello there", "end_turn")


async def test_it_calls_its_tool(agent):
    updates, said, _ = await agent.turn(await agent.session(), "tool")
    assert said == "The sum is 5"
    calls = [update for update in updates if update.session_update.startswith("tool_call")]
    assert [call.status for call in calls] == ["pending", "in_progress", "completed"]
    assert len({call.tool_call_id for call in calls}) == 1


@pytest.mark.parametrize("choice, does_it", [("allow_once", True), ("reject_once", False), ("cancelled", False)])
async def test_it_asks_for_permission(agent, choice, does_it):
    session = await agent.session()
    agent.editor.choice = choice
    said = await agent.says(session, "permission")
    assert said == "Everything is gone." if does_it else said.startswith("Not done: ")
    [asked] = agent.editor.asked
    assert asked.title == "Wipe"


async def test_it_is_cancelled(agent):
    session = await agent.session()

    async def cancel(session_id):
        agent.editor.on_update = None
        await agent.connection.cancel(session_id=session_id)

    agent.editor.on_update = cancel
    assert (await agent.turn(session, "slow"))[2] == "cancelled"
    assert await agent.says(session, "echo on") == "on"


async def test_it_fails(agent):
    session = await agent.session()
    with pytest.raises(acp.RequestError, match="it was told to fail"):
        await agent.turn(session, "fail")
    assert await agent.says(session, "echo on") == "on"


async def test_it_uses_the_servers_of_its_session(agent):
    server = McpServerStdio(name="hello", command=os.path.join(SERVERS, "hello"), args=[], env=[])
    session = await agent.session(servers=[server])
    assert await agent.says(session, "mcp") == "add wipe edit hello__add"
    assert await agent.says(session, 'mcp hello__add {"a":1,"b":2}') == "3"


async def test_a_session_is_loaded_resumed_listed_and_closed(agent):
    session, other = await agent.session(), await agent.session("/tmp")
    said_before = [update for text in ["echo one", "tool"] for update in (await agent.turn(session, text))[0]]
    agent.editor.updates = replayed = []
    await agent.connection.load_session(cwd="/", session_id=session, mcp_servers=[])
    # What came before an answer is looked at beside it, and before the end of the next turn.
    assert await agent.says(session, "echo two") == "two"
    assert [update for update in replayed if update.session_update != "user_message_chunk"] == said_before
    await agent.connection.resume_session(cwd="/", session_id=session)
    listed = await agent.connection.list_sessions(cwd="/tmp")
    assert [listed.session_id for listed in listed.sessions] == [other]
    await agent.connection.close_session(session_id=other)
    with pytest.raises(acp.RequestError):
        await agent.says(other, "echo on")


async def test_the_same_program_is_a_server_of_mcp(connect):
    async with connect("scripted") as client:
        assert sorted(tool.name for tool in await pages(client.list_tools, "tools")) == ["add", "edit", "wipe"]
        result = await client.call_tool("add", {"a": 2, "b": 3})
        assert result.content[0].text == "5"
