#!/usr/bin/env python3
"""Follows the section `Getting started` of the README word by word, from `cargo new` to the installed program, in TARGET.

    tests/shipped/readme.py TARGET

The commands of its blocks are run in one shell, with the first program of the README as `src/main.rs` from where it says so; what
they print has to be what it says. The program that is installed is TARGET/bin/adder: built by cargo's defaults, as people have it.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = "Copy the program from the top of this page to `src/main.rs`"


def blocks(text):
    """The blocks of code, by language."""
    return re.findall(r"^```(\w+)\S*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(language, block):
    """Each command of a block, with what it prints; None where the README does not say."""
    if language == "sh":
        return [(line, None) for line in block.splitlines()]
    return [(command, said) for command, said in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]


def steps(readme):
    """What a reader does, in its order."""
    start = re.search(r"^## Getting started\n(.*?)^## ", readme, re.MULTILINE | re.DOTALL)[1]
    program = next(code for language, code in blocks(readme) if language == "rust")
    before, after = start.split(PLACE)
    run = [[step for block in blocks(part) for step in commands(*block)] for part in (before, after)]
    write = ("cat > src/main.rs <<'PROGRAM'\n" + program + "PROGRAM", None)
    return [*run[0], write, *run[1]]


class Shell:
    """A shell in which one command follows the other."""
    MARK = "--- it has ended with"

    def __init__(self, folder, environment):
        self.process = subprocess.Popen(["bash"], cwd=folder, env=environment, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def run(self, command):
        """What it prints and its exit status."""
        self.process.stdin.write(f"{command}\necho \"{self.MARK} $?\"\n")
        self.process.stdin.flush()
        said = ""
        for line in self.process.stdout:
            if line.startswith(self.MARK):
                return said, int(line.split()[-1])
            said += line
        raise RuntimeError(f"the shell has ended: {said}")


def main():
    target = Path(sys.argv[1]).resolve()
    # Where it is followed again, what was compiled is still there.
    target.mkdir(parents=True, exist_ok=True)
    left_out = {name for name in os.environ if name.startswith(("CARGO_PROFILE", "CARGO_BUILD", "CARGO_INCREMENTAL", "RUSTFLAGS"))}
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= {"CARGO_INSTALL_ROOT": str(target), "PATH": f"{target / 'bin'}:{os.environ['PATH']}",
                    "CARGO_TARGET_DIR": str(target / "built")}
    # Elsewhere: cargo would make a new crate below this folder a member of the workspace.
    with tempfile.TemporaryDirectory() as elsewhere:
        return follow(Shell(elsewhere, environment), target)


def follow(shell, target):
    for command, expected in steps((ROOT / "README.md").read_text()):
        command = command.replace("PATH_TO_THE_CHECKOUT", str(ROOT))
        print(f"$ {command}", flush=True)
        said, status = shell.run(command)
        print(said, end="", flush=True)
        if status or expected is not None and said != expected:
            print(f"it ended with {status}, and the README says that it prints\n{expected}")
            return 1
    if not (target / "bin/adder").exists():
        print("no program was installed")
        return 1
    print("the README is right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
