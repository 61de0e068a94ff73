#!/usr/bin/env python3
"""The container of `notes`, as its Dockerfile says: built by buildah, which needs no daemon, and started.

usage: run.py NOTES MCPB

NOTES is the static program, which is what the first stage of the Dockerfile builds; that takes an image of Rust, and is not
done here. The last stage is built as it is. What the image says is started where the image is the root of everything, by the
user that it names. MCPB is the program of those who define bundles, and validates one. Needs root."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

# Of what is in the image, in bytes: what was measured and a little, 220 KB of it certificates. The goal is 10 MiB.
LARGEST = 16_200_000


def output(*words, **how):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, **how).stdout


class Image:
    """What the last stage of a Dockerfile gives."""

    def __init__(self, place, dockerfile, notes):
        built = place / "built"
        for copied, to in ((notes, "out/bin/notes"), ("/etc/ssl/certs/ca-certificates.crt",) * 2):
            target = built / to.lstrip("/")
            target.parent.mkdir(parents=True)
            shutil.copy(copied, target)
        file = place / "Dockerfile"
        file.write_text(dockerfile[dockerfile.index("FROM scratch"):])
        store = ["--storage-driver", "vfs", "--root", str(place / "images"), "--runroot", str(place / "run")]
        buildah = lambda *words: output("buildah", *store, *words)  # noqa: E731
        buildah("bud", "--isolation", "chroot", "--format", "docker", "--quiet", "--tag", "notes",
                "--build-context", f"build={built}", "--file", str(file), str(built))
        self.config = json.loads(buildah("inspect", "--type", "image", "notes"))["Docker"]["config"]
        self.root = pathlib.Path(buildah("mount", buildah("from", "notes").strip()).strip())

    def size(self):
        return sum(file.stat().st_size for file in self.root.rglob("*") if file.is_file())

    def inside(self, *words):
        """What starts a command in the image."""
        return [shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin"), f"--userspec={self.config['User']}", "--groups=", str(self.root), *words]


def uid(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return next(line.split()[1] for line in status.splitlines() if line.startswith("Uid:"))


def wait_for(port):
    for _ in range(100):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nothing listens at port {port}")


def call(port, name, arguments):
    """Calls a tool, as a client of the current revision does."""
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"}}
    params = {"name": name, "arguments": arguments, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream",
               "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/mcp", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read().decode()


def serves_http(image):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    # The port of the image may be taken on this machine.
    here = lambda words: [word.replace("0.0.0.0:8000", f"127.0.0.1:{port}").replace(":8000", f":{port}") for word in words]  # noqa: E731
    config = image.config
    command = image.inside(*config["Entrypoint"], *here(config["Cmd"]))
    serving = subprocess.Popen(command, env={}, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        assert uid(serving) == config["User"].split(":")[0] != "0", uid(serving)
        kind, *health = config["Healthcheck"]["Test"]
        assert kind == "CMD", kind
        print("healthy:", output(*image.inside(*here(health)), env={}).strip().splitlines()[-1])
        found = call(port, "search", {"query": "milk"})
        assert "today.md" in found, found
    finally:
        serving.terminate()
        serving.wait(timeout=10)


def main(notes, mcpb):
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        image = Image(place, output(notes, "manifest", "docker"), notes)
        print(f"the image holds {image.size()} bytes")
        assert image.size() < LARGEST, f"at most {LARGEST}"
        (image.root / "today.md").write_text("buy milk")
        serves_http(image)
        # As a client starts it.
        doctor = output(notes, "doctor", "--", *image.inside(*image.config["Entrypoint"]))
        print("over standard input and output:", doctor.strip().splitlines()[-1])

        bundle, unpacked = place / "notes.mcpb", place / "bundle"
        output(notes, "manifest", "mcpb", "--author", "x", "--out", str(bundle))
        output(mcpb, "unpack", str(bundle), str(unpacked))
        print(output(mcpb, "validate", str(unpacked / "manifest.json")).strip())
        assert os.access(unpacked / "server/notes", os.X_OK)
        print(f"the bundle has {bundle.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
