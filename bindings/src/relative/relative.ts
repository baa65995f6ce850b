/**
 * The form of a relative method: terms of the scores that are products of
 * queries or keys with something that depends on positions. A method plans its
 * terms; this file makes maps of them, and attention takes them as they are.
 */

import { axisOfThree, countRows } from '../arrays/heads.js';
import {
  type Given,
  type Input,
  inputOf,
  readOptional,
  sameInput,
} from '../arrays/operand.js';
import {
  type PairOptions,
  type Pairs,
  pairsOf,
  readPairLists,
} from '../arrays/pairs.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult, type Heap, type Scratch } from '../core/memory.js';
import { TILE_BYTES, tileRows } from '../core/tile-rows.js';
import { fitAxes } from '../describe/axes.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import type { Floats } from '../describe/kinds/floats.js';
import type { Work } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf, Parameters } from '../describe/parameters.js';
import type {
  LoadedTerms,
  PlannedTerms,
  TermMethod,
  TermSizes,
  Tile,
} from '../terms/term.js';
import { relativeInputs } from './inputs.js';

/** The maps of a relative method by the names of its terms. */
export type TermMaps = Readonly<Record<string, Tensor<'float32'>>>;

/** Options of a relative method that stands alone; `P` are its own. */
export type RelativeOptions<P extends Parameters> = PairOptions & {
  /**
   * Queries, [queries, heads, headDim]. Required unless the terms multiply keys
   * only.
   */
  readonly q?: Floats | undefined;
  /**
   * Keys, [keys, keyHeads, headDim]. Required unless the terms multiply queries
   * only.
   */
  readonly k?: Floats | undefined;
  /**
   * Number of heads of the queries. Defaults to the second axis of `q`, else to
   * that of `k`, if that is a tensor, else to what the tensors of `tupe` and
   * `relativeLogits` say; otherwise required.
   */
  readonly heads?: number | undefined;
  /**
   * Number of heads of the keys; divides `heads`. Defaults to the second axis
   * of `k` if that is a tensor, else to `heads`.
   */
  readonly keyHeads?: number | undefined;
  /**
   * Width of a head. Defaults to the third axis of `q` or `k`, else to what the
   * weights of `tupe` say; otherwise required.
   */
  readonly headDim?: number | undefined;
  /** Factor of the terms. Defaults to 1. */
  readonly scale?: number | undefined;
  /** Whether to return each term by itself, by name. Defaults to false. */
  readonly terms?: boolean | undefined;
} & OptionsOf<P>;

/** What terms multiply: queries, keys, both, or a part that options decide. */
export interface Needs {
  readonly q: boolean;
  readonly k: boolean;
}

/** The planned terms of a relative method. */
export interface PlannedRelative extends PlannedTerms {
  readonly needs: Needs;
}

/** What a relative method adds to that of all: its options and its plan. */
interface RelativeForm<P extends Parameters> {
  readonly name: string;
  /** All its parameters, and those that its spec has inside attention. */
  readonly parameters: P & typeof relativeInputs;
  readonly own: P;
  readonly presets?: TermMethod<unknown, P, P>['presets'];
  plan(heap: Heap, checked: Checked<P>, sizes: TermSizes): PlannedRelative;
  /** What follows from its options by default, where it stands alone. */
  defaults?(checked: Checked<P & typeof relativeInputs>, heap: Heap): Defaults;
}

/** Sizes and the position of the first query that own options say. */
interface Defaults {
  readonly heads?: number | undefined;
  /** Width of all heads. */
  readonly width?: number | undefined;
  readonly queries?: number | undefined;
  readonly keys?: number | undefined;
  readonly queryStart?: number | undefined;
}

/** A method that gives the maps of relative terms. */
export type RelativeMethod<Api, P extends Parameters> = TermMethod<
  Api,
  P & typeof relativeInputs,
  P,
  Tensor<'float32'> | TermMaps
>;

