// The profile of a person, bot, agent or language model: results, head-to-head, streaks, time per decision.

import { call, get, token } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { callButton, query } from "../parts/calls.js";
import { axis, SHARE, whisker } from "../parts/charts.js";
import { switchField } from "../parts/fields.js";
import { gameTitles, levelName, number, percent, roleName } from "../parts/format.js";
import { frame, needsAccount, pageHead, panel, prepare, refused } from "../parts/frame.js";
import { getProfile, setConsent } from "./calls.js";
import { gameLine } from "./game_line.js";
import { trying } from "../../toast.js";

/**
 * @typedef {import("../../openapi.d.ts").Profile} Profile
 * @typedef {Map<string, string>} Titles
 */

const SIGNS = /** @type {Record<string, string>} */ ({ player: "person", bot: "bot", agent: "agent", model: "talk" });

/** The filters of the history that find the games of a profile. @param {string} kind @param {string} id */
function gamesOf(kind, id) {
  const [game, level] = id.split(":");
  return kind === "bot" ? { game, level } : { [kind]: id };
}

/** What somebody is called. @param {string} kind @param {string} id @param {string | null} name */
const called = (kind, id, name) => kind === "bot" ? levelName(id.split(":")[1]) : name ?? id;

/** A large number with its name. @param {string} name @param {string} value */
const figure = (name, value) => h("div", null, h("dd", null, value), h("dt", null, name));

/** @param {Profile} profile @param {Titles} titles */
const results = (profile, titles) =>
  h(
    "table.ratings",
    null,
    h("caption", null, say("results-by")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, say("game")),
        h("th.marks", { scope: "col" }, h("span.for-ears", null, say("win-share")), axis(SHARE, percent)),
        h("th.amount", { scope: "col" }, say("wins-count")),
        h("th.amount.wide", { scope: "col" }, say("place-mean")),
        h("th.amount.wide", { scope: "col" }, say("points")),
        h("th.amount.wide", { scope: "col" }, say("best-score")),
        h("th.amount.wide", { scope: "col" }, say("seconds-per-decision")),
      ),
    ),
    h(
      "tbody",
      null,
      ...profile.results.map((one, n) =>
        h(
          "tr",
          null,
          h(
            "th",
            { scope: "row" },
            titles.get(one.game) ?? one.game,
            h(
              "span.kind",
              null,
              [
                say("players-at-table", { count: one.seats }),
                one.role === "player" ? "" : roleName(one.role),
              ].filter(Boolean).join(", "),
            ),
          ),
          h(
            "td.marks",
            null,
            whisker(one.win_rate === null ? null : { value: one.win_rate, low: null, high: null }, SHARE, {
              mark: "bar",
              reference: 1 / one.seats,
              n,
            }),
          ),
          h("td.amount", null, `${number(one.wins)} / ${number(one.games)} (${percent(one.win_rate)})`),
          h("td.amount.wide", { "data-label": say("place-mean") }, number(one.average_place, 2)),
          h("td.amount.wide", { "data-label": say("points") }, number(one.average_score, 1)),
          h("td.amount.wide", { "data-label": say("best-score") }, number(one.best_score)),
          h("td.amount.wide", { "data-label": say("seconds-per-decision") }, number(one.seconds_per_decision, 1)),
        )
      ),
    ),
  );

/** @param {Profile} profile @param {Titles} titles */
const opponents = (profile, titles) =>
  h(
    "ul.lines",
    null,
    ...profile.opponents.map((one) =>
      h(
        "li.versus",
        null,
        icon(SIGNS[one.kind] ?? "person"),
        h(
          "span.line-about",
          null,
          h(
            "strong",
            null,
            h(
              "a",
              { href: `/profiles/${one.kind}/${encodeURIComponent(one.id)}` },
              called(one.kind, one.id, one.name),
            ),
          ),
          h("span.kind", null, titles.get(one.game) ?? one.game),
        ),
        h(
          "span.split",
          { "aria-hidden": "true" },
          h("i.ahead", { style: { "flex-grow": one.ahead } }),
          h("i.even", { style: { "flex-grow": Math.max(0, one.games - one.ahead - one.behind) } }),
          h("i.behind", { style: { "flex-grow": one.behind } }),
        ),
        h(
          "span.took",
          null,
          say("head-to-head", { ahead: one.ahead, behind: one.behind, games: one.games }),
          one.together > 0 && ` · ${say("together", { count: one.together })}`,
        ),
      )
    ),
  );

