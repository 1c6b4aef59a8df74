// The right page: the passage, the reading, or what the players decide on.

import { chance } from "../../draw.js";
import { h } from "../../elements.js";
import { asksForWord, sendButton } from "./answers.js";
import { picture } from "./art.js";
import { glyph } from "./glyphs.js";
import { closedPage, lined, setPage } from "./passage.js";
import { hands, plate, ribbon, told, viewOf } from "./pieces.js";
import { current } from "./readings.js";
import { heard } from "./hearing.js";
import { markable } from "./marking.js";
import { contents } from "./turns.js";

/** @typedef {import("./pieces.js").Seat} Seat @typedef {import("../../elements.js").Child} Child */

/** The page with its running title and its number. @param {Seat} seat */
export function recto(seat) {
  const view = viewOf(seat);
  const { part, inside, pill } = content(seat);
  const page = view.now?.page ?? view.read.at(-1)?.page ?? view.camp;
  return h(
    "section.nl-recto",
    { "aria-label": told(seat, "right-page"), "data-part": part },
    h("header.nl-running", null, h("i", null, view.book.title), pill),
    h(
      "div.nl-body",
      // The words and how they sound may need more room than a small window has.
      isBent(seat) && part === "passage"
        ? { class: "bent", tabindex: 0, role: "group", "aria-label": told(seat, "group-hears") }
        : null,
      inside,
    ),
    h("footer.nl-folio", null, h("span", null, `— ${page} —`)),
  );
}

/** @param {Seat} seat @returns {{ part: string, inside: Child, pill?: Child }} */
function content(seat) {
  const view = viewOf(seat);
  const { now, scouting, ballot } = view;
  if (view.phase === "characters") return { part: "characters", inside: characters(seat) };
  if (seat.decision("choose-peripetia")) return { part: "peripeties", inside: order(seat) };
  if (ballot?.question === "vote-loss") return { part: "loss", inside: loss(seat) };
  if (view.phase === "hidden_meaning") return { part: "meaning", inside: meaning(seat) };
  if (scouting?.passage.length) {
    return { part: "passage", inside: passage(seat), pill: pillOf(told(seat, "your-eyes"), "scout") };
  }
  const reading = current(seat);
  if (reading && now) return { part: "reading", inside: heard(seat), pill: pillOf(seat.name(now.scout), "ear") };
  const listen = seat.decision("listen");
  if (listen && now) {
    return {
      part: "listen",
      pill: pillOf(seat.name(now.scout), "ear"),
      inside: [
        closedPage(chance(`${now.page}`)),
        h(
          "button.nl-listen",
          sendButton(seat, listen, "listen", told(seat, "listen-now")),
          glyph("ear"),
          h("span", null, told(seat, "listen-now")),
          h("small", null, told(seat, Number(listen.about.reading) > 1 ? "listen-again" : "listen-once")),
        ),
      ],
    };
  }
  if (now && view.phase === "preparation" && view.read.length) {
    return { part: "contents", inside: [h("p.nl-silent", null, glyph("quill"), says(seat)), contents(seat)] };
  }
  if (now && view.phase !== "scout_choice") {
    return { part: "closed", inside: [closedPage(chance(`${now.page}`)), h("p.nl-says", null, says(seat))] };
  }
  return { part: "contents", inside: contents(seat) };
}

/** @param {string} text @param {string} sign */
const pillOf = (text, sign) => h("span.nl-pill", null, glyph(sign), text);

/** Why there is nothing to read here. @param {Seat} seat */
function says(seat) {
  const view = viewOf(seat);
  const scout = view.now ? seat.name(view.now.scout) : "";
  // Whoever reads has the passage before them.
  if (view.now?.scout === seat.me) return told(seat, "you-are-scout");
  if (view.phase === "preparation") return told(seat, "reads-in-silence", { name: scout });
  if (view.phase === "loss_choice") return told(seat, "being-paid");
  if (seat.me === null) return told(seat, "for-the-group");
  return told(seat, view.now?.heard.includes(seat.me) ? "heard-and-gone" : "reads-aloud", { name: scout });
}

// -- the Scout ---------------------------------------------------------------------

/** Whether a constraint changes what the Group hears. @param {Seat} seat */
function isBent(seat) {
  const { scouting, city } = viewOf(seat);
  return Boolean(scouting?.reading.length && (scouting.peripetia ?? city));
}

