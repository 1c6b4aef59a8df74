// What the page of a replay shows, as calls of the API.

import { python, query } from "./parts/calls.js";

/**
 * @param {string} table
 * @param {number} step
 * @param {string} viewer a seat or `spectator`
 * @returns {import("./parts/calls.js").Call[]}
 */
export function replayCalls(table, step, viewer) {
  const seat = viewer === "spectator" ? undefined : Number(viewer);
  const found = `table = client.tables.get(${python(table)})`;
  return [
    {
      operation: "getReplayStep",
      method: "GET",
      path: `/tables/${table}/replay/steps/${step}${query({ as: seat })}`,
      python: [
        found,
        `step = table.replay_step(${[step, seat].filter((one) => one !== undefined).join(", seat=")})`,
        "print(step.answer, step.view)",
      ],
    },
    {
      operation: "getReplay",
      method: "GET",
      path: `/tables/${table}/replay`,
      python: [found, "replay = table.replay()", 'print(replay["seed"], len(replay["answers"]), replay["result"])'],
    },
    {
      operation: "getTranscript",
      method: "GET",
      path: `/tables/${table}/transcript${query({ seat: seat ?? 0 })}`,
      python: [found, `for decision, lines in table.transcript(${seat ?? 0}).items():`, "    print(decision, lines)"],
    },
  ];
}
