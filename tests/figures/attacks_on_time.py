"""Attacks on the time of a server, and on its other clients."""
import contextlib
import json
import time
from multiprocessing import Pool

from attacking import (ASKED, CODES, LEGACY, MIB, MODERN, Http2, Peer, Stdio, attack, called, connect, failed, initialize, message,
                       modern, pipeline, refused, text)


WAYS = {
    "external": lambda variant, fields: {variant: fields},
    "internal": lambda variant, fields: {"t": variant, **fields},
    "adjacent": lambda variant, fields: {"t": variant, "c": fields},
    "untagged": lambda variant, fields: fields,
}


def deep(write, depth, leaf):
    value = write("Num", {"value": leaf})
    for _ in range(depth):
        value = write("Add", {"left": value, "right": write("Num", {"value": 1})})
    return value


@attack("expressions-server", probe=CODES)
def recursive_values(server):
    """1: recursive enums in four forms, 12 to 60 deep, the leaf wrong; right ones 20 deep."""
    for version in (MODERN, LEGACY):
        peer = Peer(server, version)
        for way, write in WAYS.items():
            for depth in range(12, 61, 2):
                for leaf in ("wrong", -1, [], "-2"):
                    answer = peer.request("tools/call", called(way, {"expr": deep(write, depth, leaf)}))
                    failed(answer, "expected a number of at least 0.0", "too complex to be checked; give a smaller value")
            answer = peer.request("tools/call", called(way, {"expr": deep(write, 20, 1)}))
            assert text(answer) == "21", answer


@attack("interaction-server")
def long_names(server):
    """2: names and URIs of 4 MiB, and 400,000 URIs."""
    name = "x" * (4 * MIB - 1000)
    peer = Peer(server, LEGACY)
    for _ in range(10):
        refused(peer.request("tools/call", called(name, {})), "unknown tool")
        refused(peer.request("prompts/get", {"name": name}), "unknown prompt")
        refused(peer.request(name, {}), "unknown method", -32601)
        failed(peer.request("tools/call", called("echo", {name: 1})), "unknown argument", "missing")
        refused(peer.request("resources/read", {"uri": "test://items/" + name}), "65536 bytes")
        refused(peer.request("resources/subscribe", {"uri": name}), "8192 bytes")
    uris = [str(number) for number in range(400_000)]
    for _ in range(10):
        answer = Peer(server).request("subscriptions/listen", {"notifications": {"resourceSubscriptions": uris}})
        refused(answer, "bytes, not ")


@attack("interaction-server", kind=Stdio)
def long_names_over_stdio(server):
    """2: names of 16 MiB; the other request comes next."""
    server.request("initialize", initialize(LEGACY))
    longest = 0
    for _ in range(5):
        refused(server.request("tools/call", called("x" * (16 * MIB - 1000), {})), "unknown tool")
        start = time.perf_counter()
        server.request("ping", {})
        longest = max(longest, time.perf_counter() - start)
    return longest


