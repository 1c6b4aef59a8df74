"""Not Alone: places, Hunt and Survival cards, and who stands where on the planet."""

from __future__ import annotations

from typing import Final

from farshore.env.cells import Bag, Flag, Number, Places, Seat, Tally, Word
from farshore.env.groups import Group, Keyed, Pairs, Players
from farshore.env.layout import Layout

PLACES: Final = (
    *("lair", "jungle", "river", "beach", "rover", "swamp", "shelter", "wreck", "source", "artefact"),
    *("nexus", "oasis", "fjord", "dome", "labyrinth", "mangrove", "archipelago", "pole", "fungi", "portal"),
)
HUNT: Final = (
    *("despair", "force_field", "anticipation", "ascendancy", "fierceness", "forbidden_zone", "interference"),
    *("persecution", "mutation", "phobia", "virus", "clone", "mirage", "scream", "toxin", "cataclysm", "detour"),
    *("stasis", "tracking", "flashback", "interference_x", "time_rift", "gargantua", "inertia", "ubiquity"),
    *("telepathy", "tornado", "quicksand", "tentacles", "miasma", "paralysis", "feeding_frenzy", "despondency"),
)
SURVIVAL: Final = (
    *("adrenaline", "ingenuity", "sacrifice", "sixth_sense", "smokescreen", "strike_back", "vortex", "detector"),
    *("dodge", "drone", "gate", "hologram", "wrong_track", "amplifier", "double_back", "drone_x", "ingenuity_x"),
    *("amplifier_x", "shuttle", "camouflage", "scanner", "first_aid", "decoy", "salvage", "solidarity"),
    *("cartography", "composure", "survey", "distress_flare", "shortcut"),
)
TOKENS: Final = ("creature", "artemia", "target")
SLOTS: Final = tuple(range(1, 11))
BESIDE: Final = (
    *("s1+s2", "s2+s3", "s3+s4", "s4+s5", "s1+s6", "s2+s7", "s3+s8", "s4+s9", "s5+s10"),
    *("s6+s7", "s7+s8", "s8+s9", "s9+s10"),
)
PHASES: Final = ("setup", "exploration", "hunting", "reckoning", "end", "over")
SPACES: Final = tuple(range(1, 18))

NOT_ALONE: Final = Layout(
    game="not_alone",
    rules_version=2,
    seats=range(2, 8),
    sides=True,
    kinds=(
        *("choose-side", "exploration-window", "explore", "resist", "hunt", "place-token", "reaction-window"),
        *("keep-explored", "order-effects", "ubiquity", "move-token", "which-token", "opening-window"),
        *("target-window", "artemia-window", "creature-window", "end-window", "which-first", "resolve"),
        *("copy-place", "use-power", "share", "barter", "seed-will", "teleport", "reveal-slot", "discovery"),
        *("lay-place", "lay-where", "drop-place", "take-back", "discard-places", "take-reserve", "keep-survival"),
        *("discard-survival", "name-hunted", "name-slot", "name-pair", "keep-places", "hide-places", "ask-places"),
        *("drop-in-secret", "move-which", "move-where", "swap-out", "swap-in", "double-back", "give-will"),
        *("take-will", "heal", "scream", "resist-last"),
    ),
    actions=(
        *TOKENS,
        *("pass", "done", "resist", "give-up", "nothing", "take-back", "use", "recover-all", "copy", "heal", "draw"),
        *("seed-will", "reveal", "take-card", "activate", "discard-two", "lose-will", "side-1", "side-2", "back"),
        *(f"s{slot}" for slot in SLOTS),
        *BESIDE,
        *(f"seat-{seat}" for seat in range(7)),
        *(f"rescue-{space}" for space in SPACES),
        *PLACES,
        *HUNT,
        *SURVIVAL,
    ),
    abouts=(*PLACES, *TOKENS, *HUNT, *SURVIVAL),
    checked=frozenset({"explore", "resist", "resist-last"}),
    hopeless=frozenset({"one-action"}),
    view=(
        Number("turn", 30),
        Word("phase", PHASES),
        Seat("creature"),
        Number("side", 2),
        Number("rescue", 20),
        Number("assimilation", 20),
        Number("will_reserve", 20),
        Bag("track_will", SPACES),
        Word("marker", ("none", "off", "on")),
        Number("shield", 3),
        Places("planet", 10, PLACES),
        Tally("reserve", PLACES, 6),
        Keyed("tokens", {token: Bag(token, SLOTS) for token in TOKENS}),
        Bag("ruined", SLOTS),
        Flag("inert"),
        Bag("used", PLACES),
        Pairs("presences", "slot", SLOTS, half="resolved"),
        Pairs("presences", "card", PLACES),
        Players(
            "hunted",
            Number("will", 3),
            Bag("owned", PLACES),
            Number("hand", 10),
            Number("played", 3),
            Bag("revealed", PLACES),
            Bag("known", PLACES),
            Bag("discard", PLACES),
            Number("discarded", 10),
            Number("survival", 5),
            Flag("survived"),
            Word("pending", ("none", "river", "artefact", "fjord")),
            Bag("ignores", TOKENS),
            Flag("paralysed"),
            Flag("mired"),
            Bag("exposed", PLACES),
            Bag("named", PLACES),
            Flag("admitted"),
            Flag("acted"),
        ),
        Number("hunt_hand", 5),
        Bag("hunt_known", HUNT),
        Number("hunt_deck", len(HUNT)),
        Bag("hunt_bottom", HUNT),
        Bag("hunt_discard", HUNT),
        Bag("hunt_played", HUNT),
        Bag("in_force", HUNT),
        Number("hunt_plays_left", 3),
        Seat("anticipated"),
        Flag("smokescreen"),
        Flag("despondent"),
        Number("survival_deck", len(SURVIVAL)),
        Bag("survival_discard", SURVIVAL),
        Number("place_pile", 10),
        Bag("pile_bottom", PLACES),
        Bag("place_discard", PLACES),
        Bag("drawn_places", PLACES),
        Flag("expert_will"),
        Flag("labyrinth_variant"),
        Group(
            "me",
            Bag("hand", PLACES),
            Bag("played", PLACES),
            Bag("survival", SURVIVAL),
            Bag("found", SURVIVAL),
            Bag("submitted", PLACES),
        ),
    ),
    left_out={"winner": "how it ended, which is the reward"},
)
