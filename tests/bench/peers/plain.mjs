// @ts-check
/**
 * The same works in plain JavaScript, written with care for speed: typed arrays,
 * no allocation within loops, tiles that keep sums in registers.
 */

/** @param {number} dim */
const frequencies = (dim) =>
  Float64Array.from({ length: dim / 2 }, (_, k) => 10000 ** ((-2 * k) / dim));

/**
 * The usual table: the frequencies are computed before the loop, then one sine
 * and one cosine for each pair.
 * @param {Float32Array} table [length, dim] @param {number} dim
 */
export function tableInJavaScript(table, dim) {
  const waves = frequencies(dim);
  const length = table.length / dim;
  for (let p = 0, i = 0; p < length; ++p) {
    for (let k = 0; k < dim / 2; ++k) {
      const angle = p * /** @type {number} */ (waves[k]);
      table[i++] = Math.sin(angle);
      table[i++] = Math.cos(angle);
    }
  }
}

/** Rows after which `steppedTableInJavaScript` calls sine and cosine again. */
const ANCHORS = 64;

/**
 * The fastest table known to us in JavaScript: each row is the one before,
 * turned by a step, in float64; every 64th row is computed anew.
 * @param {Float32Array} table [length, dim] @param {number} dim
 */
export function steppedTableInJavaScript(table, dim) {
  const waves = frequencies(dim);
  const pairs = dim / 2;
  const length = table.length / dim;
  const [cos, sin] = [new Float64Array(pairs), new Float64Array(pairs)];
  const [dc, ds] = [waves.map(Math.cos), waves.map(Math.sin)];
  for (let p = 0, i = 0; p < length; ++p) {
    if (p % ANCHORS === 0) {
      for (let k = 0; k < pairs; ++k) {
        const angle = p * /** @type {number} */ (waves[k]);
        table[i++] = sin[k] = Math.sin(angle);
        table[i++] = cos[k] = Math.cos(angle);
      }
      continue;
    }
    for (let k = 0; k < pairs; ++k) {
      const c = /** @type {number} */ (cos[k]);
      const s = /** @type {number} */ (sin[k]);
      const x = /** @type {number} */ (dc[k]);
      const y = /** @type {number} */ (ds[k]);
      table[i++] = sin[k] = s * x + c * y;
      table[i++] = cos[k] = c * x - s * y;
    }
  }
}

/**
 * The usual rotation in place, in half layout, with given tables.
 *
 * @param {Float32Array} x [rows, heads, headDim]
 * @param {Float32Array} cos [positions, headDim / 2]
 * @param {Float32Array} sin as cos
 * @param {number} heads
 * @param {number} headDim
 * @param {number} [first] position of the first row
 */
export function rotateInJavaScript(x, cos, sin, heads, headDim, first = 0) {
  const pairs = headDim / 2;
  const rows = x.length / (heads * headDim);
  for (let row = 0, at = 0; row < rows; ++row) {
    const table = (first + row) * pairs;
    for (let head = 0; head < heads; ++head, at += headDim) {
      for (let k = 0; k < pairs; ++k) {
        const c = /** @type {number} */ (cos[table + k]);
        const s = /** @type {number} */ (sin[table + k]);
        const a = /** @type {number} */ (x[at + k]);
        const b = /** @type {number} */ (x[at + k + pairs]);
        x[at + k] = a * c - b * s;
        x[at + k + pairs] = b * c + a * s;
      }
    }
  }
}

/**
 * ALiBi of one sequence: slopes times distances.
 * @param {Float32Array} map [heads, length, length] @param {number} heads
 * @param {number} length
 */
export function alibiInJavaScript(map, heads, length) {
  for (let head = 0, at = 0; head < heads; ++head) {
    const slope = 2 ** ((-8 * (head + 1)) / heads);
    for (let i = 0; i < length; ++i) {
      for (let j = 0; j < length; ++j) map[at++] = slope * (j - i);
    }
  }
}

/**
 * A product by the transpose, in tiles of four by four sums.
 * @param {Float32Array} out [rows, columns], both multiples of 4
 * @param {Float32Array} a [rows, dim] @param {Float32Array} b [columns, dim]
 * @param {number} dim @param {number} [firstA] first number of `a`
 * @param {number} [firstB] of `b` @param {number} [rows] @param {number}
 *   [columns]
 */
