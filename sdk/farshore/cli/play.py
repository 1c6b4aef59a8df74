"""Play at a table in the terminal: what happens and what is said streams by, and the input line stays below it."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from farshore.agents.loading import UsageError
from farshore.cli import reflow
from farshore.cli.input import Input
from farshore.cli.terminal import Leave, Terminal
from farshore.client import Client
from farshore.errors import Conflict, FarshoreError, Unreachable
from farshore.models import Decision, Update
from farshore.streams import retrying
from farshore.table import Table

RETRIES: Final = 2
"""How often a request of the person is repeated before they are told that the service does not answer."""

CHANGES: Final = frozenset({"decision-opened", "decision-closed", "started", "snapshot", "clock", "paused", "resumed"})
"""Events after which the input line shows something else."""

FRENCH: Final = {"dire": "say", "règles": "rules", "regles": "rules", "passer": "pass", "annuler": "undo"}
"""The commands in French; the others are letters."""


class TerminalPlay:
    """One person at one table: a thread follows the table, and the person types whenever they like."""

    def __init__(self, terminal: Terminal, client: Client, table: Table) -> None:
        self.terminal = terminal
        self.messages = terminal.messages
        self.client = client
        self.table = table
        if terminal.screen:
            # A person is told soon that a line was not sent; what follows the table goes on trying.
            client.retries = RETRIES
        self.update = table.view()
        self.input = Input(terminal, lambda: self.update, client)
        self._shown: tuple[Any, ...] = ()
        self._last_answer: str | None = None
        self._on_page = 0
        self._cards: dict[str, dict[str, str]] | None = None
        self._error: FarshoreError | None = None
        self._lock = threading.Lock()
        self._showing = threading.Lock()

    def play(self) -> Update:
        """Play until the table is over. `Leave` is raised when the person quits."""
        follower = threading.Thread(target=self._follow, daemon=True)
        with self.input:
            self._show_page(again=True)
            follower.start()
            while (line := self.input.read()) is not None:
                self.enter(line.strip())
        if self._error is not None:
            raise self._error
        return self.update

    def _follow(self) -> None:
        """Print each event as a sentence, and the page when there is something new to decide."""
        try:
            for event in self.table.events(self.update.seq, words=True):
                # What happened before the page was written stands on it.
                if event.seq > self._on_page and not event.data.get("refused"):
                    self.terminal.tell(event)
                if event.type in CHANGES or event.last:
                    self._take(retrying(self.table.view))
                if event.type in ("decision-opened", "started") or event.last:
                    retrying(partial(self._show_page, again=event.last))
        except FarshoreError as error:
            self._error = error
        finally:
            self.input.close()

    def _take(self, update: Update) -> None:
        """Keep the newest state: responses to the two threads may arrive out of order."""
        with self._lock:
            if update.seq >= self.update.seq:
                self.update = update
            if not self.update.decisions:
                self.input.wake(False)

    def _show_page(self, again: bool = False) -> None:
        """Print the page, unless the same question is only asked again. That of the end waits for all that is told."""
        with self._showing:
            asked = tuple((each.kind, each.options) for each in self.update.decisions)
            if again or (asked != self._shown and not self.update.over):
                before = self.update.seq
                text = self.table.page()
                self._shown, self._on_page = asked, before
                self.terminal.gap()
                self.terminal.page(text)
        with self._lock:
            self.input.wake(bool(self.update.decisions))

    def enter(self, line: str) -> None:
        """Run a command, or take the line as an answer."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "?": lambda rest: self.terminal.say("help"),
            "q": self._quit,
            "b": lambda rest: self._show_page(again=True),
            "h": self._cards_in_words,
            "say": self._say,
            "rules": self._rules,
            "pass": self._pass,
            "undo": self._undo,
        }
        command = commands.get(FRENCH.get(word.casefold(), word.casefold()))
        try:
            if command is not None and line not in self._options():
                command(rest.strip())
            elif line.startswith('"'):
                self._say(line.strip('"'))
            else:
                self._answer(line)
        except Unclear as unclear:
            self.terminal.say(unclear.key, style="yellow", **unclear.params)
        except Unreachable:
            if not self.terminal.screen:
                raise
            self.terminal.say("not-sent", style="yellow")
        except FarshoreError as refused:
            self.terminal.show(str(refused), style="yellow")
            if isinstance(refused, Conflict):
                self._take(self.table.view())
                self._show_page()

    def _options(self) -> set[str]:
        """Everything that can be answered now. "pass" may be a command, and an option of this window."""
        return {option for decision in self.update.decisions for option in decision.options}

    def _answer(self, line: str) -> None:
        """Answer the first open decision that the line fits."""
        decisions = self.update.decisions
        if not decisions:
            raise Unclear("not-asked")
        if not line and decisions[0].least > 0:
            raise Unclear("say-something")
        decision, picks = self._meant(line, decisions)
        self._shown = ()
        self._take(self.table.answer(decision, picks))
        self._last_answer = decision.id
        if self.update.decisions:
            # The answer has already brought the next question.
            self._show_page()

    def _meant(self, line: str, decisions: tuple[Decision, ...]) -> tuple[Decision, tuple[str, ...]]:
        wrong: Unclear | None = None
        for decision in decisions:
            try:
                return decision, parse_picks(line, decision)
            except Unclear as unclear:
                wrong = wrong or unclear
        assert wrong is not None
        raise wrong

    def _quit(self, rest: str) -> None:
        raise Leave

    def _say(self, text: str) -> None:
        if text:
            # What the rules refuse is told here, before it costs anything at the table.
            self.table.check_say(text)
            self.table.say(text)

    def _rules(self, rest: str) -> None:
        """All rules, or the sections with this word in their heading."""
        rules = self.client.games.rules(self.table.game)
        found = reflow.section(rules, rest) if rest else rules
        if not found:
            headings = ", ".join(line.lstrip("# ") for line in rules.splitlines() if line.startswith("#"))
            raise Unclear("no-such-rules", word=rest, headings=headings)
        self.terminal.rules(found)

    def _pass(self, rest: str) -> None:
        """Pass windows in advance; `pass off` ends it."""
        if rest in ("off", "non"):
            self.table.ask_again()
            self.terminal.say("pass-off", style="dim")
        else:
            self.table.pass_windows(*(kind for kind in rest.split() if kind not in ("on", "oui")))
            self.terminal.say("pass-on", style="dim")
            self._take(self.table.view())

    def _undo(self, rest: str) -> None:
        """Withdraw the last answer, where the rules allow it."""
        if self._last_answer is None:
            raise Unclear("nothing-to-undo")
        try:
            self._take(self.table.withdraw(self._last_answer))
        except Conflict as refused:
            if refused.code != "closed":
                raise
            raise Unclear("too-late-to-undo") from None
        self._last_answer = None
        self._show_page()

    def _cards_in_words(self, rest: str) -> None:
        """What cards do, by their ids or names; without a name, the options."""
        if self._cards is None:
            self._cards = dict(self.client.games.text(self.table.game, self.messages.language)["cards"])
        wanted = rest.casefold()
        options = self._options()
        found = False
        for id, card in self._cards.items():
            named = wanted in (id.casefold(), id.casefold().lstrip("rs")) or wanted in card["name"].casefold()
            if named if wanted else id in options:
                self.terminal.show(f"{id}  {card['name']} — {card['text']}")
                found = True
        if not found:
            raise Unclear("no-such-card" if wanted else "no-card-offered", word=rest)


