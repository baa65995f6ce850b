// @ts-check
/** Transformer-XL: whole attention modules, with memory, and their gradients. */

import { roundedTolerance, u } from '../tolerance.mjs';
import { checkAttention } from './attention-error.mjs';
import {
  checkGradient,
  checkScores,
  itemOf,
  joinedArrays,
  layerNorm,
  layerNormGradient,
  linear,
  moduleTolerance,
  tensor,
} from './modules.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').Tensor<'float32'>} Tensor
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {ReturnType<typeof sizesOf>} Sizes
 */

/** @param {Case} c */
function sizesOf(c) {
  const [queries = 1, batch = 1, dim = 1] = c.shape('w');
  const [heads = 1, headDim = 1] = c.has('u')
    ? c.shape('u')
    : c.shape('r_w_bias');
  const memory = c.has('mems') ? c.shape('mems')[0] : 0;
  return {
    queries: c.size('q_len', queries),
    batch: c.size('batch', batch),
    dim: c.size('d_model', dim),
    heads: c.size('heads', heads),
    headDim: c.size('d_head', headDim),
    memory: c.size('mem_len', memory),
    keys: queries + (memory ?? 0),
  };
}

/** The spec of the relative terms. @param {Case} c */
function termsOf(c) {
  const method = /** @type {const} */ ('transformerXL');
  if (c.has('r_emb')) {
    c.size('table', c.shape('r_emb')[0]);
    return {
      ...{ method, table: tensor(c.float32('r_emb'), ...c.shape('r_emb')) },
      tableBias: c.float32('r_bias'),
      contentBias: c.float32('r_w_bias'),
    };
  }
  const clampLength = c.param('clamp_len', 0);
  return {
    ...{ method, positionWeight: c.float32('r_net.weight') },
    ...{ contentBias: c.float32('u'), positionBias: c.float32('v') },
    ...(clampLength > 0 && { clampLength }),
  };
}

/** The projections of a module. @param {Case} c @param {Sizes} sizes */
function weightsOf(c, { heads, headDim, dim }) {
  const all = c.float32('qkv_net.weight');
  const size = heads * headDim * dim;
  const part = (/** @type {number} */ n) => all.slice(n * size, (n + 1) * size);
  return {
    ...{ queryWeight: part(0), keyWeight: part(1), valueWeight: part(2) },
    outputWeight: c.float32('o_net.weight'),
  };
}

/**
 * The terms as the shift of the reference leaves them without a mask: for a key
 * one behind the query 0, and for those farther behind the product of the next
 * query with a distance that is `keys + 1` larger.
 *
 * @param {Posenc} pe @param {ReturnType<typeof termsOf>} spec @param {Sizes} s
 * @param {Float32Array} q @param {Float32Array} k @param {number} scale
 */
function wrapped(pe, spec, s, q, k, scale) {
  const { queries, keys, memory, heads, headDim } = s;
  const width = heads * headDim;
  const { method: _, ...terms } = spec;
  /** @param {Float32Array} of @param {number} queryStart */
  const maps = (of, queryStart) =>
    pe.transformerXL({
      ...{ ...terms, heads, headDim, k, keys, scale },
      ...{ q: of, queryStart, terms: true },
    });
  const own = maps(q, memory);
  const next = maps(q.slice(width), memory + keys + 1);
  const rows = queries - 1;
  return Float32Array.from({ length: heads * queries * keys }, (_, n) => {
    const [row, key] = [Math.floor(n / keys) % queries, n % keys];
    const head = Math.floor(n / (keys * queries));
    const column = Number(own.contentBias?.data[n]);
    const behind = key - row - memory;
    if (behind === 1) return column;
    const [map, at] =
      behind > 1 ? [next, (head * rows + row) * keys + key] : [own, n];
    const position = Number(map.position?.data[at]);
    return column + position + Number(map.positionBias?.data[at]);
  });
}

