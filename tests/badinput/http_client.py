"""A raw HTTP/1.1 client."""
import json, re, socket, time

from cases import is_resp, same


class Resp:
    def __init__(self):
        self.status = None
        self.headers = []
        self.body = b""
        self.events = []
        self.closed = False
        self.timeout = False
        self.raw = b""
        self.err = ""

    def h(self, name):
        for k, v in self.headers:
            if k == name:
                return v
        return None

    def message(self, rid_list=None):
        ct = (self.h("content-type") or "").split(";")[0].strip().lower()
        if ct == "text/event-stream":
            for d in self.events:
                try:
                    m = json.loads(d)
                except ValueError:
                    continue
                if is_resp(m) or isinstance(m, list):
                    return m
            return None
        try:
            return json.loads(self.body.decode("utf-8"))
        except (ValueError, UnicodeDecodeError):
            return None


class Conn:
    """a raw HTTP/1.1 client connection"""

    def __init__(self, host, port, timeout=5):
        self.s = socket.create_connection((host, port), timeout=timeout)
        self.s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buf = b""

    def send(self, data):
        try:
            self.s.sendall(data)
            return True
        except OSError:
            return False

    def fill(self, end):
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.s.settimeout(left)
        c = self.s.recv(65536)
        if not c:
            raise EOFError
        self.buf += c

    def read(self, timeout=5, want=None, no_body=False, stop_after_events=None):
        """reads one response. want: list of ids; an SSE stream is read until one of them is answered"""
        r = Resp()
        end = time.monotonic() + timeout
        try:
            while True:
                while b"\r\n\r\n" not in self.buf:
                    self.fill(end)
                head, self.buf = self.buf.split(b"\r\n\r\n", 1)
                lines = head.split(b"\r\n")
                m = re.match(rb"HTTP/\d\.\d (\d{3})", lines[0])
                if not m:
                    r.raw = head
                    r.err = "not HTTP: %.60r" % head
                    return r
                r.status = int(m.group(1))
                r.headers = [(k.strip().lower().decode("latin1"), v.strip().decode("latin1")) for k, v in (ln.split(b":", 1) for ln in lines[1:] if b":" in ln)]
                if r.status != 100:
                    break
            if no_body or r.status in (204, 304):
                return r
            te = (r.h("transfer-encoding") or "").lower()
            sse = (r.h("content-type") or "").lower().startswith("text/event-stream")
            cl = r.h("content-length")
            sb = b""

            def feed(data):
                nonlocal sb
                r.body += data
                if sse:
                    sb = (sb + data).replace(b"\r\n", b"\n")
                    while b"\n\n" in sb:
                        ev, sb2 = sb.split(b"\n\n", 1)
                        sb = sb2
                        d = b"\n".join(ln[5:].lstrip(b" ") for ln in ev.split(b"\n") if ln.startswith(b"data:"))
                        i = [ln[3:].strip().decode() for ln in ev.split(b"\n") if ln.startswith(b"id:")]
                        if i:
                            r.last_id = i[0]
                        if d:
                            r.events.append(d.decode("utf-8", "replace"))
                            if stop_after_events and len(r.events) >= stop_after_events:
                                return True
                            try:
                                mm = json.loads(d)
                            except ValueError:
                                continue
                            if is_resp(mm) and want is not None and (want == "*" or any(same(mm.get("id"), w) for w in want) or mm.get("id") is None):
                                return True
                return False
            if te == "chunked":
                while True:
                    while b"\r\n" not in self.buf:
                        self.fill(end)
                    ln, self.buf = self.buf.split(b"\r\n", 1)
                    n = int(ln.split(b";")[0], 16)
                    while len(self.buf) < n + 2:
                        self.fill(end)
                    data, self.buf = self.buf[:n], self.buf[n + 2:]
                    if n == 0:
                        break
                    if feed(data):
                        break
            elif cl is not None:
                n = int(cl)
                while len(self.buf) < n:
                    self.fill(end)
                data, self.buf = self.buf[:n], self.buf[n:]
                feed(data)
            else:
                while True:
                    if self.buf:
                        d, self.buf = self.buf, b""
                        if feed(d):
                            break
                    self.fill(end)
        except EOFError:
            r.closed = True
            r.raw += self.buf
        except (TimeoutError, socket.timeout):
            r.timeout = True
            r.raw += self.buf
        except (ConnectionError, OSError) as ex:
            r.closed = True
            r.err = ex.__class__.__name__
        except ValueError as ex:
            r.err = "bad framing from server: %s" % ex
        return r

    def close(self, rst=False):
        try:
            if rst:
                self.s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            self.s.close()
        except OSError:
            pass
