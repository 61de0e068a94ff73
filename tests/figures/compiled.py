"""What the compiler is given to optimise when somebody builds the program of the README: lines of LLVM's intermediate language.

Nearly all of a build's time is in proportion to them, and they are the same on every machine. A library compiles each function that
is neither generic nor `#[inline]`, whether the program calls it or not: those that it does not call are found here, too.
"""
import collections
import functools
import pathlib
import re
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).parents[2]
# Each before those that it depends on, which are thus compiled once more only.
PACKAGES = "mcp-runtime", "mcp-runtime-schema", "mcp-runtime-protocol"
# Figures are measured at the same time; packages are compiled once.
ONCE = threading.Lock()
NAME = re.compile(r'@("[^"]+"|[\w.$]+)')
# What tells two crates of one name apart, and what the linker's optimiser adds.
HASH = re.compile(r"(17h[0-9a-f]{16}E)?(\.llvm\.\d+)?$")


def emit(package, target, path):
    """Writes the intermediate language of a package, as the program depends on it."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "src").mkdir()
        (pathlib.Path(folder) / "src/lib.rs").touch()
        (pathlib.Path(folder) / "Cargo.toml").write_text(
            '[package]\nname = "built"\nedition = "2024"\n\n[dependencies]\n'
            f'mcp-runtime = {{ path = "{ROOT / "mcp-runtime"}" }}\n')
        # What the program was built of is taken from its folder, with the same versions.
        command = ["cargo", "rustc", "--quiet", "--release", "-p", package, "--lib", "--target-dir", target / "readme/built", "--"]
        unoptimised = [f"--emit=llvm-ir={path}", "-Cno-prepopulate-passes", "-Ccodegen-units=1"]
        subprocess.run([*command, *unoptimised], cwd=folder, check=True)


class Functions:
    """The functions of a library: how long each is, and which others it names."""

    def __init__(self, path):
        self.lines, self.names, self.exported = collections.Counter(), collections.defaultdict(set), set()
        current = None
        for line in path.open(errors="replace"):
            if current is None and line.startswith(("define ", "@")):
                found = NAME.search(line)
                current = found[1].strip('"')
                self.names[current].update(name.strip('"') for name in NAME.findall(line[found.end():]))
                if not re.search(r"\b(internal|private)\b", line[:found.start()] if line[0] == "d" else line):
                    self.exported.add(current)
                if line[0] == "d":
                    self.lines[current] = 1
                else:
                    current = None
            elif current is not None and line.strip() and line[0] != ";":
                self.lines[current] += 1
                self.names[current].update(name.strip('"') for name in NAME.findall(line))
                if line[0] == "}":
                    current = None

    def reached(self, start):
        """What these functions call, and they themselves."""
        seen, waiting = set(start), list(start)
        while waiting:
            for name in self.names[waiting.pop()] - seen:
                if name in self.names:
                    seen.add(name)
                    waiting.append(name)
        return seen

    def never_called(self, program):
        """The functions that are compiled although the program has none of them, with the lines that each is the reason for."""
        symbols = subprocess.run(["nm", "--defined-only", program], check=True, capture_output=True, text=True).stdout
        linked = {HASH.sub("", line.split()[-1]) for line in symbols.splitlines()}
        used = self.reached({name for name in self.exported if HASH.sub("", name) in linked})
        for name in self.exported - used:
            if name in self.lines:
                yield sum(self.lines[other] for other in self.reached({name}) - used), name


@functools.cache
def functions(target):
    """The functions of each package."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "package.ll"
        found = {}
        for package in PACKAGES:
            emit(package, target, path)
            found[package] = Functions(path)
        return found


def lines(package, target):
    """The lines of a package."""
    with ONCE:
        return functions(target)[package].lines.total()


def never_called(package, target, program):
    """The lines that the worst function is the reason for which the program never calls; those that are next to it are printed."""
    with ONCE:
        found = sorted(functions(target)[package].never_called(program), reverse=True)[:5]
    for count, name in found:
        name = subprocess.run(["c++filt", name], check=True, capture_output=True, text=True).stdout.strip()
        print(f"  {count:,} lines are compiled for {name}", flush=True)
    return found[0][0] if found else 0
