/** Finds the lengths of all axes of an attention call from its arrays. */

import { countRows } from '../arrays/heads.js';
import {
  checkSameLength,
  type Given,
  type Input,
  inputOf,
  shapeError,
} from '../arrays/operand.js';
import { conflict } from '../arrays/positions.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { batchForms, fitAxes } from '../describe/axes.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { TermSizes } from '../terms/term.js';
import { inputParameters } from './inputs.description.js';

/** The lengths of all axes. */
export interface Sizes extends TermSizes {
  /** Length of the axis of a batch, if the results have one. */
  readonly batch: number | undefined;
  /** Number of sequences: 1 without a batch. */
  readonly items: number;
}

/** Names of the options that are arrays. */
const ARRAYS = [
  ...(['q', 'k', 'v', 'x', 'context', 'queryWeight', 'keyWeight'] as const),
  ...(['valueWeight', 'outputWeight', 'queryBias', 'keyBias'] as const),
  ...(['valueBias', 'outputBias'] as const),
];

/** The arrays that were given, by the names of their options. */
export type Arrays = {
  readonly [N in (typeof ARRAYS)[number]]?: Given<'float32'>;
};

/** Reads the arrays of a call by `read`, before any of them is used. */
export function readArrays(
  checked: Checked<typeof inputParameters>,
  read: (param: string, value: unknown) => Given<'float32'> | undefined,
): Arrays {
  const entries = ARRAYS.map((name) => [name, read(name, checked[name])]);
  return Object.fromEntries(entries.filter(([, given]) => given));
}

/** An array, and the length that it had when the call was planned. */
export interface Measured {
  readonly given: Given<'float32'>;
  readonly length: number;
}

/** Measures arrays, those of them that were given. */
export function measured(
  heap: Heap,
  method: string,
  arrays: readonly (Given<'float32'> | undefined)[],
): readonly Measured[] {
  return arrays.flatMap((given) =>
    given ? [{ given, length: inputOf(heap, method, given).length }] : [],
  );
}

/** Throws unless all arrays still have their lengths. */
export function checkMeasured(
  heap: Heap,
  method: string,
  arrays: readonly Measured[],
): void {
  for (const { given, length } of arrays) {
    const now = inputOf(heap, method, given).length;
    checkSameLength(method, given, now, length);
  }
}

/** Embeddings from which queries, keys or values are made. */
export interface Embedding {
  readonly given: Given<'float32'>;
  /** Rows of an item. */
  readonly rows: number;
  readonly dim: number;
}

/** Queries, keys or values: given, or made from embeddings. */
export interface Part {
  /** Rows of an item, and numbers in a row. */
  readonly rows: number;
  readonly width: number;
  readonly given?: Given<'float32'> | undefined;
  readonly from?: Embedding | undefined;
  /** Without a weight, the embeddings themselves. */
  readonly weight?: Given<'float32'> | undefined;
  readonly bias?: Given<'float32'> | undefined;
}

/** The last step of the output. */
export interface OutputLayer {
  readonly weight: Given<'float32'>;
  readonly bias: Given<'float32'> | undefined;
  /** Width of its result. */
  readonly dim: number;
}

/** What attention is computed from. */
export interface Inputs {
  readonly sizes: Sizes;
  readonly q: Part;
  readonly k: Part;
  readonly v: Part | undefined;
  readonly x: Embedding | undefined;
  /** The embeddings of keys, if they are others than those of queries. */
  readonly context: Embedding | undefined;
  readonly outputLayer: OutputLayer | undefined;
}

