"""What the Creature, a Hunted and a spectator read."""

from __future__ import annotations

from service.games.kit.page import Ask, PageContext
from service.games.not_alone.page import possible
from service.games.not_alone.rules.hunt_cards import PlaceToken
from service.games.not_alone.state import State
from tests.games.not_alone.table import EXPLORATION, A, B, C, game, hunted, table

NAMES = ("Cleo", "Ada", "Ben", "Dan")


def read(s: State, seat: int | None, language: str = "en") -> str:
    asks = tuple(Ask(id, q) for id, q in game.questions(s).items() if q.seat == seat)
    context = PageContext(seat=seat, names=NAMES[: s.seats], language=language, decisions=asks)
    return game.page(game.view(s, seat), context)


def cell(page: str, slot: int) -> list[str]:
    """What is written on one slot of the planet: five cells in each of two rows, with an edge between the rows."""
    upper, lower = page[page.index("|1 ") : page.rindex("|\n") + 2].split("+\n")
    rows = [line.strip("|").split("|") for line in (upper, lower)[slot > 5].splitlines() if line.startswith("|")]
    assert {len(row) for row in rows} == {5}
    return [text for row in rows if (text := row[(slot - 1) % 5].strip())]


def test_the_planet_is_two_rows_of_five_with_tokens_and_presences() -> None:
    s = table(prey=[hunted(), hunted()], tokens={"creature": [2], "target": [3, 8]}, on=[(A, "jungle"), (B, "jungle")])

    page = read(s, None)

    assert [cell(page, slot) for slot in (1, 4, 5)] == [["1 Lair"], ["4 Beach"], ["5 Rover"]]
    assert cell(page, 2) == ["2 Jungle", "<CREATURE>", "Ada, Ben"]
    assert cell(page, 3) == ["3 River", "<TARGET>"]
    assert cell(page, 8) == ["8 Wreck", "reserve: 2", "<TARGET>"]
    assert cell(page, 10) == ["10 Artefact", "reserve: 2"]


def test_a_card_played_face_down_is_shown_to_its_owner_only() -> None:
    s = table(prey=[hunted(hand=["lair"], played=["beach"]), hunted(hand=["lair"], played=["river"])], phase="hunting")

    assert cell(read(s, A), 4) == ["4 Beach", "you (secret)"]
    assert cell(read(s, A), 3) == ["3 River"]
    assert all("secret" not in read(s, other) for other in (C, None))


def test_both_tracks_show_what_lies_ahead() -> None:
    page = read(table(prey=[hunted(will=2)], rescue=8, assimilation=3, track=[7, 5]), None)

    assert "Rescue         8 to go  (.)wAWAAAA*\n" in page
    assert "Assimilation   3 to go  (.)..*\n" in page


def test_the_creature_reads_where_a_hunted_may_be() -> None:
    """Cards discarded, shown by Phobia or denied to Telepathy, and places behind a Force Field are out."""
    prey = hunted(
        hand=["lair", "jungle", "rover"],
        played=["beach"],
        discard=["river"],
        exposed=["lair"],
        named=["rover", "swamp"],
    )
    s = table(prey=[prey], tokens={"target": [2, 7]}, force=["force_field"])

    [seen] = game.view(s, C).hunted
    assert possible(game.view(s, C), seen) == [4]
    [public] = game.view(s, None).hunted
    assert possible(game.view(s, None), public) == [1, 4]


def test_an_unrevealed_place_is_no_place_to_be() -> None:
    s = table(prey=[hunted(hand=["nexus", "pole"])], planet=EXPLORATION, hidden=[6, 7, 8, 9, 10])

    assert possible(game.view(s, C), game.view(s, C).hunted[0]) == [1]


def test_with_the_fjord_a_card_may_come_from_the_discard_pile_until_it_is_played() -> None:
    due = hunted(hand=["oasis"], discard=["dome"], pending="fjord")
    played = hunted(hand=["dome"], played=["oasis", "nexus"], discard=["fjord"], pending="fjord")
    s = table(prey=[due, played], planet=EXPLORATION, phase="exploration")

    view = game.view(s, C)
    assert [possible(view, prey) for prey in view.hunted] == [[2, 4], [1, 2, 4]]


def test_the_creature_chooses_a_slot_by_what_it_gives_and_who_may_be_there() -> None:
    prey = [hunted(hand=["lair"], played=["beach"]), hunted(hand=["river"], played=["rover"])]
    page = read(table(PlaceToken(C, "creature"), prey=prey, phase="hunting"), C)

    assert "  s4  Beach (the Marker, for Rescue): perhaps Ada\n" in page
    assert "  s6  Swamp (up to 3 cards back): nobody\n" in page
    assert "  s7  Shelter (a Survival card): nobody · s8  Wreck (Rescue moves 1): nobody\n" in page


def test_every_place_says_what_it_gives_and_every_played_card_its_phase() -> None:
    served = game.cards()
    for language in ("en", "fr"):
        words = game.words(language)
        assert {f"gain-{place.id}" for place in served["places"]} <= words.page.keys()
        for card in (*served["hunt_cards"], *served["survival_cards"]):
            if card.phase != "copied":
                assert words.cards[card.id].text.startswith(f"Phase {card.phase}"), card.id
