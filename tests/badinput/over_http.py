"""The cases of http.jsonl, all in one process."""
import json, math, re, socket, threading, time

from cases import *
from http_client import Conn, Resp

ACC = "application/json, text/event-stream"


class Http:
    def __init__(self, server, tokens=None):
        # By the names that the cases have for them; every request of the runner's own has the good one.
        self.tokens = tokens or {}
        self.token = self.tokens.get("TOKEN")
        self.host, self.port = server.address
        self.hostport = "%s:%d" % (self.host, self.port)
        self.pid = server.process.pid

    # ---- plumbing
    def conn(self, timeout=5):
        return Conn(self.host, self.port, timeout)

    def subst(self, s, sid):
        for name, token in self.tokens.items():
            s = s.replace("{{%s}}" % name, token)
        return s.replace("{{SESSION_UPPER}}", (sid or "").swapcase()).replace("{{SESSION}}", sid or "").replace("{{HOST}}", self.hostport).replace("{{PORT}}", str(self.port))

    def packet(self, method, path, headers, body=None, chunked=False):
        h = "".join("%s: %s\r\n" % (k, v) for k, v in headers)
        if chunked and body is not None:
            h += "Transfer-Encoding: chunked\r\n"
        elif body is not None:
            h += "Content-Length: %d\r\n" % len(body)
        head = ("%s %s HTTP/1.1\r\n%s\r\n" % (method, path, h)).encode("utf-8")
        if body is None:
            return head
        if chunked:
            out = [head]
            for i in range(0, len(body), 65536):
                c = body[i:i + 65536]
                out.append(b"%x\r\n" % len(c) + c + b"\r\n")
            out.append(b"0\r\n\r\n")
            return b"".join(out)
        return head + body

    def base(self, era, sid=None, body=None):
        h = [["Host", self.hostport], ["Content-Type", "application/json"], ["Accept", ACC]]
        if self.token:
            h += [["Authorization", "Bearer " + self.token]]
        if era == M:
            h += [["MCP-Protocol-Version", M]]
            if body:
                h += [["Mcp-Method", body["method"]]]
                p = body.get("params", {})
                if body["method"] == "tools/call":
                    h += [["Mcp-Name", p["name"]]]
                elif body["method"] == "resources/read":
                    h += [["Mcp-Name", p["uri"]]]
        else:
            if sid:
                h += [["Mcp-Session-Id", sid]]
                if era not in ("2024-11-05", "2025-03-26"):
                    h += [["MCP-Protocol-Version", era]]
        return h

    def post(self, body, era, sid=None, timeout=5, conn=None, want=None, keep=False):
        c = conn or self.conn()
        d = J(body).encode()
        c.send(self.packet("POST", "/mcp", self.base(era, sid, body if isinstance(body, dict) else None), d))
        w = want if want is not None else [body.get("id")] if isinstance(body, dict) and "id" in body else None
        r = c.read(timeout, w)
        if not keep:
            c.close()
        return r

    def session(self, era, initialized=True):
        r = self.post(req("initialize", {"protocolVersion": era, "capabilities": {}, "clientInfo": {"name": "badinput", "version": "1"}}, 0), era, None, 10)
        m = r.message()
        if r.status != 200 or not m or "result" not in m:
            raise RuntimeError("initialize failed: status %s %.200r" % (r.status, r.body))
        sid = r.h("mcp-session-id")
        if initialized:
            self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, era, sid)
        return sid

    def delete(self, era, sid):
        if not sid:
            return None
        c = self.conn()
        c.send(self.packet("DELETE", "/mcp", [h for h in self.base(era, sid) if h[0] != "Content-Type"]))
        r = c.read(3)
        c.close()
        return r

    def tool(self, name, args, era, sid=None, id="t", timeout=5, **meta):
        return self.post(call(name, args, id, era == M, **meta), era, sid, timeout)

    def probe(self):
        try:
            sid = self.session("2025-11-25")
            legacy = self.tool("echo", {"text": "probe"}, "2025-11-25", sid, "probe")
            self.delete("2025-11-25", sid)
            modern = self.tool("echo", {"text": "probe"}, M, None, "probe")
            for era, r in (("legacy", legacy), ("modern", modern)):
                m = r.message()
                if not m or "result" not in m or result_text(m["result"]) != "probe":
                    return "good %s request: status %s %.160r" % (era, r.status, r.body or r.raw)
            return True
        except (OSError, RuntimeError) as ex:
            return "good request failed: %s" % ex

    # ---- one case
    def run(self, e):
        o = e.get("opts", {})
        sid = None
        bad = []
        note = ""
        rss0 = rss_mb(self.pid)
        if e["setup"] == "session":
            sid = self.session(e["era"])
        if "special" in e:
            res = getattr(self, "x_" + e["special"])(e, sid, e.get("args", {}))
            if isinstance(res, tuple):
                r, why, note = res
            else:
                r, why, note = res, None, ""
            if why:
                bad.append(why)
            if sid and not e["special"].startswith("delete"):
                self.delete(e["era"], sid)
            return r, bad, note
        c = self.conn()
        if "raw" in e or "raw_b64" in e or "raw_parts" in e:
            d = build(e, "raw", "raw_b64", "raw_parts")
            d = d.replace(b"{{HOST}}", self.hostport.encode()).replace(b"{{SESSION}}", (sid or "").encode())
        else:
            body = None
            if "body" in e or "body_b64" in e or "parts" in e:
                body = build(e, "body", "body_b64", "parts")
            hs = [[k, self.subst(v, sid)] for k, v in e["headers"]]
            d = self.packet(e["method"], self.subst(e["path"], sid), hs, body, o.get("chunked"))
        th = None
        if len(d) > 1 << 20:
            th = threading.Thread(target=c.send, args=(d,), daemon=True)
            th.start()
        else:
            c.send(d)
        stream = any(w["kind"] == "stream" for w in [e["expect"]] + e.get("accept", []))
        r = c.read(o.get("read_s", 2 if stream else 6), rids(e), no_body=o.get("no_body", False))
        if th:
            th.join(5)
        c.close()
        for k in o.get("not_header", ()):
            if r.h(k) is not None:
                bad.append("response carries header %s" % k)
        for k, v in o.get("not_header_contains", ()):
            if v in (r.h(k) or ""):
                bad.append("header %s: %s" % (k, r.h(k)))
        for k, v in o.get("header_contains", ()):
            if v not in (r.h(k) or ""):
                bad.append("header %s lacks %s" % (k, v))
        if o.get("max_rss_grow_mb"):
            now = rss_mb(self.pid)
            note = "RSS %.0f -> %.0f MB" % (rss0, now or -1)
            if now and now - rss0 > o["max_rss_grow_mb"]:
                bad.append("RSS grew %.0f MB" % (now - rss0))
        if sid:
            self.delete(e["era"], sid)
        return r, bad, note

    # ---- judging
    def match(self, w, e, r):
        k = w["kind"]
        if k == "ok":
            return None if r == "ok" else "%s" % (r,)
        if isinstance(r, str):
            return None if (k == r) else r
        st = w.get("http_status")
        got = "status %s%s%s %.160r" % (r.status, " closed" if r.closed else "", " timeout" if r.timeout else "", (r.body or r.raw or r.err))
        if k == "close":
            return None if r.status is None and r.closed else got
        if k == "timeout":
            return None if r.status is None and r.timeout else got
        if k == "bytes":
            return None if r.raw or r.status else got
        if r.status is None:
            return got
        if st and r.status not in st:
            return got
        m = r.message()
        if k == "reject":
            if m and is_resp(m) and "result" in m:
                return "a result: " + got
            return None
        if k == "accepted":
            return None if not r.body else "202 with a body: %.100r" % r.body
        if k == "stream":
            return None if (r.h("content-type") or "").startswith("text/event-stream") else got
        if k == "json":
            if not isinstance(m, dict):
                return got
            for f in w.get("has", ()):
                if f not in m:
                    return "document lacks " + f
            return None
        ids = rids(e)
        if m is None or isinstance(m, list) or not is_resp(m):
            return got
        if k == "error":
            if "error" not in m:
                return got
            if not (m.get("id") is None or ids == "*" or any(same(m.get("id"), i) for i in ids)):
                return "error with another id: " + got
            return check_error(m["error"], w) and (check_error(m["error"], w) + "; " + got)
        if k == "result":
            if "result" not in m:
                return got
            if not (ids == "*" or any(same(m.get("id"), i) for i in ids)):
                return "result with another id: " + got
            return check_result(m["result"], w)
        return "unknown kind " + k

    def judge(self, e, r, bad, probe):
        outs = [e["expect"]] + (e.get("accept", []))
        whys, hit = [], None
        for n, w in enumerate(outs):
            y = self.match(w, e, r)
            if y is None:
                hit = n
                break
            whys.append(y)
        p = []
        if hit is None:
            p.append(whys[0])
        if probe is not True:
            p.append("AFTER: %s" % probe)
        if isinstance(r, Resp):
            m = r.message()
            if m is not None and is_resp(m):
                p += [x for x in invariants([(0, m)], e["era"] == M, "*", True)]
        return p + bad, hit

    # ---- special cases: each returns Resp or "ok" or a reason, or (that, extra problem, note)
    def x_get_stream(self, e, sid, a, keep=False):
        c = self.conn()
        c.send(self.packet("GET", "/mcp", [["Host", self.hostport], ["Accept", "text/event-stream"], ["Mcp-Session-Id", sid], ["MCP-Protocol-Version", e["era"]]]))
        r = c.read(1.0, [])
        if keep:
            return r, c
        c.close()
        return r

    def x_get_stream_twice(self, e, sid, a):
        r1, c1 = self.x_get_stream(e, sid, a, True)
        r2, c2 = self.x_get_stream(e, sid, a, True)
        c1.close()
        c2.close()
        return r2

    def x_delete_then_use(self, e, sid, a):
        d = self.delete(e["era"], sid)
        return self.post(req("ping"), e["era"], sid)

    def x_delete_twice(self, e, sid, a):
        d = self.delete(e["era"], sid)
        return self.delete(e["era"], sid)

    def x_delete_in_flight(self, e, sid, a):
        c = self.conn()
        b = call("slow", {"ms": 8000}, 5)
        c.send(self.packet("POST", "/mcp", self.base(e["era"], sid, b), J(b).encode()))
        time.sleep(0.3)
        d = self.delete(e["era"], sid)
        if d is None or d.timeout:
            c.close()
            return "DELETE hung while a call was running"
        r = c.read(6, [5])
        c.close()
        return "ok" if not r.timeout else "the running call hung after DELETE (status %s)" % r.status

    def x_session_entropy(self, e, sid, a):
        ids = [sid]
        for _ in range(a["n"] - 1):
            ids.append(self.session(e["era"], False))
        for i in ids[1:]:
            self.delete(e["era"], i)
        if len(set(ids)) != len(ids):
            return "repeated session id"
        for i in ids:
            if not re.fullmatch(r"[\x21-\x7e]+", i):
                return "not visible ASCII: %r" % i
        # positions whose character varies over the sample, times the bits seen there
        bits = 0.0
        for pos in range(min(map(len, ids))):
            n = len({i[pos] for i in ids})
            bits += math.log2(n) if n > 1 else 0
        return ("ok" if bits >= 100 else "only about %.0f varying bits in %r" % (bits, ids[0])), None, "about %.0f varying bits, e.g. %s" % (bits, ids[0])

    def x_bad_init_no_session(self, e, sid, a):
        leaks = 0
        for p in ({}, {"protocolVersion": 5}, {"protocolVersion": "2025-11-25", "capabilities": []}):
            r = self.post(req("initialize", p, 3), e["era"], None)
            m = r.message()
            ok = m and "result" in m
            if r.h("mcp-session-id") and not ok:
                leaks += 1
        return "ok" if not leaks else "%d failed initializes returned a session id" % leaks

    def x_before_initialized(self, e, sid, a):
        s = self.session(e["era"], False)
        r = self.post(req("ping"), e["era"], s)
        self.delete(e["era"], s)
        return r

    def two(self, b1, era1, sid1, b2, era2, sid2, gap=0.15):
        c1, c2 = self.conn(), self.conn()
        c1.send(self.packet("POST", "/mcp", self.base(era1, sid1, b1), J(b1).encode()))
        time.sleep(gap)
        c2.send(self.packet("POST", "/mcp", self.base(era2, sid2, b2), J(b2).encode()))
        box = {}

        def rd(n, c, w):
            box[n] = c.read(5, w)
        ts = [threading.Thread(target=rd, args=(1, c1, [b1["id"]])), threading.Thread(target=rd, args=(2, c2, [b2["id"]]))]
        [t.start() for t in ts]
        [t.join() for t in ts]
        c1.close()
        c2.close()
        return box[1], box[2]

    def dup(self, era, sid, sid2, may_refuse):
        b1, b2 = call("slow", {"ms": 700}, 7, era == M), call("echo", {"text": "second"}, 7, era == M)
        r1, r2 = self.two(b1, era, sid, b2, era, sid2)
        m1, m2 = r1.message(), r2.message()
        t1 = result_text(m1["result"]) if m1 and "result" in m1 else None
        t2 = result_text(m2["result"]) if m2 and "result" in m2 else None
        note = "first %s %r, second %s %r" % (r1.status, t1, r2.status, t2)
        if t1 == "second" or t2 == "slept":
            return "CROSSED: " + note
        if t1 != "slept":
            return "first call lost: " + note + " %.160r" % (r1.body or r1.raw)
        if t2 == "second":
            return "ok", None, note
        if may_refuse and ((r2.status or 0) >= 400 or (m2 and "error" in m2)):
            return "ok", None, note + " refused"
        return "second call lost: " + note + " %.160r" % (r2.body or r2.raw)

    def x_dup_inflight(self, e, sid, a):
        return self.dup(e["era"], sid, sid, True)

    def x_pipeline(self, e, sid, a):
        c = self.conn()
        d = b""
        for i in (11, 12):
            b = req("ping", None, i)
            d += self.packet("POST", "/mcp", self.base(e["era"], sid, b), J(b).encode())
        c.send(d)
        out = []
        for i in (11, 12):
            r = c.read(4, None)     # read each response to its end
            m = r.message()
            out.append(m.get("id") if m else "status %s%s" % (r.status, " timeout" if r.timeout else " closed" if r.closed else ""))
        c.close()
        return "ok" if out == [11, 12] else "answers %s" % out

    def x_refuse_then_next(self, e, sid, a):
        c = self.conn()
        evil = self.packet("POST", "/mcp", self.base(e["era"], sid), J(call("echo", {"text": "smuggled"}, 66)).encode())
        hs = [["Host", self.hostport], ["Content-Type", "text/plain"], ["Accept", ACC], ["Mcp-Session-Id", sid], ["Origin", "http://evil.example"]]
        c.send(self.packet("POST", "/mcp", hs, evil))
        r = c.read(3)
        r2 = c.read(1.5)
        c.close()
        if b"smuggled" in r.body + r2.body + r2.raw:
            return "the body of a refused request was run as a request"
        return "ok" if r.status and r.status >= 400 else "first answered %s" % r.status

    def slow_case(self, e, sid, a, data):
        t = time.monotonic()
        c = self.conn()
        c.send(data)
        worst = 0.0
        box = {}

        def rd():
            box["r"] = c.read(a["limit_s"], None)
        th = threading.Thread(target=rd)
        th.start()
        while th.is_alive():
            t1 = time.monotonic()
            p = self.probe()
            worst = max(worst, time.monotonic() - t1)
            if p is not True:
                return "others not served: %s" % p
            if e["special"] == "slow_headers" and not c.send(b"X-A: b\r\n"):
                pass
            th.join(1.0)
        c.close()
        r = box["r"]
        el = time.monotonic() - t
        if r.timeout and r.status is None:
            return "still open after %d s" % a["limit_s"]
        return "ok", None, "cut off after %.0f s (status %s)" % (el, r.status)

    def x_slow_body(self, e, sid, a):
        h = self.packet("POST", "/mcp", self.base(e["era"], sid) + [["Content-Length", "1000"]])
        return self.slow_case(e, sid, a, h + b'{"jsonrpc":"2.0",')

    def x_slow_headers(self, e, sid, a):
        return self.slow_case(e, sid, a, ("POST /mcp HTTP/1.1\r\nHost: %s\r\n" % self.hostport).encode())

    def counters(self, era, sid):
        r = self.tool("counters", {}, era, sid, "cnt")
        m = r.message()
        a = result_text(m["result"]).split()
        return int(a[0]), int(a[1])

    def start_slow(self, era, sid, ms, id):
        c = self.conn()
        b = call("slow", {"ms": ms}, id, era == M)
        c.send(self.packet("POST", "/mcp", self.base(era, sid, b), J(b).encode()))
        return c

    def x_legacy_disconnect(self, e, sid, a):
        s0, f0 = self.counters(e["era"], sid)
        c = self.start_slow(e["era"], sid, 1200, 31)
        time.sleep(0.3)
        c.close(rst=True)
        time.sleep(0.3)
        s1, f1 = self.counters(e["era"], sid)
        early = f1 > f0
        time.sleep(1.5)
        s2, f2 = self.counters(e["era"], sid)
        if s2 - s0 < 1:
            return "the call never started"
        if f2 - f0 != s2 - s0:
            return "handler leaked: started %d ended %d" % (s2 - s0, f2 - f0)
        return ("ok" if not early else "handler was cancelled by the disconnect"), None, "handler ended %s" % ("early" if early else "by itself")

    def x_many_disconnects(self, e, sid, a):
        s0, f0 = self.counters(M, None)
        for i in range(a["n"]):
            c = self.start_slow(M, None, 15000, i)
            if i % 2:
                time.sleep(0.005)
            c.close(rst=i % 3 == 0)
        t = time.monotonic()
        s2 = f2 = 0
        while time.monotonic() - t < 6:
            s2, f2 = self.counters(M, None)
            if s2 - s0 == f2 - f0 and time.monotonic() - t > 1:
                return "ok", None, "%d of %d handlers started, all ended" % (s2 - s0, a["n"])
            time.sleep(0.2)
        return "%d handlers still running" % ((s2 - s0) - (f2 - f0))

    def stall(self, e, sid, a, era):
        rss0 = rss_mb(self.pid)
        c = Conn(self.host, self.port)
        c.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        b = call("flood", {"n": a["n"], "size": a["size"]}, 41, era == M, progressToken="tk")
        c.send(self.packet("POST", "/mcp", self.base(era, sid, b), J(b).encode()))
        time.sleep(2.0)
        rss1 = rss_mb(self.pid)
        p = self.probe()
        ping = None
        if sid:
            t = time.monotonic()
            r = self.post(req("ping", None, 42), era, sid, 4)
            m = r.message()
            ping = m and "result" in m
        c.close(rst=True)
        note = "RSS %s -> %s MB" % (rss0 and round(rss0), rss1 and round(rss1))
        if p is not True:
            return "others not served: %s" % p, None, note
        if rss0 and rss1 and rss1 - rss0 > 32:
            return "RSS grew %.0f MB with a stalled reader" % (rss1 - rss0), None, note
        if sid and not ping:
            return "the same session no longer answers ping on another connection", None, note
        return "ok", None, note

    def x_stalled_reader_modern(self, e, sid, a):
        return self.stall(e, None, a, M)

    def x_foreign_event_id(self, e, sid, a):
        c = self.conn()
        b = call("echo", {"text": "secret-of-A"}, 51)
        c.send(self.packet("POST", "/mcp", self.base(e["era"], sid, b), J(b).encode()))
        r = c.read(4, [51])
        c.close()
        ids = re.findall(rb"^id: ?(.+)$", r.body, re.M)
        s2 = self.session(e["era"])
        out = b""
        for i in (ids or [b"0", b"1", b"0/0"]):
            c = self.conn()
            c.send(self.packet("GET", "/mcp", [["Host", self.hostport], ["Accept", "text/event-stream"], ["Mcp-Session-Id", s2], ["MCP-Protocol-Version", e["era"]], ["Last-Event-ID", i.decode().strip()]]))
            out += c.read(0.8, []).body
            c.close()
        self.delete(e["era"], s2)
        return "ok" if b"secret-of-A" not in out else "session B received session A's message"

    def x_idle_connections(self, e, sid, a):
        cs = []
        for _ in range(a["n"]):
            try:
                cs.append(self.conn())
            except OSError:
                break
        p = self.probe()
        for c in cs:
            c.close()
        return ("ok" if p is True else "others not served: %s" % p), None, "%d connections" % len(cs)

    def x_idle_sessions(self, e, sid, a):
        rss0 = rss_mb(self.pid)
        ids, refused = [], 0
        t = time.monotonic()
        b = req("initialize", {"protocolVersion": e["era"], "capabilities": {}, "clientInfo": {"name": "idle", "version": "1"}}, 0)
        for _ in range(a["n"]):
            r = self.post(b, e["era"], None, 5)
            if r.status == 200 and r.h("mcp-session-id"):
                ids.append(r.h("mcp-session-id"))
            elif r.status in (429, 503):
                refused += 1
            else:
                return "session %d: status %s %.100r" % (len(ids), r.status, r.body)
        el = time.monotonic() - t
        rss1 = rss_mb(self.pid)
        lost = 0
        for i in ids[:: max(1, len(ids) // 50)]:
            r = self.post(req("ping", None, 1), e["era"], i, 5)
            m = r.message()
            if not (m and "result" in m):
                lost += 1
        for i in ids:
            self.delete(e["era"], i)
        note = "%d held, %d refused, %.0f/s, %s KB each" % (len(ids), refused, a["n"] / el, round((rss1 - rss0) * 1024 / max(1, len(ids)), 1) if rss0 else "?")
        return ("ok" if not lost else "%d sampled sessions lost" % lost), None, note

    def x_concurrent(self, e, sid, a):
        cs = [self.start_slow(M, None, a["ms"], i) for i in range(a["n"])]
        bad = 0
        t = time.monotonic()
        for i, c in enumerate(cs):
            r = c.read(10, [i])
            m = r.message()
            if not (m and m.get("id") == i and "result" in m):
                bad += 1
            c.close()
        return ("ok" if not bad else "%d of %d lost or crossed" % (bad, a["n"])), None, "%.1f s" % (time.monotonic() - t)

    def x_auth_session_theft(self, e, sid, a):
        good, self.token = self.token, self.tokens["TOKEN_OTHER_USER"]
        try:
            return self.post(req("ping"), e["era"], sid)
        finally:
            self.token = good

    def x_auth_all_routes(self, e, sid, a):
        for method in ("POST", "GET", "DELETE"):
            c = self.conn()
            headers = [["Host", self.hostport], ["Accept", ACC], ["Content-Type", "application/json"], ["Mcp-Session-Id", sid]]
            c.send(self.packet(method, "/mcp", headers, b"{}" if method == "POST" else None))
            r = c.read(3, [])
            c.close()
            if r.status != 401:
                return "%s without a token: %s" % (method, r.status)
        return "ok"
