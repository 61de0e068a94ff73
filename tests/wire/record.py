#!/usr/bin/env python3
"""Runs a server and writes down what goes in and out of it, a JSON line {"from", "line"} per line.

  record.py FOLDER SERVER [ARGUMENT...]

The server takes the place of this process, so that its id, signals and exit status are its own; a child carries the bytes.
Lines of 64 KiB and more, which only tests of bounds have, are left out. Each run makes a file of its own in FOLDER.
"""
import json
import os
import sys
import tempfile
import threading

LONGEST = 2**16


def carry(source, target, sender, log):
    """Passes bytes on, each line written down before it goes."""
    def write_down(line):
        if len(line) < LONGEST:
            entry = {"from": sender, "line": line.decode("utf-8", "replace")}
            os.write(log, json.dumps(entry).encode() + b"\n")

    line = b""
    try:
        while chunk := os.read(source, 65536):
            *ends, start = chunk.split(b"\n")
            for end in ends:
                write_down(line + end)
                line = b""
            line = (line + start)[:LONGEST]
            while chunk:
                chunk = chunk[os.write(target, chunk):]
    except BrokenPipeError:
        pass
    if line:
        write_down(line)
    os.close(source)
    os.close(target)


def main():
    folder, *server = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    to_server, from_server = os.pipe(), os.pipe()
    if os.fork():
        os.dup2(to_server[0], 0)
        os.dup2(from_server[1], 1)
        os.execvp(server[0], server)
    os.close(to_server[0])
    os.close(from_server[1])
    log, _ = tempfile.mkstemp(".jsonl", dir=folder)
    threading.Thread(target=carry, args=(0, to_server[1], "client", log), daemon=True).start()
    carry(from_server[0], 1, "server", log)


main()
