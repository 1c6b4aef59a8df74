"""New Lands: missions, explorations and the compass. The text of the book has no cells: numbers cannot read."""

from __future__ import annotations

from typing import Final

from farshore.env.cells import Bag, Flag, Number, Seat, Seats, Word
from farshore.env.groups import Group, Keyed, Players, Votes
from farshore.env.layout import Layout

DIRECTIONS: Final = ("N", "E", "S", "W")
MISSIONS: Final = tuple(
    f"mis_{name}"
    for name in (
        *("boucle", "meridien", "archipel", "dun_seul_tenant", "finistere", "grand_route", "points_cardinaux"),
        *("racines", "repousse", "bourgeons_jumeaux", "greffe", "haie_taillee", "feuillage", "vrilles"),
        *("lil_desert", "recensement", "enquete", "clameur", "refus_poli", "adresse", "comptine"),
        *("serpent", "amphisbene", "boa", "fourmis", "crabe", "kangourou", "perroquet", "joker"),
    )
)
EXPLORATIONS: Final = tuple(
    f"exp_{name}"
    for name in (
        *("sea", "mountain", "house", "travel", "city", "waterfall", "weather", "night", "joy", "war", "power"),
        *("arts", "family", "clothing", "sacred", "speech", "flora", "meadow", "food", "love", "cold", "time"),
        *("sorrow", "work", "fauna", "fear", "body", "death", "fire", "dream", "money", "knowledge"),
    )
)
CITIES: Final = tuple(
    f"city_{name}" for name in ("consonople", "babel_sur_page", "laconie", "atlantexte", "palindropolis")
)
PERIPETIES: Final = tuple(
    f"per_{name}"
    for name in (
        *("tempete_de_sable", "a_contre_courant", "echo_de_la_grotte", "sillon_du_boeuf", "gue_glissant"),
        *("tyrolienne", "eboulis", "marche_arriere", "sentier_efface", "mal_de_mer", "ile_aux_o", "pont_coupe"),
        *("termites", "sables_mouvants", "brouillard", "peage"),
    )
)
CHARACTERS: Final = tuple(
    f"char_{name}"
    for name in ("textploratrice", "oratrice", "arpenteur", "bibliothecaire", "collectionneur", "souffleur")
)
DOMAINS: Final = ("cartography", "botany", "ethnology", "zoology")
PHASES: Final = (
    *("characters", "scout_choice", "preparation", "reading", "mission_vote", "exploration_vote"),
    *("loss_choice", "hidden_meaning", "finished"),
)
BALLOTS: Final = ("vote-mission", "vote-exploration", "vote-loss", "vote-meaning")
LINES: Final = tuple(f"line-{n}" for n in range(1, 10))
WORDS: Final = tuple(f"word-{n}" for n in range(1, 31))
VOTES: Final = (*DIRECTIONS, *MISSIONS, *EXPLORATIONS, "letters", "none")
PAGES: Final = 400
TOLD: Final = ("-2", "-1", "+1", "+2")

NEW_LANDS: Final = Layout(
    game="new_lands",
    rules_version=2,
    seats=range(2, 7),
    sides=True,
    kinds=(
        *("choose-character", "nominate-scout", "draw-peripetia", "choose-peripetia", "measure-step", "step-back"),
        *("set-compass", "know-how", "take-mission", "discard-mission", "listen", "heard"),
        *BALLOTS,
    ),
    actions=(
        *DIRECTIONS,
        *("confirm", "decline", "draw", "go-without", "flair", "as-told", *TOLD),
        *("stay", "step-back", "read-aloud", "at-random", "use", "keep", "ready", "put-back", "keep-all"),
        *("listen", "heard", "none", "letters"),
        *(f"player-{seat}" for seat in range(6)),
        *MISSIONS,
        *EXPLORATIONS,
        *CITIES,
        *PERIPETIES,
        *CHARACTERS,
        *LINES,
        *WORDS,
    ),
    abouts=EXPLORATIONS,
    checked=frozenset({"set-compass", "know-how", "take-mission", "discard-mission", *BALLOTS}),
    hopeless=frozenset({"one-vote", "one-direction", "nothing-held", "mission-not-in-row", "no-such-word"}),
    view=(
        Word("phase", PHASES),
        Number("turn", 30),
        Number("camp", PAGES),
        Number("city_page", PAGES),
        Word("city", CITIES),
        Number("letters", 26),
        Keyed("around", {direction: Word(direction, EXPLORATIONS) for direction in DIRECTIONS}),
        Number("pile", len(EXPLORATIONS)),
        Group("pile_top", Number("advance", 12), Word("domain", DOMAINS)),
        Bag("row", MISSIONS),
        Bag("missions", MISSIONS),
        Bag("explorations", EXPLORATIONS),
        Bag("peripeties", PERIPETIES),
        Number("peripetia_pile", len(PERIPETIES)),
        Number("peripetia_top", 10),
        Bag("lost_explorations", EXPLORATIONS),
        Bag("lost_missions", MISSIONS),
        Bag("lost_peripeties", PERIPETIES),
        Players(
            "players",
            Word("character", CHARACTERS),
            Flag("know_how"),
            Word("mission", MISSIONS),
            Number("scouted", 8),
            Flag("done"),
        ),
        Group(
            "now",
            Seat("scout"),
            Seat("navigator"),
            Number("page", PAGES),
            Number("modifier", 10),
            Flag("compass_set"),
            Word("compass", DIRECTIONS),
            Word("chosen", DIRECTIONS),
            Word("tried", MISSIONS),
            Flag("fulfilled"),
            Seats("heard"),
        ),
        Group("ballot", Word("question", BALLOTS), Seats("voted"), Votes("votes", VOTES)),
        Group(
            "scouting",
            Word("compass", DIRECTIONS),
            Word("peripetia", PERIPETIES),
            Bag("looked_at", PERIPETIES),
            Bag("paragraphs", (True,), 9),
        ),
    ),
    left_out={
        "book": "the same for all tables of the environment",
        "setup": "the same for all tables of the environment",
        "read": "the pages read in earlier turns",
        "now.number": "the same as turn",
        "scouting.passage": "text",
        "scouting.reading": "text",
        "scouting.clue": "text",
        "ending": "how it ended, which is the reward",
    },
)
