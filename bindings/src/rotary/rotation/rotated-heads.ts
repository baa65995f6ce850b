/** What all functions have in common that turn heads: reading, and streaming. */

import { type LibraryTensor, OWN_FORM } from '../../arrays/forms.js';
import {
  type Given,
  inputOf,
  isTensor,
  type Operand,
  readGiven,
  readOptional,
  readTensor,
  targetOf,
  withoutOverlap,
} from '../../arrays/operand.js';
import { type PositionedRows, RowPositions } from '../../arrays/positions.js';
import {
  isFloat16Array,
  type Tensor,
  type TensorLike,
} from '../../arrays/tensor.js';
import {
  type ArrayOf,
  bytesOf,
  type GivenArrayOf,
  viewArray,
} from '../../base/dtype.js';
import { PosencTypeError, viewKind, wrongKind } from '../../base/errors.js';
import type { Heap, Scratch } from '../../core/memory.js';
import { type RowAddress, streamRows } from '../../core/stream.js';
import type { RotateOptions, Status, Where } from '../../core/wasm/calls.js';
import type { OptionsOf } from '../../describe/parameters.js';
import type { RopeCore } from '../core.js';
import type { SequencePositions } from '../rows/row-positions.js';
import { accepts, type HeadsShape, readShape } from './heads.js';
import type {
  headsParameters,
  outParameter,
  ROTARY_DTYPES,
} from './rotate.description.js';

/** Type of the numbers that a rope turns. */
export type RotaryDType = (typeof ROTARY_DTYPES)[number];

/** Queries or keys. */
export type RotaryData<D extends RotaryDType> =
  | GivenArrayOf[D]
  | TensorLike<D>
  | LibraryTensor;

/** Options that tell how heads lie in an array or tensor of them. */
export interface HeadsOptions<D extends RotaryDType = RotaryDType>
  extends OptionsOf<typeof headsParameters, D> {}

/** The option for the place of turned heads. */
export interface TurnedOption<D extends RotaryDType = RotaryDType>
  extends OptionsOf<typeof outParameter, D> {}

/** The options that tell how data lie in an array. */
interface DataOptions {
  readonly heads?: number | undefined;
  readonly headsFirst: boolean;
  readonly batch?: number | undefined;
  readonly dtype?: RotaryDType | undefined;
  readonly out?: unknown;
}

/** Arrays that have been read but not yet used. */
interface ReadData {
  readonly method: string;
  readonly from: Given<RotaryDType>;
  readonly to: Given<RotaryDType> | undefined;
  readonly checked: DataOptions;
}

/** Reads the data to turn, and the array for the result. */
export function readData(
  method: string,
  param: string,
  x: unknown,
  checked: DataOptions,
): ReadData {
  const from = readRotated(method, param, x, checked.dtype);
  const to = readOptional(method, 'out', checked.out, from.dtype);
  return { method, from, to, checked };
}

/** Reads an array or tensor of a type that can be turned. */
export function readRotated(
  method: string,
  param: string,
  value: unknown,
  wanted: RotaryDType | undefined,
): Given<RotaryDType> {
  if (wanted !== undefined) return readGiven(method, param, value, wanted);
  if (isFloat16Array(value)) return readGiven(method, param, value, 'float16');
  if (ArrayBuffer.isView(value)) {
    if (viewKind(value) !== 'Uint16Array') {
      return readGiven(method, param, value, 'float32');
    }
    throw new PosencTypeError(
      `${method}: dtype is required for a Uint16Array, "float16" or "bfloat16"`,
      { code: 'ERR_MISSING', param: 'dtype' },
    );
  }
  if (!isTensor(value)) {
    const rule = 'a Float32Array, a Uint16Array or a tensor';
    throw wrongKind(method, param, rule, value);
  }
  const given = readTensor(method, param, value);
  if (given.dtype !== 'float64') return given as Given<RotaryDType>;
  const rule = '"float32", "float16" or "bfloat16"';
  const { dtype } = given.form ?? OWN_FORM;
  throw wrongKind(method, `${param}.${dtype}`, rule, given.dtype);
}

/** Heads to turn, and where they go. */
export interface HeadsData {
  readonly at: HeadsShape;
  readonly dtype: RotaryDType;
  readonly from: Operand<RotaryDType>;
  readonly to: Operand<RotaryDType>;
}

/** The data of a call, and its result once they are turned. */
interface HeadsRotation extends HeadsData {
  readonly result: () => Tensor<RotaryDType>;
}

