"""The words and turns of phrase that tell what a clause of a message is, in English and French. Texts are folded."""

from __future__ import annotations

import re
from typing import Final

from service.games.mountains_of_madness.lexicon import LEXICON


def cue(*forms: str) -> re.Pattern[str]:
    """Any of these forms, standing by itself."""
    return re.compile(rf"(?<![a-z])(?:{'|'.join(forms)})(?![a-z])")


ASKING: Final = cue(
    "who(?:'s)?|what|which|how many|how much|how about|does|do (?:you|we|any)|has any\\w*|have you",
    "can (?:you|any\\w*|some\\w*)",
    "could (?:you|any\\w*|some\\w*)|(?:any|some)(?:one|body)|your cards|(?:^|, )(?:got |have )?any",
    "you (?:guys |all )?(?:got|have|hold) any",
    "(?:^|please )(?:say|tell|show|list|name|declare|call out|announce|reveal|volunteers?)",
    "^(?:dites|dis|montre[sz]?|annonce[sz]?|parle[sz]|declare[sz]|liste[sz]|volontaires?)",
    "whoever|(?:the )?ones? who|celui qui|celle qui|ceux qui|celles qui",
    "^(?:put|play|bring|place|throw|add)(?: in| down)? (?:all|your|whatever|any|everything|some)",
    "^(?:mettez|mets|posez|pose|jouez|joue|ajoutez|ajoute|apportez|apporte) (?:tout(?:es)?|tous|vos|tes|des)",
    "where(?:'?s)?|anything|(?:^|, )help|could use|(?:too few|not enough|trop peu d['e]|pas assez d['e]).*",
    "(?:tu|vous) (?:aurais|auriez)|coup de main|besoin d'aide|ou (?:sont|est)|on en est (?:ou|a combien)",
    "qui|quoi|quels?|quelles?|combien|qu'est-ce|est-ce que|as-tu|avez-vous|quelqu'un|(?:tu|vous) (?:peux|pouvez)",
)
NEEDED: Final = cue(
    "(?:we|i)(?: would)? (?:need|want)|need(?:ed|s)?|let's|lets|total|target|aim|go for|must be|should be|exactly",
    "we(?:'re| are)? (?:miss(?:ing)?|lack(?:ing)?)|(?:takes|try|trying|settle|make it)(?: for)? (?=[a-z0-9 ]*\\d)",
    "(?:nous|vous) manque|on (?:manque|cherche)|tent(?:e|ons|ez|er)|essayons",
    "(?:shoot|aim|go|look|hop)ing for|must|should|have to|has to|add(?:s|ing)? up to|goal|requires?",
    "we(?:'re| are|re) after",
    "(?:il )?(?:nous )?faut|besoin|faisons|vis(?:e|ons|ez|er)|objectif|on doit|atteindre|arriver a",
    "on (?:arrive|monte) a|il manque|allons jusqu'a|montons a|partons sur",
    "would (?:do(?! it)|be enough|suffice)|suffi(?:t|rait|raient|sent)|devrai(?:t|ent) (?:faire|etre)",
    "i(?:'d| would) say|je dirais",
    "we said|let us say|on a dit|disons|mettons|on part sur|doi(?:t|vent) (?:faire|etre)|cible",
)
PLEDGING: Final = cue(
    # Whatever the verb: who says what they will do with a card does not only have it.
    "(?:i will|i'll|i shall|ill|going to|let me) (?!have|see|think|check|need|be |know|say|tell|look|ask|wait)[a-z]+",
    "(?:i'm|i am|im) (?!hav|hold|think|look|ask|miss|wait|sitt|need)[a-z]+ing",
    "i(?: also| just| then)? (?:place|put|play|bring|add|give|commit|promise|pledge|lay|drop|throw|toss|chuck|spend)",
    "i(?: also| just| then)? (?:use|pick|choose|send)",
    "count (?:on|me in)|compte[rz]?[- ]moi|put me down|(?:goes|going|go) (?:in|on|down)|here (?:goes|comes)",
    "on(?:to)? the sled|sur le traineau",
    "(?:plan(?:ning)?|intend(?:ing)?|about|ready|want|happy) to "
    "(?!have|see|think|check|need|be |know|say|tell|look|ask|wait)[a-z]+",
    "j'y (?:vais|mets|place|pose|joue|ajoute)|pret(?:e|s)? a [a-z]+|prevois d[e'] ?[a-z]+",
    "will (?!you|any|some|we|it|be |he|she|they)[a-z]+|vais [a-z]+",
    "(?:plac|putt|play|bring|add|giv|dropp|throw|toss|chuck|spend|us|lay)ing",
    "for sure|whatever happens|on (?:its|their|the) way|incoming|coming up",
    "(?<!ma )part(?:ent)?(?! sur)|arrivent|arrive(?! a)",
    "laisse[sz]?[- ]moi (?!voir|regarder|reflechir|penser|demander)[a-z]+er",
    # In French too any verb, apart from those of having, being able and thinking.
    "je (?:vous |te |leur |nous |y )?(?![a-z]+rais(?![a-z])|suis|sais|pens|croi|peu|pourr|veu|voud|tien"
    "|gard|voi|cherch|demand|n|poss|prop"
    "|deti|disp|rest|viens|compt|comprend|ai |s'|d'|vous|te|leur|nous|y )[a-z]+",
    "j'(?![a-z]+rais(?![a-z])|ai |en |y |aurai|avai|espere|attend|aime)[a-z]+",
    "compte[rz]? sur|quoi qu'il arrive|c'est sur",
)
_WORTHLESS: Final = (
    "(?:junk|trash|garbage|rubbish|crap|useless)(?: (?:cards?|stuff|hand))?"
    "|que (?:de la |du |des )?(?:daube|camelote|merde|dechets|nulle)"
)
WORTHLESS: Final = cue(_WORTHLESS)
NONE: Final = cue(
    "no|not|none|nor|neither|nothing|without|can't|cannot|cant|don't|dont|haven't|havent|zero|never",
    "(?<!we're )(?<!we are )lack(?:ing)?",
    "(?<!\\d)0(?!\\d)|no more|je manque|me manque|empty(?:-handed)?|(?:nope|nah|non)$|mains? vides?",
    "(?:i'm|i am|im) (?:missing|lacking|dry|out|short)|(?:suis|reste) (?:a sec|a court|depourvue?|demunie?)",
    "(?:nul(?:le)?|mauvaise?) en|pas|aucune?|sans|rien|ni|n'ai plus|plus (?:de|d'[a-z]+)|ne peux",
    _WORTHLESS,
)
ONLY: Final = cue(
    "(?:n'ai|ai|que|rien) qu(?:e|'une?)", "nothing (?:else|but)", "rien d'autre", "que (?:des?|d'[a-z]+|mes|les|mon|ma)"
)
NOTHING: Final = cue(
    _WORTHLESS,
    "(?:don't|dont|do not|haven't|havent|have not)(?: really)?(?: have| got| hold)* anything",
    "nothing|none|empty(?:-handed)?|mains? vides?|can(?:'t|not|t)|rien|ne peux pas|n'ai pas(?! d)",
)
OTHERS: Final = cue("you(?:'ve)?|take|prends|prenez|toi|tu|vous|t'as|he|she|they|il a|elle a|ils ont")
OWN: Final = cue("i|i've|ive|i'm|im|i'll|my|mine|me|j'(?:ai|en|ajoute)|je|moi|mes|mon|ma|laissez-moi")
HAVING: Final = cue("has|have|got|a|as|ont|holds?")
YES: Final = cue(
    *map(re.escape, LEXICON.yes),
    "agreed?|sounds good|perfect|all right|alright|alrighty|deal|great(?: plan)?|fine|good(?! luck)|do it",
    "(?<!pretty )(?<!quite )(?<!not )sure(?! (?:we|i|it|that|if|you)(?![a-z]))|sounds like a (?:good |great )?plan",
    "you(?:'re| are|r) (?:so )?right|(?:tu as|vous avez|t'as|tas|il a|elle a|on a) raison",
    "(?:semble|serait)(?: etre)?(?: une?)? (?:bon(?:ne)?|bien|super|genial|parfait|top)",
    "exactly so",
    "sounds (?!like|bad|wrong|risky|low|high|too|off|odd|hard|tough|scary)[a-z]+",
    "(?:happy|good) with (?:that|it)|(?:like|love) (?:it|that)|me plai[ts]",
    "absolutely|definitely|totally|certainly|of course|works for me|i'm in|you bet|okey|okie|oki|aight|affirmative",
    "let'?s (?:go(?! for| with| to)|do (?:it|that|this))|c'est parti|on fonce|all good|we're good|go (?:ahead|for it)",
    "on est bons?|tout bon|ca le fait|absolument|tout a fait|evidemment|bien sur(?! que)|avec plaisir",
    "bonne idee|allons-y|on y va|vas y|allez y|nickel|impec",
    "d'accord|ca (?:marche|roule|me va)|parfait|entendu|c'est bon|bien(?! sur que)|tres bien|vas-y|allez-y",
    "i'?m with you|makes sense|good point|c'est logique|marche conclu|adopte|valide|partante?s?|ca tient la route",
    "on fait comme ca|faisons (?:ca|ainsi|comme ca)",
    "volontiers|(?:cool|ok|okay|good|fine|great|bon) (?:with|by|for|pour) (?:me|us|moi|nous)|ca me convient",
)
NO: Final = cue(
    *map(re.escape, LEXICON.no),
    "not yet|wait|disagree|stop|too (?:much|many)|trop d'?e?|never|rather not|forget it|bad idea|negative|not now",
    "don't think so|(?:place|play|put|add|do) nothing|(?:posez?|jouez?|mettez|mets|faites|fais) rien",
    "(?:sounds|looks) (?:bad|wrong|risky)|s'annonce mal|mal parti",
    "mistake|too (?:risky|low|high|few|little)|that's wrong|erreur|trop (?:risque|peu|haut|bas|juste)",
    "c'est faux|pas comme ca|(?:not|pas) (?:me|moi)(?! [a-z])",
    "slow down|better not|don'?t(?: do (?:it|that|this))?$",
    "pas maintenant|(?:crois|pense) pas|doucement",
    "pas encore|attend(?:s|ez)|c'est trop|surtout pas|pas question|hors de question|jamais|arretez?",
    "mauvaise idee|negatif|(?:mieux vaut|vaut mieux|plutot) pas",
)
ALONE: Final = re.compile(
    r"\W*(?:grave|clair|top|go|cool|super|genial|banco|dac|d'ac|nice|yas|word|bet|roger|indeed"
    r"|(?:carre|claire|certaine|exacte|totale|parfaite|complete|evidem|effective)ment)\W*"
)
"""What means yes if nothing else is said."""
_LIKED: Final = (
    "good|great|ok|okay|sure|fine|wise|smart|clever|right|best|idea|plan|bon(?:ne)?|bien|malin|meilleure?s?|idee|agree(?:d|ing)?"
    "|convinced|convaincu|d'accord|sur(?! (?:moi|toi|nous|vous|l))|possible|enough|assez|help(?:s|ful)?|utile"
)
REFUSING: Final = cue(
    "disagree(?:s|d)?|no way|let'?s not",
    # "Not a good idea", "je ne suis pas tout a fait d'accord".
    f"(?:not|isn't|don't|wouldn't|pas)(?: (?:a|an|the|so|very|too|really|quite"
    f"|une?|la|le|tres|si|tout|a|fait|vraiment))* (?:{_LIKED})",
    "(?:won't|doesn't|not going to|will not|does not|not gonna) (?:work|do|help|go|fly|be|happen)",
    "(?:absolutely|definitely|certainly|really) not|not at all|hell no|no chance",
    "(?:yes|absolument|certainement) pas(?! d)",
    "(?:don'?t|do not) (?:think|believe|feel)"
    f"(?: (?:that's|thats|it's|its|this|that|is|it|a|an|the|such|very))* (?:{_LIKED})",
    f"(?:crois|pense|trouve) pas(?: (?:que|ce|soit|c'est|ca|cela|une?|la|le|tres|si))* (?:{_LIKED})",
    "(?:ca |cela )?(?:ne |n')?(?:marche\\w*|va|ira|passe\\w*|fonctionne\\w*|suffi\\w*) pas",
)
"""What liking, agreeing and working mean with a negation."""
OFFERING: Final = cue(
    "my|i(?: have|'ve| hold| got|'m holding)|(?:should|shall|can|could|may|might|if) i(?! (?:have|get|ask|see))",
    "(?:is|does|would|will) (?:that|it|this) (?:any )?(?:useful|use|enough|good|ok|okay|help|helpful|fine|do|work)",
    "(?:c'est|ca)(?: est| vous| te| nous)? (?:utile|bon|suffi\\w*|aide\\w*|va|sert|marche)",
    "mes|mon|ma|j'ai|je (?!peux (?:avoir|savoir)|demande|cherche)\\w+|je (?:la|le|les) \\w+|puis-je|dois-je|si je",
)
"""Who speaks of their own cards in a question offers them."""
PROPOSING: Final = cue(
    "(?:shall|should|can|could|do|may|what if) we|we (?:try|go|do|make|reach|take|settle)|agree on",
    "(?:et )?si (?:on|nous)|on (?:se|fait|tente|vise|part|prend|essa[iy]e|reste|arrive|peut)|[a-z]+ons-nous",
)
"""Who asks for a total that the table could reach."""
ONLY_WOUNDS: Final = cue(
    "(?:just|only|all|full of|but|nothing except|mostly|que|seulement|plein(?:e|s)?|uniquement|rien)"
    "(?: (?:my|these|of|mes|de|des))*"
    " (?:wounds?|blessures?|injur(?:y|ies))",
)
ANSWERING: Final = (
    "i|i'\\w+|me|my|none|no|not|zero|nothing|only|juste?|seulement|got|sorry|here|all out|yes|yeah|nope|nah"
    "|nan|plenty|some|\\d+|a|an|one|two|three|four|five"
    "|six|j'\\w+|je|moi|mon|ma|mes|aucune?|rien|pas|non|ni|desole|oui|un|une|deux|trois|quatre|cinq"
)
"""How an answer begins, not another question."""

