"""Drives a headless Chromium by its DevTools protocol over a pipe: real key presses, clicks and touches at
coordinates, so that what is covered, disabled or out of sight can't be pressed by the test either.
Nothing is needed but Python and the browser; a driver program would have to match its version."""

import base64
import json
import os
import select
import subprocess
import time
import urllib.error
import urllib.request

PATIENCE = 60
KEYS = {
    "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34, "Tab": 9,
    "Enter": 13, "Escape": 27, "Backspace": 8, "Delete": 46, " ": 32,
}
TEXTS = {"Enter": "\r", " ": " "}
ALT, CTRL, META, SHIFT = 1, 2, 4, 8


class Failed(Exception):
    """What was expected did not come about."""


class Browser:
    def __init__(self, profile):
        to_read, self.out = os.pipe()
        self.inn, to_write = os.pipe()
        options = [
            "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars",
            "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking", "--mute-audio",
            "--disable-component-update", "--lang=en-GB", f"--user-data-dir={profile}",
        ]
        command = f'exec chromium "$@" 3<&{to_read} 4>&{to_write}'
        log = open(f"{profile}.log", "wb")
        self.process = subprocess.Popen(
            ["bash", "-c", command, "chromium", *options], pass_fds=(to_read, to_write), stdout=log, stderr=log,
            env={**os.environ, "LANGUAGE": "en"},
        )
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.number, self.events = b"", 0, []
        # How long a page may take until something has come about, in seconds.
        self.patience = PATIENCE

    def _message(self, until):
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.inn], [], [], left)[0]:
                return None
            part = os.read(self.inn, 1 << 20)
            if not part:
                raise Failed("the browser has ended; its log lies beside its profile")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        until, number = time.monotonic() + PATIENCE, self.number
        while True:
            answer = self._message(until)
            if answer is None:
                raise Failed(f"no answer to {method} within {PATIENCE} s")
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']}")
                return answer["result"]
            if "id" in answer:
                continue
            if answer.get("method") == "Fetch.requestPaused":
                self._altered(answer)
            else:
                self.events.append(answer)

    def _altered(self, event):
        """Gives the page what the test made of the daemon's answer."""
        request = event["params"]["request"]
        asked = urllib.request.Request(request["url"], headers=request["headers"], method=request["method"])
        try:
            answer = urllib.request.urlopen(asked, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        body = self.alter(request["url"], answer.read())
        headers = [{"name": name, "value": value} for name, value in answer.headers.items() if name != "Content-Length"]
        self.number += 1
        params = {
            "requestId": event["params"]["requestId"], "responseCode": answer.status, "responseHeaders": headers,
            "body": base64.b64encode(body).decode(),
        }
        message = {"id": self.number, "method": "Fetch.fulfillRequest", "params": params, "sessionId": event["sessionId"]}
        os.write(self.out, json.dumps(message).encode() + b"\0")

    def page(self):
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, session, context)

    def close(self):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except (Failed, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class Page:
    """A page with storage of its own."""

    def __init__(self, browser, session, context):
        self.browser, self.session, self.context = browser, session, context
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def size(self, width, height, mobile=False):
        scale = 2 if mobile else 1
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])

    def alter(self, pattern, change):
        """From now on what `change(url, body)` gives arrives instead of what the daemon sends."""
        self.browser.alter = change
        self.call("Fetch.enable", patterns=[{"urlPattern": pattern}])

    def block(self, *patterns):
        self.call("Network.setBlockedURLs", urls=list(patterns))

    def language(self, code):
        agent = self.run("navigator.userAgent")
        self.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=code)

    def open(self, url):
        # The same document with another # is no new one: then nothing is loaded.
        self.call("Page.navigate", url=url)
        self.wait(f"location.href === {json.dumps(url)} && document.readyState === 'complete'", f"{url} to be loaded")

    def reload(self):
        self.run("window.isOld = true")
        self.call("Page.reload")
        self.wait("!window.isOld && document.readyState === 'complete'", "the page to be loaded again")

    def run(self, script):
        """What a script of the test gives; it reads, and never does what a reader could not."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Failed(f"{script}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def wait(self, condition, what):
        patience = self.browser.patience
        until = time.monotonic() + patience
        while time.monotonic() < until:
            value = self.run(condition)
            # An element arrives as an empty object.
            if value not in (None, False, 0, ""):
                return value
            time.sleep(0.05)
        raise Failed(f"waited {patience:.0f} s for {what}: {condition}")

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? null")

    def _middle(self, selector, nth):
        one = f"[...document.querySelectorAll({json.dumps(selector)})].filter((it) => it.checkVisibility())[{nth}]"
        self.wait(f"{one} !== undefined", f"{selector} to be there")
        # Whatever lies on top is what a finger would hit, once the page stands still.
        return self.wait(f"""(async () => {{
            const frame = () => new Promise((done) => requestAnimationFrame(done));
            const it = {one};
            it.scrollIntoView({{ block: 'center', behavior: 'instant' }});
            const box = it.getBoundingClientRect();
            await frame().then(frame);
            const now = it.getBoundingClientRect();
            const [x, y] = [now.left + now.width / 2, now.top + now.height / 2];
            const hit = document.elementFromPoint(x, y);
            return box.top === now.top && box.left === now.left && hit && (it.contains(hit) || hit.contains(it)) ? [x, y] : null;
        }})()""", f"{selector} to be within reach")

    def click(self, selector, nth=0):
        x, y = self._middle(selector, nth)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            pressed = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **pressed)

    def tap(self, selector, nth=0):
        x, y = self._middle(selector, nth)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def drag(self, selector, begin, end):
        """Presses on one of these, goes to another one, and lets go."""
        places = [self._middle(selector, nth) for nth in (begin, end)]
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=places[0][0], y=places[0][1])
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=places[0][0], y=places[0][1], button="left", clickCount=1)
        for part in range(1, 11):
            x, y = (a + (b - a) * part / 10 for a, b in zip(*places))
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=places[1][0], y=places[1][1], button="left", clickCount=1)

    def press(self, event):
        """Presses a key that is told in full."""
        self.call("Input.dispatchKeyEvent", type="rawKeyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def key(self, key, modifiers=0):
        if key.isdigit():
            code, number, text = f"Digit{key}", ord(key), key
            if modifiers & SHIFT:
                key = text = "!\"§$%&/()"[int(key) - 1]
        else:
            code = {" ": "Space"}.get(key, f"Key{key.upper()}" if len(key) == 1 else key)
            number = KEYS.get(key, ord(key[0].upper()))
            text = TEXTS.get(key, key if len(key) == 1 else "")
        if modifiers & (CTRL | ALT | META):
            text = ""
        event = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def write(self, text):
        self.call("Input.insertText", text=text)

    def downloads_to(self, folder):
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", browserContextId=self.context, downloadPath=folder)

    def shot_to(self, path, whole=False):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path if path.endswith(".png") else f"{path}.png", "wb") as file:
            file.write(base64.b64decode(picture))

    def complaints(self):
        """Errors of scripts, refusals of the content policy, and what was not found, since the last call."""
        self.run("0")
        said, kept = [], []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                kept.append(event)
                continue
            params = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                said.append(params["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                said.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
            elif event["method"] == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
                said.append(str([it.get("value") for it in params["args"]]))
            else:
                kept.append(event)
        self.browser.events = kept
        return said

    def requested(self):
        """All addresses that were asked for so far."""
        mine = (it for it in self.browser.events if it.get("sessionId") == self.session)
        return [it["params"]["request"]["url"] for it in mine if it["method"] == "Network.requestWillBeSent"]
