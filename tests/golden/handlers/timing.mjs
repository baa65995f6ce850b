// @ts-check
/** Sinusoidal tables with the frequencies of tensor2tensor, and scaled ones. */

import { twinned } from '../case.mjs';
import { anyAngleError, expAngleError, u } from '../tolerance.mjs';
import { idsOf } from './ids.mjs';
import { checkSinusoids } from './sinusoids.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {{ dim: number, preset: 'tensor2tensor' | 'fairseq' | 'xglm' |
 *   'm2m100' | 'scaled', base?: number, frequencyScale?: number,
 *   zeroPosition?: number }} Options
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('./places.mjs').Where} Where
 */

/**
 * Compares a table, which is added to `x` if the reference does so.
 *
 * @param {Posenc} pe @param {Comparison} check @param {string} name
 * @param {Options} options @param {Where} where @param {Float32Array} [x]
 */
function checkTiming(pe, check, name, options, where, x) {
  const { zeroPosition: _, ...of } = options;
  const frequencies = pe.make({ method: 'frequencies', ...of });
  const factor = options.frequencyScale ?? 1;
  const scaled = options.preset === 'scaled';
  checkSinusoids(pe, check, name, {
    options,
    where,
    fastest: Math.max(1, factor),
    ...(scaled ? { amplitude: options.dim ** -0.5 } : {}),
    ...(x ? { x } : {}),
    angleError: (column, position) => {
      // Blocks: sines, cosines, and for an odd width a column of zeros.
      const f = frequencies[column % frequencies.length] ?? Number.NaN;
      const angle = Math.abs(position * f);
      return scaled
        ? anyAngleError(angle, 1, f)
        : expAngleError(angle, f, factor);
    },
  });
}

/**
 * The base and frequencyScale that follow from two time scales.
 * @param {Case} c
 */
export function scales(c) {
  const least = c.param('min_timescale', 1);
  const largest = c.param('max_timescale', 10000);
  return { base: largest / least, frequencyScale: least };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function concat(pe, c, check) {
  const shape = c.shape('signal', 'table');
  const options = {
    dim: c.size('channels', shape.at(-1)),
    preset: /** @type {const} */ ('tensor2tensor'),
    ...scales(c),
  };
  const length = c.size('length', shape.at(-2));
  const where = { length, start: c.param('start_index', 0) };
  checkTiming(pe, check, 'signal', options, where);
  checkTiming(pe, check, 'table', options, where);
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function concatPositions(pe, c, check) {
  const options = {
    dim: c.size('channels', c.width('out')),
    preset: /** @type {const} */ ('tensor2tensor'),
    ...scales(c),
  };
  const where = { positions: c.numbers('positions') };
  checkTiming(pe, check, 'out', options, where, c.float32('x'));
}

/** The name of a decoding step's tensor ends in the step. */
const STEP = /^incremental_step(\d+)$/;

/** The decoding steps of a case. @param {Case} c @returns {number[]} */
function stepsOf(c) {
  const names = [...c.tensors.keys()].map((name) => twinned(name) ?? name);
  const steps = names.flatMap((name) => STEP.exec(name)?.slice(1) ?? []);
  return [...new Set(steps.map(Number))];
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function fairseq(pe, c, check) {
  const paddingIndex = c.param('padding_idx', 1);
  const steps = stepsOf(c);
  const names = steps.map((step) => `incremental_step${step}`);
  const options = {
    dim: c.size('dim', c.width('weights', 'out', ...names)),
    preset: /** @type {const} */ ('fairseq'),
    zeroPosition: paddingIndex,
  };
  const length = c.gives('table_rows') ? c.param('table_rows', 0) : undefined;
  checkTiming(pe, check, 'weights', options, { length, start: 0 });
  if (check.wants('positions') || check.wants('out')) {
    const ids = idsOf(pe, c, 'tokens', { paddingIndex });
    check.same('positions', ids);
    checkTiming(pe, check, 'out', options, { positions: [...ids] });
  }
  if (steps.length > 0 && !steps.includes(c.param('timestep', steps[0]))) {
    throw new Error(`timestep ${c.params.timestep} has no tensor`);
  }
  for (const step of steps) {
    const name = `incremental_step${step}`;
    const positions = [paddingIndex + step + 1];
    checkTiming(pe, check, name, options, { positions });
  }
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function xglm(pe, c, check) {
  const offset = c.param('offset', 2);
  const options = {
    dim: c.size('dim', c.width('table', 'out')),
    preset: /** @type {const} */ ('xglm'),
    // No token has this fractional index, so there is no padding.
    zeroPosition: c.param('padding_idx', 0.5),
  };
  const length = c.gives('num_positions')
    ? c.param('num_positions', 0) + offset
    : undefined;
  checkTiming(pe, check, 'table', options, { length, start: 0 });
  if (!check.wants('out')) return;
  const positions = c.numbers('position_ids').map((id) => id + offset);
  checkTiming(pe, check, 'out', options, { positions });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function m2m100(pe, c, check) {
  const paddingIndex = c.param('padding_idx', 1);
  const past = c.param('past_key_values_length', 0);
  const ids = idsOf(pe, c, 'input_ids', { paddingIndex, past });
  check.same('position_ids', ids);
  if (!check.wants('out')) return;
  const options = {
    dim: c.size('dim', c.width('out')),
    preset: /** @type {const} */ ('m2m100'),
    zeroPosition: paddingIndex,
  };
  checkTiming(pe, check, 'out', options, { positions: [...ids] });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function scaled(pe, c, check) {
  const dim = c.size('dim', c.shapeIfAny('out')?.at(-1));
  const options = {
    dim,
    preset: /** @type {const} */ ('scaled'),
    base: c.param('base', 10000),
  };
  const length = c.gives('seq_len') ? c.param('seq_len', 0) : undefined;
  const where = { length, start: c.param('offset', 0) };
  checkTiming(pe, check, 'out', options, where);
  // The scale is the largest value, the first cosine at position 0.
  const row = pe.make({
    method: 'sinusoidal',
    ...options,
    length: 1,
    dtype: 'float64',
  }).data;
  const scale = row.subarray(Math.ceil(dim / 2)).subarray(0, 1);
  check.near('scale', scale, () => 1e-10);
  check.nearTorch(
    'scale',
    () => scale,
    () => u,
  );
}

export const timing = {
  'sinusoidal.concat_t2t': {
    params: [
      ...['channels', 'length', 'start_index'],
      ...['min_timescale', 'max_timescale'],
    ],
    tensors: ['signal', 'table'],
    run: concat,
  },
  'sinusoidal.concat_t2t_positions': {
    params: ['channels', 'min_timescale', 'max_timescale'],
    tensors: ['x', 'positions', 'out'],
    run: concatPositions,
  },
  'sinusoidal.fairseq': {
    params: ['dim', 'padding_idx', 'table_rows', 'timestep'],
    tensors: ['tokens', 'positions', 'weights', 'out', STEP],
    run: fairseq,
  },
  'sinusoidal.hf_xglm_offset2': {
    params: ['dim', 'num_positions', 'offset', 'padding_idx'],
    tensors: ['position_ids', 'table', 'out'],
    run: xglm,
  },
  'sinusoidal.hf_m2m100': {
    params: ['dim', 'padding_idx', 'past_key_values_length'],
    tensors: ['input_ids', 'position_ids', 'out'],
    run: m2m100,
  },
  'sinusoidal.concat_scaled': {
    params: ['base', 'dim', 'offset', 'seq_len'],
    tensors: ['out', 'scale'],
    run: scaled,
  },
};
