// The facts of the cards, what they show, and what a row is worth so far.

/**
 * @typedef {{ id: string, number?: number, biome: string | null, night: boolean, clues: number,
 *   wonders: Record<string, number>, prerequisites?: Record<string, number>,
 *   quest: { points: number, per?: string[] | string } | null }} Card
 */

export const WONDERS = ["stone", "chimera", "thistle"];
export const BIOMES = ["river", "city", "forest", "desert"];
/** What is counted, in the order in which totals are shown. */
export const ICONS = [...WONDERS, "clue", "night", ...BIOMES];

/**
 * All cards by id.
 * @param {{ regions: Card[], sanctuaries: Card[] }} cards
 * @returns {Map<string, Card>}
 */
export const byId = (cards) => new Map([...cards.regions, ...cards.sanctuaries].map((card) => [card.id, card]));

/**
 * How often each icon is on these cards.
 * @param {Card[]} cards
 * @returns {Record<string, number>}
 */
export function icons(cards) {
  const seen = Object.fromEntries(ICONS.map((name) => [name, 0]));
  for (const card of cards) {
    for (const wonder of WONDERS) seen[wonder] += card.wonders[wonder] ?? 0;
    seen.clue += card.clues;
    if (card.night) seen.night += 1;
    if (card.biome) seen[card.biome] += 1;
  }
  return seen;
}

/**
 * What a quest brings with these icons in sight (RULES 5.2 to 5.5).
 * @param {Card} card
 * @param {Record<string, number>} seen
 * @returns {number}
 */
export function fame(card, seen) {
  if (!card.quest) return 0;
  for (const [wonder, needed] of Object.entries(card.prerequisites ?? {})) if (seen[wonder] < needed) return 0;
  const { points, per } = card.quest;
  if (!per?.length) return points;
  if (per === "four_biomes") return points * Math.min(...BIOMES.map((biome) => seen[biome]));
  return points * /** @type {string[]} */ (per).reduce((sum, name) => sum + seen[name], 0);
}

/**
 * What a row would be worth if the game ended now: each region sees itself, those after it and all sanctuaries.
 * @param {Card[]} row
 * @param {Card[]} sanctuaries
 * @returns {{ regions: number[], sanctuaries: number[], total: number }}
 */
export function worth(row, sanctuaries) {
  const regions = row.map((card, n) => fame(card, icons([...row.slice(n), ...sanctuaries])));
  const all = icons([...row, ...sanctuaries]);
  const others = sanctuaries.map((card) => fame(card, all));
  const total = [...regions, ...others].reduce((sum, one) => sum + one, 0);
  return { regions, sanctuaries: others, total };
}
