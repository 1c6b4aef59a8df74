"""The load: one process, one epoll loop, prepared bytes. It reads a job from stdin and writes what it saw to stdout.

Tables are played over one keep-alive connection each. Closed loop: the next answer goes out when the last one is
answered and, where streams listen, heard. Paced: each table answers every so many seconds, whatever happens. Streams
are read as they come; only the number of each event is looked at.
"""

from __future__ import annotations

import heapq
import re
import selectors
import socket
import sys
import time
from random import Random

import msgspec
from msgspec import Struct, field

SEQ = re.compile(rb'\{"seq":(\d+),"at"')
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
TAIL = 64
PATIENCE_S = 15.0


class Play(Struct):
    """A table: the requests of its game, and for each the streams that must hear of it (index, event number)."""

    requests: list[bytes]
    hears: list[list[tuple[int, int]]] = field(default_factory=list)


class Job(Struct):
    """What to do."""

    port: int
    tables: list[Play]
    clients: int
    seconds: float
    every: float = 0.0
    """Seconds between two answers at one table; 0 for a closed loop."""
    wait_to_hear: bool = False
    stream_port: int = 0
    streams: list[bytes] = field(default_factory=list)


class Seen(Struct):
    """What came of it."""

    replies: list[float] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    """From the request to the event at a stream of somebody else."""
    seconds: float = 0.0
    cpu: float = 0.0
    failed: int = 0
    refused: int = 0
    said: str = ""
    late: int = 0
    """Answers that were due while the last one at the same table was still on its way."""


class Line:
    """A connection over which one table after the other is played."""

    def __init__(self, port: int) -> None:
        self.socket = dial(port)
        self.table = -1
        self.next = 0
        self.sent_at = 0.0
        self.buffer = b""
        self.waits_for = 0
        self.answered = True
        self.unheard: set[int] = set()


class Ear:
    """A stream."""

    def __init__(self, port: int, request: bytes, number: int) -> None:
        self.socket = dial(port)
        self.socket.sendall(request)
        self.number = number
        self.tail = b""
        self.opened = False
        self.awaited: list[tuple[int, float, Line]] = []


def dial(port: int) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


