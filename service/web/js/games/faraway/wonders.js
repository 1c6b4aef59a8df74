// The wonders that stand in a landscape; x and y are where they touch the ground.

import { round } from "../../draw.js";

/** @param {number} x @param {number} y @param {number} wide */
const shadow = (x, y, wide) => `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="2" fill="#000" opacity=".22"/>`;

/** @type {Record<string, (x: number, y: number, random: () => number) => string>} */
export const DRAWN = {
  stone: (x, y) =>
    shadow(x + 2, y, 13) +
    `<g transform="translate(${x} ${y})"><path d="M-4 0l-6-11 2-7 5 5 2 13z" fill="#3f8fe0"/><path d="M-8-18l5 5 2 13h-3z" fill="#8fcbff"/><path d="M-2 0l-1-22 4-10 5 9v23z" fill="#5aaefc"/><path d="M1 0V-32l5 9v23z" fill="#2a6cba"/><path d="M1-32l-4 10 1 22h1.6z" fill="#bfe3ff"/><path d="M6 0l3-14 6-5v8l-5 11z" fill="#4aa0f0"/><path d="M9-14l6-5v8l-5 11H8.5z" fill="#a7dcff" opacity=".7"/></g>`,
  chimera: (x, y) =>
    shadow(x, y, 17) +
    `<g transform="translate(${x} ${y}) scale(1.3 1.4)" stroke="#fff" stroke-opacity=".28" stroke-width=".5" stroke-linejoin="round"><path d="M9-11c6 0 8.5 5 6 8.5" fill="none" stroke="#1c0c16" stroke-opacity="1" stroke-width="1.6" stroke-linecap="round"/><path d="M-9 0l-.6-6.5c-1.8-1.4-2.6-3-3-5l-4.6-.8c-.6-.6-.5-1.5.2-2l4-1.8.2-4.6 2.3 3.2 2-3.6.8 4.6c1.4 1 2.5 2.6 3.5 3.8 3.5 1.6 8 .4 12 1.4 2.6.7 3.3 3.3 2.4 5.6l-.6 2L11 0H8.2L6.4-5.2c-3 .9-7 .9-10.2.2L-4.6 0h-2.2l-.3-4L-7.6 0z" fill="#1c0c16"/><path d="M-4-12c2-7 7-12 18-13-2 1.2-3 2.2-3.6 3.6 1.6-.3 3-.2 4.2.2-2.6.8-4 1.8-4.8 3.4 1.4-.1 2.4.1 3.4.6C8.6-16.2 6-12 1-9.5z" fill="#2a1522"/><path d="M-13.6-15.8l1.4.5" stroke="#ffd873" stroke-opacity="1" stroke-width="1.1" stroke-linecap="round"/></g>`,
  thistle: (x, y, random) => {
    let out = shadow(x, y, 9);
    for (const [dx, tall] of [[-8, 14], [8, 16], [0, 24]]) {
      const [hx, hy] = [round(x + dx + (random() - 0.5) * 3), y - tall];
      out += `<path d="M${x} ${y}Q${round(x + dx * 0.3)} ${
        round(y - tall * 0.6)
      } ${hx} ${hy}" stroke="#37531d" stroke-width="1.5" fill="none"/><path d="M${x} ${round(y - tall * 0.3)}q${
        round(dx * 0.5 + 3)
      } -5 ${round(dx * 0.6 + 5)} -1q-4 1 -${round(Math.abs(dx) * 0.2 + 4)} 3z" fill="#4a6a28"/>`;
      let rays = "";
      for (let n = -3; n <= 3; n++) rays += `M${hx} ${hy}l${round(n * 1.7)} ${round(-6.4 + Math.abs(n) * 1.1)}`;
      out += `<path d="${rays}" stroke="#ffd84a" stroke-width="1.4" stroke-linecap="round"/><path d="M${
        hx - 2.6
      } ${hy}a2.6 2.8 0 0 0 5.2 0q-2.6 -2.2 -5.2 0z" fill="#b8860b"/>`;
    }
    return out;
  },
};