/** Makes a method from the plan of its terms. */
export function relativeMethod<Api, P extends Parameters>(
  form: RelativeForm<P>,
): RelativeMethod<Api, P> {
  const { name, parameters, own, presets } = form;
  return {
    name,
    parameters,
    ...(presets && { presets }),
    plan(heap, checked) {
      const options = checked as unknown as Checked<P> &
        Checked<typeof relativeInputs>;
      const defaults = form.defaults?.(checked, heap) ?? {};
      const call = readCall(heap, name, options, defaults);
      const planned = form.plan(heap, options, call.sizes);
      for (const side of ['q', 'k'] as const) {
        if (planned.needs[side] && !call[side]) {
          throw missing(name, side, ruleOf(relativeInputs[side]));
        }
      }
      return planMaps(heap, name, planned, call);
    },
    term: { family: 'relative', parameters: own, plan: form.plan },
  };
}

/** Checked inputs of a call. */
interface Call {
  readonly sizes: TermSizes;
  readonly pairs: Pairs;
  readonly scale: number;
  readonly separate: boolean;
  readonly q: Given<'float32'> | undefined;
  readonly k: Given<'float32'> | undefined;
}

/** Bytes of the map of a tile: products are fastest for many queries at once. */
const PRODUCT_BYTES = 4 * TILE_BYTES;

function planMaps(
  heap: Heap,
  method: string,
  planned: PlannedTerms,
  call: Call,
): Work<Tensor<'float32'> | TermMaps> {
  const { heads, queries, keys } = call.sizes;
  const shape = [heads, queries, keys];
  const output = { shape, dtype: 'float32' } as const;
  const names = call.separate ? planned.names : ['scores'];
  return {
    outputs: Object.fromEntries(names.map((name) => [name, output])),
    cost: planned.cost,
    run: () => {
      const maps = names.map(() =>
        makeTensor(allocateResult(method, 'float32', shape), shape, 'float32'),
      );
      if (heads * queries * keys > 0) {
        heap.scope(method, (scratch) =>
          writeMaps(scratch, method, planned.load(scratch, false), call, maps),
        );
      }
      const [sum] = maps;
      if (!call.separate && sum) return sum;
      return Object.fromEntries(
        names.map((name, n) => [name, maps[n]]),
      ) as TermMaps;
    },
  };
}

/** Writes all tiles of the terms, or their sum if there is only one map. */
function writeMaps(
  scratch: Scratch,
  method: string,
  { terms }: LoadedTerms,
  { sizes, pairs, scale, separate, q, k }: Call,
  maps: readonly Tensor<'float32'>[],
): void {
  const { heap } = scratch;
  const { queries, heads, keyHeads, headDim, keys } = sizes;
  const bring = (given: Given<'float32'> | undefined, length: number) => {
    if (!given) return 0;
    const { operand } = sameInput(heap, method, given, length);
    return operand.pointer ?? scratch.copy(operand.array);
  };
  const queryRow = heads * headDim;
  const from = bring(q, queries * queryRow);
  const k0 = bring(k, keys * keyHeads * headDim);
  const most = tileRows(queries, heads * keys * 4, PRODUCT_BYTES);
  const out = scratch.bytes(heads * most * keys * 4);
  for (let row = 0; row < queries; row += most) {
    const rows = Math.min(most, queries - row);
    const first = from && from + row * queryRow * 4;
    const place = { item: 0, pairs, row, rows, q: first, k: k0 };
    const tile: Tile = { ...sizes, ...place, key: 0, scale, content: 0 };
    terms.forEach((term, n) => {
      term.write(tile, out);
      const data = maps[separate ? n : 0]?.data;
      for (let head = 0; data && head < heads; ++head) {
        const at = out + head * rows * keys * 4;
        const part = new Float32Array(heap.buffer, at, rows * keys);
        const to = (head * queries + row) * keys;
        if (separate || n === 0) data.set(part, to);
        else addInto(data.subarray(to, to + part.length), part);
      }
    });
  }
}

