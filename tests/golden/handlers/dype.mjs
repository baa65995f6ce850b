// @ts-check
/** Dynamic position extrapolation (DyPE): a rope for each time. */

import { farthestOf, roundedTolerance, sinCosError, u } from '../tolerance.mjs';
import { word } from './rotary.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').RopeOptions} RopeOptions
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {Extract<RopeOptions['scaling'], { type: 'resolution' }>} Scaling
 */

const FORMS = /** @type {const} */ (['yarn', 'ntk']);
const LAYOUTS = /** @type {const} */ (['interleaved', 'half']);

/** Both tables, under the names that a case gives them. */
const FLUX = /** @type {const} */ ({ cos: 'cos', sin: 'sin' });
const QWEN = /** @type {const} */ ({ cos: 're', sin: 'im' });

/**
 * Compares the tables of all times, one behind the other.
 * @param {Posenc} pe @param {Comparison} check
 * @param {typeof FLUX | typeof QWEN} names
 * @param {{ options: Omit<RopeOptions, 'scaling'>, scaling: Scaling,
 *   positions: number[] | number[][], follows: boolean }} rope follows: whether the schedule
 *   follows the time
 */
function checkTimes(pe, check, names, rope) {
  const { options, scaling, positions, follows } = rope;
  /** @type {number[]} */
  const times = check.golden.param('timesteps');
  for (const name of /** @type {const} */ (['cos', 'sin'])) {
    const tables = (
      /** @type {'exact' | 'torch'} */ precision,
      /** @type {'float32' | 'float64'} */ dtype,
    ) =>
      times.flatMap((time) => {
        const own = { ...scaling, ...(follows && { time }) };
        const made = pe.rope({ ...options, precision, scaling: own });
        return Array.from(made.cosSin({ positions, dtype })[name].data);
      });
    const farthest = farthestOf(positions.flat());
    check.near(names[name], tables('exact', 'float64'), () => 1e-12);
    const rounded = Float32Array.from(tables('exact', 'float32'));
    check.near(names[name], rounded, roundedTolerance(farthest));
    // Frequencies of three spectra, of which each has seven roundings, their
    // mean and its product with the position; then a factor below 2.
    const angle = 16 * u * farthest;
    check.nearTorch(
      names[name],
      () => tables('torch', 'float32'),
      () => 2 * (angle + sinCosError + u),
    );
    // The angles of FLUX are float64 in the reference, but for the weights of
    // spectra; cosines are rounded before they are multiplied.
    if (names === FLUX) {
      check.nearRounded(
        name,
        () => rounded,
        () => (3 + 4 * farthest) * u,
      );
    }
  }
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function flux(pe, c, check) {
  /** @type {number[]} */
  const widths = c.param('axes_dim');
  const ids = c.numbers('ids');
  const positions = widths.map((_, axis) =>
    ids.filter((_, i) => i % widths.length === axis),
  );
  checkTimes(pe, check, FLUX, {
    options: {
      headDim: widths.reduce((a, b) => a + b, 0),
      theta: c.param('theta', 1e4),
      layout: word(c, 'pairing', LAYOUTS),
      axes: { type: 'axial', widths },
    },
    scaling: {
      type: 'resolution',
      // The first axis has the frequencies of training, however long it is.
      patches: positions.map((list, axis) =>
        axis === 0 ? 1 : Math.max(...list) + 1,
      ),
      basePatches: c.param('base_patches', 64),
      form: word(c, 'method', FORMS),
    },
    positions,
    follows: c.param('dype', true),
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function qwen(pe, c, check) {
  checkTimes(pe, check, QWEN, {
    options: { headDim: c.param('dim', 2), theta: c.param('theta', 1e4) },
    scaling: {
      type: 'resolution',
      patches: [c.param('current_patches', 1)],
      basePatches: c.param('base_patches', 83),
    },
    positions: c.numbers('positions'),
    follows: true,
  });
}

export const dype = {
  'rope.dype_flux': {
    params: [
      ...['axes_dim', 'theta', 'method', 'dype', 'timesteps', 'base_patches'],
      'pairing',
    ],
    tensors: ['ids', 'cos', 'sin'],
    run: flux,
  },
  'rope.dype_qwen_axis': {
    params: ['dim', 'theta', 'current_patches', 'base_patches', 'timesteps'],
    tensors: ['positions', 're', 'im'],
    run: qwen,
  },
};