export function productInJavaScript(
  out,
  a,
  b,
  dim,
  firstA = 0,
  firstB = 0,
  rows = a.length / dim,
  columns = b.length / dim,
) {
  const at = (/** @type {Float32Array} */ x, /** @type {number} */ i) =>
    /** @type {number} */ (x[i]);
  for (let i = 0; i < rows; i += 4) {
    for (let j = 0; j < columns; j += 4) {
      const [r0, c0] = [firstA + i * dim, firstB + j * dim];
      let [s00, s01, s02, s03, s10, s11, s12, s13] = [0, 0, 0, 0, 0, 0, 0, 0];
      let [s20, s21, s22, s23, s30, s31, s32, s33] = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let k = 0; k < dim; ++k) {
        const [a0, a1] = [at(a, r0 + k), at(a, r0 + dim + k)];
        const [a2, a3] = [at(a, r0 + 2 * dim + k), at(a, r0 + 3 * dim + k)];
        const [b0, b1] = [at(b, c0 + k), at(b, c0 + dim + k)];
        const [b2, b3] = [at(b, c0 + 2 * dim + k), at(b, c0 + 3 * dim + k)];
        s00 += a0 * b0;
        s01 += a0 * b1;
        s02 += a0 * b2;
        s03 += a0 * b3;
        s10 += a1 * b0;
        s11 += a1 * b1;
        s12 += a1 * b2;
        s13 += a1 * b3;
        s20 += a2 * b0;
        s21 += a2 * b1;
        s22 += a2 * b2;
        s23 += a2 * b3;
        s30 += a3 * b0;
        s31 += a3 * b1;
        s32 += a3 * b2;
        s33 += a3 * b3;
      }
      const to = i * columns + j;
      out[to] = s00;
      out[to + 1] = s01;
      out[to + 2] = s02;
      out[to + 3] = s03;
      out[to + columns] = s10;
      out[to + columns + 1] = s11;
      out[to + columns + 2] = s12;
      out[to + columns + 3] = s13;
      out[to + 2 * columns] = s20;
      out[to + 2 * columns + 1] = s21;
      out[to + 2 * columns + 2] = s22;
      out[to + 2 * columns + 3] = s23;
      out[to + 3 * columns] = s30;
      out[to + 3 * columns + 1] = s31;
      out[to + 3 * columns + 2] = s32;
      out[to + 3 * columns + 3] = s33;
    }
  }
}

/**
 * Causal attention of one head, four queries at a time: scores of the keys that
 * they see, a softmax of each row, and the sums of the values.
 * @param {Float32Array} out [length, dim] @param {Float32Array} q as out
 * @param {Float32Array} k as out @param {Float32Array} v as out
 * @param {number} dim a multiple of 4
 */
export function attentionInJavaScript(out, q, k, v, dim) {
  const length = q.length / dim;
  const scores = new Float32Array(4 * length);
  const scale = 1 / Math.sqrt(dim);
  for (let i = 0; i < length; i += 4) {
    const keys = i + 4;
    productInJavaScript(scores, q, k, dim, i * dim, 0, 4, keys);
    for (let r = 0; r < 4; ++r) {
      const from = r * keys;
      const seen = i + r + 1;
      let greatest = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < seen; ++j) {
        const score = /** @type {number} */ (scores[from + j]);
        if (score > greatest) greatest = score;
      }
      let sum = 0;
      for (let j = 0; j < seen; ++j) {
        const score = /** @type {number} */ (scores[from + j]);
        const weight = Math.exp(scale * (score - greatest));
        scores[from + j] = weight;
        sum += weight;
      }
      const factor = 1 / sum;
      for (let j = 0; j < seen; ++j) {
        const weight = /** @type {number} */ (scores[from + j]);
        scores[from + j] = weight * factor;
      }
      scores.fill(0, from + seen, from + keys);
    }
    weighInJavaScript(out, scores, v, dim, i, keys);
  }
}

/**
 * Four rows of weights times the values, in tiles of four by four sums.
 * @param {Float32Array} out @param {Float32Array} weights [4, keys]
 * @param {Float32Array} v @param {number} dim @param {number} row of `out`
 * @param {number} keys
 */
function weighInJavaScript(out, weights, v, dim, row, keys) {
  for (let d = 0; d < dim; d += 2) {
    let [s00, s01, s10, s11, s20, s21, s30, s31] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let j = 0; j < keys; ++j) {
      const x = /** @type {number} */ (v[j * dim + d]);
      const y = /** @type {number} */ (v[j * dim + d + 1]);
      const w0 = /** @type {number} */ (weights[j]);
      const w1 = /** @type {number} */ (weights[keys + j]);
      const w2 = /** @type {number} */ (weights[2 * keys + j]);
      const w3 = /** @type {number} */ (weights[3 * keys + j]);
      s00 += w0 * x;
      s01 += w0 * y;
      s10 += w1 * x;
      s11 += w1 * y;
      s20 += w2 * x;
      s21 += w2 * y;
      s30 += w3 * x;
      s31 += w3 * y;
    }
    const to = row * dim + d;
    out[to] = s00;
    out[to + 1] = s01;
    out[to + dim] = s10;
    out[to + dim + 1] = s11;
    out[to + 2 * dim] = s20;
    out[to + 2 * dim + 1] = s21;
    out[to + 3 * dim] = s30;
    out[to + 3 * dim + 1] = s31;
  }
}
