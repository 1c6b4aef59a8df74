// The statistics of cards that are printed alike, and of all kinds of decisions, added up.

/**
 * @typedef {{ offered: number, taken: number, rate: number | null, wins: number | null }} Sum
 * @typedef {import("../../openapi.d.ts").NamedCardStatistics} Statistics
 */

/**
 * @param {import("./collection.js").Entry[]} entries
 * @param {Statistics[]} items
 * @returns {Map<string, Sum>} by the first id of each entry
 */
export function sums(entries, items) {
  /** @type {Map<string, Statistics[]>} */
  const byCard = Map.groupBy(items, (one) => one.card);
  return new Map(entries.map((entry) => {
    const rows = entry.ids.flatMap((id) => byCard.get(id) ?? []);
    const [offered, taken] = [total(rows, (one) => one.offered), total(rows, (one) => one.taken)];
    const takers = total(rows, (one) => one.takers);
    const won = total(rows, (one) => (one.win_rate?.value ?? 0) * one.takers);
    return [entry.id, { offered, taken, rate: offered ? taken / offered : null, wins: takers ? won / takers : null }];
  }));
}

/** @param {Statistics[]} rows @param {(row: Statistics) => number} value */
const total = (rows, value) => rows.reduce((sum, row) => sum + value(row), 0);
