"""Programs that share the file of their logins, at an authorization server whose refresh tokens work once."""
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import time
import urllib.request

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parents[1]))
from listening import Listening  # noqa: E402

SERVERS = os.environ["SERVERS"]  # the folder of the binaries
PROVIDER = HERE.parent / "typescript" / "authorization-server.mjs"
PERSON = f"{HERE / 'person.py'} %s"
NOBODY = "/bin/false"  # a browser that nobody is in front of

PROGRAMS = 8
LOGINS = 8
REFRESHES = 200
# A client takes ten seconds of them off.
SECONDS = "11"
# How long all of it may take.
LIMIT = 240


class Watched:
    """The authorization server, as seen from behind."""

    def __init__(self, issuer):
        self.url = f"{issuer}/watched"

    def ask(self, path=""):
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return json.load(answer)

    def hold(self, file, until):
        """Returns once no request is on its way and all that was issued is in the file."""
        self.ask("/hold")
        while True:
            seen, kept = self.ask(), file.read_text()
            if not seen["running"] and all(token in kept for token in seen["good"]):
                return seen
            assert time.monotonic() < until, f"what is issued is not saved: {seen}"
            time.sleep(0.005)


def program(file, urls, browser=NOBODY):
    """A program that calls all the servers with the logins in a file, once it is connected."""
    command = [os.path.join(SERVERS, "sharing-client"), str(file), *urls]
    environment = {**os.environ, "BROWSER": browser}
    pipes = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
    return subprocess.Popen(command, env=environment, text=True, **pipes)


def is_connected(one):
    said = one.stdout.readline()
    assert said == "connected\n", one.stderr.read()


def test_no_program_logs_out_another_one_although_some_are_killed(tmp_path):
    file, until = tmp_path / "tokens.json", time.monotonic() + LIMIT
    with Listening(["node", str(PROVIDER), "{port}", SECONDS]) as provider:
        issuer = provider.url.removesuffix("/mcp")
        audience = "http://127.0.0.1:{port}/mcp"
        command = [os.path.join(SERVERS, "auth"), "--http", "127.0.0.1:{port}", "--issuer", issuer]
        with Listening([*command, "--audience", audience]) as server:
            urls = [f"{server.url}?login={number}" for number in range(LOGINS)]
            first = program(file, urls, PERSON)
            is_connected(first)
            watched, killed = Watched(issuer), collections.Counter()
            assert watched.ask()["logins"] == LOGINS
            programs = [first, *(program(file, urls) for _ in range(PROGRAMS - 1))]
            for one in programs[1:]:
                is_connected(one)
            while watched.ask()["refreshes"] < REFRESHES:
                assert time.monotonic() < until, watched.ask()
                time.sleep(random.uniform(0, 0.5))
                # In between: what the authorization server has sent, and nobody has saved, is lost for any client.
                seen = watched.hold(file, until)
                victim = programs.pop(random.randrange(PROGRAMS))
                assert victim.poll() is None, victim.stderr.read()
                victim.kill()
                victim.communicate()
                # Its connections are closed by now; the authorization server has to see it.
                time.sleep(0.05)
                watched.ask("/go")
                killed["with a request" if seen["held"] else "without one"] += 1
                programs.append(program(file, urls))
                is_connected(programs[-1])
            for one in programs:
                said, why = one.communicate("")
                assert one.returncode == 0, why
            seen = watched.ask()
    told = ", ".join(f"{number} {name}" for name, number in sorted(seen.items()) if name != "good")
    print(f"{told}; killed while there was a program {dict(killed)}")
    assert (seen["logins"], seen["refused"], seen["revoked"]) == (LOGINS, 0, 0), told
    assert sum(killed.values()) >= 10, killed
    left = [name for name in os.listdir(tmp_path) if not name.endswith(".lock")]
    assert left == ["tokens.json"], left