# -- where clauses begin and end

SENTENCE: Final = re.compile(r"[^.;!?\n]+[.;!?]*")
AGAIN: Final = re.compile(
    r",?\s*(?<![a-z])(?:but|mais|though|however|par contre)(?![a-z])(?! (?:it's|its|it is|c'est|c) )"
    r"|,\s*(?=(?:what(?:'?s)?|who(?:'?s)?|how many|et (?:vous|toi|vos|tes|qui))(?![a-z]))"
    r"|(?<=\d)\s+(?=(?:no|zero|aucune?|sans) [a-z]|pas d[e'])"
    r"|,\s*(?=no |pas |nothing (?!here|left|in |for |of |from |at |on |sorry|yet)[a-z]|rien (?:de |d'))"
    r"|(?:,\s*)?(?<![a-z])(?:and|et)\s+(?=(?:nothing|no |rien|pas |i |i'|je |j'))"
)
IF_NEEDED: Final = re.compile(
    r"(?<![a-z])(?:if (?:we |it is |it's |you |you guys |any(?:one|body) |some(?:one|body) )?(?:need|want)(?:ed|s)?"
    r"(?: be| it| them| that| one)?|if we must"
    r"|si besoin|si (?:vous|tu) (?:en )?(?:avez besoin|as besoin|voulez|veux)|s'il (?:le )?faut)"
)
YOURS: Final = cue("your|vos|votre|tes|ton|ta", "please|pls|plz|svp|stp|s'il (?:te|vous) plait")
"""Whoever speaks of the others' cards, or says please, asks for them."""
COUNTING: Final = cue(
    "we(?:'re| are)(?: now)? (?:at|on)|that makes|(?:that'?s|ca fait) \\d+|so far|together we",
    "(?:ca|cela)(?: nous)? (?:fait|donne)|on (?:en )?est a|nous (?:en )?sommes a|on a deja",
)
"""Who counts what the table has together tells of no card."""
NOT_MINE: Final = cue(
    "(?:i|je) (?:count|compte)(?: already| deja)? \\d+",
    "leave (?:the |all |all the )?[a-z]+ (?:to|for) (?!me)[a-z]+|(?:vous|te|lui|leur) laisse",
)
"""Nor does who counts up the sled, or leaves cards to others."""
ENOUGH: Final = cue(
    "(?:don'?t|do not|stop|no need to|quit) (?:\\w+ )?(?:play|plac|putt?|add|bring|giv|send|us|lay|need)(?:e|ing)?",
    "(?:no need|not? need) (?:for|of)|enough|too (?:many|much)|plenty of .* already|over(?:shoot|kill)",
    "(?:ne )?(?:met(?:s|tez|tons)|rajoute[sz]?|ajoute[sz]?|joue[sz]?|pose[sz]?|donne[sz]?) (?:plus|pas)",
    "arrete[sz]?|assez|trop|(?:pas|plus) besoin|inutile d[e']",
    "(?:we(?:'re| are)?|going|go|goes|already) over|over already|depass(?:e|ons|er|ent)",
    "(?:place|play|put|add|do) nothing|(?:posez?|jouez?|mettez|mets|faites|fais) rien",
    "(?:keep|hold|save)(?:ing)? (?:on to )?(?:your|yours|it|them)",
    "gard(?:e[sz]?|ons) (?:vos|tes|ton|ta|votre|les)|garde[sz]?-(?:les|la|le)",
)
"""Whoever wants no more of a kind neither has it nor asks for it."""
OF_MINE: Final = cue(
    "(?:from|of|on|in) (?:me|mine|my (?:side|end|hand|part))|i (?:have|hold|can|got)|i've|i got"
    "|(?:my|mes|mon|ma) [a-z]+ (?:add|adds|make|makes|sum|total|font|fait|go|goes)"
    "|chez moi|de mon cote|de ma part|dans ma main|a moi seule?|j'ai|je peux"
)
"""Whoever counts up their own cards asks for no total."""
MORE: Final = cue(
    "(?:\\d+|two|three|four|five|six) (?:more|missing|short)|(?:another|encore) (?:\\d+|two|three|deux|trois)",
    "\\d+ de plus|manque(?:nt)?",
)
"""What is still missing is no total."""
YOU_AND_I: Final = re.compile(
    r"(\W*(?:you|toi|tu|vous|we|on|nous|let's|take|prends|prenez)(?![a-z])[^?]*?)(?:,| and| et)\s*"
    r"(?=(?:i|i'[a-z]+|me|moi|je|j'[a-z]+)(?![a-z']))"
)
"""Who does what: `you play the tools, I play the books`."""
WISHING: Final = cue(
    "(?:ok|okay|alright|bon) (?:so|alors|donc|now|team|guys|people|les gars)",
    "(?:don'?t|do not) worry(?: about| for)?|(?:unless|sauf si) [^.;!?,]*",
    "(?:no (?:idea|clue)|aucune idee)(?: (?:what|how|if|who|de (?:ce|quoi|qui)|comment|si)(?![a-z])[^.;!?,]*)?",
    "good (?:luck|evening|morning|game)|bon(?:ne)? (?:courage|chance|voyage|vol|route|partie|soiree)",
)
"""Politeness and cluelessness are no answer."""
MODEST: Final = re.compile(
    r"(?<=[a-z0-9])(?<!have)(?<!got)(?<!'ve)(?<!'ai),? (?:but |mais )?"
    r"(?:nothing (?:big|special|fancy|great|major|huge|crazy|high)"
    r"|rien de (?:gros|bien|special|fou|ouf|terrible|grand|haut|transcendant))(?![a-z])"
)
"""What makes cards smaller, and denies none."""
EITHER: Final = re.compile(r"\d\s*(?:or|ou)\s*\d")
HOLDING: Final = cue("have|got|some|plenty|j'ai|des|plein")
RELATIVE: Final = re.compile(
    r"(?<=[a-z]) (?:qui|which|who)(?= (?:arriven?t?|par[st]|vient|vaut|valent|fait|font|compte|is|are|counts?))"
    r"|(?<=[a-z]) (?:for )?(?:what (?:we|you|they|it) (?:need|needs|want|takes|wants)|what's needed"
    r"|ce qu'il (?:nous |vous )?(?:faut|manque))"
    r"|(?<=is) what(?= we)|(?<=that's) what"
)
HEDGE: Final = cue(
    "(?:i|je) (?:think|guess|believe|suppose|reckon|crois|pense|suppose)(?: que| qu'|, )?(?! (?:not|so|pas))"
)
"""Who only thinks so speaks of themselves no more than others do."""
TAG: Final = re.compile(r",? (?:right|ok|okay|yeah|yes|no|non|hein|oui|d'accord|pas vrai|isn't it|correct)\s*\?+")
"""What turns a statement into a question without asking for anything: `..., right?`"""