/** From [batch, heads, queries, keys] to the [queries, keys, batch, heads] of
 * the reference. @param {Float32Array} map @param {Sizes} sizes */
function mapOf(map, { batch, heads, queries, keys }) {
  return Float32Array.from(map, (_, n) => {
    const [b, head] = [Math.floor(n / heads) % batch, n % heads];
    const pair = Math.floor(n / (heads * batch));
    return Number(map[(b * heads + head) * queries * keys + pair]);
  });
}

/** Puts items one after the other back to [rows, batch, width].
 * @param {ArrayLike<number>} x @param {number} batch @param {number} width */
function rowsFirst(x, batch, width) {
  const rows = x.length / (batch * width);
  return Float64Array.from({ length: x.length }, (_, n) => {
    const [row, b] = [
      Math.floor(n / (batch * width)),
      Math.floor(n / width) % batch,
    ];
    return Number(x[(b * rows + row) * width + (n % width)]);
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function transformerXL(pe, c, check) {
  const sizes = sizesOf(c);
  const { queries, keys, memory, batch, dim, heads, headDim } = sizes;
  const before = c.param('pre_layernorm', false);
  const norm = {
    weight: c.float32('layer_norm.weight'),
    bias: c.float32('layer_norm.bias'),
    epsilon: c.param('layer_norm_eps', 1e-5),
  };
  const w = c.float32('w');
  const given = c.has('mems') ? joinedArrays(c.float32('mems'), w) : w;
  const inputs = before
    ? Float32Array.from(layerNorm(Float64Array.from(given), norm).out)
    : given;
  const items = Array.from({ length: batch }, (_, b) =>
    itemOf(inputs, batch, dim, b),
  );
  const context = joinedArrays(...items);
  const x = joinedArrays(...items.map((item) => item.slice(memory * dim)));
  const weights = weightsOf(c, sizes);
  const spec = termsOf(c);
  const scale = 1 / Math.sqrt(headDim);
  const causal = c.param('causal', false);
  const [q, k] = [weights.queryWeight, weights.keyWeight].map((weight, side) =>
    linear(side === 0 ? x : context, weight, dim),
  );
  if (!q || !k) throw new Error('no queries and keys');
  const shape = { batch, heads, headDim, causal, scale };
  const options = {
    ...{ x: tensor(x, batch, queries, dim), ...shape, ...weights },
    context: tensor(context, batch, keys, dim),
    ...(causal
      ? { relative: spec }
      : {
          bias: tensor(
            wrapped(pe, spec, sizes, q, k, scale),
            heads,
            queries,
            keys,
          ),
        }),
  };
  const result = pe.make({ method: 'attention', ...options });

  const distances = Array.from({ length: keys }, (_, t) => {
    const distance = keys - 1 - t;
    return Math.min(distance, c.param('clamp_len', 0) || distance);
  });
  const sinusoids = pe.make({
    ...{ method: 'sinusoidal', positions: distances, dim, layout: 'blocks' },
  }).data;
  check.near('r', sinusoids, roundedTolerance(keys));
  check.nearRounded(
    'r',
    () => sinusoids,
    () => 2 * u * (keys + 2),
  );

  const [content = [], position = []] = [
    ...['u', 'v', 'r_w_bias', 'r_bias'],
  ].flatMap((name) => (c.has(name) ? [c.float32(name)] : []));
  const rows = c.has('r_emb')
    ? c.float32('r_emb')
    : linear(sinusoids, c.float32('r_net.weight'), dim);
  const within = moduleTolerance({
    ...{ x: inputs, dim, headDim, keys, scale, out: weights.outputWeight },
    query: weights.queryWeight,
    ...{ key: weights.keyWeight, value: weights.valueWeight },
    terms: [
      [content, k],
      [q, rows],
      [c.has('r_emb') ? [1] : position, c.has('r_emb') ? position : rows],
    ],
  });
  checkScores(check, mapOf(result.scores.data, sizes), within.score);
  const attended = rowsFirst(result.output?.data ?? [], batch, dim);
  const sum = attended.map((y, i) => y + Number(w[i]));
  const normed = layerNorm(sum, norm);
  const found = {
    weights: mapOf(result.weights.data, sizes),
    output: Float32Array.from(before ? sum : normed.out),
  };
  const growth = before ? 1 : Math.max(1, normed.growth);
  const behind = {
    ...within,
    output: () => growth * (within.output() + 2 * u * within.outputScale()),
  };
  checkAttention(check, {
    exact: found,
    within: behind,
    torch: () => found,
    torchWithin: behind,
  });
  if (!check.golden.has('grad_w')) return;
  checkGradients(pe, c, check, { sizes, options, sum, norm });
}

/**
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 * @param {{ sizes: Sizes, sum: Float64Array, norm: import('./modules.mjs').Norm,
 *   options: Omit<import('posenc').SpecOf<'attention'>, 'method'> }} of
 */
function checkGradients(pe, c, check, { sizes, options, sum, norm }) {
  const { batch, dim, queries, keys, memory, heads, headDim } = sizes;
  const through = layerNormGradient(sum, c.float32('upstream'), norm);
  const upstream = joinedArrays(
    ...Array.from({ length: batch }, (_, b) =>
      itemOf(Float32Array.from(through), batch, dim, b),
    ),
  );
  const gradient = pe.make({
    ...{ method: 'attentionGradient', ...options, upstream },
  });
  const ofTerms = /** @type {Record<string, Tensor>} */ (gradient.relative);
  const depth =
    batch * (queries + keys) + 2 * (keys + 2 * headDim + dim) + heads;
  /** @param {string} name @param {ArrayLike<number> | undefined} found */
  const near = (name, found = []) => checkGradient(check, name, found, depth);
  // The text is asked, answers, and is added to the output. The memory is no
  // part of what is differentiated.
  const [asked, answered] = [gradient.x?.data, gradient.context?.data];
  const text = Array.from({ length: batch }, (_, b) =>
    Array.from({ length: queries * dim }, (_, i) => {
      const key = (b * keys + memory) * dim + i;
      return Number(asked?.[b * queries * dim + i]) + Number(answered?.[key]);
    }),
  );
  const ofText = rowsFirst(text.flat(), batch, dim);
  near(
    'grad_w',
    ofText.map((g, i) => g + Number(through[i])),
  );
  near('grad_u', ofTerms.contentBias?.data);
  near('grad_v', ofTerms.positionBias?.data);
  near('grad_r_net.weight', ofTerms.positionWeight?.data);
  const { queryWeight, keyWeight, valueWeight } = gradient;
  const parts = [queryWeight, keyWeight, valueWeight];
  near(
    'grad_qkv_net.weight',
    joinedArrays(...parts.map((part) => part?.data ?? [])),
  );
}

const module = [
  ...['qkv_net.weight', 'o_net.weight', 'layer_norm.weight'],
  ...['layer_norm.bias', 'w', 'mems', 'scores', 'probs', 'out'],
];

export const transformerXl = {
  transformer_xl: {
    params: [
      ...['d_model', 'heads', 'd_head', 'q_len', 'mem_len', 'batch', 'causal'],
      ...['clamp_len', 'pre_layernorm', 'layer_norm_eps'],
    ],
    tensors: [
      ...[...module, 'r_net.weight', 'u', 'v', 'r', 'upstream', 'grad_w'],
      ...['grad_u', 'grad_v', 'grad_r_net.weight', 'grad_qkv_net.weight'],
    ],
    run: transformerXL,
  },
  'transformer_xl.learnable': {
    params: ['d_model', 'heads', 'd_head', 'q_len', 'table', 'batch', 'causal'],
    tensors: [...module, 'r_emb', 'r_w_bias', 'r_bias'],
    run: transformerXL,
  },
};
