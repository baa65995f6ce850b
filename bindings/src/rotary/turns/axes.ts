/** The axes of a rope: which pairs belong to which axis, at which frequency. */

import { readGiven, recheck, shapeError } from '../../arrays/operand.js';
import { conflict } from '../../arrays/positions.js';
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
import { ofAxis } from './resolution.js';
import { computeSchedule, type Scaling } from './scaling.js';
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
  readonly scaling?: Scaling | undefined;
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
  if (axes.type === 'pattern') return readPattern(wanted, axes.axisOfPairs);
  const { sections } = axes;
  checkSum('sections', sections, pairs, 'pairs that are turned');
  const axisOfPairs = {
    sections: () => blocksOf(sections),
    interleaved: () => interleavedOf(sections, pairs),
    alternating: () => alternatingOf(sections),
  }[axes.type]();
  return ofPairs(wanted, sections.length, axisOfPairs);
}

/** Axes that share the frequencies of a rope with one axis. */
const ofPairs = (
  { precision }: Wanted,
  count: number,
  of: Int32Array,
): RopeAxes => ({
  count,
  pairs: { count, of, continued: true },
  grid: { ...PLAIN_GRID, precision },
  reach: 1,
});

function readPattern(wanted: Wanted, pattern: readonly number[]): RopeAxes {
  const pairs = wanted.rotaryDim / 2;
  const at = 'axes.axisOfPairs';
  if (pattern.length > pairs) {
    const rule = `at most ${pairs}, the pairs that are turned`;
    throw wrongValue(name, `${at}.length`, rule, pattern.length, 'ERR_SHAPE');
  }
  const count = pattern.reduce((most, axis) => Math.max(most, axis), 0) + 1;
  for (let axis = 0; axis < count; ++axis) {
    if (pattern.includes(axis)) continue;
    const rule = `a list with each axis below ${count}, also with ${axis}`;
    throw wrongValue(name, at, rule, pattern);
  }
  const of = Int32Array.from(
    { length: pairs },
    (_, k) => pattern[k % pattern.length] as number,
  );
  return ofPairs(wanted, count, of);
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
  return Int32Array.from([...turns, ...Array<number>(time).fill(0)]);
}

function readAxial(wanted: Wanted, axial: Axial): RopeAxes {
  const { precision } = wanted;
  const widths = readWidths(wanted, axial);
  const count = widths.length;
  checkGridLists(axial, count);
  checkAxisList('thetas', axial.thetas, count);
  checkBands(axial);
  if (precision === 'ggml') checkGgml(axial, widths);
  const inOrder = axial.lastAxisFirst ? [...widths].reverse() : widths;
  const axisOf = (block: number) =>
    axial.lastAxisFirst ? count - 1 - block : block;
  const turns = axial.order === 'turns';
  if (turns) checkTurns(widths);
  const axisOfPairs = turns
    ? Int32Array.from({ length: wanted.rotaryDim / 2 }, (_, k) =>
        axisOf(k % count),
      )
    : blocksOf(
        inOrder.map((width) => width / 2),
        axisOf,
      );
  const thetaOf = (block: number) =>
    axial.thetas?.[axisOf(block)] ?? wanted.theta;
  const spacings = inOrder.map((width, block) =>
    spacingOf({ theta: thetaOf(block) }, axial, width),
  );
  const { scaling } = wanted;
  const blocks = (heap: Heap) =>
    concatenated(
      precision,
      spacings.map((spacing, block) => {
        const pairs = (inOrder[block] as number) / 2;
        if (scaling?.type !== 'resolution') {
          return computeFrequencies(heap, name, {
            ...{ spacing, count: pairs, precision },
          });
        }
        return computeSchedule(heap, {
          ...{ theta: thetaOf(block), pairs, precision },
          scaling: ofAxis(scaling, axisOf(block)),
          ...{ given: undefined, contextLength: undefined },
        });
      }),
    );
  return {
    count,
    pairs: { count, of: axisOfPairs, continued: false },
    grid: { ...axial, precision },
    from: turns ? (heap) => inTurn(blocks(heap), count) : blocks,
    reach: Math.max(...spacings.map(largestFrequency)),
  };
}

/** Throws if an option is given that the bands do not read. */
function checkBands({ bands, thetas, given }: Axial): void {
  if (thetas && (bands === 'octaves' || bands === 'linear')) {
    throw conflict(name, 'axes.thetas', `axes.bands "${bands}"`);
  }
  if (given.has('unit') && bands !== 'geometric') {
    throw conflict(name, 'axes.unit', `axes.bands "${bands}"`);
  }
}

/** Throws unless all axes have as many pairs, so that they can take turns. */
function checkTurns(widths: readonly number[]): void {
  if (new Set(widths).size === 1) return;
  const rule = 'equal, for axes that take turns';
  throw wrongValue(name, 'axes.widths', rule, widths);
}

/** The frequencies of blocks, so that neighbours are of different axes. */
function inTurn(blocks: Frequencies, count: number): Frequencies {
  const words = blocks.words.slice();
  const length = blocks.count / count;
  for (let k = 0; k < blocks.count; ++k) {
    const from =
      ((k % count) * length + Math.floor(k / count)) * FREQUENCY_WORDS;
    const record = blocks.words.subarray(from, from + FREQUENCY_WORDS);
    words.set(record, k * FREQUENCY_WORDS);
  }
  return { ...blocks, words };
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

function checkGgml(
  { bands, thetas, order, unit }: Axial,
  widths: readonly number[],
): void {
  const plain = bands === 'geometric' && order === 'blocks' && !thetas;
  if (plain && unit !== 'turns' && new Set(widths).size === 1) return;
  throw new PosencTypeError(
    `${name}: precision "ggml" is for geometric bands of equal widths and bases, in radians, only`,
    { code: 'ERR_CONFLICT', param: 'precision' },
  );
}

function spacingOf(
  { theta }: Pick<Wanted, 'theta'>,
  axial: Axial,
  width: number,
): Spacing {
  const { bands, unit, maxResolution } = axial;
  const pairs = width / 2;
  if (bands === 'fractions') {
    return {
      ...{ base: theta, span: Math.max(pairs - 1, 1), curve: 'rising' },
      ...{ halfTurns: true, frequencyScale: 0.5 },
    };
  }
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
  const largest = curve === 'falling' ? frequencyScale : frequencyScale * base;
  return halfTurns ? Math.PI * largest : largest;
}

/** The frequencies of all axes, one block after the other. */
function concatenated(
  precision: Precision,
  blocks: readonly Frequencies[],
): Frequencies {
  const count = blocks.reduce((sum, block) => sum + block.count, 0);
  const records = blocks.flatMap((block) => [
    ...block.words.subarray(0, block.count * FREQUENCY_WORDS),
  ]);
  // In ggml, a last record belongs to the frequencies of all blocks.
  const [first] = blocks;
  const rest = first?.words.subarray(first.count * FREQUENCY_WORDS) ?? [];
  // No arguments of a call: there may be a million of them.
  const words = Float64Array.from([...records, ...rest]);
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
  checkAxisList('offsets', offsets, count);
  checkAxisList('reference', reference, count);
}

function checkAxisList(
  option: string,
  list: readonly number[] | undefined,
  count: number,
): void {
  if (list === undefined || list.length === count) return;
  const at = `axes.${option}.length`;
  const rule = `${count}, the number of axes`;
  throw wrongValue(name, at, rule, list.length, 'ERR_SHAPE');
}