/** Whether exports may name this player. @param {boolean} consent */
function consentPanel(consent) {
  const field = switchField(say("consent"), "consent", consent, say("consent-about"));
  field.input.addEventListener(
    "change",
    trying(() => call("PUT", "/me/research", { consent: field.input.checked })),
  );
  return panel(
    say("research"),
    [callButton(say("research"), () => setConsent(field.input.checked))],
    field.element,
  );
}

/** @type {import("../../router.js").Page} */
export default async function page(root, address) {
  const [, titles] = await Promise.all([prepare(), gameTitles()]);
  const [kind, raw] = address.split("/");
  const id = decodeURIComponent(raw);
  const own = kind === "player" && id === "me";
  if (own && !token()) {
    frame(
      root,
      "/history",
      say("my-profile"),
      pageHead({ title: say("my-profile"), back: ["/history", say("history")] }),
      needsAccount(),
    );
    return () => {};
  }
  /** @type {Profile} */
  let profile;
  try {
    profile = await get(`/profiles/${kind}/${encodeURIComponent(id)}`);
  } catch (error) {
    return refused(root, "/history", error);
  }
  const mine = kind === "player" && profile.private;
  const filters = gamesOf(kind, mine ? "me" : profile.id);
  const [newest, consent] = await Promise.all([
    get(`/games/history${query({ ...filters, limit: 5 })}`),
    mine ? get("/me/research") : null,
  ]);
  const name = called(kind, profile.id, profile.name);
  const bot = kind === "bot" ? titles.get(profile.id.split(":")[0]) : null;
  const { streaks } = profile;
  frame(
    root,
    "/history",
    name,
    pageHead({
      title: h("span.profile-name", null, icon(SIGNS[kind]), name),
      about: [say(`profile-${kind}`), bot].filter(Boolean).join(" · "),
      back: ["/history", say("history")],
      actions: [
        h(
          "a.button.small",
          { href: `/history${query(filters)}` },
          icon("clock"),
          h("span", null, say("its-games")),
        ),
        callButton(say("profile"), () => getProfile(kind, id)),
      ],
    }),
    h(
      "dl.figures",
      null,
      figure(say("games-count"), number(profile.games)),
      figure(say("wins-count"), `${number(profile.wins)} (${percent(profile.win_rate)})`),
      figure(say("place-mean"), number(profile.average_place, 2)),
      figure(say("points"), number(profile.average_score, 1)),
      figure(say("seconds-per-decision"), number(profile.seconds_per_decision, 1)),
      figure(
        say(streaks.current < 0 ? "streak-lost" : "streak-won"),
        number(Math.abs(streaks.current)),
      ),
      figure(say("longest-won"), number(streaks.longest_won)),
      figure(say("longest-lost"), number(streaks.longest_lost)),
      figure(say("forfeits"), number(profile.forfeits)),
    ),
    h("p.hint", null, say(profile.private ? "profile-private" : "profile-public")),
    profile.results.length > 0 &&
      panel(say("results"), [], h("p.hint", null, say("reference-about")), results(profile, titles)),
    h(
      "div.columns",
      null,
      h(
        "div.column",
        null,
        panel(
          say("opponents"),
          [],
          profile.opponents.length ? opponents(profile, titles) : h("p.none", null, say("no-opponents")),
        ),
      ),
      h(
        "div.column",
        null,
        panel(
          say("newest-games"),
          [],
          newest.items.length
            ? h("ul.lines", null, ...newest.items.map((/** @type {any} */ game) => gameLine(game, titles)))
            : h("p.none", null, say("no-history")),
        ),
        consent && consentPanel(consent.consent),
      ),
    ),
  );
  return () => {};
}