@attack("expressions-server", probe=CODES)
def long_texts(server):
    """3: texts of 4 MiB against the pattern of an argument (patterns of servers: tests/it/client)."""
    peer = Peer(server, LEGACY)
    for word in ("a-", "a", "-", "aé"):
        for end in ("", "!"):
            answer = peer.request("tools/call", called("codes", {"code": word * (3 * MIB // len(word.encode())) + end}))
            failed(answer, "too complex to be checked", "has to match")


def use_states(address, count):
    """Asks and answers so many times over one connection; gives the first state, and the last."""
    class Server:
        pass

    Server.address = address
    peer = Peer(Server, capabilities=ASKED)
    stream, first = connect(Server), None
    reader = stream.makefile("rb", 1 << 16)
    call = peer.raw(message("tools/call", modern(called("confirm", {"what": "x"}), ASKED)))
    for start in range(0, count, 50):
        results = [json.loads(body)["result"] for _, body in pipeline(reader, stream, [call] * min(50, count - start))]
        answers = []
        for result in results:
            said = {key: {"action": "accept", "content": {"ok": True}} for key in result["inputRequests"]}
            retry = {"requestState": result["requestState"], "inputResponses": said}
            answers.append(modern(called("confirm", {"what": "x"}, retry), ASKED))
        taken = pipeline(reader, stream, [peer.raw(message("tools/call", answer)) for answer in answers])
        assert all(b"confirmed x" in body or b"-32602" in body for _, body in taken)
        first = first or answers[0]
    return first, answers[-1]


@attack("interaction-server")
def used_states(server):
    """9: 500,003 used states over four connections; others are answered, and none is used twice."""
    with Pool(4) as pool:
        used = pool.starmap(use_states, [(server.address, count) for count in (125_000, 125_001, 125_001, 125_001)])
    first, last = use_states(server.address, 1)
    for answer in [*sum(used, ()), first]:
        peer = Peer(server)
        refused(json.loads(peer.post(message("tools/call", answer)).text), "")


@attack("attacked-server")
def sessions(server):
    """10: 21,000 sessions over one connection; others keep theirs, and newcomers get one."""
    old, peer, stream = Peer(server, LEGACY), Peer(server), connect(server)
    reader = stream.makefile("rb")
    peer.version = LEGACY
    opening = peer.raw(message("initialize", initialize(LEGACY)))
    for _ in range(420):
        assert all(b"mcp-session-id" in head for head, _ in pipeline(reader, stream, [opening] * 50))
    for peer in (old, Peer(server, LEGACY)):
        assert text(peer.request("tools/call", called("add", {"a": 1, "b": 2}))) == "3"


def flood(count, size):
    return message("tools/call", called("flood", {"count": count, "size": size}, {"_meta": {"progressToken": 1}}))


@attack("attacked-server")
def event_stores(server):
    """11: events of 300 KB in 300 sessions, and in 300 that end meanwhile; a newcomer comes back for its own."""
    newcomer = Peer(server, LEGACY)
    first = newcomer.post(flood(20, 100)).text.split("id: ")[1].split()[0]
    peer = Peer(server)
    for number in range(600):
        ending = Peer(server, LEGACY)
        ending.connection.sock.sendall(ending.raw(flood(30, 10_000)))
        if number % 2:
            ending.connection.sock.recv(1000)
            peer.connection.request("DELETE", "/mcp", headers={"Mcp-Session-Id": ending.session, "MCP-Protocol-Version": LEGACY})
            peer.connection.getresponse().read()
        while b"flooded" not in (piece := ending.connection.sock.recv(1 << 20)) and b"0\r\n\r\n" not in piece and piece:
            pass
    newcomer.connection.request("GET", "/mcp", headers=newcomer.headers(None, {"Last-Event-ID": first}))
    missed = newcomer.connection.getresponse().read()
    assert missed.count(b"notifications/progress") >= 19 and b"flooded" in missed, missed[:500]


@attack("badinput-server")
def many_calls(server):
    """12: calls that wait, on 255 streams of each of 50 HTTP/2 connections."""
    open_now = [Http2(server, 65535) for _ in range(50)]
    for connection in open_now:
        for _ in range(255):
            connection.start("slow", {"ms": 600_000})
    time.sleep(2)
    started = int(text(Peer(server).request("tools/call", called("counters", {}))).split()[0])
    assert 4_000 < started <= 8 * 1024, started


@attack("badinput-server")
def abandoned_posts(server):
    """12: 2,000 legacy calls that report, whose clients leave before the first event."""
    peer = Peer(server, LEGACY)
    call = peer.raw(message("tools/call", called("flood", {"n": 1000, "size": 1000}, {"_meta": {"progressToken": 1}})))
    for _ in range(2000):
        with connect(server) as stream:
            stream.sendall(call)
    time.sleep(1)
    answer = peer.request("tools/call", called("slow", {"ms": 1}))
    assert text(answer) == "slept", answer


@attack("attacked-server")
def unfinished_heads(server):
    """Heads of 60 KB on 800 connections, which do not end."""
    head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + b"X: " + b"x" * 60_000
    open_now = []
    for _ in range(800):
        stream = connect(server)
        open_now.append(stream)
        with contextlib.suppress(ConnectionError):
            stream.sendall(head)
    time.sleep(1)


@attack("attacked-server")
def connections(server):
    """15,000 connections that say nothing."""
    open_now = []
    for number in range(15_000):
        open_now.append(connect(server))
        if number % 100 == 0:
            time.sleep(0.01)  # there are as many in the queue of the system as it takes
    time.sleep(1)
    assert server.descriptors() < 10_100, server.descriptors()
    del open_now
