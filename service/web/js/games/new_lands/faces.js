// The cards of New Lands as they look at the table and in the gallery.

import { h } from "../../elements.js";
import { picture } from "./art.js";
import { domainSign, facts, factsOf, missionText, plate, told, wordList } from "./pieces.js";

/** @type {import("../../games.js").CardFaces} */
export default {
  css: "new_lands.css",
  text: true,
  facts,
  zoom(id, seat) {
    const known = factsOf(seat);
    if (known.explorations.has(id)) return h("div.nl-zoom", null, plate(seat, id, { tag: "div", props: {} }));
    const mission = known.missions.get(id);
    if (mission) {
      const list = wordList(seat, id);
      return h(
        "div.nl-zoom.nl-mission-large",
        { "data-domain": mission.domain },
        h(
          "span",
          null,
          domainSign(seat, mission.domain),
          mission.domain === "any" ? "" : seat.words.term(mission.domain),
        ),
        seat.view && h("p", null, missionText(seat, id)),
        list &&
          h("ul.nl-word-list", { "aria-label": told(seat, "word-list") }, ...list.map((word) => h("li", null, word))),
      );
    }
    const kind = known.peripeties.has(id) ? "peripetia" : known.cities.has(id) ? "city" : "character";
    return h("div.nl-zoom", null, h("img", { src: picture(id, kind), alt: "", width: 160, height: 110 }));
  },
};
