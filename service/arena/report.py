"""The report: one self-contained HTML file without scripts, in light, dark and print colours.

Its template is `report.html`, where every value is escaped. This module supplies the content.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from service.arena.plots import LEFT, RIGHT, ROW, WIDTH, Bar, Curve, Curves, Intervals, curves, intervals, shorten
from service.arena.ratings import Rating, Z
from service.arena.results import Results, Share, roles

COLOURS: Final = 8
FOLDER: Final = Path(__file__).parent


@cache
def text(language: str) -> dict[str, str]:
    """The texts of the report."""
    found: dict[str, str] = json.loads((FOLDER / "text" / f"{language}.json").read_text("utf-8"))
    return found


@cache
def template() -> Template:
    found = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    found.globals.update(width=WIDTH, left=LEFT, right=RIGHT, row=ROW)
    found.filters.update(px=lambda value: f"{value:.1f}", shade=shade, shorten=shorten)
    return found.get_template("report.html")


def report(found: Results, language: str = "en") -> str:
    page = ReportPage(found, language)
    return template().render(page=page, found=found, plan=found.plan, say=page.say, number=page.number)


def shade(share: float) -> str:
    """A colour for a share of won games; the further from a half, the stronger."""
    colour, strength = ("--good", share - 0.5) if share >= 0.5 else ("--bad", 0.5 - share)
    return f"rgba(var({colour}),{0.05 + 0.75 * strength:.2f})"


class ReportPage:
    """The content of a report in one language."""

    def __init__(self, found: Results, language: str) -> None:
        self.found, self.plan, self.language = found, found.plan, language
        self.game = self.plan.rules_of.words(language).name
        self.colour = {entrant.name: n % COLOURS for n, entrant in enumerate(self.plan.entrants)}
        self.order = [standing.entrant for standing in found.standings]

    def say(self, key: str, **facts: Any) -> str:
        """A sentence."""
        return text(self.language)[key].format(**facts)

    def number(self, value: float | None, digits: int = 1) -> str:
        """A number, formatted for the language; a dash for None."""
        if value is None:
            return "–"
        shown = f"{value:,.{digits}f}"
        return shown.translate(str.maketrans(",.", "\u202f,")) if self.language == "fr" else shown

    def percent(self, value: float) -> str:
        """A share, formatted for the language."""
        return f"{self.number(100 * value)} %"

    def role(self, role: str) -> str:
        return text(self.language).get(f"role-{role}", role)

    def failure(self, kind: str) -> str:
        return text(self.language).get(f"failure-{kind}", kind)

    def facts(self) -> str:
        """A summary of what was played."""
        plan = self.plan
        return self.say(
            "facts",
            entrants=len(plan.entrants),
            seats=plan.seats,
            system=self.say(plan.system, rounds=plan.rounds),
            played=self.number(self.found.played, 0),
            deals=self.number(plan.rounds * plan.deals, 0),
        )

    def verdicts(self) -> Iterator[str]:
        """A sentence about each entrant and the next one below it."""
        for one, other in pairwise(self.order):
            if (met := self.found.cross.get((one, other))) is not None:
                key = "better" if met.low > 0.5 else "undecided"
                yield self.say(key, one=one, other=other, **self._shares(met))
        if len(self.order) == 1:
            yield self.say("alone", one=self.order[0], **self._shares(self.found.standings[0].wins))

    def _shares(self, share: Share) -> dict[str, str]:
        return {
            "share": self.percent(share.mean),
            "low": self.percent(share.low),
            "high": self.percent(share.high),
            "games": self.number(share.games, 0),
        }

    def ratings(self) -> Iterator[tuple[str, list[tuple[str, Rating]], Intervals]]:
        """The title, the ratings and the plot of each role; a single entrant has none."""
        several = len(roles(self.found)) > 1
        for role in roles(self.found) if len(self.plan.entrants) > 1 else ():
            rated = [(name, each) for (name, as_role), each in self.found.ratings.items() if as_role == role]
            bars = [
                Bar(name, self.colour[name], each.mu, each.low, each.high, self.number(each.mu)) for name, each in rated
            ]
            title = self.say("ratings-role", role=self.role(role)) if several else self.say("ratings")
            if bars:
                yield title, rated, intervals(bars)

    def scale(self) -> str:
        """What a difference of ratings means."""
        # In the model, without uncertainty, this difference means odds of e to one.
        step = self.plan.rating["beta"] * sqrt(max(2, self.plan.size))
        mu = self.number(self.plan.rating["mu"], 0)
        return self.say("ratings-about", mu=mu, one=self.number(step), two=self.number(2 * step))

    def sides(self) -> Mapping[str, str]:
        one, other = (self.role(role) for role in sorted(roles(self.found)))
        return {"one": one, "other": other}

    def histories(self) -> Iterator[tuple[str, Curves]]:
        """The rating history of each role, which is named if there are several."""
        several = len(roles(self.found)) > 1
        for role in roles(self.found):
            lines = [
                Curve(name, self.colour[name], [(float(n), mu, Z * sigma) for n, mu, sigma in points])
                for (name, as_role), points in self.found.history.items()
                if as_role == role and len(points) > 1
            ]
            if lines and len(self.plan.entrants) > 1:
                yield self.role(role) if several else "", curves(self.say("comparisons"), lines)

    def bias(self) -> Intervals:
        """The advantage of seats or sides."""
        sides = self.plan.contest == "one-against-all"
        bars = [
            Bar(
                self.role(each.name) if sides else self.say("seat", seat=each.name),
                5,
                each.won.mean,
                each.won.low,
                each.won.high,
                self.percent(each.won.mean),
            )
            for each in self.found.bias
        ]
        return intervals(bars, self.found.bias[0].fair, percent=True)

    def origin(self) -> dict[str, str]:
        """What is needed to reproduce the results."""
        plan = self.plan
        model = ", ".join(f"{name} {value:.4g}" for name, value in plan.rating.items() if isinstance(value, float))
        made = ", ".join(
            f"{each.name}: {each.kind} {each.source or each.level}"
            + (f" ({each.thoughts})" if each.thoughts else "")
            + (f" #{each.digest}" if each.digest else "")
            for each in plan.entrants
        )
        return {
            "plan": plan.digest,
            "seed": plan.seed,
            "rules": f"{plan.game} {plan.rules}",
            "options": ", ".join(f"{name}={json.dumps(value)}" for name, value in plan.options.items()) or "–",
            "made-by": made,
            "model": f"{plan.rating['model']} (openskill {plan.rating['openskill']}): {model}",
        }
