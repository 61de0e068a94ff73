#!/usr/bin/env python3
"""Checks what record.py wrote down: everything that our servers said, against the schema of its revision.

  check.py FOLDER

Exit status: 0 without a finding, when every revision was heard in full.
"""
import collections
import json
import pathlib
import sys

import validate

OLDEST, NEWEST = validate.VERSIONS[0], validate.VERSIONS[-1]
VERSION = "io.modelcontextprotocol/protocolVersion"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
# Our servers tell of no changes but those of tools, and of tasks.
UNSERVED = {"resources/subscribe", "resources/unsubscribe"}
UNTOLD = {
    "notifications/cancelled", "notifications/elicitation/complete", "notifications/prompts/list_changed",
    "notifications/resources/list_changed", "notifications/resources/updated",
}
UNASKED = {"ping", "tasks/get", "tasks/result", "tasks/cancel", "tasks/list"}


class Connection:
    """What was agreed on one connection, so that each message is judged in its revision."""

    def __init__(self):
        self.session = None  # what `initialize` settles
        self.requests = {}
        self.tokens = {}

    def asked(self, message):
        for request in message if isinstance(message, list) else [message]:
            if not isinstance(request, dict) or "method" not in request or "id" not in request:
                continue
            params = request.get("params")
            meta = params.get("_meta") if isinstance(params, dict) else None
            meta = meta if isinstance(meta, dict) else {}
            version = NEWEST if VERSION in meta else None
            self.requests[json.dumps(request["id"])] = (version, request["method"])
            if "progressToken" in meta:
                self.tokens[json.dumps(meta["progressToken"])] = version

    def said(self, message):
        """The revision of what the server said, and the method that it answers."""
        if isinstance(message, list):
            return self.session or NEWEST, None
        params = message.get("params", {})
        if "method" in message:
            version = self.tokens.get(json.dumps(params.get("progressToken")))
            if SUBSCRIPTION in params.get("_meta", {}):
                version = NEWEST
            return version or self.session or NEWEST, message["method"]
        version, method = self.requests.get(json.dumps(message.get("id")), (self.session or NEWEST, None))
        if method == "initialize" and "result" in message:
            self.session = message["result"]["protocolVersion"]
        # A request without the marks of a modern one is of the legacy era, whenever it comes.
        return version or self.session or OLDEST, method


def records(path):
    """Each message of a server as validate.py wants it."""
    connection = Connection()
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        try:
            message = json.loads(entry["line"])
        except ValueError:
            if entry["from"] == "server":
                yield {"version": NEWEST, "direction": "server", "json": entry["line"], "request_method": None}
            continue
        if entry["from"] == "client":
            connection.asked(message)
        else:
            version, method = connection.said(message)
            yield {"version": version, "direction": "server", "json": message, "request_method": method}


def due(spec):
    """The methods of a revision that a server answers, asks or tells of."""
    def sent_by(sender, kind):
        return {method for method, senders in spec.dir.items() if sender in senders and spec.method_def[method].endswith(kind)}
    asked = set() if validate.is_modern(spec.v) else sent_by("server", "Request") - UNASKED
    return sent_by("client", "Request") - UNSERVED | sent_by("server", "Notification") - UNTOLD | asked


def main():
    checker = validate.Checker()
    heard = collections.defaultdict(collections.Counter)
    passed = failed = 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.jsonl")):
        for record in records(path):
            errors, warnings = checker.record(record)
            if "error" not in record["json"]:
                heard[record["version"]][record["request_method"]] += 1
            failed += bool(errors)
            passed += not errors
            if errors:
                print(path.name, record["version"], *errors, json.dumps(record["json"])[:2000], sep="\n  ")
    for version, spec in checker.specs.items():
        silent = due(spec) - set(heard[version])
        failed += len(silent)
        print(f"{version}: {sum(heard[version].values())} results and notifications, {len(due(spec))} methods due")
        for method in sorted(silent):
            print(f"  {method} was never heard")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
