"""A polling agent in its own process: it leases decisions, answers most of them, and may be killed.

It forgets some, releases some, and takes longer than the lease for others. Every answer is in its history file before
it is sent.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any, Final

from tools.faults.clients import Client, Stuck
from tools.faults.history import HistoryFile, Operation

Data = dict[str, Any]
THREADS: Final = 2
WAIT_S: Final = 1.5
LEASE_S: Final = 2


class PollingThread:
    """One thread of the agent."""

    def __init__(self, client: Client, agent: str, history: HistoryFile) -> None:
        self.client = client
        self.agent = agent
        self.history = history
        self.random = client.random

    def work(self) -> None:
        """Lease and answer decisions until the parent process has ended."""
        parent = os.getppid()
        request = {"agents": [self.agent], "lease_s": LEASE_S}
        while os.getppid() == parent:
            try:
                path, most = f"/work/acquire?wait={WAIT_S}", self.random.randint(1, 3)
                reply = self.client.call("POST", path, {**request, "most": most}, longer=WAIT_S)
                if reply.status_code != 200:
                    self.history.error(f"no work for an agent: {reply.status_code} {reply.text[:300]}")
                    time.sleep(1)
                    continue
                for work in reply.json()["items"]:
                    self.history.count("questions polled")
                    self.think(work)
            except Stuck as stuck:
                self.history.error(f"a polling agent is stuck: {stuck}")
            except Exception as error:
                self.history.error(f"a polling agent failed: {error!r}")

    def think(self, work: Data) -> None:
        """Answer it, forget it, release it or extend its lease."""
        lease, chance = f"/work/{work['lease']}", self.random.random()
        if chance < 0.04:
            return
        if chance < 0.1:
            self.expect(self.client.call("DELETE", lease), 204)
            self.history.count("questions released")
            return
        if chance < 0.16:
            time.sleep(self.random.uniform(0.5, 2.5))
            self.expect(self.client.call("POST", f"{lease}/extend", {"lease_s": LEASE_S}), 200, 409)
        time.sleep(self.random.uniform(0.0, 0.2))
        self.answer(lease, work, self.picks(work["decision"]))

    def picks(self, decision: Data) -> list[str]:
        most = min(decision["most"], len(decision["options"]))
        return self.random.sample(decision["options"], self.random.randint(min(decision["least"], most), most))

    def answer(self, lease: str, work: Data, picks: list[str]) -> None:
        """Send the picks, and the default if they are illegal."""
        decision = work["decision"]
        for said in (picks, decision["default"]):
            operation = Operation(work["table"], work["seat"], decision["id"], "answer", tuple(said))
            reply = self.client.call("POST", f"{lease}/answer", {"picks": said}, operation=operation)
            if reply.status_code != 422:
                break
        self.expect(reply, 200, 409)

    def expect(self, reply: Any, *fine: int) -> None:
        if reply.status_code not in fine:
            self.history.error(f"{reply.request.url} was answered with {reply.status_code} {reply.text[:300]}")


def main() -> None:
    """Work until killed, or until the parent process has ended."""
    job: Data = json.loads(sys.argv[1])
    history_file = HistoryFile(Path(job["history"]))
    threads = [
        threading.Thread(target=PollingThread(_client(job, history_file, n), job["agent"], history_file).work)
        for n in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _client(job: Data, history: HistoryFile, n: int) -> Client:
    return Client(job["at"], history, Random(f"poll-{job['seed']}-{n}"), f"polling agent {n}", job["token"])


if __name__ == "__main__":
    main()
