/**
 * The forgetting bias: options in, map out. The mathematics is in
 * `cpp/posenc/bias/forgetting.hpp`.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import { makeTensor, product, type Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { checkNumbers, wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Status } from '../core/wasm/calls.js';
import { fitAxes } from '../describe/axes.js';
import type { Checked } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { headsOf } from '../terms/head-table.js';
import type { PlannedTerms, TermSizes } from '../terms/term.js';
import { readWeight, type Weight } from '../terms/weights.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import {
  forgettingOwn,
  forgettingParameters,
} from './forgetting.description.js';
import type { BiasKernel } from './kernel.js';
import { loadMap } from './map.js';

const name = 'forgetting';

/** Options of `forgetting`; `D` is the dtype of the result. */
export type ForgettingOptions<D extends DType = DType> = BiasOptions<
  typeof forgettingOwn,
  D
>;

export interface ForgettingMethod {
  /**
   * The biases of the Forgetting Transformer and of CABLE, sums of logarithms
   * of gates.
   *
   *   formula  b[h, i, j] = sum of ln sigmoid(gates[t, h]) over j < t ≤ i; 0
   *            where j ≥ i (Lin et al. 2025, arXiv:2503.02130, section 3).
   *            With `gateForm: 'softplus'` of -ln(1 + e^gates[t, h]) (Veisi et
   *            al. 2025, arXiv:2503.08067)
   *   shapes   gates: [positions, heads]; result [heads, queries, keys]
   *   range    finite gates; every query and every key before it has a row of them
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 6 ulp,
   *            unless the gates before the key forget 2^40 times as much
   *   cost     one pass over the result in float64, and an exponential and a
   *            logarithm for each gate
   *
   * @example
   * ```ts
   * const gates = Float32Array.of(2, 3, -1, 4); // of four tokens
   * pe.forgetting({ heads: 1, gates, queries: 4 });
   * ```
   */
  forgetting<D extends DType = 'float32'>(
    options: ForgettingOptions<D>,
  ): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    forgetting: Partial<OptionsOf<typeof forgettingOwn>> &
      Pick<OptionsOf<typeof forgettingOwn>, 'gates'>;
  }
}

/** Which gates a text has. */
interface Gates {
  readonly heads: number;
  readonly positions: number;
  readonly start: number;
  readonly gateForm: Checked<typeof forgettingOwn>['gateForm'];
}

/** The address of gates, which must be finite: sums behind others are none. */
function loadGates(scratch: Scratch, gates: Weight): number {
  const at = gates.float32(scratch);
  const { buffer } = scratch.heap;
  const values = new Float32Array(buffer, at, product(gates.shape));
  checkNumbers(name, 'gates', values, 'finite');
  return at;
}

/** The sums of the gates of one text, which lie at an address. */
function kernelOf(
  scratch: Scratch,
  { heads, positions, start, gateForm }: Gates,
  gates: number,
): BiasKernel & { gradient(): Float32Array } {
  const { core, heap } = scratch;
  const forgetting = scratch.own(
    scratch.make(
      () => core.makeForgetting({ gates, positions, heads, start, gateForm }),
      32 * positions * heads,
    ),
  );
  /** The core finds a value bad only where a position has no gate. */
  const covered = (status: Status): Status => {
    if (status !== 'bad-value') return status;
    const last = start + positions - 1;
    const rule =
      'rows for all positions from the first key to the last query; it has ' +
      `those from ${start} to ${last}`;
    throw wrongValue(name, 'gates', rule, positions, 'ERR_SHAPE');
  };
  return {
    values: (line, values) =>
      covered(core.forgetting({ forgetting, ...line, values })),
    back: (line, upstream) =>
      covered(core.forgettingBack({ forgetting, ...line, upstream })),
    gradient() {
      const count = positions * heads;
      const gradient = scratch.bytes(count * 4);
      scratch.check(core.forgettingGradient({ forgetting, gradient }));
      return new Float32Array(heap.buffer, gradient, count).slice();
    },
  };
}

