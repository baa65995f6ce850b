/** The axes of a rope: which pairs belong to which axis, at which frequency. */

import { readGiven, recheck, shapeError } from '../../arrays/operand.js';
import { PosencTypeError, wrongValue } from '../../base/errors.js';
import type { Heap } from '../../core/memory.js';
import {
  computeFrequencies,
  FREQUENCY_WORDS,
  type Frequencies,
  type Precision,
  type Spacing,
} from '../../core/oscillators.js';
import { fitAxes } from '../../describe/axes.js';
import type { Checked } from '../../describe/checks.js';
import type { ropeParameters } from '../rope.description.js';
import type { GridForm } from '../rows/grid.js';
import { axesVariants, MOST_AXES } from './axes.description.js';
import type { MixedFrequencies, PairAxes } from './turns.js';

type AxesOption = NonNullable<Checked<typeof ropeParameters>['axes']>;
type Axial = Extract<AxesOption, { type: 'axial' }>;
type Mixed = Extract<AxesOption, { type: 'mixed' }>;

const name = 'rope';

/** The options of a rope that its axes depend on. */
interface Wanted {
  readonly axes?: AxesOption | undefined;
  readonly rotaryDim: number;
  readonly theta: number;
  readonly precision: Precision;
}

/** The axes of a rope. */
export interface RopeAxes {
  readonly count: number;
  readonly pairs: PairAxes | undefined;
  /** How the cells of a grid become coordinates. */
  readonly grid: GridForm;
  /** The frequencies; undefined if they are those of a rope with one axis. */
  readonly from?: (heap: Heap) => Frequencies | MixedFrequencies;
  /** The largest sum of frequencies that a position is multiplied by. */
  readonly reach: number;
}

const PLAIN_GRID = {
  lastAxisFirst: false,
  normalise: 'none',
  extent: 'own',
  offsets: undefined,
  reference: undefined,
  merge: 1,
} as const;

/** Reads the axes; undefined if there is one. */
export function readAxes(wanted: Wanted): RopeAxes | undefined {
  const { axes } = wanted;
  if (axes === undefined) return undefined;
  if (axes.type === 'axial') return readAxial(wanted, axes);
  if (axes.type === 'mixed') return readMixed(wanted, axes);
  const pairs = wanted.rotaryDim / 2;
  const { sections } = axes;
  checkSum('sections', sections, pairs, 'pairs that are turned');
  const axisOfPairs = {
    sections: () => blocksOf(sections),
    interleaved: () => interleavedOf(sections, pairs),
    alternating: () => alternatingOf(sections),
  }[axes.type]();
  const count = sections.length;
  return {
    count,
    pairs: { count, of: axisOfPairs, continued: true },
    grid: { ...PLAIN_GRID, precision: wanted.precision },
    reach: 1,
  };
}

function checkSum(
  option: string,
  parts: readonly number[],
  whole: number,
  what: string,
): void {
  const sum = parts.reduce((a, b) => a + b, 0);
  if (sum === whole) return;
  const rule = `numbers with the sum ${whole}, the ${what}`;
  throw wrongValue(name, `axes.${option}`, rule, sum, 'ERR_SHAPE');
}

/** The axis of each pair, where each axis has a block of neighbours. */
function blocksOf(
  lengths: readonly number[],
  axisOf = (block: number) => block,
): Int32Array {
  return Int32Array.from(
    lengths.flatMap((length, block) => Array(length).fill(axisOf(block))),
  );
}

function interleavedOf(sections: readonly number[], pairs: number): Int32Array {
  const axes = Int32Array.from({ length: pairs }, (_, k) => {
    const axis = k % 3;
    return k < 3 * (sections[axis] as number) ? axis : 0;
  });
  for (const axis of [1, 2]) {
    const wanted = sections[axis] as number;
    if (axes.filter((a) => a === axis).length === wanted) continue;
    const rule = `at most a third of the ${pairs} pairs`;
    throw wrongValue(name, `axes.sections[${axis}]`, rule, wanted);
  }
  return axes;
}

function alternatingOf(sections: readonly number[]): Int32Array {
  const [time = 0, height = 0, width = 0] = sections;
  if (width !== height) {
    const rule = `${height}, as sections[1]: height and width take turns`;
    throw wrongValue(name, 'axes.sections[2]', rule, width, 'ERR_SHAPE');
  }
  const turns = Array.from({ length: height + width }, (_, k) => 1 + (k % 2));
  return Int32Array.of(...turns, ...Array<number>(time).fill(0));
}

function readAxial(wanted: Wanted, axial: Axial): RopeAxes {
  const { precision } = wanted;
  const widths = readWidths(wanted, axial);
  const count = widths.length;
  checkGridLists(axial, count);
  if (precision === 'ggml') checkGgml(axial, widths);
  const inOrder = axial.lastAxisFirst ? [...widths].reverse() : widths;
  const axisOf = (block: number) =>
    axial.lastAxisFirst ? count - 1 - block : block;
  const axisOfPairs = blocksOf(
    inOrder.map((width) => width / 2),
    axisOf,
  );
  const spacings = inOrder.map((width) => spacingOf(wanted, axial, width));
  return {
    count,
    pairs: { count, of: axisOfPairs, continued: false },
    grid: { ...axial, precision },
    from: (heap) => concatenated(heap, spacings, inOrder, precision),
    reach: Math.max(...spacings.map(largestFrequency)),
  };
}

