/** A call of attention or of its gradient, read and checked. */

import { type Given, readGiven } from '../arrays/operand.js';
import { type Pairs, pairsOf, readPairLists } from '../arrays/pairs.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import { ruleOf } from '../describe/checks.js';
import type { MethodMap } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { RopeCore } from '../rotary/core.js';
import { type PlannedRope, planRope } from '../rotary/make-core.js';
import {
  type GivenRows,
  type PlannedRows,
  planSpecRows,
  planTensorRows,
  readRowsOption,
} from './by-position.js';
import type { CheckedCall } from './call-parameters.js';
import { type Windows, withChunks, withWindows } from './document-parts.js';
import { inputParameters } from './inputs.description.js';
import { type Masks, readMasks } from './masks.js';
import { checkKeys, ropeFor, withLayer } from './model-layer.js';
import { type Norms, planNorms } from './norms.js';
import { type RotaryRows, readRotaryRows } from './rotary-rows.js';
import { scoreParameters } from './scores.description.js';
import {
  type Inputs,
  type Measured,
  measured,
  readArrays,
  readInputs,
  type Sizes,
} from './sizes.js';
import { planTerms, readTerms, type ScoreTerms } from './terms.js';
import { readWeighing, type Weighing } from './weighing.js';

/** A table that is added to embeddings. */
export interface AddedTable {
  readonly given: GivenRows;
  readonly scale: number;
  /** Its rows for queries and for keys, where there are embeddings of them. */
  readonly queries: PlannedRows | undefined;
  readonly keys: PlannedRows | undefined;
}

/** A planned call. The arrays are checked again when it runs. */
export interface Call extends Inputs {
  readonly method: string;
  readonly pairs: Pairs;
  readonly table: AddedTable | undefined;
  readonly norms: Norms | undefined;
  readonly queryScale: PlannedRows | undefined;
  /** The factors of queries, if they are a tensor. */
  readonly queryFactors: Given<'float32'> | undefined;
  readonly rotary: PlannedRope | undefined;
  /** Where it turns queries and keys. */
  readonly rotaryRows: RotaryRows;
  /** Whether it turns by the opposite angles. */
  readonly rotaryInverse: boolean;
  /** Whether the embeddings are turned, not queries and keys. */
  readonly turnsEarly: boolean;
  /** The factor of the scores, if options say one. */
  readonly scale: number | undefined;
  readonly terms: ScoreTerms;
  readonly softcap: number | undefined;
  readonly sinks: Given<'float32'> | undefined;
  /** How scores become weights, if not by the softmax. */
  readonly weighing: Weighing | undefined;
  readonly masks: Masks | undefined;
  /** All arrays, which are looked at again when the call runs. */
  readonly arrays: readonly Measured[];
}

/** Reads a call: first all arrays, then what follows from them. */
export function readCall(
  heap: Heap,
  method: string,
  given: CheckedCall,
  methods: MethodMap = new Map(),
): Call {
  const layer = withLayer(method, given, methods);
  const { checked, limit, rope, windows, suffix } = layer;
  const read = (param: string, value: unknown) =>
    value === undefined
      ? undefined
      : readGiven(method, param, value, 'float32');
  const arrays = readArrays(checked, read);
  const sinks = read('sinks', checked.sinks);
  const givenTerms = readTerms(method, checked);
  const table = readRowsOption(method, 'table', checked.table);
  const factors = readRowsOption(method, 'queryScale', checked.queryScale);
  const lists = readPairLists(method, checked);
  const first =
    checked.rotary === undefined
      ? undefined
      : planRope(heap, method, 'rotary', checked.rotary);

  const inputs = readInputs(heap, method, arrays, checked, first?.headDim);
  const { sizes, q, k, v, x, context, outputLayer } = inputs;
  const { queries, keys, heads } = sizes;
  checkKeys(method, limit, keys);
  const terms = planTerms(heap, method, givenTerms, sizes, methods);
  const { keyStart, queryStart = terms.queryStart } = checked;
  const placed = { keyStart, queryStart };
  const pairs = pairsOf(method, placed, lists, queries, keys);
  const fitted = ropeFor(rope, pairs);
  const rotary = fitted ? planRope(heap, method, 'rotary', fitted) : first;
  const turned = { rotary, pairs, suffix, windows };
  const rotaryRows = readRotaryRows(method, checked, turned, sizes);
  if (sinks) {
    const place = { method, param: 'sinks' };
    fitAxes(place, scoreParameters.sinks, sinks.shape, { heads });
  }
  if (sinks && sinks.array.length !== heads) {
    const rule = `${heads}, one for each head`;
    const { length } = sinks.array;
    throw wrongValue(method, 'sinks.length', rule, length, 'ERR_SHAPE');
  }
  const turnsEarly = checked.rotaryOf === 'embeddings';
  if (turnsEarly) checkTurned(method, inputs);
  const tensors = givenTerms.flatMap(({ of }) => of.map((one) => one.tensor));
  // A spread of `inputs` would make each member behind it a slow one.
  return {
    ...{ sizes, q, k, v, x, context, outputLayer },
    ...{ method, pairs, rotary, rotaryRows, sinks, terms },
    rotaryInverse: checked.rotaryInverse,
    arrays: measured(heap, method, [
      ...Object.values(arrays),
      ...[sinks, table?.tensor, factors?.tensor, ...tensors],
    ]),
    table:
      table &&
      planTable(heap, method, checked, table, { inputs, pairs, methods }),
    queryFactors: factors?.tensor,
    queryScale: factors && planFactors(heap, method, factors, pairs, methods),
    turnsEarly,
    norms: planNorms(heap, method, checked, sizes, rotary && !turnsEarly),
    scale: checked.logitScale === undefined ? checked.scale : 1,
    softcap: checked.softcap,
    weighing: readWeighing(method, checked, pairs),
    masks: masksOf(method, checked, { sizes, pairs, windows }),
  };
}