/** Checks the data and the array for the result against each other. */
export function headsRotationOf(
  heap: Heap,
  { headDim }: RopeCore,
  { method, from, to, checked }: ReadData,
): HeadsRotation {
  const { dtype } = from;
  const input = inputOf(heap, method, from);
  const at = readShape(method, from.param, input, headDim, checked);
  const out = targetOf(heap, method, to, {
    dtype,
    shape: at.shape,
    accepts: (shape) => accepts(at, shape),
  });
  return {
    at,
    dtype,
    from: withoutOverlap(input.operand, out.operand),
    to: out.operand,
    result: out.tensor,
  };
}

/** A kernel that turns rows of heads. */
export type RotationKernel = (
  options: RotateOptions,
  where: Where,
  rows: number,
  at: RowAddress,
) => Status;

/** What is turned in a head, and in which order it is read and written. */
export interface RotationLayout
  extends Pick<RopeCore, 'pairs' | 'rotaryStart' | 'layout' | 'outLayout'> {
  /** Whether to turn by the opposite angles. Defaults to false. */
  readonly inverse?: boolean;
}

/**
 * Turns all sequences of some heads at the positions that were given. The
 * kernel is made only if there is a pair to turn.
 */
export function rotateSequences(
  scratch: Scratch,
  rotation: HeadsData,
  positions: SequencePositions,
  layout: RotationLayout,
  makeKernel: () => RotationKernel,
): void {
  const { at, from, to } = rotation;
  const { sequences, length, heads, headDim } = at;
  if (sequences === 0) return;
  if (layout.pairs === 0) {
    copy(scratch, from, to);
    return;
  }
  if (positions.length === 1) {
    rotateRows(scratch, rotation, positions[0], layout, makeKernel());
    return;
  }
  const numbers = length * heads * headDim;
  // Parts are taken before anything is allocated, as the memory may grow.
  const parts = positions.map((_, i) => ({
    ...rotation,
    at: { ...at, sequences: 1 },
    from: partOf(from, i * numbers, numbers),
    to: partOf(to, i * numbers, numbers),
  }));
  const kernel = makeKernel();
  for (let i = 0; i < sequences; ++i) {
    const [part, rows] = [parts[i], positions[i]];
    if (part && rows) rotateRows(scratch, part, rows, layout, kernel);
  }
}

function partOf(
  { dtype, array, pointer }: Operand<RotaryDType>,
  first: number,
  count: number,
): Operand<RotaryDType> {
  return {
    dtype,
    array: array.subarray(first, first + count) as ArrayOf[RotaryDType],
    pointer:
      pointer === undefined ? undefined : pointer + first * bytesOf(dtype),
  };
}

/** Turns the rows of sequences that share their positions. */
function rotateRows(
  scratch: Scratch,
  { at, dtype, from, to }: HeadsData,
  positions: PositionedRows,
  { rotaryStart, layout, outLayout, pairs, inverse = false }: RotationLayout,
  kernel: RotationKernel,
): void {
  const { sequences, heads, headDim, headsFirst } = at;
  const stream = headsFirst
    ? { blocks: sequences * heads, width: headDim, from, to }
    : { blocks: sequences, width: heads * headDim, from, to };
  const constant = positions.constant && positions.length > 0;
  const start = constant ? positions.at(0) : 0;
  const first = { start, first: 0, positions: 0, apart: 0 };
  // The core counts constant positions itself: all are the first.
  const rows = constant
    ? RowPositions.range('rotate', 'start', positions.length, 0)
    : positions;
  streamRows(
    scratch,
    rows,
    [stream],
    (where, rows, address) => {
      const { length } = address;
      // Written out, because a spread takes longer than turning a head.
      const options = {
        at: { heads, headDim, headsFirst, sequences, length, dtype },
        rotaryStart,
        layout,
        outLayout,
        inverse,
        constant,
      };
      return kernel(options, constant ? first : where, rows, address);
    },
    TABLE_ROWS * 2 * 4 * pairs,
  );
}

/** Rows of cosines and sines that the core allocates. */
const TABLE_ROWS = 64;

/** Copies what is not turned at all. */
function copy(
  { heap }: Scratch,
  from: Operand<RotaryDType>,
  to: Operand<RotaryDType>,
): void {
  const live = ({ dtype, array, pointer }: Operand<RotaryDType>) =>
    pointer === undefined
      ? array
      : viewArray(dtype, heap.buffer, pointer, array.length);
  live(to).set(live(from));
}