const bias = biasMethod<ForgettingMethod, typeof forgettingOwn>({
  name,
  parameters: forgettingParameters,
  own: forgettingOwn,
  plan(heap, checked) {
    const { gateStart: start, gateForm } = checked;
    const heads = headsIn(heap, checked);
    const given = readGiven(name, 'gates', checked.gates, 'float32');
    const positions = gateRows(inputOf(heap, name, given).length, heads);
    const shape = [positions, heads];
    const axes = forgettingOwn.gates;
    const gates = readWeight(heap, name, 'gates', checked.gates, shape, axes);
    return {
      heads,
      byQuery: true,
      operations: 8,
      load(scratch) {
        const at = loadGates(scratch, gates);
        const text = { heads, positions, start, gateForm };
        const kernel = kernelOf(scratch, text, at);
        return {
          ...kernel,
          gradients: () => ({
            gates: makeTensor(kernel.gradient(), shape, 'float32'),
          }),
        };
      },
    };
  },
});

/** Number of heads: the option, or what the gates say. */
const headsIn = (
  heap: Heap,
  { heads, gates }: Checked<typeof forgettingOwn>,
): number =>
  headsOf(heap, name, heads, [['gates', gates, forgettingOwn.gates]]);

/** Plans the term of a batch, each of whose items has gates of its own. */
function planBatch(
  heap: Heap,
  checked: Checked<typeof forgettingOwn>,
  sizes: TermSizes,
): PlannedTerms {
  const { gates, gateStart: start, gateForm } = checked;
  const heads = headsIn(heap, checked);
  const { items = 1, queries, keys } = sizes;
  const given = readGiven(name, 'gates', gates, 'float32');
  const { length, shape } = inputOf(heap, name, given);
  const place = { method: name, param: 'gates' };
  fitAxes(place, forgettingOwn.gates, shape, { batch: items, heads });
  const each = length / items;
  const positions = gateRows(each, heads);
  const all = [items, positions, heads];
  const axes = forgettingOwn.gates;
  const weight = readWeight(heap, name, 'gates', gates, all, axes);
  return {
    names: [name],
    cost: 8 * heads * queries * keys,
    load(scratch, gradient) {
      const at = loadGates(scratch, weight);
      const texts = Array.from({ length: items }, (_, item) => {
        const own = { heads, positions, start, gateForm };
        const kernel = kernelOf(scratch, own, at + item * each * 4);
        const planned = { heads, byQuery: true, operations: 8 } as const;
        const text = { ...planned, load: () => kernel };
        const map = loadMap(scratch, text, 'float32', gradient, sizes.heads);
        return { kernel, map };
      });
      const mapOf = (item: number) =>
        (texts[item] as (typeof texts)[number]).map;
      return {
        terms: [
          {
            name,
            write: (tile, out) => mapOf(tile.item).write(tile, out),
            back: (tile, upstream) => mapOf(tile.item).back(tile, upstream),
          },
        ],
        ...(gradient && {
          gradients() {
            const data = new Float32Array(length);
            texts.forEach(({ kernel }, item) => {
              data.set(kernel.gradient(), item * each);
            });
            return { gates: makeTensor(data, all, 'float32') };
          },
        }),
      };
    },
  };
}

export const forgetting: BiasMethod<ForgettingMethod, typeof forgettingOwn> = {
  ...bias,
  term: {
    ...bias.term,
    plan(heap, checked, sizes) {
      return hasItems(heap, checked, sizes)
        ? planBatch(heap, checked, sizes)
        : bias.term.plan(heap, checked, sizes);
    },
  },
};

/**
 * Whether each item of a batch has gates of its own: by the shape, or if there
 * is none, by the count, which is then that of all keys of all items.
 */
function hasItems(
  heap: Heap,
  checked: Checked<typeof forgettingOwn>,
  { items = 1, heads, keys }: TermSizes,
): boolean {
  const given = readGiven(name, 'gates', checked.gates, 'float32');
  const { length, shape = [length] } = inputOf(heap, name, given);
  if (shape.length === 1) return items > 1 && length === items * keys * heads;
  return shape.length === 3 && (shape[0] !== 1 || items === 1);
}

function gateRows(length: number, heads: number): number {
  const rows = length / heads;
  if (rows >= 1 && Number.isInteger(rows)) return rows;
  const rule = `a multiple of ${heads}, a number for each head`;
  throw wrongValue(name, 'gates.length', rule, length, 'ERR_SHAPE');
}
