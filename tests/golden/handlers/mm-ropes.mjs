// @ts-check
/** Which pairs belong to which axis in multimodal designs, and XD-RoPE. */

import { frequency } from '../../support/frequency.mjs';
import { checkAxisTables } from './turned-axes.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').RopeOptions['axes']} Axes
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {(pe: Posenc, c: Case, check: Comparison) => void} Run
 */

const [TIME, HEIGHT, WIDTH] = [0, 1, 2];

/** The numbers of pairs, or of heads, of each axis. @param {Case} c
 * @returns {number[]} */
const sectionsOf = (c) => c.param('mrope_section');

/** A list of positions for each axis. @param {Case} c */
function listsOf(c) {
  const length = c.width('positions');
  const all = c.numbers('positions');
  return [TIME, HEIGHT, WIDTH].map((axis) =>
    all.slice(axis * length, (axis + 1) * length),
  );
}

/**
 * The axis of each pair in VideoRoPE: time, but for odd pairs of height and even
 * ones of width, while these have some left.
 * @param {number} pairs @param {number[]} sections
 */
const videoRope = (pairs, [, height = 0, width = 0]) =>
  Array.from({ length: pairs }, (_, k) => {
    if (k % 2 === 1) return k < 2 * height ? HEIGHT : TIME;
    return k >= 2 && k < 2 * width ? WIDTH : TIME;
  });

/** What stands in the paper of MM-RoPE. */
const MM_ROPE = [TIME, TIME, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH];

/**
 * @param {(pairs: number, sections: number[]) => Axes} axesOf
 * @param {(pair: number, pairs: number, sections: number[]) => number} axisOf
 * @param {(position: number, axis: number) => number} [change] of positions
 * @returns {Run}
 */
const allocated = (axesOf, axisOf, change) => (pe, c, check) => {
  const headDim = c.param('head_dim', 2);
  const theta = c.param('theta', 1e4);
  const sections = sectionsOf(c);
  const positions = listsOf(c).map((list, axis) =>
    change ? list.map((position) => change(position, axis)) : list,
  );
  const pairs = headDim / 2;
  const turn = {
    spec: {
      ...{ headDim, theta, layout: /** @type {const} */ ('half') },
      axes: axesOf(pairs, sections),
    },
    where: { positions },
    length: positions[0]?.length ?? 0,
    angle: (/** @type {number} */ row, /** @type {number} */ pair) => {
      const at = positions[axisOf(pair, pairs, sections)]?.[row] ?? NaN;
      return at * frequency(theta, pair, headDim);
    },
  };
  checkAxisTables(pe, check, turn, { full: true });
};

/** @typedef {Parameters<typeof allocated>} Allocated */

/** @type {[axesOf: Allocated[0], axisOf: Allocated[1]]} */
const ofVideoRope = [
  (pairs, sections) => ({
    ...{ type: 'pattern', axisOfPairs: videoRope(pairs, sections) },
  }),
  (pair, pairs, sections) => videoRope(pairs, sections)[pair] ?? NaN,
];

/** Whole heads belong to an axis: a rope turns them by its positions. @type {Run} */
function mhrope(pe, c, check) {
  const headDim = c.param('head_dim', 2);
  const rope = pe.rope({
    headDim,
    theta: c.param('theta', 1e4),
    layout: 'half',
  });
  const lists = listsOf(c);
  const heads = c.param('num_key_value_heads', 1);
  // Heads that no axis has are not turned.
  const axes = sectionsOf(c).flatMap((count, axis) => Array(count).fill(axis));
  for (const name of /** @type {const} */ (['cos', 'sin'])) {
    const of = (/** @type {'float32' | 'float64'} */ dtype) =>
      Array.from({ length: heads }, (_, head) => {
        const positions =
          lists[axes[head] ?? NaN] ?? (lists[0] ?? []).map(() => 0);
        return [...rope.cosSin({ positions, full: true, dtype })[name].data];
      }).flat();
    check.near(name, of('float64'), () => 1e-10);
    check.nearTorch(
      name,
      () => Float32Array.from(of('float32')),
      () => 2 ** -18,
    );
  }
}

