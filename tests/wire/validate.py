#!/usr/bin/env python3
"""Validate MCP wire JSON against the schema.json of its protocol version, plus the rules schema.json cannot express.

Input: JSON lines on stdin (or files named as arguments). One record per line:
  {"version": "2025-06-18",          # 2024-11-05 2025-03-26 2025-06-18 2025-11-25 2026-07-28
   "direction": "client"|"server",   # who SENT it (aliases: c2s, s2c)
   "type": "message"                 # a whole JSON-RPC message (default), or a definition name of
                                     # that version's schema ("Tool", "CallToolResult"), or
                                     # "result:<method>" for a bare result object
   "json": {...},
   "request_method": "tools/call",   # optional: for a response, the method it answers
   "session": "s1",                  # optional: responses are matched to earlier requests by id in it
   "http": {"mcp-method": "..."} }   # optional: request headers, checked for >= 2026-07-28

Output: one JSON line per record {"line", "ok", "errors", "warnings"} (all with --all, else only failures),
summary on stderr. Exit 1 if any record failed.

Each finding is {"kind", "path", "msg"}. Kinds:
  schema     schema.json of the version rejects it (after the documented errata)
  leak       a field this version does not define, but a LATER one does (schemas are open, so plain
             JSON Schema never sees this)
  stale      a field this version no longer defines, an EARLIER one did
  direction  method not allowed from this side in this version
  rule       prose rule (resultType, _meta, error codes, batching, MRTR, headers ...)
  format     uri / base64 formats
Options: --lenient (leak/stale become warnings), --all, --schema DIR, --list-errata
"""
import sys, json, os, re, base64, argparse, copy
import jsonschema

VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
HERE = os.path.dirname(os.path.abspath(__file__))
SUPPORTS_IRR = {"tools/call", "prompts/get", "resources/read"}
EXT_METHODS = {  # official extensions, not in the core schema (2026-07-28 and later)
    "tasks/get": "client", "tasks/update": "client", "tasks/cancel": "client", "notifications/tasks": "server"}
MODERN_META_REQ = ("io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities")
ERRATA = [
    ("2026-07-28,draft", "JSONValue", "schema.ts: string|number|boolean|null|object|array; schema.json has integer, no null"),
    ("2025-06-18..draft", "ElicitResult.content", "schema.ts: number; schema.json has integer"),
    ("2025-06-18..draft", "NumberSchema.minimum/maximum/default", "schema.ts: number; some generated files have integer"),
]

def is_modern(v): return VERSIONS.index(v) >= VERSIONS.index("2026-07-28")
def at_least(v, w): return VERSIONS.index(v) >= VERSIONS.index(w)
def rname(s): return s["$ref"].split("/")[-1]

