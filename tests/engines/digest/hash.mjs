// @ts-check
/** The digest of results: one different bit anywhere in them changes it. */

/** @typedef {{ readonly data: ArrayBufferView }} Result */

/**
 * FNV-1a over the bytes of all arrays, 64 bits, in two halves: the prime is
 * 2^40 + 435.
 *
 * @param {readonly Result[]} results
 * @returns {string} 16 hexadecimal digits
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

/** The arrays among the members of a result, ordered by the members' names.
 * @param {object} result @returns {Result[]} */
export function arraysOf(result) {
  return Object.entries(result)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, value]) => {
      if (
        value instanceof Float64Array ||
        value instanceof Float32Array ||
        value instanceof Int32Array ||
        value instanceof Uint16Array
      ) {
        return [{ data: value }];
      }
      if (typeof value === 'number') return [{ data: Float64Array.of(value) }];
      return value && typeof value === 'object' ? arraysOf(value) : [];
    });
}