/** What the masks of a call depend on besides its options. */
interface Masked {
  readonly sizes: Sizes;
  readonly pairs: Pairs;
  readonly windows: Windows | undefined;
}

function masksOf(
  method: string,
  checked: CheckedCall,
  { sizes, pairs, windows }: Masked,
): Masks | undefined {
  const read = readMasks(method, checked, sizes, pairs);
  const chunked = withChunks(read, checked.chunk, pairs, sizes);
  return withWindows(method, chunked, windows, sizes);
}

/** Throws unless there are embeddings that can be cut into heads. */
function checkTurned(method: string, { x, context, sizes }: Inputs): void {
  if (!x) throw missing(method, 'x', ruleOf(inputParameters.x));
  const { headDim } = sizes;
  for (const { given, dim } of context ? [x, context] : [x]) {
    if (dim % headDim === 0) continue;
    const rule = `such that the last axis is a multiple of headDim = ${headDim}`;
    throw wrongValue(method, given.param, rule, dim, 'ERR_SHAPE');
  }
}

/** What a table is planned for. */
interface Placed {
  readonly inputs: Inputs;
  readonly pairs: Pairs;
  readonly methods: MethodMap;
}

function planTable(
  heap: Heap,
  method: string,
  { tableScale }: CheckedCall,
  given: GivenRows,
  { inputs, pairs, methods }: Placed,
): AddedTable {
  const { x, context } = inputs;
  const embeddings = x ?? context;
  if (!embeddings) {
    throw missing(method, 'x', ruleOf(inputParameters.x));
  }
  const rows = (at: Pairs['queryAt'], dim: number) =>
    given.tensor
      ? planTensorRows(heap, method, given.tensor, at, dim)
      : planSpecRows(heap, method, given, methods, at, dim);
  return {
    given,
    scale: tableScale,
    queries: x && rows(pairs.queryAt, x.dim),
    keys: context && rows(pairs.keyAt, context.dim),
  };
}

function planFactors(
  heap: Heap,
  method: string,
  given: GivenRows,
  { queryAt }: Pairs,
  methods: MethodMap,
): PlannedRows {
  const { tensor } = given;
  if (!tensor) return planSpecRows(heap, method, given, methods, queryAt, 1);
  const place = { method, param: 'queryScale' };
  const sizes = { queries: queryAt.length };
  fitAxes(place, scoreParameters.queryScale, tensor.shape, sizes);
  if (tensor.array.length !== queryAt.length) {
    const rule = `${queryAt.length}, one for each query`;
    const { length } = tensor.array;
    throw wrongValue(method, 'queryScale.length', rule, length, 'ERR_SHAPE');
  }
  return { make: () => tensor.array };
}

/** The factor of the scores. */
export function scaleOf(call: Call, rope: RopeCore | undefined): number {
  const { divisor } = call.terms;
  const { headDim } = call.sizes;
  if (call.scale !== undefined) return call.scale;
  if (!rope) return 1 / Math.sqrt(headDim * divisor);
  return rope.softmaxScale / Math.sqrt(divisor);
}
