// @ts-check
/** Positions of multimodal designs, from tokens, types of tokens and grids. */

import { segmentsOf } from './mrope.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').MropePositionsOptions} Options
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {(c: Case) => NonNullable<Options['design']>} DesignOf
 */

/** The grids of a case; a null says that there are none.
 * @param {Case} c @param {string} name @returns {number[][]} */
const gridsOf = (c, name) => [.../** @type {number[][]} */ (c.param(name, []))];

/** Videos whose frames stand apart, each behind a text.
 * @param {number[][]} grids */
const inFrames = (grids) =>
  grids.flatMap(([frames = 0, ...plane]) =>
    Array.from({ length: frames }, () => [1, ...plane]),
  );

/** Error of the float32 positions of the references, in parts of the value. */
const FLOAT32 = 2 ** -20;

/**
 * One sequence, whose videos are split into frames.
 * @param {DesignOf} design
 * @returns {(pe: Posenc, c: Case, check: Comparison) => void}
 */
const run = (design) => (pe, c, check) => {
  const merge = c.param('spatial_merge_size', 2);
  const ids = {
    image: c.param('image_token_id', 12),
    video: c.param('video_token_id', 13),
  };
  const grids = {
    image: gridsOf(c, 'image_grid_thw'),
    video: inFrames(gridsOf(c, 'video_grid_thw')),
  };
  const segments = segmentsOf(c.numbers('input_ids'), ids, grids, merge);
  const { positions, delta } = pe.make({
    ...{ method: 'mropePositions', segments, spatialMerge: merge },
    design: design(c),
  });
  const near = (/** @type {number} */ _, /** @type {number} */ want) =>
    1e-12 * Math.max(1, Math.abs(want));
  check.near('position_ids', positions.data, near);
  check.near('delta', [delta], near);
  check.nearTorch(
    'position_ids',
    () => Float32Array.from(positions.data),
    (_, want) => FLOAT32 * Math.max(1, Math.abs(want)),
  );
};

/** @param {Case} c */
const strideOf = (c) => ({ temporalStride: c.param('temporal_stride', 1) });

/** @type {DesignOf} */
function circle(c) {
  if (c.param('method', 'circle') !== 'circle') throw new Error('no circle');
  /** @type {number | string} */
  const radius = c.param('radius', -1);
  /** @type {number | string | boolean} */
  const lift = c.param('move_to_positive', false);
  const [, times = '1'] = String(radius).split('-');
  return {
    ...{ type: 'circlerope', ...strideOf(c) },
    ...(typeof radius === 'number'
      ? { radius }
      : { radiusScale: Number(times) }),
    alpha: c.param('alpha', -1),
    centred: c.param('move_to_origin', true),
    mix: Number(c.param('dff_rate', 0)),
    ...(lift !== false && { lift: lift === 'auto' ? 0 : Number(lift) }),
  };
}

/** @type {Record<string, DesignOf>} */
const designs = {
  mrope: (c) => ({ type: 'mrope', ...strideOf(c) }),
  mrope_i: (c) => {
    if (!c.param('spatial_reset', true)) throw new Error('without reset');
    return { type: 'mropeI', ...strideOf(c) };
  },
  omnirope: (c) => ({ type: 'mropeI', ...strideOf(c) }),
  mmrope: (c) => ({
    ...{ type: 'mmrope', ...strideOf(c) },
    scale: c.param('position_scale', [1, 1, 1]),
  }),
  videorope: (c) => ({ type: 'videorope', ...strideOf(c) }),
  v2pe: (c) => ({ type: 'v2pe', visualStride: c.param('visual_stride', 16) }),
  circlerope: circle,
};

/** Types of tokens in the references. */
const TYPES = { image: 1, video: 2 };

/**
 * A batch with padding, by types of tokens.
 * @param {{ frames?: boolean }} how
 * @returns {(pe: Posenc, c: Case, check: Comparison) => void}
 */
const byTypes =
  ({ frames = false }) =>
  (pe, c, check) => {
    const merge = c.param('spatial_merge_size', 2);
    const length = c.width('mm_token_type_ids');
    const types = c.numbers('mm_token_type_ids');
    const mask = c.numbers('attention_mask');
    const videos = gridsOf(c, 'video_grid_thw');
    const grids = {
      image: gridsOf(c, 'image_grid_thw'),
      video: frames ? inFrames(videos) : videos,
    };
    const seconds = c.gives('second_per_grid_ts')
      ? [.../** @type {number[]} */ (c.param('second_per_grid_ts'))]
      : [];
    const rate = c.gives('tokens_per_second')
      ? { tokensPerSecond: c.param('tokens_per_second', 1) }
      : {};
    const all = Array(3 * types.length).fill(0);
    /** @type {number[]} */
    const deltas = [];
    for (let from = 0; from < types.length; from += length) {
      const kept = Array.from({ length }, (_, i) => from + i).filter(
        (i) => mask[i] === 1,
      );
      const own = kept.map((i) => types[i] ?? Number.NaN);
      const segments = segmentsOf(own, TYPES, grids, merge).map((segment) =>
        segment.type === 'video' && seconds.length > 0
          ? { ...segment, secondsPerGrid: Math.trunc(seconds.shift() ?? 1) }
          : segment,
      );
      const { positions, delta } = pe.make({
        ...{ method: 'mropePositions', segments, spatialMerge: merge },
        ...{ design: { type: 'mrope', next: 'sides' }, ...rate },
      });
      kept.forEach((i, n) => {
        for (let axis = 0; axis < 3; ++axis) {
          const at = axis * kept.length + n;
          all[axis * types.length + i] = positions.data[at];
        }
      });
      deltas.push(delta);
    }
    check.same('position_ids', all);
    check.same('deltas', deltas);
  };

const grids = ['spatial_merge_size', 'image_grid_thw', 'video_grid_thw'];
const typed = ['mm_token_type_ids', 'attention_mask', 'deltas'];

export const mmPositions = {
  ...Object.fromEntries(
    Object.entries(designs).map(([word, design]) => [
      `positions.mm_${word}`,
      {
        params: [
          ...[...grids, 'image_token_id', 'video_token_id'],
          ...['vision_start_token_id', 'temporal_stride', 'spatial_reset'],
          ...['position_scale', 'visual_stride', 'move_to_origin', 'method'],
          ...['move_to_positive', 'dff_rate', 'radius', 'alpha'],
        ],
        tensors: ['input_ids', 'position_ids', 'delta'],
        run: run(design),
      },
    ]),
  ),
  ...Object.fromEntries(
    ['qwen2', 'qwen2_5', 'qwen3'].map((word) => [
      `positions.${word}_vl_index_v5`,
      {
        params: [
          ...[...grids, 'tokens_per_second', 'second_per_grid_ts', 'padding'],
        ],
        tensors: ['input_ids', 'position_ids', ...typed],
        run: byTypes({ frames: word === 'qwen3' }),
      },
    ]),
  ),
};
