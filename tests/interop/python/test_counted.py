"""What is counted of a server under load: Prometheus' own parser reads it, and it agrees with the audit log and with what was done."""
import collections
import http.client
import json
import os
import random
import socket
import threading
import urllib.error
import urllib.request

import pytest
from conftest import SERVERS
from listening import Listening
from prometheus_client.parser import text_string_to_metric_families

TOOLS = {
    "add": ("ok", {"a": 1, "b": 2}),
    "add_later": ("ok", {"a": 1, "b": 2}),
    "fail": ("tool_error", {}),
    "panic": ("panicked", {}),
    "patient": ("timed_out", {}),
    "made_up": ("error", {}),
}
THREADS, CALLS = 8, 150
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
}


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@pytest.fixture
def counted(tmp_path):
    audit, port = tmp_path / "audit.jsonl", free_port()
    command = [os.path.join(SERVERS, "counted-server"), "--http", "{port}", "--metrics", str(port), "--audit", str(audit)]
    with Listening(command) as server:
        yield server, f"http://127.0.0.1:{port}/metrics", audit


def post(connection, message, headers):
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    connection.request("POST", "/mcp", json.dumps(message), headers)
    response = connection.getresponse()
    return response.status, response.read()


def call(connection, tool, arguments):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments, "_meta": META}}
    return post(connection, message, {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool})


def scraped(url):
    with urllib.request.urlopen(url) as page:
        assert page.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        families = {family.name: family for family in text_string_to_metric_families(page.read().decode())}
    return families


def counts(families):
    """How often something ended in some way, by method, tool and outcome."""
    durations = families["mcp_server_operation_duration_seconds"]
    assert durations.type == "histogram"
    by = lambda sample: tuple(sample.labels.get(label) for label in ("mcp_method_name", "gen_ai_tool_name", "outcome"))
    found = {by(sample): sample.value for sample in durations.samples if sample.name.endswith("_count")}
    # The last bucket is all of them, and none is lower than the one before.
    buckets = collections.defaultdict(list)
    for sample in durations.samples:
        if sample.name.endswith("_bucket"):
            buckets[by(sample)].append((float(sample.labels["le"]), sample.value))
    for key, rising in buckets.items():
        assert rising == sorted(rising) and [value for _, value in rising] == sorted(value for _, value in rising)
        assert rising[-1] == (float("inf"), found[key])
    return found


def test_what_is_counted_is_what_was_done(counted):
    server, url, audit = counted
    done = collections.Counter()
    lock = threading.Lock()

    def load(seed):
        choose = random.Random(seed)
        connection = http.client.HTTPConnection(*server.address)
        for _ in range(CALLS):
            tool = choose.choice(list(TOOLS))
            call(connection, tool, TOOLS[tool][1])
            with lock:
                done[tool] += 1
        connection.close()

    threads = [threading.Thread(target=load, args=(seed,)) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done.values()) == THREADS * CALLS

    families = scraped(url)
    expected = {
        ("tools/call", tool if tool != "made_up" else None, outcome): done[tool] for tool, (outcome, _) in TOOLS.items()
    }
    assert counts(families) == expected
    assert families["mcp_server_operations_in_flight"].samples[0].value == 0

    logged = collections.Counter()
    for line in audit.read_text().splitlines():
        line = json.loads(line)
        logged[("tools/call", line["tool"], line["outcome"])] += 1
        assert line["client"] == "load/1" and "args" not in line
    assert logged == expected


def test_sessions_refusals_and_the_server_itself(counted):
    server, url, _ = counted
    connection = http.client.HTTPConnection(*server.address)
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "load", "version": "1"}}
    for _ in range(3):
        message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
        assert post(connection, message, {})[0] == 200
    for _ in range(2):
        assert call(connection, "add", {"a": 1, "b": 2})[0] == 200
        assert post(connection, {}, {"Origin": "https://evil.example"})[0] == 403
    families = scraped(url)
    assert families["mcp_server_sessions"].samples[0].value == 3
    assert families["mcp_server_parked_questions"].samples[0].value == 0
    refused = {sample.labels["reason"]: sample.value for sample in families["mcp_server_refused"].samples}
    assert refused == {"origin": 2}
    [info] = families["mcp_server_info"].samples
    assert (info.labels["name"], info.value) == ("counted-server", 1)


def test_counts_are_for_this_machine(counted):
    _, url, _ = counted
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(urllib.request.Request(url, headers={"Host": "evil.example"}))
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(url.replace("/metrics", "/"))
