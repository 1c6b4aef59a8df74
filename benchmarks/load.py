"""The load generator: one process, one epoll loop, prepared requests. It reads a job from stdin and writes the result.

Each table is played over one keep-alive connection. Closed loop: the next answer is sent when the last one was
answered and, where streams are open, delivered to them. Paced: each table answers at a fixed interval. Whatever
arrives on the streams is read and timed before any of it is parsed (if paced, once nothing more arrives), so that a
watcher's time does not contain the work of this process for a thousand others; only the number of each event is parsed.
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
ROUNDS = 16
"""In a closed loop: how often to check for more arrivals before parsing what has been read."""
BATCH_S = 0.001
"""If paced: how long to wait between checks for arrivals. A measured time may be too long by this much."""
QUIET_S = 0.002
"""If paced: parsing begins once nothing has arrived for this long, or an answer is due."""
BUFFER = memoryview(bytearray(262144))


class Play(Struct):
    """A table: the requests of its game, and for each the streams that must receive it (index, event number)."""

    requests: list[bytes]
    hears: list[list[tuple[int, int]]] = field(default_factory=list)


class Job(Struct):
    """The load to generate."""

    port: int
    tables: list[Play]
    clients: int
    seconds: float
    every: float = 0.0
    """Seconds between two answers at one table; 0 for a closed loop."""
    wait_for_streams: bool = False
    stream_port: int = 0
    streams: list[bytes] = field(default_factory=list)


class LoadResult(Struct):
    """Response times in seconds, and what failed."""

    replies: list[float] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    """From sending the request until another player's stream has the event."""
    seconds: float = 0.0
    cpu: float = 0.0
    failed: int = 0
    refused: int = 0
    said: str = ""
    late: int = 0
    """Answers that were due while the previous one at the same table was still unanswered."""


class Connection:
    """An HTTP connection over which tables are played one after another."""

    def __init__(self, port: int) -> None:
        self.socket = connect_to(port)
        self.table = -1
        self.next = 0
        self.sent_at = 0.0
        self.buffer = b""
        self.waits_for = 0
        self.answered = True
        self.undelivered: set[int] = set()


class EventStream:
    """An open event stream."""

    def __init__(self, port: int, request: bytes, number: int) -> None:
        self.socket = connect_to(port)
        self.socket.sendall(request)
        self.number = number
        self.tail = b""
        self.opened = False
        self.awaited: list[tuple[int, Sent]] = []


class Sent:
    """A request that streams wait for."""

    def __init__(self, by: Connection) -> None:
        self.by = by
        self.at = 0.0


def connect_to(port: int) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


