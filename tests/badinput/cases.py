"""What the cases over each transport have in common: how a case is read, and an answer judged."""
import base64, collections, json

M = "2026-07-28"
PV = "io.modelcontextprotocol/protocolVersion"
CC = "io.modelcontextprotocol/clientCapabilities"
CI = "io.modelcontextprotocol/clientInfo"
META = {PV: M, CI: {"name": "badinput", "version": "1"}, CC: {}}


def J(o):
    return json.dumps(o, ensure_ascii=False, separators=(",", ":"))


def build(e, key_text="input", key_b64="input_b64", key_parts="parts"):
    if key_parts in e:
        out = []
        for p in e[key_parts]:
            if "text" in p:
                out.append(p["text"].encode())
            elif "b64" in p:
                out.append(base64.b64decode(p["b64"]))
            elif "repeat" in p:
                out.append(p["repeat"].encode() * p["n"])
            elif "seq" in p:
                out.append("".join(p["seq"] % i for i in range(p["n"])).encode())
        return b"".join(out)
    if key_b64 in e:
        return base64.b64decode(e[key_b64])
    return e.get(key_text, "").encode("utf-8", "surrogatepass")


def rss_mb(pid, field="VmRSS"):
    try:
        with open("/proc/%d/status" % pid) as f:
            for line in f:
                if line.startswith(field + ":"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    return None


def same(a, b):
    """type-exact JSON equality for ids"""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b
    return type(a) is type(b) and a == b



def rids(e):
    r = e.get("rid", 1)
    if r == "*":
        return "*"
    if r is None:
        return []
    return r if isinstance(r, list) else [r]


def is_resp(m):
    return isinstance(m, dict) and "method" not in m and ("result" in m or "error" in m)


def result_text(res):
    try:
        return "".join(c.get("text", "") for c in res["content"])
    except Exception:
        return None


def check_result(res, want):
    if want.get("empty") and any(k not in ("_meta", "resultType") for k in res):
        return "result not empty"
    if "text" in want and result_text(res) != want["text"]:
        return "text %r, wanted %r" % (result_text(res), want["text"])
    if "not_text" in want and result_text(res) == want["not_text"]:
        return "the forbidden call ran"
    if "isError" in want and bool(res.get("isError")) != want["isError"]:
        return "isError is %r" % res.get("isError")
    if "path" in want:
        v = res
        for k in want["path"]:
            v = v.get(k) if isinstance(v, dict) else None
        if "equals" in want and v != want["equals"]:
            return "%s is %r" % (".".join(want["path"]), v)
        if "not_equals" in want and (v == want["not_equals"] or v is None):
            return "%s is %r" % (".".join(want["path"]), v)
    for k in want.get("has", ()):
        if k not in res:
            return "result lacks " + k
    return None


def check_error(err, want):
    if want.get("code") and err.get("code") not in want["code"]:
        return "code %r, wanted %s" % (err.get("code"), want["code"])
    for k in want.get("data_has", ()):
        if not isinstance(err.get("data"), dict) or k not in err["data"]:
            return "error.data lacks " + k
    return None


def invariants(msgs, modern, ids, dup_ok, no_progress_check=False):
    bad = []
    seen = collections.Counter()
    prog = {}
    for _, m in msgs:
        for x in (m if isinstance(m, list) else [m]):
            if not isinstance(x, dict) or x.get("jsonrpc") != "2.0":
                bad.append("not a JSON-RPC 2.0 message: %.120r" % (x,))
                continue
            if is_resp(x):
                if "result" in x and "error" in x:
                    bad.append("result and error together")
                if "error" in x:
                    er = x["error"]
                    if not isinstance(er, dict) or not isinstance(er.get("code"), int) or not isinstance(er.get("message"), str):
                        bad.append("malformed error object %.120r" % (er,))
                    elif modern and (er["code"] in (-32002, -32042) or (-32099 <= er["code"] <= -32020 and er["code"] not in (-32020, -32021, -32022))):
                        bad.append("code %d MUST NOT be emitted in 2026-07-28" % er["code"])
                elif modern and not isinstance(x["result"].get("resultType"), str) and "protocolVersion" not in x["result"]:
                    bad.append("result without resultType (MUST in 2026-07-28)")
                i = x.get("id")
                seen[J(i)] += 1
                if ids != "*" and i is not None and not any(same(i, r) for r in ids):
                    bad.append("response to an id never asked: %.80r" % (i,))
            elif "method" in x and "id" in x and modern:
                bad.append("server wrote a request in 2026-07-28: %s" % x["method"])
            elif x.get("method") == "notifications/progress" and not no_progress_check:
                p = x.get("params", {})
                t = J(p.get("progressToken"))
                if t in prog and not (p.get("progress", 0) > prog[t]):
                    bad.append("progress does not increase")
                prog[t] = p.get("progress", 0)
    if not dup_ok and ids != "*":
        for k, n in seen.items():
            if n > 1 and k != "null":
                bad.append("id %.60s answered %d times" % (k, n))
    return bad


def req(method, params=None, id=1):
    d = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        d["params"] = params
    return d


def call(name, args, id, modern=False, **meta):
    p = {"name": name, "arguments": args}
    if modern:
        p["_meta"] = dict(META, **meta)
    elif meta:
        p["_meta"] = meta
    return req("tools/call", p, id)
