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
