"""Firefox without a driver: its own remote protocol, Marionette, which WebDriver commands are sent with.

Playwright drives only a Firefox of its own. Packets are `length:json`; a command is `[0, id, name, parameters]`, its
response `[1, id, error, result]`.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.conftest import free_port

START_S = 60.0

PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en",
    # Nothing is asked of servers on the Internet.
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}

# Runs in the browser itself: errors of pages at this address, and what their policy has refused.
SAID = """
return Services.console.getMessageArray()
  .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag))
  .filter((one) => one.sourceName.startsWith(arguments[0]))
  .map((one) => `${one.sourceName}: ${one.errorMessage}`);
"""


class Firefox:
    """One window of a Firefox with a profile of its own."""

    def __init__(self, program: Path, folder: Path) -> None:
        port = free_port()
        preferences = {**PREFERENCES, "marionette.port": port}
        (folder / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        )
        self.process = subprocess.Popen(
            # The console belongs to the browser, not to the page: reading it needs access to the system.
            [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self.socket = self.connect(port)
            self.stream = self.socket.makefile("rb")
            self.receive()
            self.call("WebDriver:NewSession")
        except BaseException:
            self.process.kill()
            raise

    def connect(self, port: int) -> socket.socket:
        last = time.monotonic() + START_S
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=120)
            except ConnectionRefusedError:
                if time.monotonic() > last:
                    raise
                time.sleep(0.1)

    def receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            one = self.stream.read(1)
            assert one, "Firefox has ended"
            length += one
        return json.loads(self.stream.read(int(length[:-1])))

    def call(self, name: str, **parameters: Any) -> Any:
        packet = json.dumps([0, 1, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(packet), packet))
        _, _, error, result = self.receive()
        assert error is None, error
        return result

    def go(self, address: str) -> None:
        self.call("WebDriver:Navigate", url=address)

    def run(self, script: str, *args: Any) -> Any:
        """Run the body of a function in the page. Return what it returns."""
        return self.call("WebDriver:ExecuteScript", script=script, args=args)["value"]

    def wait(self, condition: str, *args: Any, seconds: float = 60) -> Any:
        """Wait until an expression is true. Return its value."""
        last = time.monotonic() + seconds
        while time.monotonic() < last:
            if value := self.run(f"return {condition}", *args):
                return value
            time.sleep(0.1)
        raise AssertionError(f"never: {condition}\n{self.run('return document.body.innerText')}")

    def errors(self, address: str) -> list[str]:
        """Errors of pages whose address begins like this."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return list(self.run(SAID, address))
        finally:
            self.call("Marionette:SetContext", value="content")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(60)