class Unclear(UsageError):
    """The line is not an answer; `key` and `params` are the message that says why."""


def parse_picks(line: str, question: Decision) -> tuple[str, ...]:
    """The picks of a line: positions in the list or ids of cards, separated by spaces."""
    picks = tuple(find_option(word, question.options) for word in line.replace(",", " ").split())
    if len(set(picks)) < len(picks):
        raise Unclear("picked-twice")
    if not question.least <= len(picks) <= question.most:
        if question.least == question.most:
            raise Unclear("pick-one" if question.most == 1 else "pick-exactly", most=question.most, given=len(picks))
        raise Unclear("pick-between", least=question.least, most=question.most, given=len(picks))
    return picks


def find_option(word: str, options: Sequence[str]) -> str:
    """The option a word stands for: `2` or `#2` is the second of the list, `r21` or `21` the card of that name."""
    number = word.removeprefix("#")
    place = int(number) if number.isascii() and number.isdigit() else 0
    meant = {options[place - 1]} if 0 < place <= len(options) else set()
    if not word.startswith("#"):
        named = {option for option in options if option.casefold() == word.casefold()}
        if named and not place:
            return named.pop()
        meant |= named | ({option for option in options if _figures(option) == place} if place else set())
    if not meant and not place:
        begins = [option for option in options if option.casefold().startswith(word.casefold())]
        if len(begins) > 1:
            raise Unclear("several-fit", word=word, options=", ".join(begins))
        meant = set(begins)
    if not meant:
        raise Unclear("not-an-option", word=word, last=len(options))
    if len(meant) > 1:
        raise Unclear("ambiguous", word=word, place=options[place - 1], card=(meant - {options[place - 1]}).pop())
    return meant.pop()


def _figures(option: str) -> int:
    """The number of a card: 21 for `r21`; 0 if it has none."""
    figures = option.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return int(figures) if figures.isascii() and figures.isdigit() else 0
