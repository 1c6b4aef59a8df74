"""A wire that can be cut: it stands between clients and a server, and loses, breaks off and delays what it carries."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, Final

CHUNK: Final = 65536
LOOK_S: Final = 0.02


class Wire:
    """What one proxy does to all it carries. Every mood lasts until a moment of the monotonic clock."""

    def __init__(self) -> None:
        self.until: dict[str, float] = {}
        self.delay = 0.0
        self.ends: set[asyncio.StreamWriter] = set()

    def mood(self, name: str) -> bool:
        """Whether the wire is in this mood now."""
        return time.monotonic() < self.until.get(name, 0.0)

    def calm(self) -> None:
        """Carry everything as it should be."""
        self.until.clear()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, upstream: str | int) -> None:
        """Carry one connection until one of its ends is gone."""
        if self.mood("refuse"):
            reset(writer)
            return
        try:
            if isinstance(upstream, int):
                there, back = await asyncio.open_connection("127.0.0.1", upstream)
            else:
                there, back = await asyncio.open_unix_connection(upstream)
        except OSError:
            reset(writer)
            return
        self.ends.add(writer)
        try:
            requests = asyncio.ensure_future(self._carry(reader, back))
            replies = asyncio.ensure_future(self._bring(there, writer))
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait({requests, replies}, return_when=asyncio.FIRST_COMPLETED)
            requests.cancel()
            replies.cancel()
        finally:
            self.ends.discard(writer)
            for end in (writer, back):
                with contextlib.suppress(OSError, RuntimeError):
                    end.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.mood("delay"):
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()

    async def _bring(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Replies are what hurts to lose: the server has done its work and the client does not know."""
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.mood("delay"):
                    await asyncio.sleep(self.delay)
                if self.mood("swallow"):
                    reset(writer)
                    return
                if self.mood("truncate"):
                    writer.write(data[: len(data) // 2])
                    await writer.drain()
                    reset(writer)
                    return
                writer.write(data)
                await writer.drain()

    def cut(self, share: float, random: Random) -> int:
        """Reset so many of the open connections; how many."""
        ends = [end for end in tuple(self.ends) if random.random() < share]
        for end in ends:
            reset(end)
        return len(ends)


def reset(writer: asyncio.StreamWriter) -> None:
    """End a connection without a word: over TCP with RST, so that the other end sees an error and no end of file."""
    with contextlib.suppress(OSError, AttributeError):
        end: socket.socket = writer.get_extra_info("socket")
        if end.family != socket.AF_UNIX:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Proxies:
    """One thread that runs both wires: `http` before the API, `redis` between the service and its Redis."""

    def __init__(self, port: int, api: int, redis: Path) -> None:
        self.wires = {"http": Wire(), "redis": Wire()}
        self.port = port
        self.api = api
        self.socket = redis
        self.behind = redis.with_name("behind.sock")
        self._loop = asyncio.new_event_loop()
        self._mine = 0
        self._server: asyncio.AbstractServer | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxies", daemon=True)
        self._thread.start()
        self._do(asyncio.start_server(self._http, "127.0.0.1", port, backlog=512))

    def _do(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(20)

    async def _http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.wires["http"].connect(reader, writer, self.api)

    async def _redis(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.wires["redis"].connect(reader, writer, str(self.behind))

    def slip_in(self) -> None:
        """Take the place of Redis' socket, now and whenever a new Redis has made its own there."""
        self._do(self._take_place())
        asyncio.run_coroutine_threadsafe(self._watch(), self._loop)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            with contextlib.suppress(OSError):
                if self.socket.stat().st_ino != self._mine:
                    await self._take_place()

    async def _take_place(self) -> None:
        """Connections made before stay as they are; those made in between reach Redis itself, which is no harm."""
        ours = self.socket.with_name("ours.sock")
        ours.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._redis, str(ours), backlog=512)
        self._mine = ours.stat().st_ino
        self.socket.replace(self.behind)
        ours.replace(self.socket)
        if self._server is not None:
            self._server.close()
        self._server = server

    def set(self, wire: str, mood: str, lasts: float, delay: float = 0.0) -> None:
        """Let a wire be in a mood for a while."""
        self.wires[wire].delay = delay
        self.wires[wire].until[mood] = time.monotonic() + lasts

    def cut(self, wire: str, share: float, random: Random) -> int:
        """Reset a share of the open connections of a wire."""

        async def cut() -> int:
            return self.wires[wire].cut(share, random)

        found: int = self._do(cut())
        return found

    def calm(self) -> None:
        """Carry everything as it should be."""
        for wire in self.wires.values():
            wire.calm()

    def close(self) -> None:
        """Carry nothing any more."""

        async def leave() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self._do(leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
