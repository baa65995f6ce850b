/**
 * Rotary position embedding: options in, tables and rotations out. The
 * mathematics is in `cpp/posenc/rotary`.
 */

import { countRows, isRows, readHeads } from '../arrays/heads.js';
import {
  apart,
  inputOf,
  overlap,
  readGiven,
  readOptional,
  targetOf,
} from '../arrays/operand.js';
import {
  checkCount,
  type Positions,
  type positionParameters,
  RowPositions,
  readList,
  readPositions,
} from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType, OwnArray } from '../base/dtype.js';
import { PosencTypeError, wrongKind, wrongValue } from '../base/errors.js';
import { keptOscillators } from '../core/banks.js';
import type { Heap, Scratch } from '../core/memory.js';
import {
  computeFrequencies,
  FREQUENCY_WORDS,
  type Frequencies,
  type Precision,
} from '../core/oscillators.js';
import { type Lane, streamRows } from '../core/stream.js';
import type { RotaryLayout } from '../core/wasm/calls.js';
import { type Checked, checkOptions } from '../describe/checks.js';
import { planInside } from '../describe/inside.js';
import type { Floats } from '../describe/kinds/floats.js';
import type { Handle } from '../describe/kinds/handle.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { ropeOperations, ropeParameters } from './rope.description.js';

const cosSinParameters = ropeOperations.cosSin.parameters;
const rotateParameters = ropeOperations.rotate.parameters;

// The types name the description's own objects, whose comments editors then
// show.
type Operations = typeof ropeOperations;

/** Options of `rope`. */
export interface RopeOptions extends OptionsOf<typeof ropeParameters> {}

/** Options of {@link Rope.cosSin}; `D` is the dtype of the tables. */
export type CosSinOptions<D extends DType = DType> = Positions &
  OptionsOf<
    Operations['cosSin']['parameters'],
    D,
    keyof typeof positionParameters
  >;

/** Options of {@link Rope.rotate}. */
export interface RotateOptions
  extends OptionsOf<Operations['rotate']['parameters'], 'float32'> {}

export type { RotaryLayout };

/**
 * A rotary position embedding (Su et al. 2021, arXiv:2104.09864): the
 * frequencies of its P = rotaryDim / 2 pairs, and functions that use them. It
 * is immutable, and there is nothing to free.
 */
export interface Rope extends Handle<'rope'> {
  /** Width of a head. */
  readonly headDim: number;
  /** Number of leading components that are turned. */
  readonly rotaryDim: number;
  /** Base of the frequencies. */
  readonly theta: number;
  /** Which components form a pair. */
  readonly layout: RotaryLayout;
  /** Which computation its numbers agree with. */
  readonly precision: Precision;

  /**
   * Angles per position, in radians: ω_k = theta^(-2k/rotaryDim), k < P.
   *
   *   shapes   P numbers; writing to them changes no result
   *   error    `exact`: ≤ 0.5001 ulp of float64
   */
  readonly frequencies: OwnArray<'Float64Array'>;

  /** Factor of cosines and sines; 1 without frequency scaling. */
  readonly attentionFactor: number;

  /** Factor of the scores: 1/√headDim without frequency scaling. */
  readonly softmaxScale: number;

  /**
   * Tables of cosines and sines.
   *
   *   formula  cos[i, k] = cos(p_i ω_k), sin[i, k] = sin(p_i ω_k)
   *            (Su et al. 2021, equation 34)
   *   shapes   each [positions, P]; with `full` [positions, rotaryDim], every
   *            value at both components of its pair
   *   range    positions up to 2^53 from zero
   *   error    `exact`: float32, float16, bfloat16 ≤ 0.5001 ulp for
   *            |position| ≤ 2^31 and theta ≤ 10^9; float64 ≤ 1 ulp
   *   cost     one pass over the tables
   *
   * @example
   * ```ts
   * const { cos, sin } = rope.cosSin({ length: 4096 });
   * ```
   */
  cosSin<D extends DType = 'float32'>(
    options: CosSinOptions<D>,
  ): { readonly cos: Tensor<D>; readonly sin: Tensor<D> };