/** @type {Run} */
function xdrope(pe, c, check) {
  const merge = c.param('spatial_merge_size', 2);
  /** @type {number[][]} */
  const grids = [...c.param('image_grid_thw', [])];
  const types = c.numbers('mm_token_type_ids');
  /** @type {({ type: 'text', length: number } |
   *   { type: 'image', grid: number[] })[]} */
  const segments = [];
  for (let i = 0; i < types.length; ) {
    const next = types.findIndex((type, at) => at > i && type !== types[i]);
    const end = next < 0 ? types.length : next;
    const grid = types[i] ? grids.shift() : undefined;
    if (grid) segments.push({ type: 'image', grid });
    else segments.push({ type: 'text', length: end - i });
    i = end;
  }
  const { positions, delta } = pe.mropePositions({
    ...{ segments, spatialMerge: merge, design: { type: 'xdrope' } },
  });
  const length = c.width('position_ids');
  check.same('position_ids', positions.data);
  check.same('deltas', [delta]);
  const sections = sectionsOf(c);
  const headDim = c.param('head_dim', 2);
  const lists = sections.map((_, axis) =>
    Array.from(positions.data.subarray(axis * length, (axis + 1) * length)),
  );
  const options = { headDim, theta: c.param('theta', 1e4), layout: 'half' };
  const rope = pe.rope(
    /** @type {never} */ ({ ...options, axes: { type: 'sections', sections } }),
  );
  const q = c.float32('q');
  const { data } = rope.rotate(q, { positions: lists, heads: 1 });
  check.near('q_out_sections', Float32Array.from(data), () => 2 ** -21);

  // transformers cuts [angles | angles] by sections of twice the length, so that
  // both components of a pair are turned on axes of their own: no rotation.
  const plain = pe.rope(/** @type {never} */ (options));
  const tables = lists.map((own) =>
    plain.cosSin({ positions: own, full: true, dtype: 'float64' }),
  );
  const axes = sections.flatMap((count, axis) => Array(2 * count).fill(axis));
  const half = headDim / 2;
  const turned = Float64Array.from(q, (x, i) => {
    const column = i % headDim;
    const table = tables[axes[column]];
    const other = column < half ? -(q[i + half] ?? NaN) : (q[i - half] ?? NaN);
    return x * Number(table?.cos.data[i]) + other * Number(table?.sin.data[i]);
  });
  check.near('q_out_hf', turned, () => 1e-10);
  check.nearTorch(
    'q_out_hf',
    () => Float32Array.from(turned),
    () => 2 ** -18,
  );
}

const common = ['head_dim', 'theta', 'pairing', 'mrope_section'];
const tensors = ['positions', 'cos', 'sin'];

export const mmRopes = {
  'rope.mm_videorope': {
    ...{ params: common, tensors, run: allocated(...ofVideoRope) },
  },
  'rope.mm_hope': {
    ...{ params: common, tensors },
    // Time does not turn; positions before 0 stay as they are.
    run: allocated(...ofVideoRope, (position, axis) =>
      axis === TIME ? Math.min(position, 0) : position,
    ),
  },
  'rope.mm_mmrope': {
    ...{ params: common, tensors },
    run: allocated(
      () => ({ type: 'pattern', axisOfPairs: MM_ROPE }),
      (pair) => MM_ROPE[pair % MM_ROPE.length] ?? NaN,
    ),
  },
  'rope.mm_mrope_interleaved': {
    ...{ params: common, tensors },
    run: allocated(
      (_, sections) => ({ type: 'interleaved', sections }),
      (pair, _, sections) =>
        pair < 3 * (sections[pair % 3] ?? 0) ? pair % 3 : TIME,
    ),
  },
  'rope.mm_mhrope': {
    params: [...common, 'num_key_value_heads'],
    tensors,
    run: mhrope,
  },
  'rope.xdrope_hunyuan_vl': {
    params: [
      ...['axes', 'spatial_merge_size', 'image_grid_thw', 'heads', ...common],
    ],
    tensors: [
      ...['input_ids', 'mm_token_type_ids', 'position_ids', 'deltas', 'q'],
      ...['q_out_sections', 'q_out_hf'],
    ],
    run: xdrope,
  },
};
