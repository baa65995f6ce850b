/** The gradient of a bias alone: a spec and the gradient by its map in. */

import { inputOf, readGiven } from '../arrays/operand.js';
import {
  pairsOf,
  readPairLists,
  type StartOptions,
  type startParameters,
} from '../arrays/pairs.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Scratch } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import { ruleOf } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { planTermsInside } from '../terms/inside.js';
import { biasGradientParameters } from './bias-gradient.description.js';

const name = 'biasGradient';

/** Options of `biasGradient`. */
export interface BiasGradientOptions
  extends StartOptions,
    OptionsOf<
      typeof biasGradientParameters,
      'float32',
      keyof typeof startParameters
    > {}

/** Gradients by the names of the options that are weights. */
export type BiasGradients = Readonly<Record<string, Tensor<'float32'>>>;

export interface BiasGradientMethod {
  /**
   * The gradients by the weights of a bias.
   *
   *   formula  Σ upstream[h, i, j] · ∂b[h, i, j] / ∂w for each weight w
   *   shapes   upstream [heads, queries, keys]; each gradient as its weight
   *   range    every bias; those without learned weights give no gradients,
   *            except slopes
   *   error    sums in float64, rounded once to float32
   *   cost     one pass over `upstream`, and the derivatives of a line of
   *            values, or of the whole map where it is no lattice
   *
   * @example
   * ```ts
   * const bias = { method: 't5Bias', table } as const;
   * const { table: gradient } = pe.biasGradient({ bias, upstream });
   * ```
   */
  biasGradient(options: BiasGradientOptions): BiasGradients;
}

export const biasGradient: Method<
  BiasGradientMethod,
  typeof biasGradientParameters,
  BiasGradients
> = {
  name,
  parameters: biasGradientParameters,
  plan(heap, checked, methods = new Map()) {
    const given = readGiven(name, 'upstream', checked.upstream, 'float32');
    const { shape, length } = inputOf(heap, name, given);
    const found = fitAxes(
      { method: name, param: 'upstream' },
      biasGradientParameters.upstream,
      ...([shape, { queries: checked.queries, keys: checked.keys }] as const),
    );
    const queries = checked.queries ?? found.queries;
    if (queries === undefined) {
      throw missing(name, 'queries', ruleOf(biasGradientParameters.queries));
    }
    const keys = checked.keys ?? found.keys ?? queries;
    const lists = readPairLists(name, checked);
    const pairs = pairsOf(name, checked, lists, queries, keys);
    const heads = length / (queries * keys);
    if (!Number.isInteger(heads) || heads < 1) {
      const rule = `a multiple of ${queries} × ${keys}, queries by keys`;
      throw wrongValue(name, 'upstream.length', rule, length, 'ERR_SHAPE');
    }
    const none = { keyHeads: heads, headDim: 0, valueDim: 0 };
    const sizes = { heads, ...none, queries, keys };
    const bias = planTermsInside(heap, {
      ...{ method: name, param: 'bias', value: checked.bias },
      ...{ family: 'bias', sizes, methods },
    });
    const run = (scratch: Scratch) => {
      const { terms, gradients } = bias.load(scratch, true);
      const { operand } = inputOf(heap, name, given);
      const upstream = operand.pointer ?? scratch.copy(operand.array);
      const tile = { ...sizes, item: 0, pairs, row: 0, rows: queries, key: 0 };
      const nothing = { q: 0, k: 0, scale: 1, content: 0 };
      const whole = { ...tile, ...nothing };
      for (const term of terms) term.back(whole, upstream, nothing);
      return gradients?.() ?? {};
    };
    return {
      outputs: {},
      cost: bias.cost,
      run: () => heap.scope(name, run),
    };
  },
};
