#!/usr/bin/env python3
"""The container of `notes`, as its Dockerfile says: built by buildah, which needs no daemon, and started.

usage: run.py TARGET MCPB

What the first stage of the Dockerfile builds in an image of Rust is built here, in the folder TARGET, with the settings that
the Dockerfile names. The last stage is built as it is. What the image says is started where the image is the root of
everything, by the user that it names, in a network of its own. MCPB is the program of those who define bundles, and validates
one. Needs root."""

import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

# Of what is in the image, in bytes, 220 KB of it certificates.
LARGEST = 10 * 1024 * 1024
ROOT = pathlib.Path(__file__).parents[2]
PORT = 8000


def output(*words, **how):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, **how).stdout


def build(target, *words, **settings):
    """The program of `notes`, which can be installed and looked at."""
    command = ["cargo", "build", "--locked", "-p", "mcp-examples", "--bin", "notes", *words]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **settings, "CARGO_TARGET_DIR": str(target)})


def static(target, dockerfile):
    """What the first stage of the Dockerfile builds."""
    settings = re.search(r"^ENV ((?:.*\\\n)*.*)", dockerfile, re.MULTILINE)[1]
    settings = dict(setting.split("=", 1) for setting in shlex.split(settings.replace("\\\n", " ")))
    host = re.search(r"host: (\S+)", output("rustc", "-vV"))[1]
    build(target, "--release", "--target", host, **settings)
    return target / host / "release/notes"


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
        self.bytes = sum(file.stat().st_size for file in self.root.rglob("*") if file.is_file())
        # What runs containers adds devices, of which the program needs these.
        (self.root / "dev").mkdir()
        for name, minor in ("null", "3"), ("random", "8"), ("urandom", "9"):
            subprocess.run(["mknod", "-m", "666", str(self.root / "dev" / name), "c", "1", minor], check=True)

    def inside(self, *words):
        """What starts a command in the image."""
        return [shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin"), f"--userspec={self.config['User']}", "--groups=", str(self.root), *words]


def uid(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return next(line.split()[1] for line in status.splitlines() if line.startswith("Uid:"))


def wait_for_port():
    for _ in range(100):
        try:
            return socket.create_connection(("127.0.0.1", PORT), timeout=1).close()
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nothing listens at port {PORT}")


def call(name, arguments):
    """Calls a tool, as a client of the current revision does."""
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"}}
    params = {"name": name, "arguments": arguments, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream",
               "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name}
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}/mcp", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read().decode()


def serves_http(image):
    config = image.config
    serving = subprocess.Popen(image.inside(*config["Entrypoint"], *config["Cmd"]), env={}, stderr=subprocess.DEVNULL)
    try:
        wait_for_port()
        assert uid(serving) == config["User"].split(":")[0] != "0", uid(serving)
        kind, *health = config["Healthcheck"]["Test"]
        assert kind == "CMD", kind
        before = time.monotonic(), os.times().children_user
        healthy = output(*image.inside(*health), env={}).strip().splitlines()[-1]
        took, worked = time.monotonic() - before[0], os.times().children_user - before[1]
        print(f"healthy: {healthy}; seen in {took:.2f} s, {worked:.2f} s of the processor")
        found = call("search", {"query": "milk"})
        assert "today.md" in found, found
    finally:
        serving.terminate()
        serving.wait(timeout=10)


def built(target):
    """The Dockerfile, and the program that is to be in the image."""
    target = pathlib.Path(target).resolve()
    build(target)
    dockerfile = output(target / "debug/notes", "manifest", "docker")
    return dockerfile, str(static(target, dockerfile))


def main(target, mcpb):
    dockerfile, notes = built(target)
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        image = Image(place, dockerfile, notes)
        print(f"the image holds {image.bytes} bytes")
        assert image.bytes < LARGEST, f"at most {LARGEST}"
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
    if os.environ.get("NETWORK") != "own":
        # Cargo may need what is elsewhere.
        built(sys.argv[1])
        alone = 'ip link set lo up && exec "$@"'
        words = ["unshare", "--net", "sh", "-c", alone, "sh", sys.executable, *sys.argv]
        os.execvpe(words[0], words, {**os.environ, "NETWORK": "own"})
    main(*sys.argv[1:])