  /**
   * Turns queries or keys by the angles of their positions.
   *
   *   formula  (a, b) → (a cos - b sin, b cos + a sin) of p ω_k for each pair
   *            (Su et al. 2021, equation 34)
   *   shapes   x and result [L, heads, headDim], L = x.length / (heads ·
   *            headDim); without `heads`, x must be a tensor with these three
   *            axes; x and `out` may also be [L, heads · headDim] or have one
   *            axis; components from rotaryDim on pass unchanged
   *   range    positions up to 2^53 from zero; every float32 in x
   *   error    `exact`: within 1.75 ulp(float32) of |a| + |b|
   *   cost     one pass over x; no copy if x and `out` are resident
   *
   * @example
   * ```ts
   * const turned = rope.rotate(q, { heads: 32, start: 1000 });
   * rope.rotate(q, { heads: 32, start: 1000, out: q }); // in place
   * ```
   */
  rotate(x: Floats, options?: RotateOptions): Tensor<'float32'>;
}

export interface RopeMethod {
  /**
   * A rotary position embedding, which makes tables of cosines and sines or
   * turns queries and keys.
   *
   *   formula  ω_k = theta^(-2k/rotaryDim) (Su et al. 2021, arXiv:2104.09864,
   *            section 3.2.2)
   *   shapes   P = rotaryDim / 2 frequencies
   *   range    headDim and rotaryDim even, rotaryDim ≤ headDim ≤ 2^20; theta
   *            from 1 to 2^126
   *   error    `exact`: frequencies ≤ 0.5001 ulp of float64
   *   cost     about 1000 operations a frequency, once
   *
   * @example
   * ```ts
   * const rope = pe.rope({ headDim: 128, theta: 500000 });
   * const { cos, sin } = rope.cosSin({ length: 4096 });
   * const turned = rope.rotate(q, { heads: 32, start: 1000 });
   * ```
   */
  rope(options: RopeOptions): Rope;
}

declare module '../describe/parameters.js' {
  interface HandleSpecs {
    rope: RopeOptions;
  }
}

/**
 * Internal state of a rope, kept out of the public object so that callers
 * cannot change it.
 *
 * @package
 */
export interface RopeCore {
  readonly headDim: number;
  readonly layout: RotaryLayout;
  readonly frequencies: Frequencies;
  /** Factor of the scores of queries and keys that the rope turned. */
  readonly softmaxScale: number;
}

const cores = new WeakMap<object, RopeCore>();

/** A rope that this package made, or the planned rope of a spec. */
export interface PlannedRope {
  readonly headDim: number;
  /** The internal state of the rope; makes the rope if it comes from a spec. */
  readonly make: () => RopeCore;
}

/** Plans the rope that an option gives, as a handle or a spec. */
export function planRope(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
): PlannedRope {
  const core = cores.get(value as object);
  if (core) return { headDim: core.headDim, make: () => core };
  const inside = { method, param, value, inner: rope };
  const { checked, run } = planInside(heap, inside);
  const make = () => cores.get(run()) as RopeCore;
  return { headDim: checked.headDim, make };
}

export const rope: Method<RopeMethod, typeof ropeParameters, Rope> = {
  name: 'rope',
  parameters: ropeParameters,
  plan(heap, checked) {
    const { headDim, rotaryDim = headDim } = checked;
    if (rotaryDim > headDim) {
      const rule = `an even integer ≤ headDim = ${headDim}`;
      throw wrongValue('rope', 'rotaryDim', rule, rotaryDim);
    }
    return {
      outputs: {},
      cost: (rotaryDim / 2) * OPERATIONS,
      run: () => makeRope(heap, { ...checked, rotaryDim }),
    };
  },
};

/** Arithmetic operations for a frequency, about. */
const OPERATIONS = 1000;

function makeRope(
  heap: Heap,
  options: Checked<typeof ropeParameters> & { readonly rotaryDim: number },
): Rope {
  const { headDim, theta, layout, precision, rotaryDim } = options;
  const frequencies = computeFrequencies(heap, 'rope', {
    spacing: { base: theta, span: rotaryDim / 2 },
    count: rotaryDim / 2,
    precision,
  });
  const softmaxScale = 1 / Math.sqrt(headDim);
  const core: RopeCore = { headDim, layout, frequencies, softmaxScale };
  // The brand exists only in the type.
  const made = Object.freeze({
    headDim,
    rotaryDim,
    theta,
    layout,
    precision,
    frequencies: frequencies.words.filter((_, i) => i % FREQUENCY_WORDS === 0),
    attentionFactor: 1,
    softmaxScale,
    cosSin: <D extends DType>(options: CosSinOptions<D>) =>
      cosSin(heap, core, options),
    rotate: (x: Floats, options: RotateOptions = {}) =>
      rotate(heap, core, x, options),
  }) as Omit<Rope, keyof Handle<'rope'>> as Rope;
  cores.set(made, core);
  return made;
}