function readWidths({ rotaryDim }: Wanted, axial: Axial): readonly number[] {
  const { widths, count } = axial;
  if (widths === undefined) {
    const width = rotaryDim / count;
    if (width % 2 === 0) return Array(count).fill(width);
    const rule =
      `such that ${2 * count}, two for each axis, divides rotaryDim = ` +
      `${rotaryDim}; or give axes.widths`;
    throw wrongValue(name, 'axes.count', rule, count);
  }
  if (axial.given.has('count') && count !== widths.length) {
    const rule = `${count}, which is axes.count`;
    const at = 'axes.widths.length';
    throw wrongValue(name, at, rule, widths.length, 'ERR_SHAPE');
  }
  const odd = widths.findIndex((width) => width % 2 !== 0);
  if (odd >= 0) {
    const at = `axes.widths[${odd}]`;
    throw wrongValue(name, at, 'an even integer', widths[odd]);
  }
  checkSum('widths', widths, rotaryDim, 'components that are turned');
  return widths;
}

function checkGgml({ bands }: Axial, widths: readonly number[]): void {
  if (bands === 'geometric' && new Set(widths).size === 1) return;
  throw new PosencTypeError(
    `${name}: precision "ggml" is for geometric bands of equal widths only`,
    { code: 'ERR_CONFLICT', param: 'precision' },
  );
}

function spacingOf({ theta }: Wanted, axial: Axial, width: number): Spacing {
  const { bands, unit, maxResolution } = axial;
  const pairs = width / 2;
  if (bands === 'geometric') {
    const turns = unit === 'turns';
    const frequencyScale = turns ? 2 : 1;
    return { base: theta, span: pairs, halfTurns: turns, frequencyScale };
  }
  return {
    base: maxResolution / 2,
    span: Math.max(pairs - 1, 1),
    curve: bands === 'linear' ? 'linear' : 'rising',
    halfTurns: true,
  };
}

function largestFrequency(spacing: Spacing): number {
  const { base, curve = 'falling', halfTurns, frequencyScale = 1 } = spacing;
  const largest = curve === 'falling' ? frequencyScale : base;
  return halfTurns ? Math.PI * largest : largest;
}

/** The frequencies of all axes, one block after the other. */
function concatenated(
  heap: Heap,
  spacings: readonly Spacing[],
  widths: readonly number[],
  precision: Precision,
): Frequencies {
  const blocks = spacings.map((spacing, i) => {
    const count = (widths[i] as number) / 2;
    return computeFrequencies(heap, name, { spacing, count, precision });
  });
  const count = blocks.reduce((sum, block) => sum + block.count, 0);
  const records = blocks.flatMap((block) => [
    ...block.words.subarray(0, block.count * FREQUENCY_WORDS),
  ]);
  // In ggml, a last record belongs to the frequencies of all blocks.
  const [first] = blocks;
  const rest = first?.words.subarray(first.count * FREQUENCY_WORDS) ?? [];
  const words = Float64Array.of(...records, ...rest);
  return { count, precision, words };
}

function readMixed(wanted: Wanted, mixed: Mixed): RopeAxes {
  const { precision, rotaryDim } = wanted;
  const param = 'axes.frequencies';
  if (precision === 'ggml') {
    throw new PosencTypeError(
      `${name}: precision "ggml" has no learned frequencies`,
      { code: 'ERR_CONFLICT', param: 'precision' },
    );
  }
  const given = readGiven(name, param, mixed.frequencies, 'float32');
  const { array, shape = [array.length] } = recheck(name, given);
  const [count = 0, sets = 0] = shape;
  const pairs = rotaryDim / 2;
  const place = { method: name, param, flat: false };
  const shaped = axesVariants.mixed.frequencies;
  fitAxes(place, shaped, shape, { pairs });
  if (sets < 1 || count < 1 || count > MOST_AXES) {
    const rule = `[axes, heads, ${pairs}], with 1 to ${MOST_AXES} axes`;
    throw shapeError(name, param, rule, shape);
  }
  checkGridLists(mixed, count);
  const size = sets * pairs;
  const words = new Float32Array(count * size);
  let largest = 0;
  for (let axis = 0; axis < count; ++axis) {
    const from = mixed.lastAxisFirst ? count - 1 - axis : axis;
    for (let i = 0; i < size; ++i) {
      const frequency = array[from * size + i] as number;
      if (!Number.isFinite(frequency)) {
        const at = `${param}[${from * size + i}]`;
        throw wrongValue(name, at, 'a finite number', frequency);
      }
      words[axis * size + i] = frequency;
      largest = Math.max(largest, Math.abs(frequency));
    }
  }
  return {
    count,
    pairs: undefined,
    grid: { ...mixed, precision },
    from: () => ({ words, axes: count, sets, pairs }),
    reach: count * largest,
  };
}

/** Throws unless lists with a number for each axis have that length. */
function checkGridLists(
  { offsets, reference }: Pick<GridForm, 'offsets' | 'reference'>,
  count: number,
): void {
  for (const [option, list] of Object.entries({ offsets, reference })) {
    if (list === undefined || list.length === count) continue;
    const at = `axes.${option}.length`;
    const rule = `${count}, the number of axes`;
    throw wrongValue(name, at, rule, list.length, 'ERR_SHAPE');
  }
}
