#!/usr/bin/env python3
"""Builds a program as its users do, with one set of features after the other, and tries every command and option that it has.

    tests/shipped/run.py TARGET               # all sets
    tests/shipped/run.py TARGET http          # one of them

What a program has is read from its own `--help`: a command or an option that no example here uses is a failure. Each example runs
in an empty directory with an empty home, without a terminal and at one. The sets named in COMPARED are built with debug assertions,
too, and have to say the same then; the tool `build` does not, on purpose, and has to be found.
"""
import re
import subprocess
import sys
from pathlib import Path

from examples import COMMANDS, SERVED
from program import Program

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# The default, then the sets that change how a program serves or is distributed; all other features share the last one, to save time.
SETS = [
    "", "http", "ship",
    "http,observe,agent,auth,page,ship,skills,web,otel",
]
# Features of the program, since they are crates of their own.
OWN = ["agent", "auth", "observe", "page", "ship", "skills", "web"]
COMPARED = [SETS[0]]
# The example that answers otherwise in a build with debug assertions.
PLANTED = "call build"


def documented():
    """The features that the documentation of the crate lists, but for those of the default."""
    text = (ROOT / "mcp-runtime/src/lib.rs").read_text()
    rows = [line for line in text.splitlines() if line.startswith("//! | `")]
    names = [row.split("|")[1] for row in rows]
    return set(re.findall(r"`([\w-]+)`", "".join(names))) - {"macros", "stdio", "cli"}


def build(target, features, profile, tried):
    """The program with these features, of which nothing is warned, in the folder where it is tried."""
    # What is a crate of its own is a feature of the program.
    wanted = [feature if feature in OWN else f"mcp-runtime/{feature}" for feature in features.split(",") if feature]
    command = ["cargo", "build", "--quiet", "--locked", "--manifest-path", HERE / "program/Cargo.toml", "--profile", profile,
               "--target-dir", target, "--features", ",".join(wanted)]
    built = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    print(built.stderr, end="", flush=True)
    if built.returncode or "warning" in built.stderr:
        sys.exit(f"with features {features or '(default)'}, profile {profile}: it does not compile without a warning")
    return Program(target / {"dev": "debug"}.get(profile, profile) / "kettle", tried)


def unused(program, examples):
    """The commands and options of a program that no example uses."""
    used = {(example.command, word) for example in examples for word in [None, *example.options()]}
    return sorted(f"{command or 'the program'}: {option or 'itself'}" for command, option in program.offered() - used)


def attempt(program, examples):
    """What each example printed, by its words; and the complaints."""
    said, wrong = {}, []
    for example in examples:
        for terminal in False, True:
            ran = program.run(example, terminal)
            said[f"{example}{' at a terminal' if terminal else ''}"] = ran
            wrong += [f"{example}{' at a terminal' if terminal else ''}: {complaint}" for complaint in example.complaints(ran)]
    return said, wrong


def check(target, features):
    tried = target / "tried"
    program = build(target, features, "shipped", tried)
    offered = program.offered()
    commands = [example for example in COMMANDS if example.suits(offered)]
    served = [example for example in SERVED if example.suits(offered)]
    wrong = [f"no example uses {what}" for what in unused(program, commands + served)]
    if features == SETS[-1]:
        wrong += [f"no program has what this uses: {example}" for example in COMMANDS + SERVED if example not in commands + served]
    said, complaints = attempt(program, commands)
    wrong += complaints
    for example in served:
        for terminal in False, True:
            wrong += [f"{example}: {complaint}" for complaint in program.serve(example, terminal)]
    dockerfile = said.get("manifest docker")
    if dockerfile and ("--http" in dockerfile.output) != ((None, "--http") in offered):
        wrong.append("manifest docker: the container has to serve in the way that the program can")
    if features in COMPARED:
        debug, _ = attempt(build(target.parent / "beside", features, "dev", tried), commands)
        differ = sorted({words.removesuffix(" at a terminal") for words in said if said[words].plainly() != debug[words].plainly()})
        if differ != [PLANTED]:
            wrong.append(f"answers that depend on debug assertions: {differ}, and not just that of `{PLANTED}`")
    print(f"features {features or '(default)'}: {len(commands) + len(served)} examples, {len(wrong)} wrong", flush=True)
    return [f"with features {features or '(default)'}: {complaint}" for complaint in wrong]


def main():
    target, chosen = Path(sys.argv[1]).resolve(), sys.argv[2:] or SETS
    wrong = [f"no set has the feature {name}" for name in sorted(documented() - set(",".join(SETS).split(",")))]
    for features in chosen:
        wrong += check(target, features)
    print("\n".join(wrong) or "all programs are as they should be")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