class Load:
    """The loop."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.seen = Seen()
        self.ready = selectors.DefaultSelector()
        self.waiting = list(range(len(job.tables)))[::-1]
        self.due: list[tuple[float, int, Line]] = []
        self.lines: list[Line] = []
        self.ears: list[Ear] = []
        self.busy = 0
        self.sending = True

    def connect(self) -> None:
        """All connections, and the streams as far as their first event."""
        for number, request in enumerate(self.job.streams):
            ear = Ear(self.job.stream_port or self.job.port, request, number)
            self.ears.append(ear)
            self.ready.register(ear.socket, selectors.EVENT_READ, ear)
            if number % 20 == 19:
                self.read(0.0)
        end = time.perf_counter() + 4 * PATIENCE_S
        while not all(ear.opened for ear in self.ears) and time.perf_counter() < end:
            self.read(0.1)
        self.seen.refused = sum(not ear.opened for ear in self.ears)
        for _ in range(min(self.job.clients, len(self.job.tables))):
            line = Line(self.job.port)
            line.table = self.waiting.pop()
            self.lines.append(line)
            self.ready.register(line.socket, selectors.EVENT_READ, line)

    def run(self) -> Seen:
        """Play until the time is over or all games are."""
        began, spent = time.perf_counter(), time.process_time()
        random, every = Random(1), self.job.every
        for number, line in enumerate(self.lines):
            if every:
                heapq.heappush(self.due, (began + random.random() * every, number, line))
            else:
                self.send(line)
        end = began + self.job.seconds
        while (now := time.perf_counter()) < end and (self.busy or self.due):
            pause = end - now
            while self.due and self.due[0][0] <= now:
                at, number, line = heapq.heappop(self.due)
                self.on_time(line, at, number)
            if self.due:
                pause = min(pause, max(0.0, self.due[0][0] - now))
            self.read(pause)
        self.seen.seconds = time.perf_counter() - began
        self.sending = False
        self.due.clear()
        last = time.perf_counter() + PATIENCE_S
        while self.busy and time.perf_counter() < last:
            self.read(0.1)
        self.seen.failed += self.busy
        self.seen.cpu = time.process_time() - spent
        return self.seen

    def on_time(self, line: Line, at: float, number: int) -> None:
        """A table's moment has come; one that is still busy with its last answer skips it."""
        if line.answered and not line.unheard:
            self.send(line)
        else:
            self.seen.late += 1
        if line.table >= 0:
            heapq.heappush(self.due, (at + self.job.every, number, line))

    def send(self, line: Line) -> None:
        play = self.job.tables[line.table]
        if line.next >= len(play.requests):
            if not self.waiting:
                line.table = -1
                return
            line.table, line.next = self.waiting.pop(), 0
            play = self.job.tables[line.table]
        line.answered = False
        line.sent_at = time.perf_counter()
        for stream, number in play.hears[line.next] if play.hears else ():
            self.ears[stream].awaited.append((number, line.sent_at, line))
            line.unheard.add(stream)
        line.next += 1
        self.busy += 1
        line.socket.sendall(play.requests[line.next - 1])

    def read(self, pause: float) -> None:
        for key, _ in self.ready.select(pause):
            if isinstance(key.data, Line):
                self.answered(key.data)
            else:
                self.hear(key.data)

    def answered(self, line: Line) -> None:
        got = line.socket.recv(262144)
        if not got:
            self.fail(line, b"closed")
            return
        line.buffer += got
        if not line.waits_for:
            head = line.buffer.find(b"\r\n\r\n")
            if head < 0:
                return
            found = LENGTH.search(line.buffer, 0, head + 2)
            line.waits_for = head + 4 + (int(found[1]) if found else 0)
        if len(line.buffer) < line.waits_for:
            return
        status, said = line.buffer[9:12], line.buffer
        line.buffer, line.waits_for, line.answered = b"", 0, True
        if status not in (b"200", b"202"):
            self.fail(line, said)
            return
        self.seen.replies.append(time.perf_counter() - line.sent_at)
        self.seen.steps.append(line.next - 1)
        self.settled(line)

    def fail(self, line: Line, said: bytes) -> None:
        """An answer was refused: the table is of no more use."""
        self.seen.failed += 1
        self.seen.said = self.seen.said or said[:1000].decode(errors="replace")
        self.busy -= 1
        self.ready.unregister(line.socket)
        line.socket.close()
        line.table = -1

    def settled(self, line: Line) -> None:
        """One thing more is known of the answer under way; when all is, the next one may follow."""
        if not line.answered or (line.unheard and self.job.wait_to_hear):
            return
        self.busy -= 1
        if not self.job.wait_to_hear:
            line.unheard.clear()
        if self.sending and not self.job.every:
            self.send(line)

    def hear(self, ear: Ear) -> None:
        got = ear.socket.recv(262144)
        now = time.perf_counter()
        if not got:
            self.ready.unregister(ear.socket)
            ear.socket.close()
            for _, _, line in ear.awaited:
                line.unheard.discard(ear.number)
                if self.job.wait_to_hear:
                    self.settled(line)
            return
        text, numbers, read = ear.tail + got, [], 0
        for found in SEQ.finditer(text):
            numbers.append(int(found[1]))
            read = found.end()
        # The start of an event may lie across two pieces.
        ear.tail = text[read:][-TAIL:]
        if not numbers:
            return
        ear.opened = True
        top = max(numbers)
        while ear.awaited and ear.awaited[0][0] <= top:
            _, sent_at, line = ear.awaited.pop(0)
            self.seen.heard.append(now - sent_at)
            if ear.number in line.unheard:
                line.unheard.discard(ear.number)
                if self.job.wait_to_hear:
                    self.settled(line)


def main() -> None:
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    load = Load(job)
    load.connect()
    # Whoever measures the servers starts and stops the watch on these two lines.
    sys.stdout.buffer.write(b"ready\n")
    sys.stdout.buffer.flush()
    seen = load.run()
    sys.stdout.buffer.write(msgspec.msgpack.encode(seen))


if __name__ == "__main__":
    main()
