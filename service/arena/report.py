"""The report: one self-contained HTML file without scripts, in light, dark and print colours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, Final

from service.arena.plots import Bar, Curve, curves, intervals
from service.arena.ratings import Z
from service.arena.results import Results, Share, roles

COLOURS: Final = 8
FOLDER: Final = Path(__file__).parent


@cache
def text(language: str) -> dict[str, str]:
    """The texts of the report."""
    found: dict[str, str] = json.loads((FOLDER / "text" / f"{language}.json").read_text("utf-8"))
    return found


def report(found: Results, language: str = "en") -> str:
    """The report as HTML."""
    return ReportPage(found, language).html()


class ReportPage:
    """A report in one language."""

    def __init__(self, found: Results, language: str) -> None:
        self.found, self.plan, self.language = found, found.plan, language
        self.game = self.plan.rules_of.words(language).name
        names = [entrant.name for entrant in self.plan.entrants]
        self.colour = {name: n % COLOURS for n, name in enumerate(names)}

    def say(self, key: str, **facts: Any) -> str:
        """A sentence, escaped for HTML."""
        return escape(text(self.language)[key].format(**facts))

    def percent(self, value: float) -> str:
        """A share, formatted for the language."""
        shown = f"{100 * value:.1f}"
        return f"{shown.replace('.', ',')} %" if self.language == "fr" else f"{shown} %"

    def number(self, value: float | None, digits: int = 1) -> str:
        """A number, formatted for the language; a dash for None."""
        if value is None:
            return "–"
        shown = f"{value:,.{digits}f}"
        return shown.translate(str.maketrans(",.", "\u202f,")) if self.language == "fr" else shown

    def html(self) -> str:
        """The page with all sections that are not empty."""
        title = self.say("title", game=self.game)
        sections = [
            self.verdict(),
            *(self.ratings(role) for role in roles(self.found) if len(self.plan.entrants) > 1),
            self.standings(),
            self.cross(),
            self.history(),
            self.bias(),
            self.failures(),
            self.reproduce(),
        ]
        style = (FOLDER / "report.css").read_text("utf-8")
        return (
            f'<!doctype html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
            f"<header><h1>{title}</h1><p class='soft'>{self.facts()}</p></header>\n"
            + "\n".join(section for section in sections if section)
            + "\n</main>\n</body>\n</html>\n"
        )

    def facts(self) -> str:
        """A summary of what was played."""
        plan = self.plan
        system = text(self.language)[plan.system].format(rounds=plan.rounds)
        return self.say(
            "facts",
            entrants=len(plan.entrants),
            seats=plan.seats,
            system=system,
            played=self.number(self.found.played, 0),
            deals=self.number(plan.rounds * plan.deals, 0),
        )

    def verdict(self) -> str:
        """A sentence about each entrant and the next one below it."""
        lines = []
        order = [standing.entrant for standing in self.found.standings]
        for one, other in pairwise(order):
            if (met := self.found.cross.get((one, other))) is None:
                continue
            key = "better" if met.low > 0.5 else "undecided"
            lines.append(self.say(key, one=one, other=other, **self._shares(met)))
        if len(order) == 1:
            lines.append(self.say("alone", one=order[0], **self._shares(self.found.standings[0].wins)))
        if not lines:
            return ""
        warning = ""
        if self.found.played < self.plan.games:
            warning = self.say("partly", played=self.found.played, games=self.plan.games)
            warning = f"<p><strong>{warning}</strong></p>"
        items = "".join(f"<li>{line}</li>" for line in lines)
        return f'<section class="verdict"><h2>{self.say("verdict")}</h2>{warning}<ul>{items}</ul></section>'

    def _shares(self, share: Share) -> dict[str, Any]:
        return {
            "share": self.percent(share.mean),
            "low": self.percent(share.low),
            "high": self.percent(share.high),
            "games": self.number(share.games, 0),
        }

    def ratings(self, role: str) -> str:
        """The ratings of one role, as a plot and as a table."""
        rated = [(name, each) for (name, as_role), each in self.found.ratings.items() if as_role == role]
        if not rated:
            return ""
        several = len(roles(self.found)) > 1
        title = self.say("ratings-role", role=self.role(role)) if several else self.say("ratings")
        bars = [
            Bar(name, self.colour[name], each.mu, each.low, each.high, self.number(each.mu)) for name, each in rated
        ]
        heads = [self.say(key) for key in ("entrant", "rating", "interval", "sure", "games")]
        body = [
            [
                self.name(name),
                self.number(each.mu, 2),
                f"{self.number(each.low, 2)} – {self.number(each.high, 2)}",
                self.number(each.ordinal, 2),
                self.number(each.games, 0),
            ]
            for name, each in rated
        ]
        # In the model without uncertainty, this difference means odds of e to one.
        step = self.plan.rating["beta"] * sqrt(max(2, self.plan.size))
        about = self.say(
            "ratings-about",
            mu=self.number(self.plan.rating["mu"], 0),
            one=self.number(step),
            two=self.number(2 * step),
        )
        return (
            f"<section><h2>{title}</h2><p class='soft'>{about}</p>{intervals(title, bars)}{grid(heads, body)}"
            f"<small class='soft'>{self.say('sure')}: {self.say('sure-about')}</small></section>"
        )

    def role(self, role: str) -> str:
        """The name of a role."""
        return text(self.language).get(f"role-{role}", role)

    def name(self, name: str) -> str:
        """An entrant with its colour in all plots."""
        return f'<span class="key c{self.colour[name]}"></span>{escape(name)}'

    def standings(self) -> str:
        """The table of standings."""
        keys = ("entrant", "games", "points", "wins", "score", "timing", "failures")
        body = [
            [
                self.name(each.entrant),
                self.number(each.games, 0),
                "–" if each.points is None else self.percent(each.points.mean),
                self.percent(each.wins.mean),
                self.number(each.score),
                self.number(each.ms, 2),
                self.number(sum(each.failures.values()), 0) if each.failures else self.say("none"),
            ]
            for each in self.found.standings
        ]
        return f"<section><h2>{self.say('standings')}</h2>{grid([self.say(key) for key in keys], body)}</section>"

    def cross(self) -> str:
        """The head-to-head table; stronger colours mean larger differences."""
        if len(self.plan.entrants) < 2:
            return ""
        found = self._cross_table(self.say("cross"), self.say("cross-about"), self.found.cross)
        if self.found.sides:
            one, other = (self.role(role) for role in sorted(roles(self.found)))
            title = self.say("sides", one=one, other=other)
            found += "\n" + self._cross_table(title, self.say("sides-about", one=one, other=other), self.found.sides)
        return found

    def _cross_table(self, title: str, about: str, shares: Mapping[tuple[str, str], Share]) -> str:
        order = [standing.entrant for standing in self.found.standings]
        heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in order)
        lines = []
        for one in order:
            cells = "".join(self._cross_cell(shares.get((one, other))) for other in order)
            lines.append(f'<tr><th scope="row">{self.name(one)}</th>{cells}</tr>')
        return (
            f"<section><h2>{title}</h2><p class='soft'>{about}</p>"
            f'<div class="scroll"><table class="cross"><thead><tr><th></th>{heads}</tr></thead>'
            f"<tbody>{''.join(lines)}</tbody></table></div></section>"
        )

    def _cross_cell(self, share: Share | None) -> str:
        if share is None:
            return '<td class="soft">–</td>'
        colour, strength = ("--good", share.mean - 0.5) if share.mean >= 0.5 else ("--bad", 0.5 - share.mean)
        shade = f"background:rgba(var({colour}),{0.05 + 0.75 * strength:.2f})"
        between = f"{self.percent(share.low)} – {self.percent(share.high)}"
        return f'<td style="{shade}">{self.percent(share.mean)}<small class="soft">{between}</small></td>'

    def history(self) -> str:
        """The rating history, by role."""
        plots = []
        for role in roles(self.found):
            lines = [
                Curve(name, self.colour[name], [(float(n), mu, Z * sigma) for n, mu, sigma in points])
                for (name, as_role), points in self.found.history.items()
                if as_role == role and len(points) > 1
            ]
            if lines and len(self.plan.entrants) > 1:
                title = f"<h3>{escape(self.role(role))}</h3>" if len(roles(self.found)) > 1 else ""
                plots.append(title + curves(self.say("history"), text(self.language)["comparisons"], lines))
        if not plots:
            return ""
        about = self.say("history-about")
        return f"<section><h2>{self.say('history')}</h2><p class='soft'>{about}</p>{''.join(plots)}</section>"

    def bias(self) -> str:
        """The advantage of seats or sides."""
        if not self.found.bias:
            return ""
        sides = self.plan.contest == "one-against-all"
        key = "bias-roles" if sides else "bias"
        bars = [
            Bar(
                self.role(each.name) if sides else text(self.language)["seat"].format(seat=each.name),
                5,
                each.won.mean,
                each.won.low,
                each.won.high,
                self.percent(each.won.mean),
            )
            for each in self.found.bias
        ]
        plot = intervals(self.say(key), bars, self.found.bias[0].fair, percent=True)
        return f"<section><h2>{self.say(key)}</h2><p class='soft'>{self.say(f'{key}-about')}</p>{plot}</section>"

    def failures(self) -> str:
        """Failures by entrant and kind, with the message of the first."""
        words = text(self.language)
        lines = []
        for each in self.found.standings:
            if each.failures:
                counts = ", ".join(f"{words.get(f'failure-{k}', k)}: {n}" for k, n in each.failures.items())
                note = f"<pre>{escape(each.note)}</pre>" if each.note else ""
                lines.append(f"<p>{self.name(each.entrant)} – {escape(counts)}</p>{note}")
        if not lines:
            return ""
        about = self.say("trouble-about")
        return (
            f'<section class="warn"><h2>{self.say("trouble")}</h2><p class="soft">{about}</p>{"".join(lines)}</section>'
        )

    def reproduce(self) -> str:
        """Everything needed to reproduce the results."""
        plan = self.plan
        model = ", ".join(f"{name} {value:.4g}" for name, value in plan.rating.items() if isinstance(value, float))
        made = ", ".join(
            f"{each.name}: {each.kind} {each.source or each.level}"
            + (f" ({each.thoughts})" if each.thoughts else "")
            + (f" #{each.digest}" if each.digest else "")
            for each in plan.entrants
        )
        facts = {
            "plan": plan.digest,
            "seed": plan.seed,
            "rules": f"{plan.game} {plan.rules}",
            "options": ", ".join(f"{name}={json.dumps(value)}" for name, value in plan.options.items()) or "–",
            "made-by": made,
            "model": f"{plan.rating['model']} (openskill {plan.rating['openskill']}): {model}",
        }
        items = "".join(f"<dt>{self.say(key)}</dt><dd>{escape(value)}</dd>" for key, value in facts.items())
        return (
            f"<section><h2>{self.say('again')}</h2><p class='soft'>{self.say('again-about')}</p>"
            f"<pre>farshore arena ratings games.ndjson</pre><dl>{items}</dl></section>"
        )


def grid(heads: list[str], body: list[list[str]]) -> str:
    """A table of cells that are already escaped."""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in body)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