class Load:
    """The event loop."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.seen = LoadResult()
        self.ready = selectors.DefaultSelector()
        self.waiting = list(range(len(job.tables)))[::-1]
        self.due: list[tuple[float, int, Connection]] = []
        self.connections: list[Connection] = []
        self.streams: list[EventStream] = []
        self.busy = 0
        self.sending = True

    def connect(self) -> None:
        """Open all connections, and wait for the first event of each stream."""
        for number, request in enumerate(self.job.streams):
            stream = EventStream(self.job.stream_port or self.job.port, request, number)
            self.streams.append(stream)
            self.ready.register(stream.socket, selectors.EVENT_READ, stream)
            if number % 20 == 19:
                self.read(0.0)
        end = time.perf_counter() + 4 * PATIENCE_S
        while not all(stream.opened for stream in self.streams) and time.perf_counter() < end:
            self.read(0.1)
        self.seen.refused = sum(not stream.opened for stream in self.streams)
        for _ in range(min(self.job.clients, len(self.job.tables))):
            connection = Connection(self.job.port)
            connection.table = self.waiting.pop()
            self.connections.append(connection)
            self.ready.register(connection.socket, selectors.EVENT_READ, connection)

    def run(self) -> LoadResult:
        """Play until the time is up or all games have ended."""
        began, spent = time.perf_counter(), time.process_time()
        random, every = Random(1), self.job.every
        for number, connection in enumerate(self.connections):
            if every:
                heapq.heappush(self.due, (began + random.random() * every, number, connection))
            else:
                self.send(connection)
        end = began + self.job.seconds
        while (now := time.perf_counter()) < end and (self.busy or self.due):
            pause = end - now
            while self.due and self.due[0][0] <= now:
                at, number, connection = heapq.heappop(self.due)
                self.on_time(connection, at, number)
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

    def on_time(self, connection: Connection, at: float, number: int) -> None:
        """Send the next answer of a table, unless its last one is still unanswered."""
        if connection.answered and not connection.undelivered:
            self.send(connection)
        else:
            self.seen.late += 1
        if connection.table >= 0:
            heapq.heappush(self.due, (at + self.job.every, number, connection))

    def send(self, connection: Connection) -> None:
        play = self.job.tables[connection.table]
        if connection.next >= len(play.requests):
            if not self.waiting:
                connection.table = -1
                return
            connection.table, connection.next = self.waiting.pop(), 0
            play = self.job.tables[connection.table]
        connection.answered = False
        sent = Sent(connection)
        for stream, number in play.hears[connection.next] if play.hears else ():
            self.streams[stream].awaited.append((number, sent))
            connection.undelivered.add(stream)
        connection.next += 1
        self.busy += 1
        sent.at = connection.sent_at = time.perf_counter()
        connection.socket.sendall(play.requests[connection.next - 1])

    def read(self, pause: float) -> None:
        """Read what has arrived; of streams everything, before it is parsed."""
        arrived: list[tuple[EventStream, bytes, float]] = []
        rounds = 0
        while True:
            before = len(arrived)
            if rounds and self.job.every:
                # More arrives meanwhile, so that this process takes less of the cores that it shares.
                time.sleep(BATCH_S)
            ready = self.ready.select(pause)
            for key, _ in ready:
                if isinstance(key.data, Connection):
                    self.answered(key.data)
                else:
                    size = key.data.socket.recv_into(BUFFER)
                    arrived.append((key.data, bytes(BUFFER[:size]), time.perf_counter()))
            rounds += 1
            enough = self.is_due() if self.job.every else rounds >= ROUNDS
            if enough or not ready or not all(got for _, got, _ in arrived[before:]):
                break
            pause = QUIET_S if self.job.every else 0.0
        for stream, got, now in arrived:
            self.heard(stream, got, now)

    def is_due(self) -> bool:
        return bool(self.due) and self.due[0][0] <= time.perf_counter()

    def answered(self, connection: Connection) -> None:
        got = connection.socket.recv(262144)
        if not got:
            self.fail(connection, b"closed")
            return
        connection.buffer += got
        if not connection.waits_for:
            head = connection.buffer.find(b"\r\n\r\n")
            if head < 0:
                return
            found = LENGTH.search(connection.buffer, 0, head + 2)
            connection.waits_for = head + 4 + (int(found[1]) if found else 0)
        if len(connection.buffer) < connection.waits_for:
            return
        status, said = connection.buffer[9:12], connection.buffer
        connection.buffer, connection.waits_for, connection.answered = b"", 0, True
        if status not in (b"200", b"202"):
            self.fail(connection, said)
            return
        self.seen.replies.append(time.perf_counter() - connection.sent_at)
        self.seen.steps.append(connection.next - 1)
        self.settled(connection)

    def fail(self, connection: Connection, said: bytes) -> None:
        """An answer was refused, so the table cannot be played on."""
        self.seen.failed += 1
        self.seen.said = self.seen.said or said[:1000].decode(errors="replace")
        self.busy -= 1
        self.ready.unregister(connection.socket)
        connection.socket.close()
        connection.table = -1

    def settled(self, connection: Connection) -> None:
        """Send the next answer once the current one was answered and, if wanted, delivered to all streams."""
        if not connection.answered or (connection.undelivered and self.job.wait_for_streams):
            return
        self.busy -= 1
        if not self.job.wait_for_streams:
            connection.undelivered.clear()
        if self.sending and not self.job.every:
            self.send(connection)

    def heard(self, stream: EventStream, got: bytes, now: float) -> None:
        """A stream has brought this; nothing at its end."""
        if not got:
            self.ready.unregister(stream.socket)
            stream.socket.close()
            for _, sent in stream.awaited:
                self.delivered(stream, sent.by)
            return
        text, numbers, read = stream.tail + got, [], 0
        for found in SEQ.finditer(text):
            numbers.append(int(found[1]))
            read = found.end()
        # The start of an event may be split across two reads.
        stream.tail = text[read:][-TAIL:]
        if not numbers:
            return
        stream.opened = True
        top = max(numbers)
        while stream.awaited and stream.awaited[0][0] <= top:
            _, sent = stream.awaited.pop(0)
            self.seen.heard.append(now - sent.at)
            if stream.number in sent.by.undelivered:
                self.delivered(stream, sent.by)

    def delivered(self, stream: EventStream, connection: Connection) -> None:
        """A stream need not be waited for any more."""
        connection.undelivered.discard(stream.number)
        if self.job.wait_for_streams:
            self.settled(connection)


def main() -> None:
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    load = Load(job)
    load.connect()
    # The parent measures the servers' CPU time between this line and the result.
    sys.stdout.buffer.write(b"ready\n")
    sys.stdout.buffer.flush()
    seen = load.run()
    sys.stdout.buffer.write(msgspec.msgpack.encode(seen))


if __name__ == "__main__":
    main()