class Spec:
    def __init__(self, v, base):
        self.v = v
        s = json.load(open(f"{base}/{v}/schema.json"))
        self.key = "definitions" if "definitions" in s else "$defs"
        self.defs = s[self.key]
        self.errata()
        self.cls = jsonschema.Draft202012Validator if "2020-12" in s["$schema"] else jsonschema.Draft7Validator
        self.root = {"$schema": s["$schema"], self.key: self.defs}
        self._v = {}
        self.method_def, self.result_def, self.error_def = {}, {}, {}
        skip = {"ClientRequest", "ClientNotification", "ClientResult", "ServerRequest", "ServerNotification", "ServerResult"}
        for n, d in self.defs.items():
            if n in skip: continue
            m = d.get("properties", {}).get("method", {}).get("const")
            if m:
                self.method_def[m] = n
                if n.endswith("Request"):
                    r = n[:-7] + "Result"
                    self.result_def[m] = r if r in self.defs else "Result"
            e = d.get("properties", {}).get("error")
            for part in (e or {}).get("allOf", []) if isinstance(e, dict) else []:
                c = part.get("properties", {}).get("code", {}).get("const")
                if c is not None: self.error_def[c] = n
        self.dir = {}  # method -> set of senders
        for union, who in (("ClientRequest", "client"), ("ClientNotification", "client"),
                           ("ServerRequest", "server"), ("ServerNotification", "server")):
            u = self.defs.get(union)
            if not u: continue
            names = [rname(x) for x in u.get("anyOf", []) if "$ref" in x] or None
            if names is None:
                m = u.get("properties", {}).get("method", {}).get("const")
                if m: self.dir.setdefault(m, set()).add(who)
            for n in names or []:
                m = self.defs[n]["properties"]["method"]["const"]
                self.dir.setdefault(m, set()).add(who)
        self.flat = self.flatten()

    def errata(self):
        d = self.defs
        if "JSONValue" in d:
            d["JSONValue"] = {"anyOf": [{"$ref": f"#/{self.key}/JSONObject"}, {"type": "array", "items": {"$ref": f"#/{self.key}/JSONValue"}},
                                        {"type": ["string", "number", "boolean", "null"]}]}
        if "ElicitResult" in d:
            ap = d["ElicitResult"]["properties"]["content"]["additionalProperties"]
            def fix(x):
                if isinstance(x.get("type"), list): x["type"] = ["number" if t == "integer" else t for t in x["type"]]
                for y in x.get("anyOf", []): fix(y)
            fix(ap)
        for p in ("minimum", "maximum", "default"):
            q = d.get("NumberSchema", {}).get("properties", {}).get(p)
            if q and q.get("type") == "integer": q["type"] = "number"

    def validator(self, name):
        if name not in self._v:
            self._v[name] = self.cls({**self.root, "$ref": f"#/{self.key}/{name}"})
        return self._v[name]
    def sub_ok(self, node, value):
        k = json.dumps(node, sort_keys=True)
        if k not in self._v: self._v[k] = self.cls({**self.root, "allOf": [node]})
        return self._v[k].is_valid(value)

    def errors(self, name, value):
        out = []
        for e in self.validator(name).iter_errors(value):
            best = e
            while best.context:  # descend into the anyOf branch that got furthest
                best = max(best.context, key=lambda c: (len(c.absolute_path), -abs(len(c.message))))
            out.append(("schema", "/".join(map(str, best.absolute_path)), f"{name}: {best.message[:300]}"))
        return out

    def flatten(self):
        out = set(); self.refs = {}
        def walk(path, s):
            if not isinstance(s, dict): return
            out.add(re.sub(r"<[^>]*>", "", path))
            if "$ref" in s: self.refs.setdefault(path, set()).add(rname(s))
            if "$ref" in s:
                if path.endswith(".params") :
                    t = self.defs[rname(s)]
                    for alt in t.get("anyOf", [t]): inner(path, self.defs[rname(alt)] if "$ref" in alt else alt)
                return
            inner(path, s)
        def inner(path, s):
            if not isinstance(s, dict): return
            if "$ref" in s: s = self.defs[rname(s)]
            for x in s.get("allOf", []): inner(path, x)
            for k, p in s.get("properties", {}).items(): walk(f"{path}.{k}", p)
            if isinstance(s.get("items"), dict) and "$ref" not in s["items"]: inner(path + "[]", s["items"])
            ap = s.get("additionalProperties")
            if isinstance(ap, dict) and "$ref" not in ap: inner(path + ".{*}", ap)
            for k in ("anyOf", "oneOf"):
                for alt in s.get(k, []):
                    if "$ref" not in alt: inner(path, alt)
        for n, d in self.defs.items():
            out.add(n); inner(n, d)
        return out

