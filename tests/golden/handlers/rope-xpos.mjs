// @ts-check
/** Rotations whose queries shrink and keys grow with the position. */

import { frequency } from '../../support/frequency.mjs';
import { u } from '../tolerance.mjs';
import { turned, word } from './rotary.mjs';
import { checkAxisTurned } from './turned-axes.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./turned-axes.mjs').Turn} Turn
 * @typedef {{ headDim: number, rotaryDim: number, theta: number,
 *   start: number, length: number, centre: number, scaleBase: number }} XPos
 */

/** The factor of a pair. @param {XPos} x @param {number} pair */
const zeta = ({ rotaryDim }, pair) =>
  (2 * pair + 0.4 * rotaryDim) / (1.4 * rotaryDim);

/** The exponent at a row. @param {XPos} x @param {number} row */
const exponent = ({ start, centre, scaleBase }, row) =>
  (start + row - centre) / scaleBase;

/**
 * The turn of queries or keys. In float32, zeta has four roundings, and the
 * exponent two, which count |ln zeta| times; the power is within 1 ulp in the
 * reference, and the inverse and a product are rounded, in both programs.
 *
 * @param {XPos} x @param {'query' | 'key'} side @returns {Turn}
 */
function turnOf(x, side) {
  const { headDim, rotaryDim, theta, start, length, centre, scaleBase } = x;
  return {
    spec: {
      ...{ headDim, rotaryDim, theta, layout: 'interleaved' },
      decay: { type: 'xpos', scaleBase, centre },
    },
    where: { start },
    length,
    angle: (row, pair) => (start + row) * frequency(theta, pair, rotaryDim),
    decay: (row, pair) => {
      const e = Math.abs(exponent(x, row));
      const base = zeta(x, pair);
      const sign = side === 'query' ? 1 : -1;
      const error = (8 * e + 4 * e * Math.abs(Math.log(base)) + 8) * u;
      return { factor: base ** (sign * exponent(x, row)), error };
    },
  };
}

/**
 * @param {Posenc} pe @param {Comparison} check @param {XPos} x
 * @param {'query' | 'key'} side @param {string} input @param {string} output
 */
function checkSide(pe, check, x, side, input, output) {
  checkAxisTurned(pe, check, turnOf(x, side), { side, input, output });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check @param {XPos} x */
function checkBoth(pe, c, check, x) {
  word(c, 'pairing', ['interleaved'], 'interleaved');
  if (c.has('q')) checkSide(pe, check, x, 'query', 'q', 'q_out');
  if (c.has('k')) checkSide(pe, check, x, 'key', 'k', 'k_out');
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function lucidrains(pe, c, check) {
  const shape = c.shape('q', 'k');
  if (c.gives('shape') && String(c.params.shape) !== String(shape)) {
    throw new Error(`shape is ${c.params.shape}, and that of q ${shape}`);
  }
  const [length = 1, headDim = 1] = shape.slice(-2);
  /** @type {XPos} */
  const x = {
    ...{ headDim, length, start: 0 },
    rotaryDim: c.param('dim', headDim),
    theta: c.param('theta', 10000),
    centre: Math.floor(length / 2),
    scaleBase: c.param('xpos_scale_base', 512),
  };
  checkBoth(pe, c, check, x);
  checkScale(pe, check, x);
}

/** The factors, each twice: the lengths of (cos, sin) of queries.
 * @param {Posenc} pe @param {Comparison} check @param {XPos} x */
function checkScale(pe, check, x) {
  const { length } = x;
  const lengths = (/** @type {'exact' | 'torch'} */ precision) => {
    const { spec } = turnOf(x, 'query');
    const rope = pe.make({ method: 'rope', ...spec, precision });
    const { cos, sin } = rope.cosSin({
      ...{ length, side: 'query', full: true, dtype: 'float64' },
    });
    return cos.data.map((c, i) => Math.hypot(c, sin.data[i] ?? Number.NaN));
  };
  check.near('scale', lengths('exact'), () => 1e-10);
  // Cosine and sine are rounded, too.
  check.nearTorch(
    'scale',
    () => lengths('torch'),
    (i, want) => {
      const row = Math.floor(i / x.rotaryDim);
      const pair = (i % x.rotaryDim) >> 1;
      const { error } = turnOf(x, 'query').decay?.(row, pair) ?? { error: 0 };
      return (error + 2 * u) * want;
    },
  );
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function torchscale(pe, c, check) {
  word(c, 'pairing', ['interleaved'], 'interleaved');
  const headDim = c.size('head_dim', c.width('x'));
  const length = c.size('seq_len', c.shape('x').at(-2));
  const start = c.param('offset', 0);
  /** @type {XPos} */
  const x = {
    ...{ headDim, rotaryDim: headDim, theta: 10000, start, length },
    centre: Math.ceil((length + start) / 2),
    scaleBase: c.param('scale_base', 512),
  };
  checkSide(pe, check, x, 'query', 'x', 'q_out');
  checkSide(pe, check, x, 'key', 'x', 'k_out');
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
export function xtransformersXPos(pe, c, check) {
  const shape = c.shape('q', 'k');
  const headDim = c.size('head_dim', shape.at(-1));
  const length = c.size('seq_len', shape.at(-2));
  checkBoth(pe, c, check, {
    ...{ headDim, length, start: 0 },
    rotaryDim: c.param('rotary_dim', headDim),
    theta: c.param('base', 10000),
    centre: Math.floor(length / 2),
    scaleBase: c.param('scale_base', 512),
  });
}

export const ropeXPos = {
  'rope.xpos_lucidrains': {
    params: ['dim', 'shape', 'pairing', 'xpos_scale_base', 'theta'],
    tensors: ['scale', ...turned('q', 'k')],
    run: lucidrains,
  },
  'rope.xpos_torchscale': {
    params: ['head_dim', 'seq_len', 'offset', 'scale_base', 'pairing'],
    tensors: ['x', 'q_out', 'k_out'],
    run: torchscale,
  },
};
