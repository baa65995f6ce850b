// @ts-check
/**
 * The digest cases computed through the package: the twin of
 * tests/native/digest_main.cpp. The format stands in digest_cases.txt. Plain
 * JavaScript, so that Node and browsers run this very file.
 */

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {{ data: Float32Array | Float64Array | Uint16Array }} Result
 */

/** Inputs for the cases that take some.
 * @param {number} length @param {number} seed */
export function noise(length, seed) {
  const values = new Float32Array(length);
  let state = seed;
  for (let i = 0; i < length; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = ((state >>> 8) / 2 ** 24) * 2 - 1;
  }
  return values;
}

/**
 * FNV-1a, 64 bits, in two halves: the prime is 2^40 + 435.
 *
 * @param {Result[]} results
 */
export function hash(results) {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const { data } of results) {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    for (const byte of bytes) {
      const x = (low ^ byte) >>> 0;
      const product = x * 435;
      const carry = Math.floor(product / 2 ** 32);
      high = (high * 435 + carry + ((x << 8) >>> 0)) % 2 ** 32;
      low = product % 2 ** 32;
    }
  }
  const hex = (/** @type {number} */ half) =>
    half.toString(16).padStart(8, '0');
  return hex(high) + hex(low);
}

/** Reads the words of a line one after another. */
class Words {
  /** @param {string} line */
  constructor(line) {
    this.rest = line.split(' ');
  }

  word() {
    const next = this.rest.shift();
    if (next === undefined) throw new Error('a word is missing');
    return next;
  }

  number() {
    const value = Number(this.word());
    if (Number.isNaN(value)) throw new Error('a number is missing');
    return value;
  }

  flag() {
    return this.number() === 1;
  }

  /** One of several sets of words; the package checks which.
   * @returns {any} */
  choice() {
    return this.word();
  }

  /** START and STEP of `length` positions, as options.
   * @param {number} length */
  positions(length) {
    const [start, step] = [this.number(), this.number()];
    if (step === 1) return { start };
    const positions = Array.from({ length }, (_, i) => start + i * step);
    return { positions };
  }
}

/** @type {Record<string, (pe: Posenc, w: Words) => Result[]>} */
const METHODS = {
  sinusoidal(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), base: w.number(), layout: w.choice() };
    const where = rows(length, w.positions(length));
    const [dtype, precision] = [w.choice(), w.choice()];
    return [pe.sinusoidal({ ...shape, ...where, dtype, precision })];
  },

  frequencies(pe, w) {
    const [headDim, theta] = [w.number(), w.number()];
    const rope = pe.rope({ headDim, theta, precision: w.choice() });
    return [{ data: Float64Array.from(rope.frequencies) }];
  },

  cossin(pe, w) {
    const length = w.number();
    const [headDim, theta] = [w.number(), w.number()];
    const layout = w.choice();
    const where = rows(length, w.positions(length));
    const dtype = w.choice();
    const rope = pe.rope({ headDim, theta, layout, precision: w.choice() });
    const { cos, sin } = rope.cosSin({ ...where, dtype, full: w.flag() });
    return [cos, sin];
  },

  rotate(pe, w) {
    const [length, heads] = [w.number(), w.number()];
    const [headDim, rotaryDim, theta] = [w.number(), w.number(), w.number()];
    const layout = w.choice();
    const where = w.positions(length);
    const precision = w.choice();
    const rope = pe.rope({ headDim, rotaryDim, theta, layout, precision });
    const x = noise(length * heads * headDim, 1);
    return [rope.rotate(x, { heads, inverse: w.flag(), ...where })];
  },

  attention(pe, w) {
    const [queries, keys] = [w.number(), w.number()];
    const [heads, keyHeads] = [w.number(), w.number()];
    const [headDim, valueDim] = [w.number(), w.number()];
    const [rotaryDim, theta] = [w.number(), w.number()];
    const layout = w.choice();
    const rotary =
      rotaryDim > 0
        ? { rotary: pe.rope({ headDim, rotaryDim, theta, layout }) }
        : {};
    const { scores, weights, output } = pe.attention({
      ...rotary,
      q: noise(queries * heads * headDim, 1),
      k: noise(keys * keyHeads * headDim, 2),
      v: noise(keys * keyHeads * valueDim, 3),
      ...{ heads, keyHeads, headDim, valueDim },
      scale: 1 / Math.sqrt(headDim),
      keyStart: w.number(),
      causal: w.flag(),
    });
    return output ? [scores, weights, output] : [scores, weights];
  },
};

/** @param {number} length
 * @param {{ start: number } | { positions: number[] }} where */
function rows(length, where) {
  return 'start' in where ? { length, ...where } : where;
}

/**
 * `LINE HASH` of every case of the file.
 *
 * @param {Posenc} pe
 * @param {string} text digest_cases.txt
 */
export function digests(pe, text) {
  const lines = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const words = new Words(line);
    const method = METHODS[words.word()];
    if (!method) throw new Error(`line ${i + 1}: unknown method`);
    const result = hash(method(pe, words));
    if (words.rest.length > 0) throw new Error(`line ${i + 1}: too many words`);
    lines.push(`${i + 1} ${result}`);
  }
  return lines;
}

/**
 * Lines that differ, each with its case.
 *
 * @param {string[]} expected @param {string[]} actual @param {string} text
 */
export function differences(expected, actual, text) {
  const cases = text.split('\n');
  const wrong = expected.flatMap((line, i) => {
    if (line === actual[i]) return [];
    const number = Number.parseInt(line, 10);
    return [`line ${number}: ${cases[number - 1]}`];
  });
  if (actual.length > expected.length) wrong.push('more lines than expected');
  return wrong;
}
