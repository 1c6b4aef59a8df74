"""A webhook agent that is called through all faults and remembers what it answered."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

Call = tuple[str, int, str]


class WebhookAgent:
    """A server that answers every decision at random; asked twice, it may answer differently."""

    def __init__(self, seed: int) -> None:
        self.answers: dict[Call, set[tuple[str, ...]]] = defaultdict(set)
        self.calls = 0
        self._random = Random(f"webhook_agent-{seed}")
        self._lock = threading.Lock()
        agent = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                body = json.dumps({"picks": agent.choose(asked["table"], asked["seat"], asked["decision"])}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                return

            def handle(self) -> None:
                # The sender may be killed in the middle of a call.
                try:
                    super().handle()
                except OSError:
                    return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook"
        threading.Thread(target=self._server.serve_forever, name="webhook agent", daemon=True).start()

    def choose(self, table: str, seat: int, decision: dict[str, Any]) -> list[str]:
        """Random picks, recorded before they are sent."""
        options, least = decision["options"], decision["least"]
        with self._lock:
            picks: list[str] = self._random.sample(options, least)
            self.answers[table, seat, str(decision["id"])].add(tuple(picks))
            self.calls += 1
        return picks

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
