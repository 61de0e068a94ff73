"""The official Python client, that of FastMCP, and the task of examples/indexer.rs.

What was seen of mcp 2.3.0 and fastmcp-tasks 4.1.2:

* Neither has the core tasks of 2025-11-25, so there the tool runs inside its call.
* The official client leaves tasks to extensions, which may claim a result; that of fastmcp-tasks is the only one there is.
  It looks again and again, answers forms and nothing else, hears no notifications, and knows no list.
* Over HTTP fastmcp-tasks leaves out the header `Mcp-Name`, which every request about a task must have ("Routing
  Headers" of the extension), and is refused. The official client sends it for requests that have a `name_param`, which the
  tests add.
"""
import sys

import fastmcp
import mcp
import pytest
from conftest import RECORD, TESTS, command, over_http, over_stdio
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError
from fastmcp_tasks import call_tool_task, client_models
from fastmcp_tasks.client import TasksClientExtension
from fastmcp_tasks.client_models import CancelTaskRequest, ClientGetTaskResult, GetTaskRequest, GetTaskRequestParams
from mcp_types import ElicitResult, Result

pytestmark = pytest.mark.anyio

FILES = 120
INDEX = {"files": FILES, "words": {"some": FILES, "words": 2 * FILES, "more": FILES}}
QUESTION = f"There are {FILES} files. Read them all?"


@pytest.fixture
def folder(tmp_path):
    for file in range(FILES):
        (tmp_path / f"{file}.txt").write_text("some words and more words")
    return {"folder": str(tmp_path)}


@pytest.fixture
def asked():
    """The questions that a person was asked, who says yes to all."""
    return []


@pytest.fixture(params=["stdio", "http"])
def server(request):
    """The address of an indexer; none if it is to be started."""
    if request.param == "stdio":
        yield None
    else:
        with over_http("indexer", None, ()) as url:
            yield url


@pytest.fixture
def names(monkeypatch):
    for request in ["GetTaskRequest", "UpdateTaskRequest", "CancelTaskRequest"]:
        monkeypatch.setattr(getattr(client_models, request), "name_param", "taskId")


@pytest.fixture(params=["sdk", "fastmcp"])
def connect(request, server, asked):
    """`connect("auto")` is a client to be entered."""
    if request.param == "sdk":
        return lambda mode: sdk(server, mode, asked)
    return lambda mode: fast_mcp(server, mode, asked)


def sdk(server, mode, asked):
    async def answer(context, params):
        asked.append(params.message)
        return ElicitResult(action="accept", content={"all": True})

    options = {"extensions": [TasksClientExtension(answer)], "elicitation_callback": answer}
    return mcp.Client(server or over_stdio("indexer", None, ()), mode=mode, read_timeout_seconds=20, **options)


def fast_mcp(server, mode, asked):
    async def answer(message, response_type, params, context):
        asked.append(message)
        return {"all": True}

    recorded = [str(TESTS / "wire" / "record.py"), RECORD, *command("indexer", ())]
    server = server or StdioTransport(sys.executable, recorded, keep_alive=False)
    return fastmcp.Client(server, mode=mode, timeout=20, elicitation_handler=answer)


async def send(client, request, task_id, result=Result):
    return await client.session.send_request(request(params=GetTaskRequestParams(task_id=task_id)), result)


async def started(client, folder):
    """The task of a call; it asks soon."""
    task = await client.session.call_tool("index", folder, allow_claimed=True)
    assert (task.result_type, task.status, task.ttl_ms) == ("task", "working", 7_200_000)
    while (seen := await send(client, GetTaskRequest, task.task_id, ClientGetTaskResult)).status == "working":
        pass
    assert seen.status == "input_required"
    (question,) = seen.input_requests.values()
    assert question["params"]["message"] == QUESTION
    return task


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_call_has_one_result_in_a_task_and_without(connect, mode, folder, asked):
    async with connect(mode) as client:
        result = await client.call_tool("index", folder)
    assert result.structured_content == INDEX
    assert asked == [QUESTION]


@pytest.mark.usefixtures("names")
async def test_a_task_ends_when_it_is_cancelled(connect, folder, asked):
    async with connect("auto") as client:
        task = await started(client, folder)
        await send(client, CancelTaskRequest, task.task_id)
        ended = await send(client, GetTaskRequest, task.task_id, ClientGetTaskResult)
        assert (ended.status, ended.result, ended.input_requests) == ("cancelled", None, None)
        await send(client, CancelTaskRequest, task.task_id)
    assert asked == []


@pytest.mark.usefixtures("names")
async def test_an_unknown_task_is_refused(connect):
    async with connect("auto") as client:
        for request in [GetTaskRequest, CancelTaskRequest]:
            with pytest.raises(mcp.MCPError) as refused:
                await send(client, request, "nothing")
            assert refused.value.error.code == -32602


@pytest.mark.usefixtures("names")
async def test_a_handle_is_answered_and_gives_the_result(server, folder, asked):
    async with fast_mcp(server, "auto", asked) as client:
        task = await call_tool_task(client, "index", folder)
        assert (await task.wait(state="input_required", timeout=20)).result is None
        assert (await task.result()).structured_content == INDEX
        done = await task.status()
        assert (done.status, done.result["structuredContent"]) == ("completed", INDEX)
        # What has failed is a task that is completed, with a result that says so.
        failed = await call_tool_task(client, "index", {"folder": "/nowhere"})
        with pytest.raises(ToolError, match="the folder cannot be read"):
            await failed.result()
        given_up = await call_tool_task(client, "index", folder)
        await given_up.wait(state="input_required", timeout=20)
        await given_up.cancel()
        with pytest.raises(ToolError, match="was cancelled"):
            await given_up.result()
    assert asked == [QUESTION]


async def test_without_the_name_requests_about_tasks_are_refused(folder):
    with over_http("indexer", None, ()) as url:
        async with fast_mcp(url, "auto", []) as client:
            with pytest.raises(mcp.MCPError, match="mcp-name header is missing") as refused:
                await client.call_tool("index", folder)
            assert refused.value.error.code == -32020
