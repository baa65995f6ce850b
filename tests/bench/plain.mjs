// @ts-check
/**
 * Tables and rotations in plain JavaScript, written with some care for speed.
 */

/**
 * The usual table: the frequencies are computed before the loop, then one sine
 * and one cosine for each pair are written to a float32 array.
 *
 * @param {number} length
 * @param {number} dim
 */
export function tableInJavaScript(length, dim) {
  const table = new Float32Array(length * dim);
  const frequencies = Float64Array.from(
    { length: dim / 2 },
    (_, k) => 10000 ** ((-2 * k) / dim),
  );
  for (let p = 0, i = 0; p < length; ++p) {
    for (let k = 0; k < dim / 2; ++k) {
      const angle = p * /** @type {number} */ (frequencies[k]);
      table[i++] = Math.sin(angle);
      table[i++] = Math.cos(angle);
    }
  }
  return table;
}

/**
 * The usual rotation in place, in half layout, with given tables.
 *
 * @param {Float32Array} x [rows, heads, headDim]
 * @param {Float32Array} cos [rows, headDim / 2]
 * @param {Float32Array} sin as cos
 * @param {number} heads
 * @param {number} headDim
 */
export function rotateInJavaScript(x, cos, sin, heads, headDim) {
  const pairs = headDim / 2;
  const rows = x.length / (heads * headDim);
  for (let row = 0, at = 0; row < rows; ++row) {
    for (let head = 0; head < heads; ++head, at += headDim) {
      for (let k = 0; k < pairs; ++k) {
        const c = /** @type {number} */ (cos[row * pairs + k]);
        const s = /** @type {number} */ (sin[row * pairs + k]);
        const a = /** @type {number} */ (x[at + k]);
        const b = /** @type {number} */ (x[at + k + pairs]);
        x[at + k] = a * c - b * s;
        x[at + k + pairs] = b * c + a * s;
      }
    }
  }
}