/** Finds all sizes; `rotaryDim` is the width of the heads of a rope. */
export function readInputs(
  heap: Heap,
  method: string,
  arrays: Arrays,
  checked: Checked<typeof inputParameters>,
  rotaryDim: number | undefined,
): Inputs {
  checkTogether(method, arrays);
  const input = (given: Given<'float32'> | undefined) =>
    given && inputOf(heap, method, given);
  const [q, k, v] = [input(arrays.q), input(arrays.k), input(arrays.v)];
  const batch =
    checked.batch ?? axisOf(q, 4, 0) ?? axisOf(input(arrays.x), 3, 0);
  const reader = { heap, method, batch };
  const x = embeddingOf(reader, arrays.x);
  const context = embeddingOf(reader, arrays.context);
  const source = context ?? x;

  const heads = checked.heads ?? headAxis(q, 2);
  if (heads === undefined) {
    throw missing(method, 'heads', ruleOf(inputParameters.heads));
  }
  const known = checked.headDim ?? rotaryDim ?? headAxis(q, 1);
  const headDim =
    known ?? (x && widthOf(reader, arrays, 'queryWeight', x) / heads);
  if (headDim === undefined) {
    throw missing(method, 'headDim', ruleOf(inputParameters.headDim));
  }
  if (rotaryDim !== undefined && headDim !== rotaryDim) {
    const rule = `that of rotary, ${rotaryDim}`;
    throw wrongValue(method, 'headDim', rule, headDim, 'ERR_SHAPE');
  }
  if (checked.keyHeads) checkDivides(method, heads, checked.keyHeads);
  const queries = x?.rows ?? rowsOf(reader, 'q', q as Input, heads, headDim);
  const keyHeads =
    checked.keyHeads ??
    (headAxis(k, 1) === headDim ? headAxis(k, 2) : undefined) ??
    (source && !k && arrays.keyWeight
      ? widthOf(reader, arrays, 'keyWeight', source) / headDim
      : heads);
  checkDivides(method, heads, keyHeads);
  const keys = k
    ? rowsOf(reader, 'k', k, keyHeads, headDim)
    : (source as Embedding).rows;
  const part = (
    name: 'query' | 'key' | 'value',
    own: Given<'float32'> | undefined,
    from: Embedding | undefined,
    rows: number,
    width: number,
  ): Part => {
    if (own || !from) return { rows, width, given: own };
    const weight = `${name}Weight` as const;
    const found = widthOf(reader, arrays, weight, from, width);
    if (found !== width) {
      const rule = `${width} × ${from.dim}, all heads by dim`;
      const param = arrays[weight] ? `${weight}.length` : weight;
      const got = arrays[weight] ? found * from.dim : `${found} numbers a row`;
      throw wrongValue(method, param, rule, got, 'ERR_SHAPE');
    }
    const bias = arrays[`${name}Bias`];
    checkBias(reader, bias, width);
    return { rows, width, from, weight: arrays[weight], bias };
  };
  const made = !arrays.k && source;
  const valueDim = v
    ? readValueDim(reader, checked, v, keys, { keyHeads, headDim })
    : made
      ? widthOf(reader, arrays, 'valueWeight', source) / keyHeads
      : 0;
  const wide = checked.valueDim ?? valueDim;
  const values = v || made;
  return {
    sizes: {
      ...{ batch, items: batch ?? 1, queries, keys, heads, keyHeads, headDim },
      valueDim: values ? wide : 0,
    },
    q: part('query', arrays.q, x, queries, heads * headDim),
    k: part('key', arrays.k, source, keys, keyHeads * headDim),
    v: values
      ? part('value', arrays.v, source, keys, keyHeads * wide)
      : undefined,
    ...{ x, context },
    outputLayer: values ? outputOf(reader, arrays, heads * wide) : undefined,
  };
}

function checkDivides(method: string, heads: number, keyHeads: number): void {
  if (heads % keyHeads === 0) return;
  const rule = `a divisor of heads = ${heads}`;
  throw wrongValue(method, 'keyHeads', rule, keyHeads, 'ERR_SHAPE');
}

/** Throws if arrays are given that exclude each other, or lack another. */
function checkTogether(method: string, arrays: Arrays): void {
  if (arrays.x && arrays.q) throw conflict(method, 'x', 'q');
  if (arrays.context && arrays.k) throw conflict(method, 'context', 'k');
  if (!arrays.x && !arrays.q) {
    throw missing(method, 'q', ruleOf(inputParameters.q));
  }
  if (!arrays.k && !arrays.context && !arrays.x) {
    throw missing(method, 'k', ruleOf(inputParameters.k));
  }
  if (arrays.v && !arrays.k) throw conflict(method, 'v', 'x');
  for (const name of ['query', 'key', 'value', 'output'] as const) {
    const weight = `${name}Weight` as const;
    if (arrays[`${name}Bias`] && !arrays[weight]) {
      throw missing(method, weight, ruleOf(inputParameters[weight]));
    }
  }
}

/** What all readers of arrays need. */
interface Reader {
  readonly heap: Heap;
  readonly method: string;
  readonly batch: number | undefined;
}

/** Length of an axis, if the input is a tensor with `axes` axes. */
function axisOf(
  input: Input | undefined,
  axes: number,
  axis: number,
): number | undefined {
  return input?.shape?.length === axes ? input.shape[axis] : undefined;
}

/** Length of an axis counted from the last one, if there is one of heads. */
function headAxis(input: Input | undefined, fromLast: 1 | 2) {
  const axes = input?.shape?.length ?? 0;
  return axes >= 3 ? input?.shape?.[axes - fromLast] : undefined;
}

/** Names of the axes of queries, keys and values. */
const HEADS = { q: 'heads', k: 'keyHeads', v: 'keyHeads' } as const;
const WIDTHS = { q: 'headDim', k: 'headDim', v: 'valueDim' } as const;

