// The ways in which cosines and sines come to be wrong. Each is compared with the
// package's exact numbers.

import type { Rope, RopeSpec, Rotary } from 'posenc/rotary';
import { toFloat32 } from 'posenc/rotary';
import { attempt } from '../../shell/failure.js';

export const ways = [
  'torch',
  'ggml',
  'position',
  'float32',
  'float16',
  'bfloat16',
] as const;

export type Way = (typeof ways)[number];

/** What people call them. */
export const wayNames: Readonly<Record<Way, string>> = {
  torch: 'float32 in torch',
  ggml: 'float32 in ggml',
  position: 'bfloat16 positions',
  float32: 'stored as float32',
  float16: 'stored as float16',
  bfloat16: 'stored as bfloat16',
};

/** What each of them does. */
export const wayWords: Readonly<Record<Way, string>> = {
  torch:
    'Frequencies and angles in float32, as PyTorch computes them: each angle is ' +
    'the product of a position and a frequency, rounded.',
  ggml:
    'Angles in float32, as llama.cpp computes them: the angle of a pair is that of ' +
    'the pair before it times a factor, rounded each time.',
  position:
    'The position is rounded to bfloat16, which holds whole numbers up to 256; ' +
    'from there on, neighbours share an angle. All else is exact.',
  float32: 'The exact cosines and sines, rounded to float32.',
  float16: 'The exact cosines and sines, rounded to float16.',
  bfloat16: 'The exact cosines and sines, rounded to bfloat16.',
};

/** The ways whose angles are exact: only the last rounding is theirs. */
export const isStored = (way: Way): way is 'float32' | 'float16' | 'bfloat16' =>
  way === 'float32' || way === 'float16' || way === 'bfloat16';

/** The nearest number of eight bits; of two, the one whose last bit is 0. */
export function roundPosition(position: number): number {
  let step = 1;
  while (position / step >= 256) step *= 2;
  const whole = Math.floor(position / step);
  const rest = position / step - whole;
  const up = rest > 0.5 || (rest === 0.5 && whole % 2 === 1);
  return (whole + (up ? 1 : 0)) * step;
}

/** Cosines and sines, a row for each position and a column for each pair. */
export interface Table {
  readonly cos: ArrayLike<number>;
  readonly sin: ArrayLike<number>;
}

export interface Tables {
  readonly spec: RopeSpec;
  readonly exact: Rope;
  readonly pairs: number;
  /** The ropes of the two float32 programs; null where the package has none. */
  readonly emulated: Readonly<Record<'torch' | 'ggml', Rope | null>>;
  /** The ways that there are of this rope. */
  readonly ways: readonly Way[];
  /** The exact numbers, in float64. */
  right(positions: Float64Array): Table;
  of(way: Way, positions: Float64Array): Table;
}

/** The tables of a rope. Throws what the package refuses. */
export function tablesOf(pe: Pick<Rotary, 'make'>, spec: RopeSpec): Tables {
  const exact = pe.make({ ...spec, precision: 'exact' });
  const emulate = (precision: 'torch' | 'ggml') =>
    attempt(() => pe.make({ ...spec, precision })).value;
  const emulated = { torch: emulate('torch'), ggml: emulate('ggml') };

  function storedAs(
    dtype: 'float32' | 'float16' | 'bfloat16',
    positions: Float64Array,
  ): Table {
    const { cos, sin } = exact.cosSin({ positions, dtype });
    return { cos: toFloat32(cos), sin: toFloat32(sin) };
  }

  return {
    spec,
    exact,
    pairs: exact.rotaryDim / 2,
    emulated,
    ways: ways.filter(
      (way) => (way !== 'torch' && way !== 'ggml') || emulated[way] !== null,
    ),
    right(positions) {
      const { cos, sin } = exact.cosSin({ positions, dtype: 'float64' });
      return { cos: cos.data, sin: sin.data };
    },
    of(way, positions) {
      if (isStored(way)) return storedAs(way, positions);
      if (way === 'position') {
        return storedAs('float32', positions.map(roundPosition));
      }
      const { cos, sin } = (emulated[way] as Rope).cosSin({ positions });
      return { cos: cos.data, sin: sin.data };
    },
  };
}

/** The error of each number pair of two tables: the larger of cosine and sine. */
export function errorsOf(right: Table, wrong: Table): Float64Array {
  return Float64Array.from(right.cos, (cos, i) =>
    Math.max(
      Math.abs(Number(wrong.cos[i]) - cos),
      Math.abs(Number(wrong.sin[i]) - Number(right.sin[i])),
    ),
  );
}
