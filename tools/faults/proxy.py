"""A proxy between clients and a server that loses, truncates and delays what it forwards."""

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


class Proxy:
    """One proxy. Each failure mode lasts until a moment of the monotonic clock."""

    def __init__(self) -> None:
        self.until: dict[str, float] = {}
        self.delay = 0.0
        self.ends: set[asyncio.StreamWriter] = set()

    def is_on(self, name: str) -> bool:
        """Whether this failure mode is on."""
        return time.monotonic() < self.until.get(name, 0.0)

    def clear(self) -> None:
        """Forward everything correctly again."""
        self.until.clear()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, upstream: str | int) -> None:
        """Forward one connection until one side closes it."""
        if self.is_on("refuse"):
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
            requests = asyncio.ensure_future(self._forward_requests(reader, back))
            replies = asyncio.ensure_future(self._forward_replies(there, writer))
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait({requests, replies}, return_when=asyncio.FIRST_COMPLETED)
            requests.cancel()
            replies.cancel()
        finally:
            self.ends.discard(writer)
            for end in (writer, back):
                with contextlib.suppress(OSError, RuntimeError):
                    end.close()

    async def _forward_requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.is_on("delay"):
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()

    async def _forward_replies(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Losing a reply is the interesting case: the server has done its work, but the client does not know."""
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.is_on("delay"):
                    await asyncio.sleep(self.delay)
                if self.is_on("swallow"):
                    reset(writer)
                    return
                if self.is_on("truncate"):
                    writer.write(data[: len(data) // 2])
                    await writer.drain()
                    reset(writer)
                    return
                writer.write(data)
                await writer.drain()

    def reset_connections(self, share: float, random: Random) -> int:
        """Reset a share of the open connections. Return how many."""
        ends = [end for end in tuple(self.ends) if random.random() < share]
        for end in ends:
            reset(end)
        return len(ends)


def reset(writer: asyncio.StreamWriter) -> None:
    """Abort a connection: over TCP with RST, so that the other side sees an error and no end of file."""
    with contextlib.suppress(OSError, AttributeError):
        end: socket.socket = writer.get_extra_info("socket")
        if end.family != socket.AF_UNIX:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Proxies:
    """A thread with two proxies: `http` in front of the API, `redis` between the service and its Redis."""

    def __init__(self, port: int, api: int, redis: Path) -> None:
        self.proxies = {"http": Proxy(), "redis": Proxy()}
        self.port = port
        self.api = api
        self.socket = redis
        self.real_socket = redis.with_name("real.sock")
        self._loop = asyncio.new_event_loop()
        self._own_inode = 0
        self._server: asyncio.AbstractServer | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxies", daemon=True)
        self._thread.start()
        self._do(asyncio.start_server(self._http, "127.0.0.1", port, backlog=512))

    def _do(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(20)

    async def _http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.proxies["http"].connect(reader, writer, self.api)

    async def _redis(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.proxies["redis"].connect(reader, writer, str(self.real_socket))

    def intercept_redis(self) -> None:
        """Replace the socket of Redis with our own, now and whenever a restarted Redis has created it again."""
        self._do(self._replace_socket())
        asyncio.run_coroutine_threadsafe(self._watch(), self._loop)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            with contextlib.suppress(OSError):
                if self.socket.stat().st_ino != self._own_inode:
                    await self._replace_socket()

    async def _replace_socket(self) -> None:
        """Connections made before stay as they are; those made in between reach Redis directly, which does no harm."""
        own = self.socket.with_name("proxy.sock")
        own.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._redis, str(own), backlog=512)
        self._own_inode = own.stat().st_ino
        self.socket.replace(self.real_socket)
        own.replace(self.socket)
        if self._server is not None:
            self._server.close()
        self._server = server

    def set(self, proxy: str, mode: str, lasts: float, delay: float = 0.0) -> None:
        """Switch a failure mode on for some seconds."""
        self.proxies[proxy].delay = delay
        self.proxies[proxy].until[mode] = time.monotonic() + lasts

    def reset_connections(self, proxy: str, share: float, random: Random) -> int:
        """Reset a share of the open connections of a proxy."""

        async def reset_them() -> int:
            return self.proxies[proxy].reset_connections(share, random)

        found: int = self._do(reset_them())
        return found

    def clear(self) -> None:
        """Forward everything correctly again."""
        for proxy in self.proxies.values():
            proxy.clear()

    def close(self) -> None:
        """Close both proxies."""

        async def cancel_all() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self._do(cancel_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
