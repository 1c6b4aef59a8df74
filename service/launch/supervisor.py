"""The one process behind `make run`: it starts the parts, starts again what dies, and stops all in order.

It has a single thread and one loop, `tick`, that sleeps until a signal, a line of a child's log or a timer needs
it. The order of `stages` is the order of starting; stopping goes backwards, so that Redis leaves last.
"""

import os
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from types import FrameType
from typing import IO

from service.launch.parent_watch import adopt, leashed

TICK = 0.5
SHORT_LIFE = 1.0
LONGEST_PAUSE = 5.0
# `timeout` and some terminals send one Ctrl-C twice; only a later one is meant as a second.
SAME_KEYPRESS = 0.5


class Stopping(Exception):
    """Somebody asked for the end while the parts were still starting."""


class Part:
    """One supervised process: how it is started, and how often it failed lately."""

    def __init__(self, name: str, command: list[str], env: Mapping[str, str], patience: float) -> None:
        self.name = name
        self.command = command
        self.env = env
        self.patience = patience
        self.process: subprocess.Popen[bytes] | None = None
        self.born = 0.0
        self.short_lives = 0
        self.again_at: float | None = None

    def start(self) -> None:
        self.born = time.monotonic()
        self.again_at = None
        self.process = self.spawn()

    def spawn(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603
            leashed(self.command, on_death=signal.SIGKILL),
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def died(self) -> float:
        """Note a death and say how long to wait: not at all, unless it dies young again and again."""
        lived = time.monotonic() - self.born
        self.short_lives = self.short_lives + 1 if lived < SHORT_LIFE else 0
        pause = min(0.2 * 2 ** (self.short_lives - 2), LONGEST_PAUSE) if self.short_lives > 1 else 0.0
        self.again_at = time.monotonic() + pause
        return pause

    def send(self, number: signal.Signals) -> None:
        if self.process is not None and self.alive:
            self.process.send_signal(number)


class Supervisor:
    """Keeps the stages of parts alive until a signal says stop."""

    def __init__(self, log: Callable[[str, str], None], *, with_parent: bool = False) -> None:
        """`log` takes who speaks and what they say; the supervisor's own news come as `note` or `warning`."""
        self.log = log
        self.stages: list[list[Part]] = []
        self.parent = os.getppid() if with_parent else None
        self.stopping = False
        self.interrupted_at: float | None = None
        self.selector = selectors.DefaultSelector()
        self.logs: dict[IO[bytes], bytes] = {}

    # ---- signals ----

    def listen(self) -> None:
        """Take the signals; a written byte wakes the loop, so that nothing waits for the next tick."""
        self.wake_in, self.wake_out = socket.socketpair()
        self.wake_in.setblocking(False)
        self.wake_out.setblocking(False)
        signal.set_wakeup_fd(self.wake_out.fileno(), warn_on_full_buffer=False)
        self.selector.register(self.wake_in, selectors.EVENT_READ)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self.asked_to_stop)
        signal.signal(signal.SIGINT, self.asked_to_stop)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self.asked_to_stop)
        adopt()

    def asked_to_stop(self, number: int, _: FrameType | None) -> None:
        now = time.monotonic()
        # Only Ctrl-C counts twice: `make` hands a SIGTERM on that the process group has received already.
        if number == signal.SIGINT:
            if self.interrupted_at is not None and now - self.interrupted_at > SAME_KEYPRESS:
                self.kill()
            self.interrupted_at = self.interrupted_at or now
        self.stopping = True

    # ---- running ----

    def start(self, *parts: Part) -> None:
        """Start one more stage."""
        self.stages.append(list(parts))
        for part in parts:
            self.begin(part)

    def begin(self, part: Part) -> None:
        part.start()
        if part.process is not None and part.process.stdout is not None:
            os.set_blocking(part.process.stdout.fileno(), False)
            self.logs[part.process.stdout] = b""
            self.selector.register(part.process.stdout, selectors.EVENT_READ, part)

    def until(self, ready: Callable[[], bool], pause: float) -> None:
        """Keep everything running until something is ready."""
        while not ready():
            self.tick(pause)
            if self.stopping:
                raise Stopping

    def run(self) -> None:
        """Keep everything running until somebody asks for the end."""
        while not self.stopping:
            self.tick(TICK)

    def tick(self, pause: float) -> None:
        self.relay(pause)
        self.reap_adopted()
        if self.parent is not None and os.getppid() != self.parent:
            self.stopping = True
        for part in self.parts():
            if self.stopping:
                return
            if part.again_at is None and not part.alive:
                self.mourn(part)
            if part.again_at is not None and time.monotonic() >= part.again_at:
                self.begin(part)

    def mourn(self, part: Part) -> None:
        code = part.process.returncode if part.process else 0
        pause = part.died()
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        when = f"in {pause:.1f} s" if pause else "now"
        # A worker that ends by itself after its share of jobs is no news.
        self.log("note" if code == 0 and not pause else "warning", f"{part.name} {how}; starting it again {when}")

    def parts(self) -> list[Part]:
        return [part for stage in self.stages for part in stage]

    def reap_adopted(self) -> None:
        """A killed web server leaves its workers to us: they end by their guard, and must not stay as zombies."""
        ours = {part.process.pid for part in self.parts() if part.process is not None}
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None or ended.si_pid in ours:
                return
            os.waitpid(ended.si_pid, 0)

    def relay(self, pause: float) -> None:
        """Sleep until something happens; pass on what the parts have written, a line at a time."""
        for key, _ in self.selector.select(pause):
            if key.fileobj is self.wake_in:
                self.wake_in.recv(4096)
                continue
            stream: IO[bytes] = key.fileobj  # type: ignore[assignment]
            said = os.read(stream.fileno(), 65536)
            *lines, rest = (self.logs[stream] + said).split(b"\n")
            self.logs[stream] = rest
            for line in lines if said else [*lines, rest]:
                if line:
                    self.log(key.data.name, line.decode(errors="replace"))
            if not said:
                self.selector.unregister(stream)
                del self.logs[stream]
                stream.close()

    # ---- the end ----

    def stop(self) -> None:
        """Stop stage by stage, the last one first; what does not go in its time is killed."""
        self.stopping = True
        for stage in reversed(self.stages):
            for part in stage:
                part.send(signal.SIGTERM)
            deadline = time.monotonic() + max(part.patience for part in stage)
            while any(part.alive for part in stage) and time.monotonic() < deadline:
                self.relay(0.05)
            for part in stage:
                if part.alive:
                    self.log("warning", f"{part.name} did not stop in time and is killed")
                    part.send(signal.SIGKILL)
        for part in self.parts():
            if part.process is not None:
                part.process.wait()
        self.relay(0)
        self.reap_adopted()

    def kill(self) -> None:
        """The second Ctrl-C: everything goes at once. Redis has written all that it ever acknowledged."""
        for part in reversed(self.parts()):
            part.send(signal.SIGKILL)
