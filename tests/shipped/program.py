"""A program that is tried: what it offers, and what it says."""
import os
import re
import selectors
import shutil
import subprocess
import tempfile
import termios
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

TIMEOUT = 60


class Ran(NamedTuple):
    """The end of a process. At a terminal both outputs are one."""
    status: int
    output: str
    errors: str

    def plainly(self):
        """What two runs have in common: without times and folders, and in an order that two outputs at one terminal have, too."""
        timeless = re.sub(r"[\d-]+T[\d:]+Z|[\d.]+ ?m?s\b|/tmp/tmp\w+", "ONCE", self.output + self.errors)
        return self.status, sorted(timeless.splitlines())


class Program:
    def __init__(self, built, folder):
        """A copy of what was built: some answers have the path in them."""
        folder.mkdir(exist_ok=True)
        self.path = Path(shutil.copy(built, folder))

    def offered(self):
        """Its commands and their options, as pairs; None is the program itself, and a command itself."""
        offered = self.options(None)
        for command in re.findall(r"^  ([a-z]+)\b", section(self.help(None), "Commands"), re.MULTILINE):
            # `help` takes nothing but commands.
            offered |= {(command, None)} | (self.options(command) if command != "help" else set())
        return offered

    def options(self, command):
        names = re.findall(r"^ +(?:-\w, )?(--[\w-]+|-\w)", section(self.help(command), "Options"), re.MULTILINE)
        # `--help` of a command is what this reads.
        return {(command, name) for name in names if (command, name) == (None, "--help") or name != "--help"}

    def help(self, command):
        ran = subprocess.run([self.path, *([command] if command else []), "--help"], capture_output=True, text=True, check=True)
        return ran.stdout

    def run(self, example, terminal):
        """Runs it where there is nothing, until it ends."""
        with self.started(example, terminal) as process:
            process.write(example.input + ("\x04" if terminal else ""))
            return process.end()

    def serve(self, example, terminal):
        """Lets it serve until it is asked to end, and returns complaints."""
        # A person is told where it serves, and the log tells it otherwise.
        with self.started(example, terminal, [] if terminal else ["-v"]) as process:
            found = process.wait_for(r"http://[^\s/#]+(?=/)")
            if not found:
                return [f"it does not say where it serves: {process.end()}"]
            complaints = [f"{path}: {status}, not {expected}" for path, expected in example.answers.items()
                          if (status := status_of(found + path)) != expected]
            process.popen.terminate()
            ran = process.end()
        return [*complaints, *example.complaints(ran)]

    @contextmanager
    def started(self, example, terminal, more=()):
        with tempfile.TemporaryDirectory() as folder:
            home, here = Path(folder, "home"), Path(folder, "here")
            home.mkdir(), here.mkdir()
            for name, text in example.files.items():
                (here / name).write_text(text)
            environment = {"PATH": os.environ["PATH"], "HOME": str(home), "TERM": "xterm", **example.variables}
            process = Process([self.path, *example.words, *more], here, environment, terminal)
            try:
                yield process
            finally:
                process.popen.kill()
                process.popen.wait()


class Process:
    """A process with pipes or a terminal, of which everything is read."""

    def __init__(self, command, folder, environment, terminal):
        self.said = {1: b"", 2: b""}
        self.selector = selectors.DefaultSelector()
        if terminal:
            ours, its = os.openpty()
            self.input = ours
            outputs = {ours: 1}
            streams = dict(stdin=its, stdout=its, stderr=its)
            # What is typed is not shown, which would be before or after what is printed.
            modes = termios.tcgetattr(its)
            modes[3] &= ~termios.ECHO
            termios.tcsetattr(its, termios.TCSANOW, modes)
        else:
            (its_input, self.input), (output, its_output), (errors, its_errors) = os.pipe(), os.pipe(), os.pipe()
            outputs = {output: 1, errors: 2}
            streams = dict(stdin=its_input, stdout=its_output, stderr=its_errors)
        self.popen = subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True, **streams)
        for descriptor in set(streams.values()):
            os.close(descriptor)
        for descriptor, name in outputs.items():
            self.selector.register(descriptor, selectors.EVENT_READ, name)
        self.terminal = terminal

    def write(self, text):
        try:
            os.write(self.input, text.encode())
        except OSError:
            pass  # It has ended without reading.
        if not self.terminal:
            os.close(self.input)
            self.input = None

    def read(self, until):
        """Reads what comes next; False when there is nothing more, or no time left."""
        ready = self.selector.select(max(0, until - time.monotonic()))
        for key, _ in ready:
            try:
                data = os.read(key.fd, 65536)
            except OSError:  # The other side of the terminal is closed.
                data = b""
            self.said[key.data] += data
            if not data:
                self.selector.unregister(key.fd)
                os.close(key.fd)
                self.input = None if key.fd == self.input else self.input
        return bool(ready) and bool(self.selector.get_map())

    def wait_for(self, pattern):
        until = time.monotonic() + TIMEOUT
        more = True
        while not (found := re.search(pattern, self.text(1) + self.text(2))) and more:
            more = self.read(until)
        return found and found[0]

    def text(self, name):
        return self.said[name].decode(errors="replace").replace("\r\n", "\n")

    def end(self):
        """Its end, for which it has a minute."""
        until = time.monotonic() + TIMEOUT
        while self.read(until):
            pass
        try:
            status = self.popen.wait(timeout=max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.popen.kill()
            status = None
        if self.input is not None:
            os.close(self.input)
            self.input = None
        return Ran(status, self.text(1), self.text(2))


def section(text, heading):
    """What `--help` has below a heading."""
    found = re.search(rf"^{heading}:\n(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def status_of(url):
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
