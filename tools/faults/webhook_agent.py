"""An agent behind a webhook: it is called by the house through all faults, and remembers what it has said."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random

Call = tuple[str, int, str]


class Hook:
    """A server that answers every question by chance; asked twice, it may well say something else."""

    def __init__(self, seed: int) -> None:
        self.said: dict[Call, set[tuple[str, ...]]] = defaultdict(set)
        self.calls = 0
        self._random = Random(f"hook-{seed}")
        self._lock = threading.Lock()
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                body = json.dumps({"picks": hook.choose(asked["table"], asked["seat"], asked["decision"])}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                return

            def handle(self) -> None:
                # The house may be killed in the middle of a call.
                try:
                    super().handle()
                except OSError:
                    return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook"
        threading.Thread(target=self._server.serve_forever, name="hook", daemon=True).start()

    def choose(self, table: str, seat: int, decision: dict[str, object]) -> list[str]:
        """Any picks; noted before they are sent."""
        options, least = decision["options"], decision["least"]
        with self._lock:
            picks = self._random.sample(options, least)  # type: ignore[arg-type]
            self.said[table, seat, str(decision["id"])].add(tuple(picks))
            self.calls += 1
        return picks  # type: ignore[return-value]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
