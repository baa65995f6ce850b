/** The tables of a rope in the orders of other engines: `cache`. */

import {
  checkApart,
  type Given,
  readGiven,
  targetOf,
} from '../../arrays/operand.js';
import {
  type Positions,
  type positionParameters,
  readPositions,
  rowsOption,
  someRows,
} from '../../arrays/positions.js';
import type { Tensor } from '../../arrays/tensor.js';
import type { DType } from '../../base/dtype.js';
import { PosencTypeError, wrongKind } from '../../base/errors.js';
import type { Heap, Scratch } from '../../core/memory.js';
import { checkReach } from '../../core/oscillators.js';
import { streamRows } from '../../core/stream.js';
import type { CacheOrder } from '../../core/wasm/calls.js';
import { type Checked, checkOptions } from '../../describe/checks.js';
import type { Output } from '../../describe/kinds/output.js';
import type { PartOptions, Work } from '../../describe/method.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { checkPlain, type RopeCore, turnsOf } from '../core.js';
import { ropeOperations } from '../rope.description.js';

export type { CacheOrder };

type CacheParameters = (typeof ropeOperations)['cache']['parameters'];

/** Options of the result of a cache, which editors show. */
interface CacheResult<D extends DType, C extends CacheOrder> {
  /**
   * The engine in whose order the tables are. `hf`: Hugging Face transformers;
   * `ort`: ONNX and ONNX Runtime; `flashinfer`: FlashInfer and vLLM; `ggml`:
   * ggml and llama.cpp; `pairs`: the complex numbers of Meta's Llama code.
   * Required.
   */
  readonly cache: C;
  /**
   * Rows of the table to compute: `[from, to]`, without `to`. They have the
   * same bits as in the whole table. Defaults to all.
   */
  readonly rows?: readonly [from: number, to: number] | undefined;
  /** Type of the numbers. Defaults to `'float32'`. */
  readonly dtype?: D | undefined;
  /** Arrays or tensors to write into. Defaults to new ones. */
  readonly out?: CacheOutput<D, C> | undefined;
}

/** Options of {@link Rope.cache}; `D` is the dtype of the tables. */
export type CacheOptions<
  D extends DType = DType,
  C extends CacheOrder = CacheOrder,
> = Positions &
  CacheResult<D, C> &
  OptionsOf<
    CacheParameters,
    D,
    keyof typeof positionParameters | keyof CacheResult<D, C>
  >;

/** The tables of a cache, by name: two for some engines, one for others. */
export type CacheTables<D extends DType, C extends CacheOrder> = C extends
  | 'hf'
  | 'ort'
  ? { readonly cos: Tensor<D>; readonly sin: Tensor<D> }
  : { readonly cache: Tensor<D> };

type CacheOutput<D extends DType, C extends CacheOrder> = C extends 'hf' | 'ort'
  ? { readonly cos: Output<D>; readonly sin: Output<D> }
  : { readonly cache: Output<D> };

/** What of a rope decides the shapes of its caches; `make` makes the rope. */
export interface CachedRope {
  readonly pairs: number;
  readonly make: () => RopeCore;
}

type AnyTables = Readonly<Record<string, Tensor<DType>>>;

/** The tables of a rope that there is: `rope.cache`. */
export function ropeCacheOf<C extends CacheOrder, D extends DType>(
  heap: Heap,
  core: RopeCore,
  options: CacheOptions<D, C>,
): CacheTables<D, C> {
  const method = 'rope.cache';
  const { parameters } = ropeOperations.cache;
  const checked = checkOptions(method, parameters, options);
  const rope = { pairs: core.pairs, make: () => core };
  return planCache(heap, method, rope, checked).run() as CacheTables<D, C>;
}

/** Plans the tables of a rope in the order of an engine. */
export function planCache(
  heap: Heap,
  method: string,
  { pairs, make }: CachedRope,
  checked: Checked<CacheParameters>,
): Work<AnyTables> {
  const { cache, dtype } = checked;
  const all = readPositions(method, checked);
  const rows = someRows(method, all, checked.rows);
  const names = TABLES[cache];
  const given = readOutputs(method, names, checked.out, dtype);
  const width = cache === 'ort' ? pairs : 2 * pairs;
  const shape =
    cache === 'pairs' ? [rows.length, pairs, 2] : [rows.length, width];
  const targets = () => {
    const made = given.map((one) =>
      targetOf(heap, method, one, {
        ...{ dtype, shape, sizedBy: rowsOption(checked) },
      }),
    );
    const [one, other] = made.map(({ operand: { array } }, i) => {
      return { param: `out.${names[i]}`, array };
    });
    if (one && other) checkApart(method, one, other);
    return made;
  };
  const [first] = checked.rows ?? [0];
  const part = (from: number, to: number): PartOptions => {
    const which = all.listed
      ? { positions: all.copy(from, to) }
      : { rows: [from, to] as const };
    if (checked.out === undefined) return which;
    const parts = targets().map(({ operand: { array } }, i) => {
      const at = (row: number) => (row - first) * width;
      return [names[i], array.subarray(at(from), at(to))] as const;
    });
    return { ...which, out: Object.fromEntries(parts) };
  };
  return {
    outputs: Object.fromEntries(names.map((name) => [name, { shape, dtype }])),
    cost: rows.length * pairs * OPERATIONS,
    rows: checked.rows ?? [0, all.length],
    part,
    run: () => {
      const core = make();
      const { outLayout: layout, turns: source, maxFrequency, sets } = core;
      const own = sets > 1 ? (['axes'] as const) : [];
      checkPlain(method, core, [...own, 'decay', 'mixture']);
      checkReach(method, rows, maxFrequency);
      const made = targets();
      const compute = (scratch: Scratch) => {
        const turns = turnsOf(scratch, source);
        const tables = { turns, cache, layout, dtype };
        const streams = made.map(({ operand }) => ({ width, to: operand }));
        streamRows(scratch, rows, streams, (where, rows, c, s = c) =>
          scratch.core.ropeCache({
            ...{ ...tables, where, rows },
            ...{ cos: c?.to ?? 0, sin: s?.to ?? 0 },
          }),
        );
      };
      if (pairs > 0) heap.scope(method, compute);
      const tensors = made.map((one, i) => [names[i], one.tensor()] as const);
      return Object.freeze(Object.fromEntries(tensors));
    },
  };
}

/** Arithmetic operations for a pair, about. */
const OPERATIONS = 8;

/** The names of an engine's tables. */
const TABLES = {
  hf: ['cos', 'sin'],
  ort: ['cos', 'sin'],
  flashinfer: ['cache'],
  ggml: ['cache'],
  pairs: ['cache'],
} as const satisfies Record<CacheOrder, readonly string[]>;

/** Reads `out`: all tables or none. */
function readOutputs(
  method: string,
  names: readonly string[],
  out: unknown,
  dtype: DType,
): readonly (Given | undefined)[] {
  if (out === undefined) return names.map(() => undefined);
  if (typeof out !== 'object' || out === null) {
    throw wrongKind(
      method,
      'out',
      `an object with ${names.join(' and ')}`,
      out,
    );
  }
  const parts = names.map(
    (name) => [`out.${name}`, (out as Record<string, unknown>)[name]] as const,
  );
  for (const [param, part] of parts) {
    if (part !== undefined) continue;
    throw new PosencTypeError(`${method}: ${param} is required`, {
      code: 'ERR_MISSING',
      param,
    });
  }
  return parts.map(([param, part]) => readGiven(method, param, part, dtype));
}
