// @ts-check
/** FLOATER: the curve, its times and its gradients. */

import { twinOf } from '../case.mjs';
import {
  farthestOf,
  float64Tolerance,
  roundedTolerance,
  u,
} from '../tolerance.mjs';
import { word } from './rotary.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** The library's names of the learned arrays, for each kind of flow. */
const LEARNED = /** @type {const} */ ({
  linear: {
    inputWeight: 'layers.0.linear.weight',
    inputBias: 'layers.0.linear.bias',
    outputWeight: 'layers.2.linear.weight',
    outputBias: 'layers.2.linear.bias',
    initial: 'x0',
  },
  conv: {
    inputWeight: 'layers.0.conv.weight',
    inputBias: 'layers.0.conv.bias',
    outputWeight: 'layers.2.conv_tr.weight',
    outputBias: 'layers.2.conv_tr.bias',
    initial: 'x0',
  },
});

const KINDS = /** @type {const} */ ({
  flow_func_linear: 'linear',
  flow_func: 'conv',
});

const SOLVER = 'rk4, 3/8 rule';

/** The flow, the positions and the steps of a case. @param {Case} c */
function optionsOf(c) {
  const shown = c.has(LEARNED.conv.inputWeight)
    ? 'flow_func'
    : 'flow_func_linear';
  const named = /** @type {const} */ (['flow_func_linear', 'flow_func']);
  const kind = KINDS[word(c, 'kind', named, shown)];
  const solver = c.param('solver', SOLVER);
  if (!solver.startsWith(SOLVER)) throw new Error(`unknown solver ${solver}`);
  const names = LEARNED[kind];
  const [batch, layers, dim] = c.shape('x0');
  const options = {
    kind,
    length: c.size('length', c.shapeIfAny('out', 'time_grid')?.at(0)),
    batch: c.size('batch', batch),
    layers: c.size('n_layers', layers),
    dim: c.size('dim', dim),
    delta: c.param('dt', 0.01),
    ...(c.gives('step_size') ? { stepSize: c.param('step_size', 0) } : {}),
    inputWeight: c.float32(names.inputWeight),
    inputBias: c.float32(names.inputBias),
    outputWeight: c.float32(names.outputWeight),
    outputBias: c.float32(names.outputBias),
    initial: c.float32(names.initial),
  };
  if (kind === 'conv' && c.gives('multiplier')) {
    const channels = Math.max(1, options.layers * c.param('multiplier', 1));
    if (channels !== options.inputBias.length) {
      throw new Error('multiplier and the weights disagree');
    }
  }
  return options;
}

/**
 * The reference shortens its last step so that it ends at the last position. In
 * the library, steps never depend on other positions.
 * @param {Options} o
 */
function checkSteps({ length, delta, stepSize = delta / 5 }) {
  const steps = ((length - 1) * delta) / stepSize;
  if (Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, steps)) return;
  throw new Error(
    `step_size ${stepSize} does not divide the way to the last position: ` +
      'the library does not shorten the last step',
  );
}

/** @typedef {ReturnType<typeof optionsOf>} Options */

/**
 * Relative change of the learned numbers, to see how a result changes: much
 * more than the rounding of float32, and still small.
 */
const SHARE = 2 ** -14;

/** Number of trials, each of which moves other numbers up and the rest down. */
const TIMES = 4;

/**
 * Moves each number up or down, by a hash of its index.
 * @param {Float32Array} numbers @param {number} time
 */
function moved(numbers, time) {
  return numbers.map((x, i) => {
    const hash = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(time + 1, 0x85ebca6b);
    return x * (1 + (Math.imul(hash, hash | 1) < 0 ? -SHARE : SHARE));
  });
}

/**
 * The error that a float32 program may have.
 *
 * One evaluation of the flow rounds `fans` products and their sum, which has
 * the same effect as weights with errors of as many roundings. A step also
 * rounds the state about four times, with the same effect as an error of the
 * initial state. So the error of the result is estimated by its change when all
 * these numbers are moved, times the number of roundings.
 *
 * @param {Options} o
 * @param {(o: Options) => ArrayLike<number>} make the result in float64
 */
function float32Error(o, make) {
  const taps = o.kind === 'conv' ? 5 : 1;
  const fans = (o.inputBias.length + o.outputBias.length + 2) * taps;
  const steps = (o.length * o.delta) / (o.stepSize ?? o.delta / 5);
  const roundings = fans + 8 + 4 * steps;
  const real = make(o);
  let most = 0;
  for (let time = 0; time < TIMES; ++time) {
    const other = make({
      ...o,
      inputWeight: moved(o.inputWeight, time),
      inputBias: moved(o.inputBias, time),
      outputWeight: moved(o.outputWeight, time),
      outputBias: moved(o.outputBias, time),
      initial: moved(o.initial, time),
    });
    const distance = Array.from(other, (x, i) => x - Number(real[i]));
    most = Math.max(most, farthestOf(distance));
  }
  return (most / SHARE) * roundings * u + u * farthestOf(real);
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function run(pe, c, check) {
  const options = optionsOf(c);
  checkSteps(options);
  if (check.wants('out')) {
    const expected = check.expected('out');
    const make = (/** @type {Options} */ o) =>
      pe.make({ method: 'floater', ...o, dtype: 'float64' }).data;
    check.near('out', make(options), float64Tolerance(expected, 0));
    const float32 = pe.make({ method: 'floater', ...options });
    check.near('out', float32.data, roundedTolerance(0));
    // The reference makes its steps in float32; the library's result is right
    // to half an ulp.
    const bound = float32Error(options, make);
    check.nearRounded(
      'out',
      () => float32.data,
      () => bound,
    );
  }
  const { length, delta } = options;
  const times = Float64Array.from({ length }, (_, i) => i * delta);
  check.near('time_grid', times, float64Tolerance(times, 0));
  check.nearTorch(
    'time_grid',
    () => times,
    (_, want) => 2 * u * want,
  );
  if (c.has('upstream')) checkGradients(pe, c, check, options);
}

/**
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 * @param {Options} options
 */
function checkGradients(pe, c, check, options) {
  const upstream = c.float32('upstream');
  for (const [ours, theirs] of Object.entries(LEARNED[options.kind])) {
    const name = `grad_${theirs}`;
    if (!check.wants(name)) continue;
    const key = /** @type {keyof typeof LEARNED.linear} */ (ours);
    const make = (/** @type {Options} */ o) =>
      pe.make({ method: 'floaterGradient', ...o, upstream, dtype: 'float64' })[
        key
      ].data;
    const real = make(options);
    check.near(name, real, float64Tolerance(check.expected(name), 0));
    if (!c.has(twinOf(name))) continue;
    const bound = float32Error(options, make);
    check.nearRounded(
      name,
      () =>
        pe.make({ method: 'floaterGradient', ...options, upstream })[key].data,
      () => bound,
    );
  }
}

const learned = Object.values(LEARNED).flatMap((names) => Object.values(names));

export const floater = {
  floater: {
    params: [
      ...['kind', 'n_layers', 'multiplier', 'dim', 'batch', 'length', 'dt'],
      ...['step_size', 'solver'],
    ],
    tensors: [
      ...['upstream', 'time_grid', 'out', ...learned],
      ...learned.map((name) => `grad_${name}`),
    ],
    run,
  },
};