class Checker:
    def __init__(self, base=None):
        base = base or os.path.join(HERE, "schema")
        self.specs = {v: Spec(v, base) for v in VERSIONS}
        self.sessions = {}

    # ---- fields of other versions ------------------------------------------------------------
    OPEN = {"MetaObject", "JSONObject", "JSONValue", "GetTaskPayloadResult", "Tool.inputSchema", "Tool.outputSchema"}
    def leaks(self, v, name, value):
        sp = self.specs[v]; found = []; iv = VERSIONS.index(v)
        def props(node, val, seen):
            """(prefix, properties, additional) triples that may describe val"""
            if "$ref" in node:
                n = rname(node)
                return group(n, sp.defs[n], val)
            return None
        def group(prefix, node, val):
            res = []
            if "$ref" in node:
                n = rname(node); return group(n, sp.defs[n], val)
            for x in node.get("allOf", []):
                if "$ref" in x: res += group(prefix if not node.get("properties") and prefix.endswith(".error") else rname(x), sp.defs[rname(x)], val)
                else: res += group(prefix, x, val)
            alts = node.get("anyOf") or node.get("oneOf")
            if alts:
                ok = [x for x in alts if sp.sub_ok(x, val)]
                if not ok and isinstance(val, dict):
                    for disc in ("type", "method", "mode"):
                        if disc in val:
                            ok = [x for x in alts if (sp.defs[rname(x)] if "$ref" in x else x).get("properties", {}).get(disc, {}).get("const") == val[disc]]
                            if ok: break
                for x in ok or alts: res += group(prefix, x, val)
            if "properties" in node or "additionalProperties" in node or "items" in node or not alts and not node.get("allOf"):
                res.append((prefix, node))
            return res
        def walk(nodes, val, path):
            if isinstance(val, list):
                items = [(p + "[]", n["items"]) for p, n in nodes if isinstance(n.get("items"), dict)]
                for i, x in enumerate(val):
                    g = []
                    for p, it in items: g += group(p, it, x)
                    if g: walk(g, x, f"{path}/{i}")
                return
            if not isinstance(val, dict): return
            if any(p in self.OPEN for p, _ in nodes): return
            for k, x in val.items():
                hit = [(p, n["properties"][k]) for p, n in nodes if k in n.get("properties", {})]
                if hit:
                    g = []
                    for p, sub in hit:
                        pp = f"{p}.{k}"
                        if isinstance(sub, dict):
                            if k == "params" and "$ref" in sub:
                                t = sp.defs[rname(sub)]
                                for q, n2 in group(pp, {**t, "__": 1}, x): g.append((pp if q == rname(sub) or q == pp else q, n2))
                                # params definitions share one canonical prefix
                                g = [(pp, n2) for _, n2 in g]
                            else: g += group(pp, sub, x)
                    if g: walk(g, x, f"{path}/{k}")
                    continue
                ap = [(p + ".{*}", n["additionalProperties"]) for p, n in nodes if isinstance(n.get("additionalProperties"), dict) and n["additionalProperties"]]
                other = None
                for p, _ in nodes:
                    names = {p} | {a for w in VERSIONS for a in self.specs[w].refs.get(p, ())}
                    for key in sorted(re.sub(r"<[^>]*>", "", f"{q}.{k}") for q in names):
                        for j, w in enumerate(VERSIONS):
                            if w != v and key in self.specs[w].flat:
                                other = ("leak" if j > iv else "stale", w, key)
                                if other[0] == "leak": break
                        if other: break
                    if other: break
                if other and (other[2].endswith((".params._meta", ".params._meta.progressToken"))
                              or not at_least(v, "2025-11-25") and re.match(r"^[A-Za-z]+(Request|Notification)\.(jsonrpc|id)$", other[2])):
                    continue  # carried by the base Request/Notification there
                if other and k == "_meta": found.append(("unknown", f"{path}/{k}", f"{other[2]} is not defined in {v}")); continue
                if other:
                    w = other[1]
                    if other[0] == "stale": w = max((x2 for x2 in VERSIONS[:iv] if other[2] in self.specs[x2].flat), key=VERSIONS.index)
                    found.append((other[0], f"{path}/{k}", f"{other[2]} is not in {v} ({'since' if other[0]=='leak' else 'last in'} {w})"))
                elif ap:
                    g = []
                    for p, sub in ap: g += group(p, sub, x)
                    if g: walk(g, x, f"{path}/{k}")
                elif nodes and any(n.get("properties") for _, n in nodes) and not path.endswith("_meta") and "_meta" not in path:
                    found.append(("unknown", f"{path}/{k}", f"field '{k}' is in no version of {nodes[0][0]}"))
        walk(group(name, sp.defs[name], value), value, "")
        return found

    # ---- formats -------------------------------------------------------------------------------
    def formats(self, val, path=""):
        out = []
        if isinstance(val, dict):
            t = val.get("type")
            if t in ("image", "audio") and isinstance(val.get("data"), str) and not b64(val["data"]): out.append(("format", path + "/data", "not base64"))
            if isinstance(val.get("blob"), str) and isinstance(val.get("uri"), str) and not b64(val["blob"]): out.append(("format", path + "/blob", "not base64"))
            for k, x in val.items(): out += self.formats(x, f"{path}/{k}")
        elif isinstance(val, list):
            for i, x in enumerate(val): out += self.formats(x, f"{path}/{i}")
        return out

    # ---- one JSON-RPC message --------------------------------------------------------------------
    def message(self, v, who, m, rec):
        sp = self.specs[v]; E = []
        if isinstance(m, list):
            if v != "2025-03-26": return [("rule", "", f"JSON-RPC batch is only allowed in 2025-03-26, not {v}")], []
            if not m: E.append(("rule", "", "empty batch"))
            W = []
            for i, x in enumerate(m):
                e, w = self.message(v, who, x, rec); E += [(k, f"/{i}{p}", t) for k, p, t in e]; W += w
                if isinstance(x, dict) and x.get("method") == "initialize": E.append(("rule", f"/{i}", "initialize must not be in a batch"))
            has_res = [("result" in x or "error" in x) for x in m if isinstance(x, dict)]
            if any(has_res) and not all(has_res): E.append(("rule", "", "a batch holds requests/notifications or responses, not both"))
            return E, W
        if not isinstance(m, dict): return [("schema", "", "not an object")], []
        W = []
        if m.get("jsonrpc") != "2.0": E.append(("rule", "/jsonrpc", 'must be "2.0"'))
        sess = self.sessions.setdefault(rec.get("session", ""), {}) if "session" in rec else None
        if "method" in m:
            meth = m["method"]; isreq = "id" in m
            if isreq and (m["id"] is None or isinstance(m["id"], (bool, float, list, dict))): E.append(("rule", "/id", "request id must be a string or integer"))
            if sess is not None and isreq: sess[(who, json.dumps(m["id"]))] = meth
            d = sp.method_def.get(meth)
            if d:
                if d.endswith("Notification") and isreq: E.append(("rule", "/id", f"{meth} is a notification, must have no id"))
                if d.endswith("Request") and not isreq: E.append(("rule", "/id", f"{meth} is a request, needs an id"))
                allowed = sp.dir.get(meth, set())
                if who not in allowed:
                    if is_modern(v) and meth in ("sampling/createMessage", "elicitation/create", "roots/list"):
                        E.append(("direction", "/method", f"{meth} is not a message in {v}: it is carried in InputRequiredResult.inputRequests"))
                    else: E.append(("direction", "/method", f"{who} may not send {meth} in {v}"))
                E += sp.errors(d, m); E0 = self.leaks(v, d, m)
            else:
                other = [w for w in VERSIONS if meth in self.specs[w].method_def]
                if is_modern(v) and meth in EXT_METHODS:
                    if EXT_METHODS[meth] != who: E.append(("direction", "/method", f"{who} may not send {meth}"))
                elif other: E.append(("direction", "/method", f"{meth} does not exist in {v} (in {', '.join(other)})"))
                else: W.append(("unknown", "/method", f"method {meth} is in no version"))
                n = "JSONRPCRequest" if isreq else "JSONRPCNotification"
                E += sp.errors(n, m); E0 = []
                if isreq and is_modern(v): E += sp.errors("RequestParams", m.get("params", {}))
            E += E0
            p = m.get("params") if isinstance(m.get("params"), dict) else {}
            meta = p.get("_meta") if isinstance(p.get("_meta"), dict) else {}
            E += self.meta_rules(v, meta, isreq, who, W)
            if is_modern(v) and who == "server" and meth in ("notifications/tools/list_changed", "notifications/prompts/list_changed",
                    "notifications/resources/list_changed", "notifications/resources/updated", "notifications/subscriptions/acknowledged"):
                if "io.modelcontextprotocol/subscriptionId" not in meta: E.append(("rule", "/params/_meta", "subscription notification without io.modelcontextprotocol/subscriptionId"))
            if is_modern(v) and meth in ("notifications/progress", "notifications/message") and "io.modelcontextprotocol/subscriptionId" in meta:
                E.append(("rule", "/params/_meta", f"{meth} is request-scoped, never on a subscription"))
            if is_modern(v) and isreq and rec.get("http") is not None: E += headers(m, p, meta, rec["http"])
            return E, W
        if "result" in m or "error" in m:
            if "result" in m and "error" in m: E.append(("rule", "", "result and error in one response"))
            if is_modern(v) and who == "client": E.append(("direction", "", f"client must not send JSON-RPC responses in {v}"))
            meth = rec.get("request_method")
            if meth is None and sess is not None and "id" in m:
                meth = sess.get(("server" if who == "client" else "client", json.dumps(m["id"])))
            if "error" in m:
                e = m["error"]; code = e.get("code") if isinstance(e, dict) else None
                n = sp.error_def.get(code) or ("JSONRPCErrorResponse" if "JSONRPCErrorResponse" in sp.defs else "JSONRPCError")
                mm = m
                if "JSONRPCErrorResponse" not in sp.defs and "id" in m and m["id"] is None: mm = {**m, "id": 0}; W.append(("rule", "/id", "null id: allowed by JSON-RPC for unreadable requests, not by this schema"))
                E += sp.errors(n, mm)
                if at_least(v, "2025-11-25") and "id" in m and m["id"] is None: E.append(("rule", "/id", "id must be omitted, not null, when unknown"))
                E += error_rules(v, code, e)
            else:
                n = "JSONRPCResultResponse" if "JSONRPCResultResponse" in sp.defs else "JSONRPCResponse"
                E += sp.errors(n, m)
                e, w = self.result(v, meth, m["result"]); E += [(k, "/result" + (p if p.startswith("/") or not p else "/" + p), t) for k, p, t in e]; W += w
            return E, W
        return [("schema", "", "neither request, notification nor response")], W

    def result(self, v, meth, r):
        sp = self.specs[v]; E = []; W = []
        if not isinstance(r, dict): return [("schema", "", "result is not an object")], W
        rt = r.get("resultType")
        n = sp.result_def.get(meth) if meth else None
        if is_modern(v):
            if rt == "input_required":
                n = "InputRequiredResult"
                if meth and meth not in SUPPORTS_IRR: E.append(("rule", "/resultType", f"InputRequiredResult not allowed for {meth}"))
                if "inputRequests" not in r and "requestState" not in r: E.append(("rule", "", "InputRequiredResult needs inputRequests or requestState"))
                for k in ("ttlMs", "cacheScope"):
                    if k in r: E.append(("rule", "/" + k, "interim results carry no caching hints"))
            elif rt == "task":
                return [], [("unknown", "", "CreateTaskResult of io.modelcontextprotocol/tasks: no core schema")]
            elif rt is not None and rt != "complete": W.append(("rule", "/resultType", f"resultType {rt!r} is not a core value"))
            if meth in EXT_METHODS: return E, W
        if meth and n is None: W.append(("unknown", "", f"no result type for {meth}")); n = "Result"
        if n is None: n = "Result"
        if v == "2025-11-25" and isinstance(r.get("task"), dict) and meth in ("tools/call", "sampling/createMessage", "elicitation/create"): n = "CreateTaskResult"
        E += sp.errors(n, r) + self.leaks(v, n, r)
        if n == "CompleteResult" and isinstance(r.get("completion"), dict) and len(r["completion"].get("values", [])) > 100: E.append(("rule", "/completion/values", "more than 100 values"))
        if n == "InitializeResult" and r.get("protocolVersion") not in VERSIONS[:4]: E.append(("rule", "/protocolVersion", "initialize can only answer a legacy version"))
        meta = r.get("_meta") if isinstance(r.get("_meta"), dict) else {}
        E += self.meta_rules(v, meta, False, "", W)
        return E, W

    def meta_rules(self, v, meta, isreq, who, W):
        E = []
        for k in meta:
            if not meta_key_ok(k): E.append(("rule", f"/_meta/{k}", "malformed _meta key"))
            elif k.startswith("io.modelcontextprotocol/"):
                n = k.split("/", 1)[1]
                if n in ("protocolVersion", "clientInfo", "clientCapabilities", "logLevel", "subscriptionId", "serverInfo") and not is_modern(v):
                    W.append(("leak", f"/_meta/{k}", f"{k} is a 2026-07-28 key"))
                if n == "related-task" and v != "2025-11-25": W.append(("leak", f"/_meta/{k}", f"{k} is a 2025-11-25 key"))
        pv = meta.get("io.modelcontextprotocol/protocolVersion")
        if isreq and is_modern(v) and pv is not None and pv != "2026-07-28" and v == "2026-07-28": W.append(("rule", "/_meta", f"_meta protocolVersion is {pv}"))
        for c in ("io.modelcontextprotocol/clientCapabilities",):
            if isinstance(meta.get(c), dict): E += caps_rules(meta[c], c)
        return E

    def record(self, rec):
        v = rec.get("version"); who = {"c2s": "client", "s2c": "server"}.get(rec.get("direction"), rec.get("direction"))
        if v not in self.specs: return [("schema", "", f"unknown version {v}")], []
        t = rec.get("type", "message"); j = rec.get("json"); sp = self.specs[v]
        if t == "message": E, W = self.message(v, who, j, rec)
        elif t.startswith("result:"): E, W = self.result(v, t[7:], j)
        elif t in sp.defs:
            E, W = sp.errors(t, j) + self.leaks(v, t, j), []
            if t in ("ClientCapabilities", "ServerCapabilities") and isinstance(j, dict): E += caps_rules(j, "")
        else: return [("schema", "", f"no definition {t} in {v}")], []
        E += self.formats(j)
        W += [e for e in E if e[0] == "unknown"]; E = [e for e in E if e[0] != "unknown"]
        return E, W

