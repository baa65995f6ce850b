/** Weights for the other rotary layout, reordered here without the core. */

import type { LibraryTensor } from '../../arrays/forms.js';
import {
  checkSameLength,
  type Given,
  inputOf,
  isTensor,
  readGiven,
  readOptional,
  readTensor,
  shapeError,
  targetOf,
} from '../../arrays/operand.js';
import {
  dtypeOf,
  product,
  type Tensor,
  type TensorLike,
} from '../../arrays/tensor.js';
import type { ArrayOf, DType, GivenArrayOf } from '../../base/dtype.js';
import { PosencTypeError, wrongValue } from '../../base/errors.js';
import { fitAxes } from '../../describe/axes.js';
import { type Checked, ruleOf } from '../../describe/checks.js';
import type { Method } from '../../describe/method.js';
import { missing } from '../../describe/missing.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { convertLayoutParameters } from './convert-layout.description.js';

const name = 'convertLayout';

/** Options of `convertLayout`; `D` is the dtype of the numbers. */
export interface ConvertLayoutOptions<D extends DType = DType>
  extends OptionsOf<typeof convertLayoutParameters, D, 'weights' | 'dtype'> {
  /**
   * The weights of a projection to queries or keys, [heads · headDim, in]; its
   * bias, [heads · headDim]; or the weights of a norm over a head, [headDim]. A
   * float32, float64, float16 or bfloat16 array or tensor. Required.
   */
  readonly weights: GivenArrayOf[D] | TensorLike<D> | LibraryTensor;
  /**
   * Type of the numbers. Required if a `Uint16Array` is given; otherwise the
   * array or tensor says it. Optional.
   */
  readonly dtype?: D | undefined;
}

export interface ConvertLayoutMethod {
  /**
   * The weights of a query or key projection for the other rotary layout: turned
   * in that layout, its queries and keys have the same scores.
   *
   *   formula  to `interleaved`, row 2k + s of the turned rows of a head is row
   *            k + s · rotaryDim/2; to `half` the reverse
   *   shapes   weights [heads · headDim, in], [in, heads · headDim] with `axis:
   *            1`, or [heads · headDim]; result the same. Without `heads` or
   *            `headDim`, a tensor's rows give the other
   *   range    every bit pattern
   *   error    none
   *   cost     one pass; with `out` no new array but for the rows of a head
   *
   * @example
   * ```ts
   * // GPT-J's layout, from a checkpoint of Hugging Face with 8 key heads.
   * const k = pe.convertLayout({
   *   weights: kProj, // a tensor [1024, 4096]
   *   heads: 8,
   *   from: 'half',
   *   to: 'interleaved',
   * });
   * ```
   */
  convertLayout<D extends DType>(options: ConvertLayoutOptions<D>): Tensor<D>;
}

export const convertLayout: Method<
  ConvertLayoutMethod,
  typeof convertLayoutParameters,
  Tensor
> = {
  name,
  parameters: convertLayoutParameters,
  plan(heap, checked) {
    const given = readWeights(checked);
    const out = readOptional(name, 'out', checked.out, given.dtype);
    const { length, shape } = inputOf(heap, name, given);
    const at = readOrder(checked, length, shape);
    const { dtype } = given;
    return {
      outputs: { weights: { shape: at.shape, dtype } },
      cost: length,
      run: () => {
        const input = inputOf(heap, name, given);
        checkSameLength(name, given, input.length, length);
        const target = targetOf(heap, name, out, { dtype, shape: at.shape });
        const { array } = target.operand;
        if (array !== input.operand.array) array.set(input.operand.array);
        if (checked.from !== checked.to) reorder(array, at, checked.to);
        return target.tensor();
      },
    };
  },
};

type Options = Checked<typeof convertLayoutParameters>;

function readWeights({ weights, dtype }: Options): Given {
  if (dtype !== undefined) return readGiven(name, 'weights', weights, dtype);
  if (isTensor(weights)) return readTensor(name, 'weights', weights);
  return readGiven(name, 'weights', weights, dtypeOf(name, 'weights', weights));
}

/** Where the turned rows of the heads lie in an array. */
interface Order {
  readonly shape: readonly number[];
  /** Number of times that all rows come, one after another. */
  readonly times: number;
  readonly rows: number;
  /** Numbers of a row that lie beside each other. */
  readonly width: number;
  /** The first turned row of each head. */
  readonly starts: readonly number[];
  readonly rotaryDim: number;
}

