// @ts-check
/** RetNet: retention in its parallel, its chunkwise and its recurrent form. */

import { ulp32 } from '../compare.mjs';
import { farthestOf, u } from '../tolerance.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** Rows times a weight [out, in]. @param {ArrayLike<number>} x
 * @param {ArrayLike<number>} weight @param {number} dim */
function linear(x, weight, dim) {
  const out = weight.length / dim;
  return Array.from({ length: (x.length / dim) * out }, (_, n) => {
    const [row, to] = [Math.floor(n / out) * dim, (n % out) * dim];
    let sum = 0;
    for (let c = 0; c < dim; ++c) {
      sum += Number(x[row + c]) * Number(weight[to + c]);
    }
    return sum;
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function retention(pe, c, check) {
  const [heads, length] = [c.param('heads', 1), c.param('length', 1)];
  const [dim, chunk] = [c.param('embed_dim', 1), c.param('chunk', 1)];
  const valueDim = c.param('value_dim', 1) / heads;
  const epsilon = c.param('norm_eps', 0);
  if (/** @type {string} */ (c.param('gate', '')) !== 'swish')
    throw new Error('another gate');
  const headDim = dim / heads;
  const x = c.float32('x');
  const [q = [], k = [], v = [], g = []] = ['q', 'k', 'v', 'g'].map((name) =>
    linear(x, c.float32(`${name}_proj`), dim),
  );
  const law = /** @type {const} */ ({ heads, law: 'retnet' });
  const dtype = /** @type {const} */ ('float64');

  // Both ends of the frequencies belong to them: n pairs have n - 1 steps.
  const pairs = headDim / 2;
  const rope = pe.rope({
    ...{ headDim, layout: 'interleaved' },
    theta: 10000 ** (pairs / (pairs - 1)),
  });
  const { cos, sin } = rope.cosSin({ length, dtype });
  const twice = (/** @type {ArrayLike<number>} */ of) =>
    Array.from({ length: 2 * of.length }, (_, n) => Number(of[n >> 1]));
  const within = () => 1e-10;
  check.near('cos', twice(cos.data), within);
  check.near('sin', twice(sin.data), within);
  const slopes = pe.decaySlopes({ ...law, dtype }).data;
  const block = { ...law, dtype };
  const whole = pe.decayFactors({ ...block, length, retention: 'rows' });
  const inner = pe.decayFactors({
    ...block,
    length: chunk,
    retention: 'chunks',
  });
  const tables = {
    decay_log: slopes.map((slope) => -slope),
    mask: whole.diagonal.data,
    inner_mask: inner.diagonal.data,
    cross_decay: inner.block.data,
    query_inner_decay: inner.query.data,
    value_inner_decay: inner.key.data,
    cos: twice(cos.data),
    sin: twice(sin.data),
  };
  for (const [name, list] of Object.entries(tables)) {
    check.near(name, list, within);
    // The reference's angles and powers are of float32.
    check.nearTorch(
      name,
      () => list,
      (_, want) => 16 * length * ulp32(Math.max(Math.abs(want), 1)),
    );
  }

  /** Norm, gate and projection, which are the module's own. */
  const after = (/** @type {ArrayLike<number>} */ mixed) => {
    const gated = Array.from(mixed, (one, n) => {
      const head = n - (n % valueDim);
      let squares = 0;
      for (let e = 0; e < valueDim; ++e)
        squares += Number(mixed[head + e]) ** 2;
      const gate = Number(g[n]);
      const swish = gate / (1 + Math.exp(-gate));
      return (one / Math.sqrt(squares / valueDim + epsilon)) * swish;
    });
    return linear(gated, c.float32('out_proj'), valueDim * heads);
  };

  const { output } = pe.attention({
    ...{ q: Float32Array.from(q), k: Float32Array.from(k) },
    ...{ v: Float32Array.from(v), heads, headDim, rotary: rope, causal: true },
    bias: { method: 'decay', law: 'retnet' },
    weighing: { type: 'retention' },
  });
  // A norm makes of the rounding of values a share of their size, which is that
  // of the smallest row here.
  const rows = Array.from({ length: length * heads }, (_, n) =>
    Math.hypot(...output.data.subarray(n * valueDim, (n + 1) * valueDim)),
  );
  const share =
    (length + headDim + 24) * u * (farthestOf(v) / Math.min(...rows));
  const bound = 8 * share * farthestOf(check.expected('out_parallel'));
  const parallel = after(output.data);
  check.near('out_parallel', Float32Array.from(parallel), () => bound);
  check.nearTorch(
    'out_parallel',
    () => parallel,
    () => 2 * bound,
  );

  // The other forms, in float64, from turned queries and keys.
  const turn = (/** @type {number[]} */ of, /** @type {number} */ factor) =>
    of.map((_, n) => {
      const [row, e] = [Math.floor(n / dim), n % headDim];
      const at = row * pairs + (e >> 1);
      const [a, b] = [Number(of[n - (e % 2)]), Number(of[n - (e % 2) + 1])];
      const [co, si] = [Number(cos.data[at]), Number(sin.data[at])];
      return factor * (e % 2 === 0 ? a * co - b * si : b * co + a * si);
    });
  const [qr, kr] = [turn(q, 1), turn(k, 1 / Math.sqrt(headDim))];
  const score = (
    /** @type {number} */ h,
    /** @type {number} */ i,
    /** @type {number} */ j,
  ) => {
    let sum = 0;
    for (let e = h * headDim; e < (h + 1) * headDim; ++e) {
      sum += Number(qr[i * dim + e]) * Number(kr[j * dim + e]);
    }
    return sum;
  };
  const width = heads * valueDim;
  const value = (
    /** @type {number} */ h,
    /** @type {number} */ j,
    /** @type {number} */ e,
  ) => Number(v[j * width + h * valueDim + e]);

  /** Runs block by block. @param {number} size
   * @param {(start: number) => typeof inner} factorsAt
   * @param {boolean} divides whether rows are divided as in chunks */
  const inBlocks = (size, factorsAt, divides) => {
    const out = new Array(length * width).fill(0);
    for (let h = 0; h < heads; ++h) {
      let state = new Float64Array(headDim * valueDim);
      let stateScale = 1;
      for (let first = 0; first < length; first += size) {
        const of = factorsAt(first);
        for (let i = 0; i < size; ++i) {
          const own = Array.from({ length: i + 1 }, (_, j) => {
            const kept = of.diagonal.data[(h * size + i) * size + j] ?? NaN;
            return kept * score(h, first + i, first + j);
          });
          const sizeOf = own.reduce((all, one) => all + Math.abs(one), 0);
          const scale = divides ? Math.max(1, sizeOf, stateScale) : 1;
          for (let e = 0; e < valueDim; ++e) {
            let sum = own.reduce(
              (all, w, j) => all + w * value(h, first + j, e),
              0,
            );
            for (let d = 0; d < headDim; ++d) {
              const past = state[d * valueDim + e] ?? NaN;
              const at = (first + i) * dim + h * headDim + d;
              sum +=
                (of.query.data[h * size + i] ?? NaN) * Number(qr[at]) * past;
            }
            out[(first + i) * width + h * valueDim + e] = sum / scale;
          }
        }
        state = state.map((past, n) => {
          const [d, e] = [Math.floor(n / valueDim), n % valueDim];
          let sum = (of.block.data[h] ?? NaN) * past;
          for (let j = 0; j < size; ++j) {
            const key = Number(kr[(first + j) * dim + h * headDim + d]);
            sum +=
              (of.key.data[h * size + j] ?? NaN) * key * value(h, first + j, e);
          }
          return sum;
        });
        const columns = Array.from({ length: valueDim }, (_, e) => {
          const column = state.filter((_, n) => n % valueDim === e);
          return column.reduce((all, one) => all + Math.abs(one), 0);
        });
        stateScale = Math.max(1, ...columns);
      }
    }
    return after(out);
  };
  const forms = {
    out_chunkwise: inBlocks(chunk, () => inner, true),
    out_recurrent: inBlocks(
      1,
      (start) =>
        pe.decayFactors({ ...block, length: 1, retention: 'rows', start }),
      false,
    ),
  };
  for (const [name, list] of Object.entries(forms)) {
    check.near(name, list, () => 1e-9);
    check.nearTorch(
      name,
      () => list,
      () => bound,
    );
  }
}

export const retnet = {
  'retnet.retention': {
    params: [
      ...['embed_dim', 'heads', 'value_dim', 'length', 'chunk'],
      ...['norm_eps', 'gate'],
    ],
    tensors: [
      ...['x', /^[qkvg]_proj$/, 'out_proj', 'decay_log', 'sin', 'cos', 'mask'],
      ...['inner_mask', 'cross_decay', 'query_inner_decay'],
      ...['value_inner_decay', /^out_(parallel|chunkwise|recurrent)$/],
    ],
    run: retention,
  },
};
