"""Attacks on the memory of a server."""
import contextlib
import json
import socket
import time

from attacking import (ASKED, BATCHES, LEGACY, MIB, Http2, Peer, attack, called, connect, initialize, message, modern, refused,
                       written)


def repeated(count, length):
    return [message("tools/call", called("repeat", {"length": length}), id) for id in range(count)]


@attack("attacked-server")
def batches(server):
    """4: batches of 4 MiB, and of 1,000 answers of a MiB each."""
    peer = Peer(server, BATCHES)
    for _ in range(5):
        refused(json.loads(peer.post([message("ping", {})] * 70_000).text), "at most 1000 messages", -32600)
        answers = json.loads(peer.post(repeated(1000, MIB)).text)
        refused(answers[-1], "longer than 8388608 bytes in total", -32603)


@attack("attacked-server")
def unread_answers(server):
    """4: answers of 4 MiB on each of 200 connections, which nobody reads."""
    call = Peer(server).raw(message("tools/call", modern(called("repeat", {"length": 4 * MIB}))))
    open_now = [connect(server) for _ in range(200)]
    for stream in open_now:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stream.sendall(call)
        time.sleep(0.02)  # to make an answer takes the time of the tool
    time.sleep(1)
    seen = b"".join(stream.recv(65536, socket.MSG_DONTWAIT) for stream in open_now[-20:])
    assert b"too many answers are not read yet" in seen, seen[-500:]


@attack("attacked-server")
def closed_windows(server):
    """4: answers of 256 KiB on 255 streams of each of 20 HTTP/2 connections, whose windows stay closed."""
    open_now = [Http2(server) for _ in range(20)]
    for connection in open_now:
        for _ in range(255):
            connection.start("repeat", {"length": MIB // 4})
        time.sleep(0.3)  # to make an answer takes the time of the tool
    time.sleep(1)


@attack("attacked-server")
def capabilities(server):
    """5: capabilities of 3.9 MB, ten times, in both eras; and of 60 KB, a thousand times."""
    def about(size):
        return {"experimental": {f"{number:06}": {"": 0} for number in range(size // 17)}}

    long, short = about(3_900_000), about(60_000)
    for _ in range(10):
        peer = Peer(server)
        peer.version, peer.session = LEGACY, None
        refused(peer.request("initialize", initialize(LEGACY, long)), "65536 bytes")
        refused(Peer(server, capabilities=long).request("tools/list", {}), "65536 bytes")
    peers = []
    for _ in range(500):
        peer = Peer(server)
        peer.version, peer.session = LEGACY, None
        answer = peer.request("initialize", initialize(LEGACY, short))
        peer.connection.close()
        peers.append(Peer(server, capabilities=short))
        peers[-1].request("tools/list", {})
        if len(peers) > 100:
            peers.pop(0).connection.close()
    refused(answer, "send less", -32603)


@attack("interaction-server")
def parked_calls(server):
    """6: 60 questions in calls of 3.9 MB, modern and legacy, that nobody answers."""
    arguments = {"what": "x" * 3_900_000}
    for _ in range(60):
        result = Peer(server, capabilities=ASKED).request("tools/call", called("confirm", arguments))["result"]
        assert result["resultType"] == "input_required", result
    open_now, told = [], b""
    for number in range(60):
        peer = Peer(server, LEGACY, ASKED)
        call = peer.raw(message("tools/call", called("confirm", arguments)))
        peer.connection.sock.sendall(call)
        open_now.append(peer)
        told = peer.connection.sock.recv(65536)
    assert b"use all the memory allowed for" in told, told[-500:]


@attack("attacked-server")
def subscriptions(server):
    """6: 100 subscriptions of 3.9 MB, and of 1,000 URIs of 1,900 bytes each, on 100 connections."""
    open_now, told = [], b""
    long, many = ["x" * 3_900_000], [f"test://pages/{number:01900}" for number in range(1000)]
    peer = Peer(server, LEGACY)
    for _ in range(100):
        refused(peer.request("resources/subscribe", {"uri": long[0]}), "`uri` may be at most 8192 bytes long")
        for uris in (long, many):
            listening = connect(server)
            params = modern({"notifications": {"resourceSubscriptions": uris}})
            listening.sendall(Peer(server).raw(message("subscriptions/listen", params)))
            told = listening.recv(65536)
            open_now.append(listening)
    assert b"resourceSubscriptions\":[]" in told or b"-32602" in told, told[:500]


@attack("attacked-server")
def inboxes(server):
    """7: messages of 4 MB for 200 streams of HTTP+SSE that nobody reads."""
    padding = written(message("ping", {"x": "x" * 3_900_000}))
    flood = called("flood", {"count": 10_000, "size": 10_000}, {"_meta": {"progressToken": 1}})
    headers = {"Host": "localhost", "Content-Type": "application/json", "Accept": "application/json"}
    open_now, statuses, peer = [], [], Peer(server)
    for _ in range(200):
        stream = connect(server)
        stream.sendall(b"GET /sse HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        said = b""
        while b"sessionId=" not in said:
            said += stream.recv(4096)
        endpoint = said.split(b"data: ")[1].split()[0].decode()
        open_now.append(stream)
        opening = message("initialize", initialize("2024-11-05"))
        for body in (written(opening), written(message("tools/call", flood)), *[padding] * 64):
            peer.connection.request("POST", endpoint, body, headers)
            response = peer.connection.getresponse()
            response.read()
            statuses.append(response.status)
            if response.status != 202:
                break
    assert statuses[-1] == 503, statuses[-10:]


@attack("attacked-server")
def get_streams(server):
    """7: 1,000 GET streams of one session."""
    peer, before, open_now = Peer(server, LEGACY), server.descriptors(), []
    for _ in range(1000):
        open_now.append(connect(server))
        open_now[-1].sendall(peer.raw(None, "GET"))
        open_now[-1].recv(4096)
    time.sleep(1)
    more = server.descriptors() - before
    assert more < 1000 + 10, more
    ended = sum(ended_now(stream) for stream in open_now)
    assert ended >= 1000 - 16, ended


def ended_now(stream):
    stream.settimeout(0.2)
    with contextlib.suppress(TimeoutError):
        return b"0\r\n\r\n" in stream.recv(4096)
    return False


@attack("attacked-server")
def unfinished_bodies(server):
    """Bodies of 4 MB on 200 connections, of which the last byte does not come."""
    call = Peer(server).raw(message("tools/call", modern(called("repeat", {"length": 1, "x": "x" * 3_900_000}))))
    open_now = [connect(server) for _ in range(200)]
    for stream in open_now:
        with contextlib.suppress(ConnectionError):
            stream.sendall(call[:-1])
    time.sleep(1)
