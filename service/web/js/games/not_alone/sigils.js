// Pictures of Hunt cards (something that grows around an eye) and Survival cards (an instrument), from their ids.

import { chance, kept, picture, round } from "../../draw.js";

const [W, H] = [160, 90];
const HUNT = [["#2a0714", "#ff6a5a", "#ffb199"], ["#240a2e", "#e06cff", "#f3c6ff"], ["#2b1206", "#ffa24a", "#ffd9a0"], [
  "#1d0a2c",
  "#8f7bff",
  "#cfc6ff",
]];
const SURVIVAL = [["#06222e", "#4fe0d0", "#c8fff6"], ["#0a1f3a", "#6cb6ff", "#d2e9ff"], [
  "#0d2a1c",
  "#7fe39a",
  "#d6ffe0",
], ["#2a2408", "#ffd166", "#fff0c4"]];

/** @param {number} x @param {number} y */
const at = (x, y) => `${round(x)} ${round(y)}`;

/** @param {string} id */
function grown(id) {
  const random = chance(`hunt ${id}`);
  const [ground, vein, light] = HUNT[Math.floor(random() * HUNT.length)];
  const arms = 5 + Math.floor(random() * 5);
  const [bend, length, twigs] = [(random() - 0.5) * 1.800, 34 + random() * 18, 1 + Math.floor(random() * 3)];
  let out =
    `<defs><radialGradient id="g"><stop offset="0" stop-color="${vein}" stop-opacity=".45"/><stop offset="1" stop-color="${ground}" stop-opacity="0"/></radialGradient></defs><rect width="${W}" height="${H}" fill="${ground}"/><circle cx="80" cy="45" r="62" fill="url(#g)"/>`;
  for (let n = 0; n < arms; n++) {
    const turn = n / arms * Math.PI * 2 + random() * 0.1;
    const end = [80 + Math.cos(turn + bend) * length * 1.350, 45 + Math.sin(turn + bend) * length];
    const knee = [80 + Math.cos(turn) * length * 0.7, 45 + Math.sin(turn) * length * 0.6];
    out += `<path d="M80 45Q${at(knee[0], knee[1])} ${at(end[0], end[1])}" fill="none" stroke="${vein}" stroke-width="${
      round(2 + random() * 2)
    }" stroke-linecap="round"/>`;
    for (let k = 1; k <= twigs; k++) {
      const way = turn + bend + (random() - 0.5) * 2.400;
      out += `<path d="M${at(end[0], end[1])}q${at(Math.cos(way) * 8, Math.sin(way) * 6)} ${
        at(Math.cos(way + 0.6) * 18, Math.sin(way + 0.6) * 14)
      }" fill="none" stroke="${light}" stroke-width="1" stroke-linecap="round" opacity=".8"/>`;
    }
    out += `<circle cx="${round(end[0])}" cy="${round(end[1])}" r="${
      round(1.500 + random() * 1.500)
    }" fill="${light}"/>`;
  }
  const slit = 3 + random() * 4;
  return picture(
    `${out}<path d="M58 45q22-${round(18 + random() * 8)} 44 0q-22 ${
      round(18 + random() * 8)
    } -44 0z" fill="${ground}" stroke="${light}" stroke-width="2"/><circle cx="80" cy="45" r="10" fill="${vein}"/><ellipse cx="80" cy="45" rx="${
      round(slit * 0.6)
    }" ry="9.500" fill="${ground}"/><circle cx="77" cy="41" r="2" fill="#fff" opacity=".8"/>`,
    W,
    H,
  );
}

/** @param {string} id */
function instrument(id) {
  const random = chance(`survival ${id}`);
  const [ground, ink, light] = SURVIVAL[Math.floor(random() * SURVIVAL.length)];
  let out = `<rect width="${W}" height="${H}" fill="${ground}"/>`;
  for (let x = 0; x <= W; x += 10) out += `<path d="M${x} 0V${H}" stroke="${ink}" stroke-width=".5" opacity=".14"/>`;
  for (let y = 5; y <= H; y += 10) out += `<path d="M0 ${y}H${W}" stroke="${ink}" stroke-width=".5" opacity=".14"/>`;
  const rings = 2 + Math.floor(random() * 2);
  for (let n = 0; n <= rings; n++) {
    const r = 36 - n * 10;
    const dash = random() < 0.5 ? `${round(2 + random() * 12)} ${round(2 + random() * 5)}` : "none";
    out += `<circle cx="80" cy="45" r="${r}" fill="none" stroke="${n % 2 ? light : ink}" stroke-width="${
      round(1 + random() * 1.500)
    }" stroke-dasharray="${dash}" opacity=".9"/>`;
  }
  const ticks = 8 * (1 + Math.floor(random() * 3));
  for (let n = 0; n < ticks; n++) {
    const turn = n / ticks * Math.PI * 2;
    out += `<path d="M${at(80 + Math.cos(turn) * 39, 45 + Math.sin(turn) * 39)}L${
      at(80 + Math.cos(turn) * 43, 45 + Math.sin(turn) * 43)
    }" stroke="${light}" stroke-width="1"/>`;
  }
  const sweep = random() * Math.PI * 2;
  const wide = 0.5 + random();
  out += `<path d="M80 45L${at(80 + Math.cos(sweep) * 35, 45 + Math.sin(sweep) * 35)}A35 35 0 0 1 ${
    at(80 + Math.cos(sweep + wide) * 35, 45 + Math.sin(sweep + wide) * 35)
  }z" fill="${ink}" opacity=".35"/>`;
  const sides = 3 + Math.floor(random() * 5);
  const points = Array.from(
    { length: sides },
    (_, n) => at(80 + Math.sin(n / sides * Math.PI * 2) * 11, 45 - Math.cos(n / sides * Math.PI * 2) * 11),
  );
  out += `<path d="M${
    points.join("L")
  }z" fill="${ground}" stroke="${light}" stroke-width="2" stroke-linejoin="round"/><circle cx="80" cy="45" r="3" fill="${light}"/>`;
  for (let n = 0; n < 5; n++) {
    out += `<circle cx="${round(20 + random() * 120)}" cy="${round(8 + random() * 74)}" r="1.600" fill="${light}"/>`;
  }
  return picture(out, W, H);
}

/** The picture of a Hunt card. @param {string} id */
export const huntPicture = (id) => kept(`not alone hunt ${id}`, () => grown(id));
/** The picture of a Survival card. @param {string} id */
export const survivalPicture = (id) => kept(`not alone survival ${id}`, () => instrument(id));