/** The Scout's page: the original, the constraint, and what the Group hears of it. @param {Seat} seat */
function passage(seat) {
  const view = viewOf(seat);
  const mine = /** @type {NonNullable<typeof view.scouting>} */ (view.scouting);
  const know = seat.decision("know-how");
  const rule = mine.peripetia ?? view.city;
  const bent = isBent(seat);
  const lines = lined(mine.passage, mine.paragraphs);
  return [
    know && asksForWord(know) ? markable(seat, know, lines) : setPage(lines),
    rule && !bent && slip(seat, rule),
    mine.clue && h("p.nl-clue", null, told(seat, "prompted", { word: mine.clue })),
    bent && rule &&
    h(
      "div.nl-as-heard",
      null,
      h("h3", null, told(seat, "group-hears"), seat.chip(rule)),
      setPage(lined(mine.reading), { ragged: true }),
    ),
  ];
}

/** A reading constraint, in words. @param {Seat} seat @param {string} id */
const slip = (seat, id) =>
  h(
    "button.nl-slip",
    { type: "button", "data-zoom": id },
    h("strong", null, seat.words.short(id)),
    " ",
    seat.words.card(id)?.text ?? "",
  );

/** The Textplorer's three, to be put in order. @param {Seat} seat */
function order(seat) {
  const decision = seat.decision("choose-peripetia");
  return h(
    "div.nl-tiles",
    null,
    ...(decision?.options ?? []).map((id) =>
      h(
        "button.nl-tile",
        seat.option(id, { decision: decision ?? undefined }),
        h("img", { src: picture(id, "peripetia"), alt: "", width: 160, height: 110 }),
        h("strong", null, seat.words.short(id)),
        h("span", null, seat.words.card(id)?.text ?? ""),
      )
    ),
  );
}

/** The six characters, and who took which. @param {Seat} seat */
function characters(seat) {
  const view = viewOf(seat);
  const decision = seat.decision("choose-character");
  const taken = new Map(view.players.flatMap((one) => one.character ? [[one.character, one.seat]] : []));
  return h(
    "div.nl-tiles.nl-six",
    null,
    .../** @type {import("./pieces.js").Facts} */ (seat.facts).characters.map((id) => {
      const by = taken.get(id);
      return h(
        "button.nl-tile",
        { ...seat.option(id, { decision: decision ?? undefined }), class: by === undefined ? "" : "taken" },
        h("img", { src: picture(id, "character"), alt: "", width: 160, height: 110 }),
        h("strong", null, seat.words.short(id)),
        h("span", null, by === undefined ? seat.words.card(id)?.text ?? "" : seat.name(Number(by))),
      );
    }),
  );
}

// -- votes that have a page of their own -------------------------------------------

/** A lost exploration, and what may be given for it. @param {Seat} seat */
function loss(seat) {
  const view = viewOf(seat);
  const ballot = /** @type {NonNullable<typeof view.ballot>} */ (view.ballot);
  const decision = seat.decision("vote-loss");
  const left = Math.max(0, view.letters - (ballot.due ?? 0));
  return h(
    "div.nl-loss",
    null,
    h(
      "div.nl-gone",
      null,
      ballot.exploration && plate(seat, ballot.exploration, { tag: "div", props: { "data-zoom": ballot.exploration } }),
      h("span.nl-stamp.lost", null, told(seat, "stamp-lost")),
    ),
    h(
      "div.nl-give",
      null,
      ...ballot.choices.filter((id) => id !== "letters").map((id) =>
        ribbon(seat, id, decision ? seat.option(id, { decision }) : undefined)
      ),
      h(
        "button.nl-pay",
        decision
          ? seat.option("letters", { decision, label: told(seat, "pay", { count: ballot.due, left }) })
          : { type: "button", disabled: true },
        glyph("letter"),
        h("b", null, `${view.letters} → ${left}`),
        h("span", null, told(seat, "pay", { count: ballot.due, left })),
        hands(seat, "letters"),
      ),
    ),
  );
}

/** The explorations in the book, and the title that they are compared with. @param {Seat} seat */
function meaning(seat) {
  const view = viewOf(seat);
  const decision = seat.decision("vote-meaning");
  return h(
    "div.nl-meaning",
    null,
    h("h2", null, view.book.title),
    h("p", null, view.book.author),
    h(
      "div.nl-plates",
      null,
      ...view.explorations.map((id) =>
        plate(seat, id, { props: decision ? seat.option(id, { decision }) : undefined, more: [hands(seat, id)] })
      ),
    ),
  );
}
