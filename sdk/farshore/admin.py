"""For operators: what needs a token with the scope `admin`."""

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from farshore.resources import Json, Resource


class Admin(Resource):
    """`client.admin`: tables, accounts and books of everybody, draining, and the audit log."""

    def status(self) -> Json:
        """Queues, timers, processes, quotas, and whether the service is drained."""
        return self._get("/admin/status")

    def drain(self, message: str = "") -> None:
        """Start no new games; the lobby shows the message."""
        self._client.request("PUT", "/admin/drain", json={"message": message})

    def end_drain(self) -> None:
        """Allow new games again."""
        self._delete("/admin/drain")

    def pause_clocks(self) -> None:
        """Pause the clocks of all tables; players can still answer."""
        self._client.request("PUT", "/admin/clocks/pause")

    def resume_clocks(self) -> None:
        """Resume all clocks where they stopped."""
        self._delete("/admin/clocks/pause")

    def audit(self) -> Iterator[Json]:
        """The actions of operators, newest first."""
        return self._pages("/admin/audit", limit=100)

    def tables(self, player: str | None = None, game: str | None = None, status: str | None = None) -> Iterator[Json]:
        """Tables of one player, also private ones, or public tables; newest first."""
        return self._pages("/admin/tables", player=player, game=game, status=status, limit=50)

    def table(self, table: str) -> Json:
        """One table, without anything that is hidden from its players."""
        return self._get(f"/admin/tables/{quote(table)}")

    def end_table(self, table: str, reason: str = "") -> Json:
        """End a table without a result."""
        return self._json("POST", f"/admin/tables/{quote(table)}/end", json={"reason": reason})

    def hand_seat_to_bot(self, table: str, seat: int, level: str | None = None, reason: str = "") -> Json:
        """Let a bot play a seat from now on."""
        return self._put(f"/admin/tables/{quote(table)}/seats/{seat}", {"level": level, "reason": reason})

    def delete_book(self, book: str) -> None:
        self._delete(f"/admin/books/{quote(book)}")

    def remove_hidden_meaning(self, hidden_meaning: str) -> None:
        self._delete(f"/hidden-meanings/{quote(hidden_meaning)}")

    def reports(self) -> Iterator[Json]:
        """The reports of talk, newest first."""
        return self._pages("/admin/reports", limit=50)

    def close_report(self, report: str, reason: str = "") -> Json:
        """Note that a report was dealt with, and how."""
        return self._json("POST", f"/admin/reports/{quote(report)}/close", json={"reason": reason})

    def account(self, player: str) -> Json:
        """An account with its tokens, what it uses of its quotas, and its limits."""
        return self._get(f"/admin/accounts/{quote(player)}")

    def close_account(self, player: str) -> None:
        """Close an account and erase its data."""
        self._delete(f"/admin/accounts/{quote(player)}")

    def limit_account(self, player: str, limits: Mapping[str, int | None], reason: str = "") -> Json:
        """Set other limits for one account; None: the usual one applies again."""
        return self._put(f"/admin/accounts/{quote(player)}/limits", {"limits": dict(limits), "reason": reason})

    def revoke_tokens(self, player: str) -> None:
        self._delete(f"/admin/accounts/{quote(player)}/tokens")

    def revoke_token(self, player: str, token: str) -> None:
        self._delete(f"/admin/accounts/{quote(player)}/tokens/{quote(token)}")