function readOrder(
  options: Options,
  length: number,
  shape: readonly number[] | undefined,
): Order {
  const { axis, fused } = options;
  if (shape && (shape.length > 2 || shape.length <= axis)) {
    const rule =
      axis === 0 ? '[rows] or [rows, in]' : '[in, rows], as axis is 1';
    throw shapeError(name, 'weights', rule, shape);
  }
  if (!fused && options.keyHeads !== undefined) {
    throw new PosencTypeError(
      `${name}: keyHeads is for fused weights; give heads the number of key ` +
        'heads',
      { code: 'ERR_CONFLICT', param: 'keyHeads' },
    );
  }
  const rows = shape?.[axis];
  const { heads, headDim, keyHeads } = readHeads(options, rows);
  const all = (fused ? heads + 2 * keyHeads : heads) * headDim;
  const axes =
    axis === 0 ? ['heads · headDim', 'in'] : ['in', 'heads · headDim'];
  const place = { method: name, param: 'weights' };
  fitAxes(place, { axes }, shape, { 'heads · headDim': all });
  const others = length / all;
  if (rows === undefined ? !Number.isInteger(others) : rows !== all) {
    const rule =
      `${rows === undefined ? 'a multiple of ' : ''}${all}, the rows of ` +
      `${all / headDim} heads of width ${headDim}`;
    const [param, got] =
      rows === undefined ? ['length', length] : [`shape[${axis}]`, rows];
    throw wrongValue(name, `weights.${param}`, rule, got, 'ERR_SHAPE');
  }
  const { rotaryDim, rotaryStart } = readTurnedRows(options, headDim);
  const starts = turnedHeads(heads, keyHeads, fused).map(
    (head) => head * headDim + rotaryStart,
  );
  const flat = axis === 0 ? [all, others] : [others, all];
  return {
    shape: shape ?? (others === 1 && axis === 0 ? [all] : flat),
    times: axis === 0 ? 1 : others,
    rows: all,
    width: axis === 0 ? product(shape?.slice(1) ?? [others]) : 1,
    starts,
    rotaryDim,
  };
}

/** The numbers of heads and their width; the rows of a tensor give one. */
function readHeads(options: Options, rows: number | undefined) {
  const { fused, heads, headDim } = options;
  const lacking = heads === undefined ? 'heads' : 'headDim';
  const both = heads !== undefined && headDim !== undefined;
  const neither = heads === undefined && headDim === undefined;
  if (!both && (rows === undefined || neither || (fused && !heads))) {
    throw missing(name, lacking, ruleOf(convertLayoutParameters[lacking]));
  }
  const wide = headDim as number;
  const count = heads ?? (rows as number) / wide;
  const { keyHeads = count } = options;
  if (count % keyHeads !== 0) {
    const rule = `a divisor of heads = ${count}`;
    throw wrongValue(name, 'keyHeads', rule, keyHeads);
  }
  const units = fused ? count + 2 * keyHeads : count;
  const width = headDim ?? (rows as number) / units;
  if (!Number.isInteger(count) || !Number.isInteger(width / 2) || !width) {
    const rule = heads
      ? `an even number of rows for each of ${units} heads`
      : `a multiple of headDim = ${headDim}`;
    const param = `weights.shape[${options.axis}]`;
    throw wrongValue(name, param, rule, rows, 'ERR_SHAPE');
  }
  return { heads: count, headDim: width, keyHeads };
}

function readTurnedRows(
  { rotaryDim: given, rotaryStart }: Options,
  headDim: number,
) {
  const rotaryDim = given ?? headDim;
  if (rotaryDim > headDim) {
    const rule = `an even integer ≤ headDim = ${headDim}`;
    throw wrongValue(name, 'rotaryDim', rule, rotaryDim);
  }
  if (rotaryStart + rotaryDim > headDim) {
    const rule = `at most headDim - rotaryDim = ${headDim - rotaryDim}`;
    throw wrongValue(name, 'rotaryStart', rule, rotaryStart);
  }
  return { rotaryDim, rotaryStart };
}

/** The numbers of the heads that hold queries or keys, in the order of rows. */
function turnedHeads(
  heads: number,
  keyHeads: number,
  fused: Options['fused'],
): readonly number[] {
  const group = heads / keyHeads + 2;
  const all =
    fused === undefined
      ? heads
      : heads + (fused === 'blocks' ? 1 : 2) * keyHeads;
  return Array.from({ length: all }, (_, head) => head).filter(
    (head) => fused !== 'groups' || head % group !== group - 1,
  );
}

/** Reorders the turned rows in place, through a copy of those of one head. */
function reorder(
  numbers: ArrayOf[DType],
  { times, rows, width: count, starts, rotaryDim }: Order,
  to: Options['to'],
): void {
  // As words: a float that is no number could change its bits on its way.
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: size } = numbers;
  const Words = size === 2 ? Uint16Array : Uint32Array;
  const each = Words.BYTES_PER_ELEMENT;
  const array = new Words(buffer as ArrayBuffer, byteOffset, byteLength / each);
  const width = (count * size) / each;
  const pairs = rotaryDim / 2;
  const sources = Array.from({ length: rotaryDim }, (_, row) =>
    to === 'interleaved'
      ? (row >> 1) + (row & 1) * pairs
      : 2 * (row % pairs) + Number(row >= pairs),
  );
  for (let time = 0; time < times; ++time) {
    for (const start of starts) {
      const first = (time * rows + start) * width;
      const old = array.slice(first, first + rotaryDim * width);
      sources.forEach((source, row) => {
        const at = first + row * width;
        const from = source * width;
        for (let i = 0; i < width; ++i) array[at + i] = old[from + i] as number;
      });
    }
  }
}
