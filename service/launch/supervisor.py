"""The process behind `make run`: it starts the parts, restarts those that die, and stops all of them in order.

It has one thread with one loop, `tick`, which sleeps until there is a signal, a line of log output or a timer. The
stages are started in order and stopped in reverse order, so that Redis stops last.
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

from service.launch.forked import ForkedProcess
from service.launch.parent_watch import become_subreaper, tied_to_parent

# How often it checks without a signal whether its own parent is alive.
TICK = 1.0
QUICK_EXIT = 1.0
LONGEST_DELAY = 5.0
# `timeout` and some terminals send one Ctrl-C twice; only a later one counts as the second.
SAME_KEYPRESS = 0.5


class Stopping(Exception):
    """A stop was requested while the parts were still starting."""


class Part:
    """One supervised process: how it is started, and how often it has exited quickly."""

    def __init__(
        self,
        name: str,
        command: list[str],
        env: Mapping[str, str],
        stop_timeout: float,
        run: Callable[[], int] | None = None,
    ) -> None:
        """With `run` the process is forked from this one and calls it; otherwise it executes the command."""
        self.name = name
        self.command = command
        self.env = env
        self.stop_timeout = stop_timeout
        self.run = run
        self.process: subprocess.Popen[bytes] | ForkedProcess | None = None
        self.started_at = 0.0
        self.quick_exits = 0
        self.restart_at: float | None = None

    def start(self) -> None:
        self.started_at = time.monotonic()
        self.restart_at = None
        self.process = self.spawn()

    def spawn(self) -> subprocess.Popen[bytes] | ForkedProcess:
        if self.run is not None:
            return ForkedProcess(title(self.command), self.run, self.env)
        return subprocess.Popen(  # noqa: S603
            tied_to_parent(self.command, death_signal=signal.SIGKILL),
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def schedule_restart(self) -> float:
        """Schedule the restart after an exit. Return its delay in seconds, which grows with repeated quick exits."""
        lived = time.monotonic() - self.started_at
        self.quick_exits = self.quick_exits + 1 if lived < QUICK_EXIT else 0
        delay = min(0.2 * 2 ** (self.quick_exits - 2), LONGEST_DELAY) if self.quick_exits > 1 else 0.0
        self.restart_at = time.monotonic() + delay
        return delay

    def send(self, number: signal.Signals) -> None:
        if self.process is not None and self.alive:
            self.process.send_signal(number)


def title(command: list[str]) -> str:
    """What `ps` shows for a forked process: the module and its arguments."""
    return " ".join(command[2:]).removeprefix("service.launch.")


class Supervisor:
    """Keeps all parts running until a signal stops it."""

    def __init__(self, log: Callable[[str, str], None], *, with_parent: bool = False) -> None:
        """`log` takes the name of a part and a line. The supervisor's own lines have the name `note` or `warning`."""
        self.log = log
        self.stages: list[list[Part]] = []
        self.parent = os.getppid() if with_parent else None
        self.stopping = False
        self.interrupted_at: float | None = None
        self.selector = selectors.DefaultSelector()
        self.logs: dict[IO[bytes], bytes] = {}

    # ---- signals ----

    def listen(self) -> None:
        """Install the signal handlers. A signal also writes a byte, which wakes the loop immediately."""
        self.wake_in, self.wake_out = socket.socketpair()
        self.wake_in.setblocking(False)
        self.wake_out.setblocking(False)
        signal.set_wakeup_fd(self.wake_out.fileno(), warn_on_full_buffer=False)
        self.selector.register(self.wake_in, selectors.EVENT_READ)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self.on_stop_signal)
        signal.signal(signal.SIGINT, self.on_stop_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self.on_stop_signal)
        become_subreaper()

    def on_stop_signal(self, number: int, _: FrameType | None) -> None:
        now = time.monotonic()
        # Only a second Ctrl-C kills, not a second SIGTERM: `make` forwards one that the process group already received.
        if number == signal.SIGINT:
            if self.interrupted_at is not None and now - self.interrupted_at > SAME_KEYPRESS:
                self.kill()
            self.interrupted_at = self.interrupted_at or now
        self.stopping = True

    # ---- running ----

    def start(self, *parts: Part) -> None:
        """Start the parts of the next stage."""
        self.stages.append(list(parts))
        for part in parts:
            self.launch(part)

    def launch(self, part: Part) -> None:
        part.start()
        if part.process is not None and part.process.stdout is not None:
            os.set_blocking(part.process.stdout.fileno(), False)
            self.logs[part.process.stdout] = b""
            self.selector.register(part.process.stdout, selectors.EVENT_READ, part)

    def until(self, ready: Callable[[], bool], pause: float) -> None:
        """Keep all parts running until something is ready."""
        while not ready():
            self.tick(pause)
            if self.stopping:
                raise Stopping

    def run(self) -> None:
        """Keep all parts running until a stop is requested."""
        while not self.stopping:
            restarts = [part.restart_at - time.monotonic() for part in self.parts() if part.restart_at is not None]
            self.tick(max(0.0, min([TICK, *restarts])))

    def tick(self, pause: float) -> None:
        self.relay(pause)
        self.reap_adopted()
        if self.parent is not None and os.getppid() != self.parent:
            self.stopping = True
        for part in self.parts():
            if self.stopping:
                return
            if part.restart_at is None and not part.alive:
                self.report_exit(part)
            if part.restart_at is not None and time.monotonic() >= part.restart_at:
                self.launch(part)

    def report_exit(self, part: Part) -> None:
        code = (part.process.returncode if part.process else None) or 0
        delay = part.schedule_restart()
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"exited with code {code}"
        when = f"in {delay:.1f} s" if delay else "now"
        # A process that exits with 0 was told to stop, which is no reason for a warning.
        self.log("note" if code == 0 and not delay else "warning", f"{part.name} {how}; restarting it {when}")

    def parts(self) -> list[Part]:
        return [part for stage in self.stages for part in stage]

    def reap_adopted(self) -> None:
        """Reap the orphaned workers of a killed web server."""
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
        """Sleep until something happens, and relay the output of the parts line by line."""
        for key, _ in self.selector.select(pause):
            if key.fileobj is self.wake_in:
                self.wake_in.recv(4096)
                continue
            stream: IO[bytes] = key.fileobj  # type: ignore[assignment]
            output = os.read(stream.fileno(), 65536)
            *lines, rest = (self.logs[stream] + output).split(b"\n")
            self.logs[stream] = rest
            for line in lines if output else [*lines, rest]:
                if line:
                    self.log(key.data.name, line.decode(errors="replace"))
            if not output:
                self.selector.unregister(stream)
                del self.logs[stream]
                stream.close()

    # ---- stopping ----

    def stop(self) -> None:
        """Stop stage by stage, the last one first. A part that does not stop in time is killed."""
        self.stopping = True
        for stage in reversed(self.stages):
            for part in stage:
                part.send(signal.SIGTERM)
            deadline = time.monotonic() + max(part.stop_timeout for part in stage)
            while any(part.alive for part in stage) and time.monotonic() < deadline:
                self.relay(0.05)
            for part in stage:
                if part.alive:
                    self.log("warning", f"{part.name} did not stop in time; killing it")
                    part.send(signal.SIGKILL)
        for part in self.parts():
            if part.process is not None:
                part.process.wait()
        self.relay(0)
        self.reap_adopted()

    def kill(self) -> None:
        """Kill all parts at once, after a second Ctrl-C. Redis has written everything that it has acknowledged."""
        for part in reversed(self.parts()):
            part.send(signal.SIGKILL)
