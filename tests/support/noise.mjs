// @ts-check
/**
 * Reproducible numbers from -1 to 1, all of them float32: the 24 high bits of a
 * linear congruential generator. tests/native/support.hpp has the same.
 * @param {number} length @param {number} seed a whole number below 2^32
 * @returns {Float32Array<ArrayBuffer>}
 */
export function noise(length, seed) {
  const values = new Float32Array(length);
  let state = seed;
  for (let i = 0; i < length; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = ((state >>> 8) / 2 ** 24) * 2 - 1;
  }
  return values;
}
