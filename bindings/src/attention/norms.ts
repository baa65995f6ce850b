/**
 * Normalises queries and keys before they are multiplied. The mathematics is in
 * `cpp/posenc/attention/head_norm.hpp`.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import { conflict } from '../arrays/positions.js';
import { product, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import { readWeight, type Weight } from '../terms/weights.js';
import { normParameters } from './norms.description.js';
import type { Sizes } from './sizes.js';

type CheckedNorms = Checked<typeof normParameters>;
type Form = NonNullable<CheckedNorms['norm']>;

/** Queries or keys, as their arrays and their options are called. */
const SIDES = { q: 'query', k: 'key' } as const;

/** What normalises queries and keys. */
export interface Norms {
  /** Whether they are turned before. */
  readonly turned: boolean;
  readonly q: PlannedNorm;
  readonly k: PlannedNorm;
}

/** What normalises queries, or keys. */
interface PlannedNorm {
  /** Loads its weights; `gradient` says whether `back` will be called. */
  load(scratch: Scratch, gradient: boolean): LoadedNorm;
}

/** What normalises queries or keys, in the instance's memory. */
export interface LoadedNorm {
  /** Makes the function that writes normalised rows to memory of its own. */
  forward(rows: number): (x: number) => number;
  /**
   * Takes the gradient at an address back, in its place; `x` is what was
   * normalised. Adds to the gradients of the weights.
   */
  back(x: number, rows: number, upstream: number): void;
  /** The gradients of the weights by the names of their options. */
  gradients(): Readonly<Record<string, Tensor<'float32'>>>;
}

/** Without one of these, a divisor may be zero. */
const EPSILON = { rms: 1e-6, layer: 1e-5, length: 1e-12 } as const;

/** Reads the options of norms; undefined if there are none. */
export function planNorms(
  heap: Heap,
  method: string,
  checked: CheckedNorms,
  sizes: Sizes,
  turns: unknown,
): Norms | undefined {
  const { logitScale, queryNorm, normTurned } = checked;
  if (logitScale !== undefined && checked.given.has('scale')) {
    throw conflict(method, 'logitScale', 'scale');
  }
  const need = (
    name: 'queryNorm' | 'keyNorm',
    other: 'queryNorm' | 'keyNorm' | 'queryNormBias' | 'keyNormBias',
  ) => {
    if (checked[name] !== undefined || checked[other] === undefined) return;
    throw missing(method, name, ruleOf(normParameters[name]));
  };
  need('queryNorm', 'keyNorm');
  need('keyNorm', 'queryNorm');
  need('queryNorm', 'queryNormBias');
  need('keyNorm', 'keyNormBias');
  const usual = queryNorm === undefined ? undefined : 'rms';
  const form = checked.norm ?? (logitScale === undefined ? usual : 'length');
  if (form === undefined) return undefined;
  const { heads, keyHeads, headDim } = sizes;
  const side = (name: 'q' | 'k', own: number) =>
    planSide(heap, method, checked, form, { name, heads: own, headDim });
  return {
    turned: Boolean(turns) && normTurned,
    q: side('q', heads),
    k: side('k', keyHeads),
  };
}

/** Queries or keys whose norm is planned. */
interface Side {
  readonly name: 'q' | 'k';
  readonly heads: number;
  readonly headDim: number;
}

function planSide(
  heap: Heap,
  method: string,
  checked: CheckedNorms,
  form: Form,
  side: Side,
): PlannedNorm {
  const { heads, headDim } = side;
  const word = SIDES[side.name];
  const params = [`${word}Norm`, `${word}NormBias`] as const;
  const shape = shapeOf(heap, method, params[0], checked[params[0]], side);
  const read = (
    param: keyof typeof normParameters,
    shape: readonly number[],
  ) =>
    checked[param] === undefined
      ? undefined
      : readWeight(heap, method, param, checked[param], shape, {
          axes: shape.length > 1 ? ['heads', 'headDim'] : ['headDim'],
        });
  const weights: Record<string, Weight | undefined> = {
    weight: read(params[0], shape),
    bias: read(params[1], shape),
    logitScale: side.name === 'q' ? read('logitScale', [heads]) : undefined,
  };
  const together = product(shape) > headDim && shape.length === 1;
  if (together && checked.logitScale !== undefined) {
    const rule = `[${headDim}] or [${heads}, ${headDim}] beside logitScale`;
    throw wrongValue(method, params[0], rule, `[${shape}]`, 'ERR_SHAPE');
  }
  const sizes = {
    norm: form,
    heads: together ? 1 : heads,
    width: together ? heads * headDim : headDim,
    apart: shape.length > 1,
    normEpsilon: checked.normEpsilon ?? EPSILON[form],
    normOffset: checked.normOffset,
  };
  const names = {
    ...{ weight: params[0], bias: params[1], logitScale: 'logitScale' },
  };
  return {
    load(scratch, gradient) {
      const of = (name: string) => weights[name]?.float32(scratch) ?? 0;
      const options = {
        ...{ ...sizes, weight: of('weight'), bias: of('bias') },
        logitScale: of('logitScale'),
      };
      const sums = Object.entries(names).flatMap(([name, param]) => {
        const sum = gradient && weights[name]?.gradient(scratch);
        return sum ? [{ name, param, sum }] : [];
      });
      const to = (name: string) =>
        sums.find((one) => one.name === name)?.sum.pointer ?? 0;
      return {
        forward(rows) {
          const out = scratch.bytes(rows * heads * headDim * 4);
          return (x) => {
            scratch.check(scratch.core.headNorm({ options, x, rows, out }));
            return out;
          };
        },
        back(x, rows, upstream) {
          const status = scratch.core.headNormGradient({
            ...{ options, x, rows, upstream, gradient: upstream },
            weightGradient: to('weight'),
            biasGradient: to('bias'),
            logitScaleGradient: to('logitScale'),
          });
          scratch.check(status);
        },
        gradients: () =>
          Object.fromEntries(
            sums.map(({ param, sum }) => [param, sum.tensor()]),
          ),
      };
    },
  };
}

/** The shape of the weights of a norm, which says what they are for. */
function shapeOf(
  heap: Heap,
  method: string,
  param: 'queryNorm' | 'keyNorm',
  value: unknown,
  { name, heads, headDim }: Side,
): readonly number[] {
  if (value === undefined) return [headDim];
  const given = readGiven(method, param, value, 'float32');
  const { length, shape } = inputOf(heap, method, given);
  const word = name === 'q' ? 'heads' : 'keyHeads';
  const all = heads * headDim;
  const sizes = { [word]: heads, headDim, [`${word} · headDim`]: all };
  const found = fitAxes({ method, param }, normParameters[param], shape, sizes);
  if (word in found) return [heads, headDim];
  if (length === headDim || length === all) return [length];
  const rule = `${headDim} or ${all}, the width of a head or of all`;
  throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
}