/** Number of rows of an item of queries, keys or values. */
function rowsOf(
  { method, batch }: Reader,
  param: 'q' | 'k' | 'v',
  input: Input,
  heads: number,
  width: number,
): number {
  const { shape, length } = input;
  const forms = batchForms(inputParameters[param], batch);
  fitAxes({ method, param }, forms, shape, {
    ...{ batch, [HEADS[param]]: heads, [WIDTHS[param]]: width },
    [`${HEADS[param]} · ${WIDTHS[param]}`]: heads * width,
  });
  if (batch === undefined) {
    const flat = { ...input, shape: undefined };
    return countRows(method, param, flat, heads, width);
  }
  const all = batch * heads * width;
  if (length % all !== 0) {
    const rule = `a multiple of ${batch} × ${heads} × ${width}, batch by heads by width`;
    throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
  }
  return length / all;
}

function embeddingOf(
  { heap, method, batch }: Reader,
  given: Given<'float32'> | undefined,
): Embedding | undefined {
  if (!given) return undefined;
  const { shape, length } = inputOf(heap, method, given);
  const param = given.param as 'x' | 'context';
  const found = fitAxes(
    { method, param, flat: false },
    batchForms(inputParameters[param], batch),
    shape ?? [length],
    { batch },
  );
  const { dim = 0, queries, keys } = found;
  if (dim === 0) {
    const rule = 'such that the last axis is at least 1';
    throw shapeError(method, param, rule, shape ?? []);
  }
  return { given, rows: queries ?? keys ?? 0, dim };
}

/** Width of what a weight makes from embeddings. */
function widthOf(
  { heap, method }: Reader,
  arrays: Arrays,
  name: 'queryWeight' | 'keyWeight' | 'valueWeight',
  { dim }: Embedding,
  wanted?: number,
): number {
  const given = arrays[name];
  return given ? outWidth(heap, method, given, dim, wanted) : dim;
}

type WeightName = `${'query' | 'key' | 'value' | 'output'}Weight`;

/** Length of the first axis of a weight [out, inWidth], or `wanted`. */
function outWidth(
  heap: Heap,
  method: string,
  given: Given<'float32'>,
  inWidth: number,
  wanted?: number,
): number {
  const { shape, length } = inputOf(heap, method, given);
  const param = given.param as WeightName;
  const shaped = inputParameters[param];
  const [out, inner] = shaped.axes;
  const sizes = { [out]: wanted, [inner]: inWidth };
  fitAxes({ method, param }, shaped, shape, sizes);
  if (length === 0 || length % inWidth !== 0) {
    const rule = `a multiple of ${inWidth}, the width of what it takes`;
    const param = `${given.param}.length`;
    throw wrongValue(method, param, rule, length, 'ERR_SHAPE');
  }
  return length / inWidth;
}

function checkBias(
  { heap, method }: Reader,
  given: Given<'float32'> | undefined,
  width: number,
): void {
  if (!given) return;
  const { length, shape } = inputOf(heap, method, given);
  const shaped = inputParameters[given.param as keyof Arrays];
  const [axis = ''] = shaped.axes as readonly string[];
  fitAxes({ method, param: given.param }, shaped, shape, { [axis]: width });
  if (length === width) return;
  const rule = `${width}, one for each number that the weight gives`;
  const param = `${given.param}.length`;
  throw wrongValue(method, param, rule, length, 'ERR_SHAPE');
}

function readValueDim(
  reader: Reader,
  checked: Checked<typeof inputParameters>,
  v: Input,
  keys: number,
  { keyHeads, headDim }: Pick<Sizes, 'keyHeads' | 'headDim'>,
): number {
  const { method, batch = 1 } = reader;
  // Nothing follows from the length of no values.
  const width = keys === 0 && v.length === 0 ? headDim : undefined;
  const valueDim =
    checked.valueDim ??
    (headAxis(v, 2) === keyHeads ? headAxis(v, 1) : undefined) ??
    width ??
    v.length / (batch * keys * keyHeads);
  if (!Number.isInteger(valueDim) || valueDim < 1) {
    const rule = `a multiple of ${batch * keys} × ${keyHeads}, keys by keyHeads`;
    throw wrongValue(method, 'v.length', rule, v.length, 'ERR_SHAPE');
  }
  if (rowsOf(reader, 'v', v, keyHeads, valueDim) !== keys) {
    const rule = `${keys} × ${keyHeads} × ${valueDim}, a value for each key`;
    throw wrongValue(method, 'v.length', rule, v.length, 'ERR_SHAPE');
  }
  return valueDim;
}

function outputOf(
  reader: Reader,
  { outputWeight, outputBias }: Arrays,
  width: number,
): OutputLayer | undefined {
  if (!outputWeight) return undefined;
  const dim = outWidth(reader.heap, reader.method, outputWeight, width);
  checkBias(reader, outputBias, dim);
  return { weight: outputWeight, bias: outputBias, dim };
}
