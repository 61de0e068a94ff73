#!/usr/bin/env python3
"""A browser with somebody in front of it, who logs in and agrees to everything: `BROWSER="person.py %s"`.

Like a browser, it is back at once, and goes on by itself.
"""
import html.parser
import http.cookiejar
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

# How many pages somebody is sent through.
PAGES = 30


class Form(html.parser.HTMLParser):
    """The first form of a page, as somebody fills it in who agrees."""

    def __init__(self, page):
        super().__init__()
        self.action = None
        self.fields = {}
        self.is_open = False
        self.is_submitted = False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action, self.is_open = attributes.get("action") or "", True
        if not self.is_open or "name" not in attributes:
            return
        # What agrees stands before what refuses.
        if tag == "button" or attributes.get("type") == "submit":
            if not self.is_submitted:
                self.is_submitted = True
                self.fields[attributes["name"]] = attributes.get("value", "")
        elif tag == "input":
            self.fields[attributes["name"]] = attributes.get("value") or "ada"

    def handle_endtag(self, tag):
        self.is_open = self.is_open and tag != "form"


class Stay(urllib.request.HTTPRedirectHandler):
    """Leaves it to `visit` where to go next."""

    def redirect_request(self, *_):
        return None


def open_page(browser, url, body):
    """The answer of a page. Whoever opens a browser may begin to listen only then."""
    until = time.monotonic() + 5
    while True:
        try:
            return browser.open(url, body, timeout=10)
        except urllib.error.HTTPError as answer:
            if answer.status < 400:
                return answer
            raise
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError) or time.monotonic() > until:
                raise
            time.sleep(0.02)


def visit(url, back=None):
    """Opens a URL, goes where it is sent, and fills in forms, up to `back`: the URL with which it is sent there."""
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    # Proxies of the environment have nothing to do with this machine.
    browser = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies, Stay)
    body = None
    for _ in range(PAGES):
        if back and url.startswith(back):
            return url
        page = open_page(browser, url, body)
        form = Form(page.read().decode())
        if "Location" in page.headers:
            url, body = urllib.parse.urljoin(url, page.headers["Location"]), None
        elif form.action is not None:
            url, body = urllib.parse.urljoin(url, form.action), urllib.parse.urlencode(form.fields).encode()
        else:
            return url
    raise RuntimeError(f"it leads nowhere: {url}")


if __name__ == "__main__":
    if os.fork() == 0:
        visit(sys.argv[1])
