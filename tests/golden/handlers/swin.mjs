// @ts-check
/** Window attention of Swin. */

import { ulp32 } from '../compare.mjs';
import { u64 } from '../tolerance.mjs';
import { moduleTolerance, optionsOf } from './projected.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').Tensor<'float32'>} Tensor
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** @param {Case} c @returns {import('./projected.mjs').Module} */
function moduleOf(c) {
  const dim = c.size('dim', c.width('x'));
  const weights = c.float32('qkv.weight');
  const biases = c.float32('qkv.bias');
  const [query, key, value] = [0, 1, 2].map((part) => ({
    weight: weights.slice(part * dim * dim, (part + 1) * dim * dim),
    bias: biases.slice(part * dim, (part + 1) * dim),
  }));
  if (!query || !key || !value) throw new Error('three projections');
  const output = {
    weight: c.float32('proj.weight'),
    bias: c.float32('proj.bias'),
  };
  const heads = c.size('heads', c.width('relative_position_bias_table'));
  const x = c.float32('x');
  return { x, shape: c.shape('x'), query, key, value, output, heads };
}

/** Which cells see which: 0 where the reference adds -100. Windows take the
 * masks in turn. @param {Case} c @param {number} windows */
function maskOf(c, windows) {
  const mask = c.float32('mask');
  const [masks = 1, ...shape] = c.shape('mask');
  const size = mask.length / masks;
  const data = Int32Array.from({ length: windows * size }, (_, i) =>
    mask[i % mask.length] === 0 ? 1 : 0,
  );
  return { data, shape: [windows, ...shape] };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function swin(pe, c, check) {
  const grid = /** @type {number[]} */ (c.param('window'));
  const scheme = /** @type {const} */ ({ type: 'grid', grid });
  check.same('index', pe.make({ method: 'relativeIndices', scheme }).data);

  const table = c.float32('relative_position_bias_table');
  const module = moduleOf(c);
  const { heads } = module;
  const spec = /** @type {const} */ ({ method: 'gridBias', grid, table });
  const map = (/** @type {'float32' | 'float64'} */ dtype) =>
    pe.make({ ...spec, heads, dtype }).data;
  check.near('bias', map('float64'), (_, want) => u64 * Math.abs(want));
  check.near('bias', map('float32'), (_, want) => 0.5001 * ulp32(want));

  const [windows = 1] = module.shape;
  const options = {
    ...optionsOf(module),
    bias: spec,
    ...(c.has('mask') && { mask: maskOf(c, windows) }),
  };
  const { output } = pe.make({ method: 'attention', ...options });
  const data = output?.data ?? new Float32Array();
  const within = moduleTolerance(module, table);
  check.near('out', data, within.output, within.outputScale);
  check.nearTorch(
    'out',
    () => data,
    () => 2 * within.output(),
  );

  const upstream = new Float32Array(data.length).fill(1);
  const gradient = pe.make({
    method: 'attentionGradient',
    ...options,
    upstream,
  });
  const { table: found } = /** @type {Record<string, Tensor>} */ (
    gradient.bias
  );
  check.near('grad_table', found?.data ?? [], within.table);
}

export const swinWindows = {
  'swin.window_bias': {
    params: ['dim', 'window', 'heads'],
    tensors: [
      ...['relative_position_bias_table', 'qkv.weight', 'qkv.bias'],
      ...['proj.weight', 'proj.bias', 'x', 'mask'],
      ...['index', 'bias', 'out', 'grad_table'],
    ],
    run: swin,
  },
};