function addInto(sum: Float32Array, more: Float32Array): void {
  for (let i = 0; i < sum.length; ++i) {
    sum[i] = (sum[i] as number) + (more[i] as number);
  }
}

function readCall(
  heap: Heap,
  name: string,
  checked: Checked<typeof relativeInputs>,
  defaults: Defaults,
): Call {
  const q = readOptional(name, 'q', checked.q, 'float32');
  const k = readOptional(name, 'k', checked.k, 'float32');
  const lists = readPairLists(name, checked);
  const qInput = q && inputOf(heap, name, q);
  const kInput = k && inputOf(heap, name, k);
  const axis = (n: 1 | 2, input: Input | undefined) =>
    input && axisOfThree(input, n);
  const required = (param: 'heads' | 'headDim' | 'queries', found?: number) => {
    if (found !== undefined) return found;
    throw missing(name, param, ruleOf(relativeInputs[param]));
  };
  const found = checked.heads ?? axis(1, qInput) ?? axis(1, kInput);
  const heads = required('heads', found ?? defaults.heads);
  const keyHeads = checked.keyHeads ?? axis(1, kInput) ?? heads;
  if (heads % keyHeads !== 0) {
    const rule = `a divisor of heads = ${heads}`;
    throw wrongValue(name, 'keyHeads', rule, keyHeads, 'ERR_SHAPE');
  }
  const width = checked.headDim ?? axis(2, qInput) ?? axis(2, kInput);
  // Terms that multiply neither may need no width.
  const headDim =
    q || k ? required('headDim', width) : (width ?? widthOf(defaults, heads));
  const queries = required(
    'queries',
    inputRows(name, 'q', qInput, heads, headDim, checked.queries) ??
      lists.queryPositions?.length ??
      inputRows(name, 'k', kInput, keyHeads, headDim, undefined) ??
      defaults.queries,
  );
  const keys =
    inputRows(name, 'k', kInput, keyHeads, headDim, checked.keys) ??
    lists.keyPositions?.length ??
    defaults.keys ??
    queries;
  const { queryStart = defaults.queryStart } = checked;
  return {
    sizes: { heads, keyHeads, headDim, valueDim: 0, queries, keys },
    pairs: pairsOf(name, { ...checked, queryStart }, lists, queries, keys),
    scale: checked.scale,
    separate: checked.terms,
    ...{ q, k },
  };
}

/** Width of a head that follows from that of all heads; 0 if none does. */
function widthOf({ width = 0 }: Defaults, heads: number): number {
  return width % heads === 0 ? width / heads : 0;
}

/** Throws unless the shape of an input is that of rows of heads. */
function fitRows(
  method: string,
  param: 'q' | 'k',
  input: Input,
  heads: number,
  headDim: number,
  rows: number | undefined,
): void {
  const sizes =
    param === 'q'
      ? { queries: rows, heads, headDim }
      : { keys: rows, keyHeads: heads, headDim };
  const width = heads * headDim;
  const all = { 'heads · headDim': width, 'keyHeads · headDim': width };
  const place = { method, param };
  fitAxes(place, relativeInputs[param], input.shape, { ...sizes, ...all });
}

/** The rows of an input, which must be as many as an option says. */
function inputRows(
  name: string,
  param: 'q' | 'k',
  input: Input | undefined,
  heads: number,
  headDim: number,
  wanted: number | undefined,
): number | undefined {
  if (!input) return wanted;
  fitRows(name, param, input, heads, headDim, wanted);
  const rows = countRows(name, param, input, heads, headDim);
  if (wanted === undefined || wanted === rows) return rows;
  const rule = `${wanted} × ${heads} × ${headDim}, ${param === 'q' ? 'queries' : 'keys'} by heads by width`;
  throw wrongValue(name, `${param}.length`, rule, input.length, 'ERR_SHAPE');
}
