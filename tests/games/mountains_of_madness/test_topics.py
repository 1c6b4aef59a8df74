"""RULES 5.6, 7.6, D20, D21: what may be said of hands and of madness, phrase by phrase, in English and French."""

from __future__ import annotations

import pytest

from tests.games.mountains_of_madness.table import facing, say, table, unsaid

OF_HANDS = """
I hold an esoteric and a wound
my hand is all sixes
only odd cards
je n'ai que des blessures
4 of them
more tools
the blue ones
my ice axe
I have 4 tools
I've got two books and a gun
we have weapons enough
my cards are useless
my hand is bad
I have great cards
I only have low cards
all even
nothing but wounds
a ten!
fours of tools
I have iv
two sixes
six-six-four
t-o-o-l-s
t00ls
toolz
tøøls
toolsFour
fourtools
rifles here
no wounds on my side
your hand?
who has books?
Dyer has tools
three of them are good
I can give 6
j'ai deux outils
j'ai des caisses
ma main est nulle
mes cartes sont bonnes
que des impaires
deux livres et une arme
un fusil
rien en main
les bleues
qui a des outils ?
je garde un ésotérique
trois blessures chez moi
mon baromètre
""".strip().splitlines()

OF_OTHER_THINGS = """
C8
M2 or M3
we still have six tokens
Let's go to M2
three tokens left
tekeli-li!
tu es sûre ?
let us climb quickly
go to C8, then M2
two more turns
3 or 4 turns to the gates
we have 2 relics and 3 turns
spend a token
a token goes back in the box
level 2 is bad enough
I agree at 100 %
who leads?
I hold my breath
give me a hand
raise the hand limit, please
who gets the cards?
we need a Rest & a heal
M2 asks for tools
the tile at C4 demands 9 crates
heal a wound from the discard
five wounds in the discard pile
two of us are at level 3
it takes ten minutes
on y va
allons en C8
encore six jetons
il reste trois tours
M2 ou M3 ?
deux tuiles sur la côte
un jeton dans la boîte
la tuile demande des livres
soignons une blessure de la défausse
tu es sûr ?
« oui » – bien sûr
niveau 2, déjà
go for the 2nd row
le 3e tour
""".strip().splitlines()

OF_OWN_MADNESS = """
I am mad
I'm mad
i am not mad
I am quite insane
Am I mad?
we are all mad
you think I'm crazy
this drives me crazy
my madness
my own madness is terrible
my level 2 madness
I have a madness card
I drew a madness of level 2
the madness I have
ma folie
ma carte Folie
je suis fou
je suis complètement folle
j'ai une folie
suis-je fou ?
cela me rend dingue
nous sommes tous fous
la folie que j'ai
""".strip().splitlines()

OF_OTHER_MADNESS = """
you are mad
Dyer is insane
I think Dyer is mad
is Lake crazy?
this is madness
I fear the gates of madness
we are at the gates of madness
your madness keeps you from naming figures, I guess
Lake's madness must be about colours
I guess it is madness
quelle folie
tu es fou
je crois que Dyer est fou
ta folie, c'est le silence ?
allons aux Portes de la Folie
nous voici aux portes de la folie
les Montagnes hallucinées
I take the madness, not Lake
I give Dyer the madness
je donne la folie à Lake
""".strip().splitlines()


@pytest.mark.parametrize("text", OF_HANDS)
def test_outside_encounters_nothing_may_be_said_about_hands(text: str) -> None:
    """RULES 5.6, D21."""
    for phase in ("movement", "reward", "failures", "draw", "rest"):
        assert unsaid(table(3, phase=phase), 0, text) == "no-card-talk"


@pytest.mark.parametrize("text", OF_OTHER_THINGS)
def test_outside_encounters_everything_else_may_be_said(text: str) -> None:
    """RULES 4.3, 5.6, D21."""
    s = table(3)
    [event] = say(s, 0, text)
    assert (event.to, event.data["text"]) == (None, text)


@pytest.mark.parametrize("text", [text for text in OF_HANDS if "ø" not in text])
def test_in_the_discussion_everything_on_the_cards_may_be_said(text: str) -> None:
    """RULES 5.3, 5.6."""
    say(facing(), 0, text)


@pytest.mark.parametrize("text", OF_OWN_MADNESS)
def test_nobody_may_talk_about_his_own_madness(text: str) -> None:
    """RULES 7.6, D20."""
    assert unsaid(table(3), 0, text) == "madness-talk"
    assert unsaid(facing(), 0, text) == "madness-talk"


@pytest.mark.parametrize("text", OF_OTHER_MADNESS)
def test_anybody_may_speculate_about_the_madness_of_others_and_name_places(text: str) -> None:
    """RULES 7.6, D20."""
    say(table(3), 0, text)
    say(facing(), 0, text)
