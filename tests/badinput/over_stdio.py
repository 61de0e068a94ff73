"""The cases of stdio.jsonl: a fresh process for each."""
import json, os, queue, signal, subprocess, threading, time

from cases import *


class Outcome:
    def __init__(self):
        self.msgs = []        # (t, message)
        self.bad = []         # invariant violations
        self.closed = False
        self.exit = None
        self.probe = None     # None = not run, True, or str
        self.note = ""
        self.ids = set()


class Proc:
    def __init__(self, cmd, stall_ms=0):
        self.p = subprocess.Popen(cmd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        self.q = queue.Queue()
        self.err = b""
        self.stall_until = 0.0
        self.eof = threading.Event()
        self.readers = [threading.Thread(target=t, daemon=True) for t in (self._read, self._read_err)]
        for r in self.readers:
            r.start()

    def _read(self):
        buf = b""
        fd = self.p.stdout.fileno()
        while True:
            d = self.stall_until - time.monotonic()
            if d > 0:
                time.sleep(min(d, 0.05))
                continue
            try:
                c = os.read(fd, 65536)
            except OSError:
                c = b""
            if not c:
                break
            buf += c
            if b"\n" in c:
                *lines, buf = buf.split(b"\n")
                t = time.monotonic()
                for ln in lines:
                    self.q.put((t, ln))
        if buf:
            self.q.put((time.monotonic(), buf))
        self.eof.set()
        self.q.put(None)

    def _read_err(self):
        try:
            while True:
                c = os.read(self.p.stderr.fileno(), 65536)
                if not c:
                    break
                self.err = (self.err + c)[-20000:]
        except OSError:
            pass

    def write(self, data):
        try:
            mv = memoryview(data)
            while mv:
                n = os.write(self.p.stdin.fileno(), mv[:262144])
                mv = mv[n:]
            return True
        except (BrokenPipeError, OSError, ValueError):
            return False

    def kill(self):
        self.stall_until = 0.0
        self.p.kill()
        self.p.wait()
        # Only then close: a reader that still runs would read from the next process under the old number.
        for r in self.readers:
            r.join(2)
        for f in (self.p.stdin, self.p.stdout, self.p.stderr):
            try:
                f.close()
            except OSError:
                pass


class Stdio:
    def __init__(self, cmd):
        self.cmd = cmd

    def parse(self, item, out):
        t, raw = item
        try:
            m = json.loads(raw.decode("utf-8"))
        except (UnicodeDecodeError, ValueError) as ex:
            out.bad.append("stdout line is not JSON: %.120r (%s)" % (raw, ex.__class__.__name__))
            return
        if raw.strip() == b"":
            out.bad.append("blank line on stdout")
        out.msgs.append((t, m))
        for x in (m if isinstance(m, list) else [m]):
            if is_resp(x):
                out.ids.add(J(x.get("id")))

    def wait_id(self, pr, out, want, timeout, keep=True):
        """reads until the response with id `want`; other messages go to out"""
        end = time.monotonic() + timeout
        while True:
            left = end - time.monotonic()
            if left <= 0:
                return None
            try:
                it = pr.q.get(timeout=left)
            except queue.Empty:
                return None
            if it is None:
                out.closed = True
                return None
            n = len(out.msgs)
            self.parse(it, out)
            if len(out.msgs) > n:
                m = out.msgs[-1][1]
                if is_resp(m) and m.get("id") == want and isinstance(m.get("id"), str):
                    out.msgs.pop()
                    return m

    def handshake(self, pr, out, era, pid):
        pr.write((J(req("initialize", {"protocolVersion": era, "capabilities": {}, "clientInfo": {"name": "badinput", "version": "1"}}, pid)) + "\n").encode())
        m = self.wait_id(pr, out, pid, 10)
        if not m or "result" not in m:
            return "handshake: %.160r" % (m,)
        pr.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        return None

    def probe(self, pr, out, e, timeout):
        modern = e["era"] == M
        how = e.get("opts", {}).get("probe")
        if e["setup"] == "none" and not modern:
            if how == "after_init" or (how == "fresh_or_after" and any(is_resp(m) and "result" in m and m.get("id") == 1 for _, m in out.msgs)):
                pr.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
            else:
                r = self.handshake(pr, out, e["era"], "probe-init")
                if r:
                    return r
        pr.write((J(call("echo", {"text": "probe"}, "probe", modern)) + "\n").encode())
        m = self.wait_id(pr, out, "probe", timeout)
        if m is None:
            return "no answer to a good request" + (" (process ended)" if out.closed else "")
        if "result" not in m or result_text(m["result"]) != "probe":
            return "good request answered %.200r" % (m,)
        return True

    def tool(self, pr, out, name, modern):
        pr.write((J(call(name, {}, "tool-" + name, modern)) + "\n").encode())
        m = self.wait_id(pr, out, "tool-" + name, 5)
        return result_text(m["result"]) if m and "result" in m else None

    def run(self, e):
        o = e.get("opts", {})
        out = Outcome()
        modern = e["era"] == M
        pr = Proc(self.cmd)
        try:
            if e["setup"] == "init" and not modern:
                r = self.handshake(pr, out, e["era"], "setup")
                if r:
                    out.note = r
                    out.probe = r
                    return out
                out.msgs.clear()
            data = build(e)
            if o.get("newline", True):
                data += b"\n"
            if o.get("stall_read_ms"):
                pr.stall_until = time.monotonic() + o["stall_read_ms"] / 1000
            out.t0 = time.monotonic()

            def send():
                if o.get("write") == "bytewise":
                    for i in range(len(data)):
                        pr.write(data[i:i + 1])
                        time.sleep(0.002)
                elif o.get("gap_ms"):
                    for part in data.splitlines(keepends=True):
                        pr.write(part)
                        time.sleep(o["gap_ms"] / 1000)
                else:
                    pr.write(data)
            th = threading.Thread(target=send, daemon=True)
            th.start()
            pt = o.get("probe_timeout_s", 5)
            if o.get("close_stdin") or o.get("signal"):
                th.join(10)
                time.sleep(0.3 if o.get("signal") or o.get("close_stdout") else 0)
                if o.get("close_stdout"):
                    # stop reading and close our end
                    fd = pr.p.stdout.fileno()
                    try:
                        os.close(os.dup(fd))
                        pr.p.stdout.close()
                    except OSError:
                        pass
                if o.get("signal"):
                    pr.p.send_signal(getattr(signal, "SIG" + o["signal"]))
                else:
                    pr.p.stdin.close()
                t = time.monotonic()
                try:
                    out.exit = pr.p.wait(o.get("exit_s", 5))
                    out.closed = True
                    out.note = "exit %s after %.2f s" % (out.exit, time.monotonic() - t)
                except subprocess.TimeoutExpired:
                    out.note = "still running after %s s" % o.get("exit_s", 5)
                time.sleep(0.05)
                while True:
                    try:
                        it = pr.q.get_nowait()
                    except queue.Empty:
                        break
                    if it is None:
                        break
                    self.parse(it, out)
                if b"panicked" in pr.err:
                    out.bad.append("panic on stderr: %.160r" % pr.err[pr.err.find(b"panicked"):][:160])
                # a fresh process must serve
                pr.kill()
                pr = Proc(self.cmd)
                o2 = Outcome()
                out.probe = self.probe(pr, o2, {"era": e["era"], "setup": "none"}, 5)
                return out
            th.join(max(pt, 30) if pt > 5 else 15)
            if o.get("probe") and e["setup"] == "none":
                # how to go on depends on the answer to initialize, which may take long on a busy machine
                self.drain(pr, out, 5, rids(e))
            tprobe = time.monotonic()
            out.probe = self.probe(pr, out, e, pt)
            out.probe_ms = (time.monotonic() - tprobe) * 1000
            if not out.closed:
                kinds = {w["kind"] for w in [e["expect"]] + e.get("accept", [])}
                until = None if kinds & {"ignored", "any", "count"} or o.get("check") else rids(e)
                self.drain(pr, out, o.get("wait_ms", 120) / 1000, until)
            if o.get("check") == "counters_equal" and out.probe is True:
                c = None
                for _ in range(10):
                    c = self.tool(pr, out, "counters", modern)
                    if c and c.split()[0] == c.split()[1]:
                        break
                    time.sleep(0.2)
                if not c or c.split()[0] != c.split()[1]:
                    out.bad.append("handlers still running after cancel: counters %r" % c)
                elif c.split()[0] == "0":
                    out.note += " (no handler was started)"
            if pr.p.poll() is not None:
                out.closed = True
                out.exit = pr.p.returncode
            if o.get("max_rss_mb") and not out.closed:
                hwm = rss_mb(pr.p.pid, "VmHWM")
                out.note += " peak RSS %.0f MB" % (hwm or -1)
                if hwm and hwm > o["max_rss_mb"]:
                    out.bad.append("peak RSS %.0f MB > %d MB" % (hwm, o["max_rss_mb"]))
            if o.get("max_reply_bytes"):
                n = max([len(J(m)) for _, m in out.msgs] or [0])
                if n > o["max_reply_bytes"]:
                    out.bad.append("reply of %d bytes echoes the input" % n)
            if b"panicked" in pr.err and "boom" not in (e.get("needs") or []):
                out.bad.append("panic on stderr: %.160r" % pr.err[pr.err.find(b"panicked"):][:160])
            return out
        finally:
            pr.kill()

    def drain(self, pr, out, quiet, until=None):
        """reads for `quiet` seconds, or (until = ids) 0.1 s after all ids are answered"""
        end = time.monotonic() + quiet
        while True:
            if until and until != "*":
                if all(J(u) in out.ids for u in until):
                    end = min(end, time.monotonic() + 0.1)
                    until = None
            left = end - time.monotonic()
            if left <= 0:
                return
            try:
                it = pr.q.get(timeout=left)
            except queue.Empty:
                return
            if it is None:
                out.closed = True
                return
            self.parse(it, out)

    # ---- judging
    def match(self, w, e, out):
        """None when outcome w holds, else why not"""
        ids = rids(e)
        flat = [(t, x) for t, m in out.msgs for x in (m if isinstance(m, list) else [m])]
        resp = [(t, x) for t, x in flat if is_resp(x)]
        k = w["kind"]
        if k == "any":
            return None
        if k == "ignored":
            return None if not resp else "answered: %.200s" % J(resp[0][1])
        if k == "close":
            if not out.closed:
                return "did not end (%s)" % out.note
            for i in w.get("answered", ()):
                if not any(same(x.get("id"), i) for _, x in resp):
                    return "ended without answering id %r" % i
            return None
        if k == "error":
            errs = [x for _, x in resp if "error" in x and (x.get("id") is None and not e.get("opts", {}).get("id_exact") or ids == "*" or any(same(x.get("id"), r) for r in ids))]
            if not errs:
                return "no error" if not resp else "answered %.200s" % J(resp[0][1])
            if any("result" in x for _, x in resp):
                return "also a result: %.160s" % J([x for _, x in resp if "result" in x][0])
            why = [check_error(x["error"], w) for x in errs]
            return None if any(y is None for y in why) else why[0]
        if k == "result":
            rs = [x for _, x in resp if "result" in x and (ids == "*" or w.get("anyid") or any(same(x.get("id"), r) for r in ids))]
            if not rs:
                return "no answer" if not resp else "answered %.200s" % J(resp[0][1])
            return check_result(rs[0]["result"], w)
        if k == "answered":
            for i in w["ids"]:
                mine = [x for _, x in resp if same(x.get("id"), i)]
                if not mine:
                    return "id %r not answered" % (i,)
                if w.get("all_results") and "result" not in mine[0]:
                    return "id %r answered %.120s" % (i, J(mine[0]))
            return None
        if k == "answered_range":
            got = {x.get("id") for _, x in resp}
            missing = [i for i in range(w["n"]) if i not in got]
            return None if not missing else "%d of %d not answered, first %d" % (len(missing), w["n"], missing[0])
        if k == "answered_within":
            mine = [t for t, x in resp if same(x.get("id"), w["id"])]
            if not mine:
                return "id %r not answered" % w["id"]
            ms = (mine[0] - out.t0) * 1000
            return None if ms <= w["ms"] else "answered after %.0f ms" % ms
        if k == "count":
            mine = [x for _, x in resp if same(x.get("id"), w["id"])]
            if len(mine) != w["n"]:
                return "%d answers" % len(mine)
            if "errors" in w and sum("error" in x for x in mine) != w["errors"]:
                return "%d errors among the answers" % sum("error" in x for x in mine)
            return None
        if k == "ack":
            for _, x in flat:
                if isinstance(x, dict) and x.get("params", {}).get("_meta", {}).get("io.modelcontextprotocol/subscriptionId") == w["sub"]:
                    return None if x.get("method") == "notifications/subscriptions/acknowledged" else "first message is " + str(x.get("method"))
            return "no acknowledgment" + (": %.160s" % J(resp[0][1]) if resp else "")
        return "unknown kind " + k

    def judge(self, e, out):
        o = e.get("opts", {})
        problems = []
        outs = [e["expect"]] + (e.get("accept", []))
        whys = []
        hit = None
        for n, w in enumerate(outs):
            y = self.match(w, e, out)
            if y is None:
                hit = n
                break
            whys.append(y)
        if hit is None:
            problems.append(whys[0])
        if out.probe is not True and not (e["expect"]["kind"] == "close" and out.probe is None):
            problems.append("AFTER: %s" % out.probe)
        ids = rids(e)
        if e["group"] != "lifecycle" or ids != "*":
            problems += invariants(out.msgs, e["era"] == M and e["name"].find("initialize on a modern") < 0 and not o.get("legacy_reply"), ids, o.get("dup_ok"), o.get("no_progress_check"))
        problems += out.bad
        return problems, hit
