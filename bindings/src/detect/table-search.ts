/** Searches the sinusoid that explains a table. */

import type { SinusoidalOptions } from '../absolute/sinusoidal.js';
import type { Heap } from '../core/memory.js';
import { computeFrequencies, roundedFrequencies } from '../core/oscillators.js';
import { THETAS } from '../rotary/thetas.js';
import { cosSinOf, type Round, roundest } from './arithmetic.js';
import { planesOf, type Table } from './columns.js';
import { basesOf, roundBases } from './geometric.js';
import type { TableMistake } from './mistakes.js';
import {
  ANGLES,
  amplitudeOf,
  type Found,
  frequenciesOf,
  type Planes,
  startOf,
} from './planes.js';
import {
  columnFrequencies,
  type Form,
  formsOf,
  planesOfForm,
} from './table-forms.js';
import type { Padded } from './table-padding.js';
import { bestAngles, residualFrom, squaresOf } from './tables.js';

const method = 'detectTable';

/** A form that a table may have, and how well it fits. */
export interface Outcome {
  readonly options: Partial<SinusoidalOptions>;
  readonly mistakes: readonly TableMistake[];
  readonly residual: number;
  readonly fits: boolean;
  /** The position of the first row that is not of zeros. */
  readonly start: number;
  readonly cost: number;
  readonly sure: boolean;
}

/** Shifts of the exponents in use. */
const SHIFTS = [0, 1];

/** A neighbour of a base that is not the same to a user. */
const NEAR = 1.02;

/** Rows from which frequencies are found where angles have 16 bits. */
const FEW = 64;

/** Relative errors of the angles of a table. */
const fineOf = ({ dtype }: Table) =>
  dtype === 'float64' ? 2 ** -44 : ANGLES.float32;

/** Tries all orders of columns of a table. */
export function searchForms(
  heap: Heap,
  { table, before, zeroColumn }: Padded,
  start: number,
): readonly Outcome[] {
  const expected = start + before;
  return formsOf(table.width, zeroColumn).flatMap((form) => {
    if (form.pairs === 0) return [];
    const planes = planesOfForm(table, form);
    const amplitude = amplitudeOf(planes);
    if (amplitude === undefined) return [];
    const explore = (found: Found) =>
      searchBases(heap, { table, form, planes, amplitude, found, expected });
    const found = frequenciesOf(planes, amplitude, fineOf(table));
    const outcomes = explore(withLone(found, table, form, amplitude));
    if (outcomes.some(({ fits }) => fits)) return outcomes;
    const rough = frequenciesOf(planes, amplitude, ANGLES.half, FEW);
    return [...outcomes, ...explore(rough)];
  });
}

/** Frequencies of which one pair tells no base, with that of the lone column. */
function withLone(
  found: Found,
  table: Table,
  { pairs, alone }: Form,
  amplitude: number,
): Found {
  if (alone === undefined || pairs > 1) return found;
  const plane = lonePlane(table, alone);
  const lone = frequenciesOf(plane, amplitude, fineOf(table));
  const both = (one: Float64Array, other: Float64Array) =>
    Float64Array.of(...one, ...other);
  return {
    frequencies: both(found.frequencies, lone.frequencies),
    errors: both(found.errors, lone.errors),
  };
}

/** A form with what was found of its waves. */
interface Waves {
  readonly table: Table;
  readonly form: Form;
  readonly planes: Planes;
  readonly amplitude: number;
  readonly found: Found;
  /** The position that was expected in the first of the rows. */
  readonly expected: number;
}

/** Tries the bases and shifts that explain the frequencies of a form. */
function searchBases(heap: Heap, waves: Waves): readonly Outcome[] {
  const { form, found } = waves;
  const { dim, odd } = form.columns;
  const [first = 0] = found.frequencies;
  const [error = 0] = found.errors;
  const close = !(Math.abs(first - 1) > error);
  const factor = close
    ? roundest(1, 1)
    : roundest(first - error, first + error);
  if (!(factor.value > 0)) return [];
  const half = (odd === 'zero' ? dim - (dim % 2) : dim) / 2;
  return SHIFTS.filter((shift) => shift < half).flatMap((shift) => {
    const bases = basesOf(heap, found, half - shift, factor.value);
    if (bases.count < form.pairs) return [];
    return roundBases(bases).flatMap((base) => {
      const spaced = { factor, shift, half };
      const outcome = tryForm(heap, waves, { ...spaced, base });
      if (!outcome) return [];
      const fits = (value: number) =>
        tryForm(heap, waves, { ...spaced, base: { ...base, value } })?.fits;
      // A usual base is sure if one near to it does not fit.
      const usual = outcome.fits && THETAS.includes(base.value);
      const sure = base.sure || (usual && !fits(base.value * NEAR));
      return [{ ...outcome, sure: outcome.sure && sure }];
    });
  });
}

/** The numbers of a spacing. */
interface Spaced {
  readonly base: Round;
  readonly factor: Round;
  readonly shift: number;
  /** Half of the columns that belong to pairs. */
  readonly half: number;
}

