// @ts-check
/** Positions of Qwen2-VL, from its tokens. */

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').MropePositionsOptions} Options
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** The position that the reference gives to padding. */
const PADDING = 1;

/**
 * The segments of a sequence: a run of image or video tokens for each grid,
 * and the text between them.
 *
 * @param {number[]} tokens @param {Record<'image' | 'video', number>} ids
 * @param {Record<'image' | 'video', number[][]>} grids which are used up
 * @param {number} merge
 */
export function segmentsOf(tokens, ids, grids, merge) {
  /** @type {{ type: 'text' | 'image' | 'video', length?: number,
   *   grid?: number[] }[]} */
  const segments = [];
  let text = 0;
  const endText = () => {
    if (text > 0) segments.push({ type: 'text', length: text });
    text = 0;
  };
  for (let i = 0; i < tokens.length; ) {
    const type = /** @type {const} */ (['image', 'video']).find(
      (word) => ids[word] === tokens[i],
    );
    if (!type) {
      text += 1;
      i += 1;
      continue;
    }
    endText();
    const grid = grids[type].shift();
    if (!grid) throw new Error(`no grid is left for token ${i}`);
    segments.push({ type, grid });
    i += grid.reduce((a, b) => a * b, 1) / merge ** 2;
  }
  endText();
  return segments;
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function qwen2vl(pe, c, check) {
  const merge = c.param('spatial_merge_size', 2);
  const length = c.width('input_ids');
  const tokens = c.numbers('input_ids');
  const batch = tokens.length / length;
  const mask = c.has('attention_mask')
    ? c.numbers('attention_mask')
    : undefined;
  const ids = {
    image: c.param('image_token_id', 151655),
    video: c.param('video_token_id', 151656),
  };
  const grids = {
    image: [.../** @type {number[][]} */ (c.param('image_grid_thw', []))],
    video: [.../** @type {number[][]} */ (c.param('video_grid_thw', []))],
  };
  const all = Array(3 * tokens.length).fill(PADDING);
  /** @type {number[]} */
  const deltas = [];
  for (let b = 0; b < batch; ++b) {
    const kept = Array.from({ length }, (_, i) => b * length + i).filter(
      (i) => mask?.[i] !== 0,
    );
    const own = kept.map((i) => tokens[i] ?? Number.NaN);
    const segments = segmentsOf(own, ids, grids, merge);
    const { positions, delta } = pe.make({
      method: 'mropePositions',
      segments,
      spatialMerge: merge,
    });
    kept.forEach((i, n) => {
      for (let axis = 0; axis < 3; ++axis) {
        all[axis * tokens.length + i] = positions.data[axis * kept.length + n];
      }
    });
    // The reference counts padding as tokens.
    deltas.push(delta - (length - kept.length));
  }
  check.same('position_ids', all);
  check.same('deltas', deltas);
}

export const mrope = {
  'positions.qwen2vl_index': {
    params: [
      ...['spatial_merge_size', 'image_token_id', 'video_token_id'],
      ...['vision_start_token_id', 'image_grid_thw', 'video_grid_thw'],
    ],
    tensors: ['input_ids', 'attention_mask', 'position_ids', 'deltas'],
    run: qwen2vl,
  },
};
