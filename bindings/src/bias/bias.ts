/**
 * The form of a bias: a function of the distance of a key from a query, for
 * each head. A method adds the function; this file makes maps of it, as results
 * and as terms of attention.
 */

import {
  type Operand,
  operandOf,
  readOptional,
  targetOf,
} from '../arrays/operand.js';
import {
  type PairOptions,
  type Pairs,
  queryCuts,
  readPairs,
} from '../arrays/pairs.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { type ArrayOf, bytesOf, type DType, viewArray } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import { tileRows } from '../core/tile-rows.js';
import type { Checked } from '../describe/checks.js';
import type { tableResult } from '../describe/common.js';
import type { Output } from '../describe/kinds/output.js';
import type { Arrays, MethodMap, Place, Rows } from '../describe/method.js';
import type { OptionsOf, Parameters } from '../describe/parameters.js';
import type {
  PlannedTerms,
  TermFamily,
  TermMethod,
  TermSizes,
} from '../terms/term.js';
import type { PlannedBias } from './kernel.js';
import { loadMap } from './map.js';
import type { sharedParameters } from './shared-parameters.js';

/** Options of a bias that stands alone; `P` are its own parameters. */
export type BiasOptions<
  P extends Parameters,
  D extends DType = DType,
> = PairOptions & {
  /** Type of the numbers. Defaults to `'float32'`. */
  readonly dtype?: D | undefined;
  /** Array or tensor to write into. Defaults to a new one. */
  readonly out?: Output<D> | undefined;
} & OptionsOf<P, D>;

/** What a bias adds to the machinery of all biases: its options and its plan. */
interface BiasForm<P extends Parameters> {
  readonly name: string;
  readonly family?: TermFamily;
  /** All its parameters, and those that its spec has inside attention. */
  readonly parameters: P & typeof sharedParameters;
  readonly own: P;
  /** Those of its presets that hold. */
  readonly presets?: TermMethod<unknown, P, P>['presets'];
  /** Number of queries that the options say, such as the tokens of a grid. */
  tokens?(checked: Checked<P>): number | undefined;
  /** `sizes` is there inside attention. */
  plan(
    heap: Heap,
    checked: Checked<P>,
    sizes?: TermSizes,
    methods?: MethodMap,
  ): PlannedBias;
}

/** A method that gives the map of a bias. */
export type BiasMethod<Api, P extends Parameters> = TermMethod<
  Api,
  P & typeof sharedParameters,
  P,
  Tensor<DType>
>;

/** Makes the method of a bias from its function of the distance. */
export function biasMethod<Api, P extends Parameters>(
  form: BiasForm<P>,
): BiasMethod<Api, P> {
  const { name, parameters, own, family = 'bias', presets } = form;
  return {
    name,
    parameters,
    ...(presets && { presets }),
    plan(heap, checked, methods) {
      const options = checked as unknown as Checked<P> &
        Checked<typeof sharedParameters>;
      const pairs = readPairs(name, options, form.tokens?.(options));
      const bias = form.plan(heap, options, undefined, methods);
      return planMap(heap, name, bias, pairs, options);
    },
    term: {
      family,
      parameters: own,
      plan: (heap, checked, sizes, methods) =>
        planTerm(name, form.plan(heap, checked, sizes, methods), sizes),
    },
  };
}

/** Plans the map of a bias as a result: [heads, queries, keys]. */
function planMap(
  heap: Heap,
  method: string,
  bias: PlannedBias,
  pairs: Pairs,
  { dtype, out }: Checked<typeof tableResult>,
) {
  const { queries, keys } = pairs;
  const { heads } = bias;
  const shape = [heads, queries, keys];
  const given = readOptional(method, 'out', out, dtype);
  const bytes = bytesOf(dtype);

  const write = ([from, to]: Rows, into: Operand, place: Place) => {
    if (heads * (to - from) * keys === 0) return;
    heap.scope(method, (scratch) => {
      const map = loadMap(scratch, bias, dtype, false);
      const { pointer, array } = into;
      if (pointer !== undefined) {
        // Rows alone never go into the instance's memory.
        map.write({ pairs, row: 0, rows: queries, key: 0, keys }, pointer);
        return;
      }
      const rowBytes = heads * keys * bytes;
      const maxRows = tileRows(to - from, rowBytes);
      const tile = scratch.bytes(maxRows * rowBytes);
      for (let row = from; row < to; row += maxRows) {
        const rows = Math.min(maxRows, to - row);
        map.write({ pairs, row, rows, key: 0, keys }, tile);
        for (let head = 0; head < heads; ++head) {
          const at = tile + head * rows * keys * bytes;
          const part = viewArray(dtype, heap.buffer, at, rows * keys);
          const first = head * place.count + place.row + row - from;
          array.set(part as never, first * keys);
        }
      }
    });
  };

  return {
    outputs: { bias: { shape, dtype, axis: 1 } },
    ...queryCuts(pairs),
    cost: heads * queries * keys + bias.operations * valuesOf(bias, pairs),
    write: (some: Rows, { bias: array }: Arrays, place: Place) => {
      const into = array as ArrayOf[DType];
      write(some, operandOf(heap, dtype, into), place);
      return makeTensor(into, [heads, place.count, keys], dtype);
    },
    run: () => {
      const sizedBy = keys > queries ? 'keys' : 'queries';
      const target = targetOf(heap, method, given, { dtype, shape, sizedBy });
      write([0, queries], target.operand, { row: 0, count: queries });
      return target.tensor();
    },
  };
}

/** Number of values that are computed for a map. */
function valuesOf({ heads, byQuery }: PlannedBias, pairs: Pairs): number {
  const { queries, keys } = pairs;
  const line = !byQuery && pairs.lattice;
  return heads * (line ? queries + keys : queries * keys);
}

/** Plans the term of a bias or gate in attention. */
function planTerm(
  name: string,
  bias: PlannedBias,
  { heads, queries, keys }: TermSizes,
): PlannedTerms {
  return {
    names: [name],
    cost: heads * queries * keys,
    partial: true,
    load(scratch, gradient) {
      const map = loadMap(scratch, bias, 'float32', gradient, heads);
      return { terms: [{ name, ...map }], gradients: map.gradients };
    },
  };
}