/**
 * Tries a form with a spacing: makes its table, and compares. `sure` leaves the
 * base out.
 */
function tryForm(
  heap: Heap,
  { table, form, planes, amplitude, expected }: Waves,
  { base, factor, shift, half }: Spaced,
): Outcome | undefined {
  const { pairs, alone, columns } = form;
  const spacing = {
    ...{ base: base.value, span: half - shift, byExponential: shift > 0 },
    frequencyScale: factor.value,
  };
  const count = Math.ceil(half);
  const made = (precision: 'exact' | 'torch') =>
    roundedFrequencies(
      computeFrequencies(heap, method, { spacing, count, precision }),
    );
  const frequencies = made('exact');
  const torch = made('torch');
  const turned = frequencies.subarray(0, pairs);
  const place = startOf(planes, turned, expected, fineOf(table));
  if (place === undefined) return undefined;
  const { start } = place;
  const scale = scaleOf(planes, amplitude, columns.dim);
  const last = alone === undefined ? undefined : lonePlane(table, alone);
  const best = bestAngles<TableMistake>(frequencies, torch, (angle) => {
    const args = [amplitude, start, angle, table.dtype] as const;
    const one = squaresOf(heap, planes, ...args);
    if (!last) return residualFrom(one);
    const alone = (p: number) => angle(p, pairs);
    const rest = [amplitude, start, alone, table.dtype] as const;
    return residualFrom(one, squaresOf(heap, last, ...rest));
  });
  // A loop over every other column that doubles its number squares the base.
  const squared = base.value === 1e8 && shift === 0 && pairs > 1;
  const { precision, mistakes } = best.angles;
  return {
    options: {
      ...columns,
      ...(base.value !== 10000 && { base: base.value }),
      ...(shift !== 0 && { shift }),
      ...(factor.value !== 1 && { frequencyScale: factor.value }),
      ...scale.options,
      ...(precision !== 'exact' && { precision }),
    },
    mistakes: [
      ...(squared ? (['doubledExponents'] as const) : []),
      ...scale.mistakes,
      ...mistakes,
    ],
    residual: best.residual,
    fits: best.fits,
    start,
    cost: base.digits + factor.digits + shift + scale.digits,
    sure: factor.sure && scale.sure && place.sure,
  };
}

/** A plane of sines alone. */
function lonePlane(table: Table, column: number): Planes {
  return planesOf(table, 1, undefined, () => column);
}

/** The factor of all values, in the words of options. */
function scaleOf(
  { noise }: Planes,
  amplitude: number,
  dim: number,
): {
  readonly options: Partial<SinusoidalOptions>;
  readonly mistakes: readonly TableMistake[];
  readonly digits: number;
  readonly sure: boolean;
} {
  const error = 2 * (noise[0] as number);
  const root = Math.sqrt(dim);
  const is = (value: number) => Math.abs(amplitude - value) <= error;
  const known = { mistakes: [], sure: true };
  if (is(1)) return { ...known, options: {}, digits: 0 };
  if (is(1 / root)) {
    return { ...known, options: { overRootDim: true }, digits: 1 };
  }
  // The embeddings are to be multiplied by the root, not the table.
  if (is(root)) {
    return {
      ...known,
      options: { scale: root },
      mistakes: ['scale'],
      digits: 1,
    };
  }
  const { value, ...round } = roundest(amplitude - error, amplitude + error);
  return { ...round, options: { scale: value }, mistakes: [] };
}

/** Positions of the first row that tutorials use. */
const STARTS = [0, 1];

/** Tries the tables of tutorials that give each column an exponent. */
export function searchColumns(
  heap: Heap,
  { table, before }: Padded,
): readonly Outcome[] {
  const { rows, values, width, noise } = table;
  const sum = (one: Float64Array, other: Float64Array) =>
    one.reduce((total, x, i) => total + x * (other[i] as number), 0);
  const size = sum(values, values);
  // Squares beyond the largest number say nothing.
  if (size === Infinity) return [];
  return columnFrequencies(heap, width).flatMap(({ mistake, frequencies }) =>
    STARTS.map((first) => {
      const start = first + before;
      const angles = values.map((_, i) => {
        const row = (rows[Math.floor(i / width)] as number) - before;
        return (start + row) * (frequencies[i % width] as number);
      });
      const { cos, sin } = cosSinOf(heap, angles);
      // Even columns are sines, odd ones cosines; all have the scale that fits.
      const made = sin.map((one, i) =>
        (i % width) % 2 === 1 ? (cos[i] as number) : one,
      );
      const scale = sum(made, values) / (sum(made, made) || 1);
      const rest = values.map((x, i) => x - scale * (made[i] as number));
      const residual = size === 0 ? 1 : Math.sqrt(sum(rest, rest) / size);
      const most = Math.sqrt(values.length) * 4 * noise;
      const close = Math.abs(scale - 1) < 2 * noise + 1e-6;
      return {
        options: { dim: width, ...(!close && { scale }) },
        ...{ mistakes: [mistake], residual, start, cost: 4, sure: true },
        fits: size > 0 && Math.sqrt(sum(rest, rest)) <= most,
      };
    }),
  );
}
