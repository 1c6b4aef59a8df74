"""An agent that pulls, as a process of its own: it takes questions in hand, answers most of them, and may be killed.

It forgets some, gives some back, and thinks about others for longer than their lease; whatever it says stands in its
diary before it is sent.
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

from tests.faults.ledger import Deed, Diary
from tests.faults.people import Client, Stuck

Data = dict[str, Any]
THREADS: Final = 2
WAIT_S: Final = 1.5
LEASE_S: Final = 2


class Hand:
    """One thread of it."""

    def __init__(self, client: Client, agent: str, diary: Diary) -> None:
        self.client = client
        self.agent = agent
        self.diary = diary
        self.random = client.random

    def work(self) -> None:
        """Take what there is, for as long as there is somebody to work for."""
        parent = os.getppid()
        wish = {"agents": [self.agent], "lease_s": LEASE_S}
        while os.getppid() == parent:
            try:
                path, most = f"/agents/work/acquire?wait={WAIT_S}", self.random.randint(1, 3)
                reply = self.client.call("POST", path, {**wish, "most": most}, longer=WAIT_S)
                if reply.status_code != 200:
                    self.diary.blame(f"no work for an agent: {reply.status_code} {reply.text[:300]}")
                    time.sleep(1)
                    continue
                for work in reply.json()["items"]:
                    self.diary.count("questions pulled")
                    self.think(work)
            except Stuck as stuck:
                self.diary.blame(f"a pull agent is stuck: {stuck}")
            except Exception as error:
                self.diary.blame(f"a pull agent broke down: {error!r}")

    def think(self, work: Data) -> None:
        """Answer it; or forget it, give it back, keep it for longer."""
        lease, chance = f"/agents/work/{work['lease']}", self.random.random()
        if chance < 0.04:
            return
        if chance < 0.1:
            self.must(self.client.call("DELETE", lease), 204)
            self.diary.count("questions given back")
            return
        if chance < 0.16:
            time.sleep(self.random.uniform(0.5, 2.5))
            self.must(self.client.call("POST", f"{lease}/extend", {"lease_s": LEASE_S}), 200, 409)
        time.sleep(self.random.uniform(0.0, 0.2))
        self.answer(lease, work, self.picks(work["decision"]))

    def picks(self, decision: Data) -> list[str]:
        most = min(decision["most"], len(decision["options"]))
        return self.random.sample(decision["options"], self.random.randint(min(decision["least"], most), most))

    def answer(self, lease: str, work: Data, picks: list[str]) -> None:
        """What is against the rules is followed by what the house would answer."""
        decision = work["decision"]
        for said in (picks, decision["default"]):
            deed = Deed(work["table"], work["seat"], decision["id"], "answer", tuple(said))
            reply = self.client.call("POST", f"{lease}/answer", {"picks": said}, deed=deed)
            if reply.status_code != 422:
                break
        self.must(reply, 200, 409)

    def must(self, reply: Any, *fine: int) -> None:
        if reply.status_code not in fine:
            self.diary.blame(f"{reply.request.url} was answered with {reply.status_code} {reply.text[:300]}")


def main() -> None:
    """Work until killed, or until whoever started this is gone."""
    wish: Data = json.loads(sys.argv[1])
    diary = Diary(Path(wish["diary"]))
    hands = [threading.Thread(target=Hand(_client(wish, diary, n), wish["agent"], diary).work) for n in range(THREADS)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()


def _client(wish: Data, diary: Diary, n: int) -> Client:
    return Client(wish["at"], diary, Random(f"pull-{wish['seed']}-{n}"), f"pull {n}", wish["token"])


if __name__ == "__main__":
    main()
