"""The official Python client and tests/servers/everything.rs."""
import anyio
import pytest
from conftest import REPLICAS, pages
from mcp import MCPError
from mcp_types import PromptReference, ResourceTemplateReference

# The client calls what only the legacy era has deprecated.
pytestmark = [pytest.mark.anyio, pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")]

CALLS = [
    ("nothing", {}, []),
    ("number", {}, ["7"]),
    ("arguments", {"text": "abc", "places": [], "tags": {}}, ["abc 10 none [] {}"]),
    (
        "arguments",
        {"text": "abc", "limit": 5, "style": "formal", "places": [{"city": "Rome", "latitude": 41.5}], "tags": {"a": True}},
        ['abc 5 formal [Rome Some(41.5)] {"a": true}'],
    ),
    # A tool is there where it was added, and of replicas the next call goes to another one.
    *([] if REPLICAS else [("grow", {}, []), ("added", {"city": "Rome"}, ["new"]), ("shrink", {}, [])]),
]


@pytest.fixture
async def client(connect):
    async with connect("everything-server") as client:
        yield client


async def test_the_eras(client):
    modern = client.protocol_version == "2026-07-28"
    assert modern or client.protocol_version == "2025-11-25"
    assert client.server_info.name == "everything-server"
    assert client.server_info.title == "Everything"
    assert client.instructions == "Says everything that a server can say."
    assert client.server_capabilities.tools.list_changed
    assert client.server_capabilities.completions is not None
    if not modern:
        await client.send_ping()
        await client.set_logging_level("warning")


async def test_lists(client):
    tools = {tool.name: tool for tool in await pages(client.list_tools, "tools")}
    assert len(tools) == 12
    arguments = tools["arguments"]
    assert arguments.title == "Arguments"
    assert arguments.annotations.read_only_hint
    assert arguments.input_schema["required"] == ["text", "places", "tags"]
    assert arguments.icons[0].mime_type == "image/png"
    assert tools["object"].output_schema["type"] == "object"
    assert [prompt.name for prompt in await pages(client.list_prompts, "prompts")] == ["ask", "show"]
    resources = await pages(client.list_resources, "resources")
    assert [str(resource.uri) for resource in resources] == ["everything://text", "everything://bytes"]
    assert resources[0].annotations.priority == 0.5
    templates = await pages(client.list_resource_templates, "resource_templates")
    assert [template.uri_template for template in templates] == ["everything://of/{name}"]


async def test_calls(client):
    for name, arguments, texts in CALLS:
        result = await client.call_tool(name, arguments)
        assert not result.is_error, result
        assert [content.text for content in result.content] == texts


async def test_structured_content(client):
    modern = client.protocol_version == "2026-07-28"
    weather = {"temperature": -1.0, "wind": None}
    # The client itself holds each against the output schema.
    assert (await client.call_tool("object")).structured_content == {"temperature": 21.5, "wind": {"speed": 3}}
    listed = (await client.call_tool("list")).structured_content
    assert listed == ([weather] if modern else {"result": [weather]})
    number = (await client.call_tool("number")).structured_content
    assert number == (7 if modern else {"result": 7})


async def test_content(client):
    content = (await client.call_tool("content")).content
    assert [block.type for block in content] == ["text", "image", "audio", "resource_link", "resource", "resource"]
    assert content[1].data == "cGljdHVyZQ=="
    assert content[4].resource.text == "text"
    assert content[5].resource.blob == "AAEC"


async def test_bad_arguments(client):
    bad = {"text": "", "limit": 101, "style": "rude", "places": [{}], "tags": {}}
    result = await client.call_tool("arguments", bad)
    assert result.is_error
    for path in ["text", "limit", "style", "places[0].city"]:
        assert f"`{path}`" in result.content[0].text
    for name in ["fail", "boom"]:
        assert (await client.call_tool(name)).is_error
    with pytest.raises(MCPError, match="did you mean `fail`"):
        await client.call_tool("fial")


async def test_prompts(client):
    asked = await client.get_prompt("ask", {"name": "ada", "style": "formal"})
    assert [(message.role, message.content.text) for message in asked.messages] == [("user", "Ask ada."), ("assistant", "Asked.")]
    assert len((await client.get_prompt("show")).messages) == 6
    for name, arguments in [("ask", {}), ("ask", {"name": "ada", "style": "rude"}), ("aks", {})]:
        with pytest.raises(MCPError) as refused:
            await client.get_prompt(name, arguments)
        assert refused.value.error.code == -32602


async def test_resources(client):
    text, = (await client.read_resource("everything://text")).contents
    assert (text.text, text.mime_type) == ("text", "text/plain")
    data, = (await client.read_resource("everything://bytes")).contents
    assert data.blob == "AAEC"
    ada, = (await client.read_resource("everything://of/ada")).contents
    assert (str(ada.uri), ada.text) == ("everything://of/ada", "of ada")
    for uri in ["everything://of/nobody", "nothing://at-all"]:
        with pytest.raises(MCPError, match="not found"):
            await client.read_resource(uri)


async def test_completion(client):
    prompt = PromptReference(name="ask")
    template = ResourceTemplateReference(uri="everything://of/{name}")
    for reference, argument, value, found in [
        (prompt, "name", "a", ["ada", "alan"]),
        (prompt, "style", "f", ["formal", "friendly"]),
        (template, "name", "g", ["grace"]),
    ]:
        result = await client.complete(reference, {"name": argument, "value": value})
        assert result.completion.values == found


async def test_progress_and_logs(connect):
    steps, levels = [], []

    async def progress(done, total, message):
        steps.append((done, total, message))

    async def log(params):
        levels.append(params.level)

    async with connect("everything-server", logging_callback=log, log_level="error") as client:
        if client.protocol_version != "2026-07-28":
            await client.set_logging_level("error")
        await client.call_tool("talk", progress_callback=progress)
    assert steps == [(0.5, None, None), *((step, 8, "talking") for step in range(1, 9))]
    assert levels == ["error", "critical", "alert", "emergency"]


async def test_changes(connect):
    changed = anyio.Event()

    async def heard(message):
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            changed.set()

    async with connect("everything-server", message_handler=heard) as client:
        if client.protocol_version == "2026-07-28":
            async with client.listen(tools_list_changed=True) as changes:
                assert changes.honored.tools_list_changed
                await client.call_tool("grow")
                await anext(aiter(changes))
        else:
            await client.call_tool("grow")
            with anyio.fail_after(5):
                await changed.wait()


async def test_a_call_can_be_given_up(client):
    with anyio.move_on_after(0.2) as scope:
        await client.call_tool("wait")
    assert scope.cancelled_caught
    assert (await client.call_tool("number")).content[0].text == "7"