def b64(s):
    try: base64.b64decode(s, validate=True); return True
    except Exception: return False
LABEL = re.compile(r"^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$")
def meta_key_ok(k):
    pre, sep, name = k.rpartition("/")
    if sep and not all(LABEL.match(x) for x in pre.split(".")): return False
    return name == "" or bool(re.match(r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$", name))
def caps_rules(c, path):
    return [("rule", f"{path}/extensions/{k}", "extension key needs a prefix and valid form") for k in (c.get("extensions") or {}) if "/" not in k or not meta_key_ok(k)]
def error_rules(v, code, e):
    E = []
    if not isinstance(code, int) or isinstance(code, bool): return E
    if is_modern(v):
        if code == -32002: E.append(("rule", "/error/code", "-32002 must not be emitted in 2026-07-28 (resource not found is -32602)"))
        if code == -32042: E.append(("rule", "/error/code", "-32042 must not be emitted in 2026-07-28"))
        if -32099 <= code <= -32020 and code not in (-32020, -32021, -32022, -32042): E.append(("rule", "/error/code", f"{code} is in the reserved range and not defined"))
        if -32019 <= code <= -32000 and code != -32002: E.append(("rule", "/error/code", f"{code} is in the legacy range: new implementations should not use it"))
    else:
        if code in (-32020, -32021, -32022): E.append(("rule", "/error/code", f"{code} is a 2026-07-28 code"))
        if code == -32042 and v != "2025-11-25": E.append(("rule", "/error/code", "-32042 exists in 2025-11-25 only"))
    return E
def dec(h):
    if h.startswith("=?base64?") and h.endswith("?="):
        try: return base64.b64decode(h[9:-2], validate=True).decode()
        except Exception: return None
    return h
def headers(m, p, meta, h):
    h = {k.lower(): x for k, x in h.items()}; E = []
    def need(k, want, enc=False):
        got = h.get(k)
        if got is None: E.append(("rule", f"http/{k}", "required header missing (-32020)"))
        elif (dec(got) if enc else got) != want: E.append(("rule", f"http/{k}", f"{got!r} does not match body {want!r} (-32020)"))
    need("mcp-protocol-version", meta.get("io.modelcontextprotocol/protocolVersion")); need("mcp-method", m.get("method"))
    src = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri", "tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId"}.get(m.get("method"))
    if src: need("mcp-name", p.get(src), True)
    return E

def main():
    ap = argparse.ArgumentParser(); ap.add_argument("files", nargs="*"); ap.add_argument("--schema"); ap.add_argument("--lenient", action="store_true")
    ap.add_argument("--all", action="store_true"); ap.add_argument("--list-errata", action="store_true"); a = ap.parse_args()
    if a.list_errata:
        for x in ERRATA: print(*x, sep="\t")
        return 0
    ck = Checker(a.schema); n = bad = 0
    streams = [open(f) for f in a.files] or [sys.stdin]
    for st in streams:
        for ln, line in enumerate(st, 1):
            if not line.strip(): continue
            n += 1
            try: rec = json.loads(line)
            except Exception as e: bad += 1; print(json.dumps({"line": ln, "ok": False, "errors": [{"kind": "schema", "path": "", "msg": f"not JSON: {e}"}]})); continue
            E, W = ck.record(rec)
            if a.lenient: W += [e for e in E if e[0] in ("leak", "stale")]; E = [e for e in E if e[0] not in ("leak", "stale")]
            ok = not E; bad += not ok
            if a.all or not ok:
                f = lambda L: [{"kind": k, "path": p, "msg": t} for k, p, t in L]
                print(json.dumps({"line": ln, "id": rec.get("id"), "ok": ok, "errors": f(E), "warnings": f(W)}, ensure_ascii=False))
    print(f"{n} records, {bad} failed", file=sys.stderr)
    return 1 if bad else 0
if __name__ == "__main__": sys.exit(main())