function cosSin<D extends DType>(
  heap: Heap,
  { layout, frequencies }: RopeCore,
  options: CosSinOptions<D>,
) {
  const method = 'rope.cosSin';
  const checked = checkOptions(method, cosSinParameters, options);
  const dtype = checked.dtype as D;
  const { full } = checked;
  const rows = readPositions(method, checked);
  const out = readPair(method, checked.out, dtype);
  const width = frequencies.count * (full ? 2 : 1);
  const shape = [rows.length, width];
  const wanted = { dtype, shape };
  const cos = targetOf(heap, method, out.cos, wanted);
  const sin = targetOf(heap, method, out.sin, wanted);
  if (overlap(cos.operand.array, sin.operand.array)) {
    throw new PosencTypeError(
      `${method}: out.cos and out.sin must not overlap`,
      { code: 'ERR_CONFLICT', param: 'out.cos' },
    );
  }
  heap.scope(method, (scratch) => {
    const bank = keptOscillators(scratch, frequencies);
    const tables = { bank, layout, dtype, full };
    const lanes = [
      { width, to: cos.operand },
      { width, to: sin.operand },
    ];
    streamRows(scratch, rows, lanes, (where, rows, c, s) =>
      scratch.core.cosSin({ ...tables, where, rows, cos: c.to, sin: s.to }),
    );
  });
  return { cos: cos.tensor(), sin: sin.tensor() };
}

/** Reads `out`: both tables or none. */
function readPair<D extends DType>(method: string, out: unknown, dtype: D) {
  if (out === undefined) return { cos: undefined, sin: undefined };
  if (typeof out !== 'object' || out === null) {
    throw wrongKind(method, 'out', 'an object with cos and sin', out);
  }
  const { cos, sin } = out as { cos: unknown; sin: unknown };
  for (const [name, part] of [
    ['cos', cos],
    ['sin', sin],
  ]) {
    if (part !== undefined) continue;
    throw new PosencTypeError(`${method}: out.${name} is required`, {
      code: 'ERR_MISSING',
      param: `out.${name}`,
    });
  }
  return {
    cos: readGiven(method, 'out.cos', cos, dtype),
    sin: readGiven(method, 'out.sin', sin, dtype),
  };
}

function rotate(
  heap: Heap,
  core: RopeCore,
  x: Floats,
  options: RotateOptions,
): Tensor<'float32'> {
  const method = 'rope.rotate';
  const checked = checkOptions(method, rotateParameters, options);
  const { start, step, positions, inverse, given } = checked;
  const from = readGiven(method, 'x', x, 'float32');
  const others = ['start', 'step'];
  const list = readList(method, 'positions', positions, given, others);
  const to = readOptional(method, 'out', checked.out, 'float32');

  const input = inputOf(heap, method, from);
  const { headDim } = core;
  const { heads: described } = rotateParameters;
  const heads = readHeads(method, input, checked.heads, described);
  const length = countRows(method, 'x', input, heads, headDim);
  const rows = list
    ? checkCount(method, 'positions', list, length)
    : RowPositions.range(method, 'start', length, start, step);
  const shape = [length, heads, headDim];
  const out = targetOf(heap, method, to, {
    dtype: 'float32',
    shape,
    accepts: (like) => isRows(like, heads, headDim),
  });
  heap.scope(method, (scratch) => {
    const lane = {
      width: heads * headDim,
      from: apart(input.operand, out.operand),
      to: out.operand,
    };
    rotateRows(scratch, core, rows, heads, lane, inverse);
  });
  return out.tensor();
}

/** Turns the rows of a lane; `attention` uses it, too. */
export function rotateRows(
  scratch: Scratch,
  core: RopeCore,
  rows: RowPositions,
  heads: number,
  lane: Lane,
  inverse = false,
): void {
  const { headDim, layout, frequencies } = core;
  const bank = keptOscillators(scratch, frequencies);
  // The core allocates cosines and sines of 32 rows.
  const bytes = 32 * 2 * 4 * frequencies.count;
  streamRows(
    scratch,
    rows,
    [lane],
    (where, rows, { from, to }) =>
      scratch.core.rotate({
        bank,
        heads,
        headDim,
        layout,
        inverse,
        where,
        rows,
        x: from,
        out: to,
      }),
    bytes,
  );
}
