/**
 * The function that FLOATER's curve follows: its weights, given or drawn, and
 * the grid of the solver.
 */

import { readOptional, recheck } from '../arrays/operand.js';
import type { RowPositions } from '../arrays/positions.js';
import { product } from '../arrays/tensor.js';
import { type PosencRangeError, wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type {
  Draw,
  FloaterGrid,
  FlowShape,
  FlowWeights,
} from '../core/wasm/calls.js';
import { formsOf, sizesOf } from '../describe/axes.js';
import type { Checked } from '../describe/checks.js';
import { WIDEST } from '../describe/common.js';
import { floaterFlow } from './floater-parameters.js';
import { checkFloats } from './floats.js';

/** Width of the convolution kernels. */
const TAPS = 5;

/** Largest number of products in a call: about a minute of work. */
const MOST_PRODUCTS = 2 ** 36;

/** Names of the learned arrays. */
export const LEARNED = [
  'inputWeight',
  'inputBias',
  'outputWeight',
  'outputBias',
  'initial',
] as const;
export type Learned = (typeof LEARNED)[number];

/** Checked arrays and sizes of a flow. */
export interface Flow {
  /** Numbers in a state. */
  readonly width: number;
  readonly stepSize: number;
  readonly shapes: Readonly<Record<Learned, readonly number[]>>;
  readonly load: (scratch: Scratch) => LoadedFlow;
}

/** A flow whose arrays lie in the instance's memory. */
interface LoadedFlow {
  readonly shape: FlowShape;
  readonly weights: FlowWeights;
  readonly initial: number;
  readonly grid: FloaterGrid;
}

/** How arrays that are not given are drawn. */
interface Drawing {
  readonly draw: Draw;
  readonly spread: number;
}

/** Reads and checks the options of the flow. */
export function readFlow(
  heap: Heap,
  method: string,
  checked: Checked<typeof floaterFlow>,
): Flow {
  const { dim, layers, batch, kind, seed, delta } = checked;
  const { stepSize = delta / 5 } = checked;
  const given = LEARNED.map((name) =>
    readOptional(method, name, checked[name], 'float32'),
  );
  const conv = kind === 'conv';
  if (conv && dim % 2 !== 0) {
    throw wrongValue(method, 'dim', 'even for a conv flow', dim);
  }
  const width = batch * layers * dim;
  if (width > WIDEST) {
    const rule = `at most ${Math.floor(WIDEST / (batch * layers))}, as a row holds batch · layers of them`;
    throw wrongValue(method, 'dim', rule, dim);
  }
  const [, inputBias] = given;
  const biases = inputBias && recheck(method, inputBias).array.length;
  const { hidden = biases || (conv ? layers : dim) } = checked;
  const shapes = {
    inputWeight: conv ? [hidden, layers + 1, TAPS] : [hidden, dim + 1],
    inputBias: [hidden],
    outputWeight: conv ? [hidden + 1, layers, TAPS] : [dim, hidden + 1],
    outputBias: [conv ? layers : dim],
    initial: [batch, layers, dim],
  };
  const floats = LEARNED.map((name, i) => {
    const table = given[i];
    const shape = `[${shapes[name].join(', ')}]`;
    const length = product(shapes[name]);
    const forms = formsOf(floaterFlow[name]);
    const axes = (conv ? forms.at(-1) : forms[0]) ?? [];
    const sizes = sizesOf({ axes }, shapes[name]);
    const wanted = { length, shape, shaped: { axes }, sizes };
    return table && checkFloats(heap, method, table, wanted);
  });
  // Glorot and Bengio 2010; fan in and fan out as PyTorch counts them.
  const fans = (name: Learned) => {
    const [first = 1, second = 1, rest = 1] = shapes[name];
    return (first + second) * rest;
  };
  const glorot = (name: Learned): Drawing => {
    const uniform = conv && name !== 'initial';
    const spread = Math.sqrt((uniform ? 6 : 2) / fans(name));
    return { draw: uniform ? 'uniform' : 'normal', spread };
  };
  const load = (scratch: Scratch): LoadedFlow => {
    const pointers = LEARNED.map((name, stream) => {
      const table = floats[stream];
      if (table) return table.load(scratch);
      const drawing: Drawing = name.endsWith('Bias')
        ? { draw: 'zeros', spread: 0 }
        : glorot(name);
      const count = product(shapes[name]);
      const out = scratch.bytes(count * Float32Array.BYTES_PER_ELEMENT);
      const drawn = { ...drawing, seed, stream };
      scratch.check(scratch.core.drawFloats({ drawn, count, out }));
      return out;
    });
    const at = Object.fromEntries(
      LEARNED.map((name, i) => [name, pointers[i]]),
    ) as Record<Learned, number>;
    return {
      shape: { kind, batch, layers, dim, hidden },
      weights: at,
      initial: at.initial,
      grid: { delta, stepSize },
    };
  };
  return { width, stepSize, shapes, load };
}

/** Throws unless every position is at least 0, where the curve begins. */
export function checkBegin(method: string, positions: RowPositions): void {
  for (const row of positions.extremes()) {
    const position = positions.at(row);
    if (position >= 0) continue;
    const rule = 'such that positions are at least 0, where the curve begins';
    throw wrongValue(method, positions.nameOf(row), rule, position);
  }
}

/**
 * Throws if the way to the last position takes more than MOST_PRODUCTS. `times`
 * is how often the call goes that way.
 */
export function checkWay(
  method: string,
  positions: RowPositions,
  flow: Flow,
  { delta, times }: { readonly delta: number; readonly times: number },
): void {
  const step = stepProducts(flow);
  const most = Math.floor(MOST_PRODUCTS / (step * times));
  const limit = Math.max(0, ((most - 1) * flow.stepSize) / delta);
  for (const row of positions.extremes()) {
    const position = positions.at(row);
    if (position <= limit) continue;
    const rule =
      `such that positions are at most ${limit.toPrecision(6)}: the solver ` +
      `takes ${step * times} products a step from 0 on, at most 2^36 in all`;
    throw wrongValue(method, positions.nameOf(row), rule, position);
  }
}

/** Arithmetic operations on the way to the last position, about. */
export function costOf(
  positions: RowPositions,
  flow: Flow,
  delta: number,
): number {
  const last = positions.extremes().at(-1);
  const reach = last === undefined ? 0 : positions.at(last) * delta;
  return 2 * stepProducts(flow) * Math.ceil(reach / flow.stepSize);
}

/**
 * Products in a step of the solver, which evaluates the function four times.
 */
function stepProducts({ shapes }: Flow): number {
  const [batch = 1, layers = 1, dim = 1] = shapes.initial;
  const weights = product(shapes.inputWeight) + product(shapes.outputWeight);
  const uses =
    shapes.inputWeight.length === 3 ? (batch * dim) / 2 : batch * layers;
  return 4 * weights * uses;
}

/** The error for a state that is infinite or NaN. */
export function leftRange(method: string, stepSize: number): PosencRangeError {
  const rule =
    'such that the state stays finite up to the last position: smaller, ' +
    'unless the weights or the initial state are too large';
  return wrongValue(method, 'stepSize', rule, stepSize);
}
