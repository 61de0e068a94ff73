"""Fails when a dependency states a newer Rust than this project does."""
import json
import subprocess
import sys


def number(version):
    return [int(part) for part in version.split(".")]


command = ["cargo", "metadata", "--format-version", "1", "--locked"]
packages = json.loads(subprocess.check_output(command))["packages"]
ours = next(package["rust_version"] for package in packages if package["name"] == "mcp-runtime")
newer = [package for package in packages if number(package["rust_version"] or "1") > number(ours) + [0]]
for package in newer:
    print(f'{package["name"]} {package["version"]} needs Rust {package["rust_version"]}, we state {ours}')
print(f"{len(packages)} packages are fine with Rust {ours}" if not newer else "")
sys.exit(bool(newer))
