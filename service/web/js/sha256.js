// SHA-256 for pages that are not served over TLS, where browsers do not offer their own.

/**
 * The digest of a text, as hexadecimal digits.
 * @param {string} text
 * @returns {string}
 */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const words = new Uint32Array(((bytes.length + 8 >> 6) + 1) * 16);
  bytes.forEach((byte, n) => (words[n >> 2] |= byte << (24 - (n & 3) * 8)));
  words[bytes.length >> 2] |= 0x80 << (24 - (bytes.length & 3) * 8);
  words[words.length - 1] = bytes.length * 8;
  const state = Uint32Array.from(roots(8, 1 / 2));
  const constants = roots(64, 1 / 3);
  const w = new Uint32Array(64);
  for (let start = 0; start < words.length; start += 16) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n++) {
      if (n < 16) w[n] = words[start + n];
      else {
        const [x, y] = [w[n - 15], w[n - 2]];
        w[n] = w[n - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[n - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[n] + w[n]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, n) => (state[n] += value));
  }
  return [...state].map((value) => value.toString(16).padStart(8, "0")).join("");
}

/**
 * @param {number} value
 * @param {number} by
 */
const turn = (value, by) => (value >>> by) | (value << (32 - by));

/**
 * The first 32 bits of the fractions of a root of the first primes, as the standard defines its constants.
 * @param {number} count
 * @param {number} power
 */
function roots(count, power) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => ((prime ** power) % 1) * 2 ** 32 | 0);
}
