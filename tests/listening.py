"""Runs a server on a port of its own, or on pipes, for the scripts in this folder."""
import contextlib
import json
import socket
import subprocess
import time


class Listening:
    """A server that takes connections; `{port}` in its command became a free port. It ends with the block."""

    def __init__(self, command, **options):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = free.getsockname()
        port = str(self.address[1])
        self.url = f"http://127.0.0.1:{port}/mcp"
        self.process = subprocess.Popen([part.replace("{port}", port) for part in command], **options)
        until = time.monotonic() + 20
        while True:
            with contextlib.suppress(ConnectionRefusedError):
                socket.create_connection(self.address).close()
                return
            if self.process.poll() is not None or time.monotonic() > until:
                self.process.kill()
                raise RuntimeError("the server does not listen")
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise RuntimeError("the server did not end when it was asked to") from None


class Piped:
    """A server on its standard input and output. Its input ends with the block, and so does it."""

    # How many seconds it may take to end.
    ending = 10

    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)

    def write(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self):
        """The next message."""
        return json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(self.ending)
