/** The axes of a rope: the sections of M-RoPE, or those of an image tower. */

import type { Family } from './family.js';
import { USUAL_THETA } from './rope-parameters.js';
import { count, type Section, TINY } from './section.js';
import type { Json, ModelSpec } from './types.js';

/** Each axis has a rope of its own, on its part of a head. */
const SEPARATE = 'separate';

/** The ropes of a layer: one, or one for each of two axes or more. */
export function ropesOf(
  section: Section,
  spec: ModelSpec,
  { axes }: Family,
): readonly ModelSpec[] {
  if (axes?.type !== SEPARATE) return [spec];
  const width = Number(spec.rotaryDim ?? spec.headDim);
  const count = Number(axes.count ?? 2);
  const rotaryDim = 2 * Math.floor(width / (2 * count));
  const scales = axes.scales ? String(axes.scales).split(' ') : [];
  return Array.from({ length: count }, (_, axis) => {
    const key = scales[axis];
    const factor = key === undefined ? null : factorOf(section, key);
    return {
      ...{ ...spec, rotaryDim },
      ...(axis > 0 && { rotaryStart: axis * rotaryDim }),
      ...(factor !== null && { scaling: { type: 'linear', factor } }),
    };
  });
}

/** What positions of an axis are divided by; a null is an error. */
function factorOf(section: Section, key: string): number | null {
  const factor = section.number(key, { min: 1, max: 2 ** 20 });
  if (factor === null && !section.notes.has(section.path + key)) {
    const advice = 'write a number';
    section.fault('missing', key, 'is null, which divides positions', advice);
  }
  return factor;
}

/** The widths of axes that a file lists, or those of the class. */
export function widthsOf(
  section: Section,
  { axes }: Family,
): readonly number[] | null {
  if (axes?.type !== 'widths') return null;
  const own = axes.widths as readonly number[];
  return section.numbers(String(axes.key), count) ?? own;
}

/** The rope that gets the axes. */
interface Turned {
  readonly theta: number;
  /** Number of components that are turned. */
  readonly width: number;
}

/** The option `axes` of a rope, or `null`. */
export function axesOf(
  section: Section,
  family: Family,
  inner: Section | null,
  turned: Turned,
): Json | null {
  const { axes, merge } = family;
  if (axes === undefined) return sectionsOf(section, family, inner, turned);
  if (axes.type === SEPARATE) return null;
  const shares = sharesOf(section, family, axes, turned.width);
  if (shares !== null) return { type: 'axial', ...shares };
  const make = mixtures[axes.type];
  if (make !== undefined && !fits(section, turned.width)) return null;
  const heads = axes.type === 'across' ? (section.fact('heads') ?? 1) : 1;
  const options =
    make === undefined
      ? axes
      : { type: 'mixed', frequencies: mixed(turned, make, heads) };
  const side = merge === undefined ? null : section.number(merge, count);
  return side === null || side === 1 ? options : { ...options, merge: side };
}

/** How the components of a head are shared, by the word of the record. */
const shareWords: Readonly<Record<string, (width: number) => number[]>> = {
  // Height and width have a third each, in whole pairs, and time the rest.
  thirds: (width) => {
    const side = 2 * Math.floor(width / 6);
    return [width - 2 * side, side, side];
  },
  // As many pairs for each; components that are left over do not turn.
  triples: (width) => Array<number>(3).fill(2 * Math.floor(width / 6)),
  // Time has a quarter.
  eighths: (width) => [width / 4, (3 * width) / 8, (3 * width) / 8],
};

/** The widths of the axes of a generator, and their bases; `null` of others. */
function sharesOf(
  section: Section,
  family: Family,
  { type, scales }: NonNullable<Family['axes']>,
  width: number,
): Readonly<Record<string, Json>> | null {
  const listed = widthsOf(section, family);
  if (listed !== null) return { widths: listed };
  const widths = shareWords[type]?.(width);
  if (widths === undefined) return null;
  const by =
    scales && section.numbers(String(scales), { min: TINY, max: 2 ** 20 });
  if (!by) return { widths };
  // Each axis is stretched as NTK does it.
  const thetas = widths.map(
    (own, axis) => USUAL_THETA * (by[axis] ?? 1) ** (own / (own - 2)),
  );
  return { widths, thetas };
}

/** Whether two axes can share the components of a head; else it is noted. */
function fits(section: Section, width: number): boolean {
  if (width % 4 === 0 && width <= WIDEST_MIXTURE) return true;
  section.fault(
    'out_of_range',
    section.said('headDim')[0],
    `must be a multiple of 4, at most ${WIDEST_MIXTURE}, for two axes`,
    'write the width of a head',
    width,
  );
  return false;
}

/** Sections of M-RoPE. */
function sectionsOf(
  section: Section,
  family: Family,
  inner: Section | null,
  { width }: Turned,
): Json | null {
  const limits = { ...count, min: 0 };
  const sections =
    inner?.numbers('mrope_section', limits) ??
    inner?.numbers('xdrope_section', limits) ??
    section.numbers('mrope_section', limits);
  if (family.sections === 'alternating') {
    return alternatingOf(section, sections, Math.floor(width / 2));
  }
  if (sections === null) return null;
  const all = Math.floor(width / 2);
  if (family.sections === 'rest') {
    const [, rows = 0, columns = 0] = sections;
    const rest = Math.max(0, all - rows - columns);
    return { type: 'interleaved', sections: [rest, rows, columns] };
  }
  const interleaved =
    inner?.boolean('mrope_interleaved') ??
    section.boolean('mrope_interleaved') ??
    family.sections === 'interleaved';
  const type = interleaved ? 'interleaved' : 'sections';
  const said = [section, inner].some((one) => one?.raw('mrope_section'));
  const [, height = 0, across = 0] = sections;
  if (said || !interleaved) return { type, sections };
  // Sections of the class may be made for wider heads: the height has each
  // third pair of a list that ends with the head, and the width those behind.
  const own = Math.min(height, Math.ceil((all - 1) / 3));
  const next = Math.min(across, Math.ceil((all - 2) / 3));
  return { type, sections: [all - own - next, own, next] };
}

/**
 * Sections that files list for height, width and time. Older files say the pairs
 * of the time alone.
 */
function alternatingOf(
  section: Section,
  listed: readonly number[] | null,
  pairs: number,
): Json | null {
  const type = 'alternating';
  if (listed !== null) {
    const [height = 0, width = 0, time = 0] = listed;
    return { type, sections: [time, height, width] };
  }
  const time = section.number('freq_allocation', count) ?? TIME_PAIRS;
  const side = (pairs - time) / 2;
  const fits = side > 0 && Number.isInteger(side);
  return fits ? { type, sections: [time, side, side] } : null;
}

/** Pairs of the time where no key says them. */
const TIME_PAIRS = 20;

/** The axis of a pair, 0 for the height, and its exponent in units of 2/width. */
type Mixture = (pair: number, pairs: number) => readonly [number, number];

/** Widest head whose frequencies are written out. */
const WIDEST_MIXTURE = 2 ** 12;

/** Which frequency of which axis each pair has. */
const mixtures: Readonly<Record<string, Mixture>> = {
  // The even frequencies of one list for the height, the odd ones for the width.
  parted: (pair, pairs) => {
    const half = pairs / 2;
    return pair < half ? [0, 2 * pair] : [1, 2 * (pair - half) + 1];
  },
  // Pairs of width and height in turn, with the same frequency.
  alternating: (pair) => [1 - (pair % 2), pair - (pair % 2)],
  // Pairs of height and width in turn, each with a frequency of its own.
  turns: (pair) => [pair % 2, pair],
  // Pairs of height and width in turn, with the same frequency, through heads.
  across: (pair) => [pair % 2, pair - (pair % 2)],
};

/**
 * Frequencies [axes, heads, pairs] of pairs that each turn with one axis; of
 * one head, all have them.
 */
function mixed({ theta, width }: Turned, of: Mixture, heads: number): Json {
  const pairs = width / 2;
  return [0, 1].map((axis) =>
    Array.from({ length: heads }, (_, head) =>
      Array.from({ length: pairs }, (_, index) => {
        const [own, exponent] = of(head * pairs + index, pairs);
        const by = (-2 * exponent) / (width * heads);
        return own === axis ? theta ** by : 0;
      }),
    ),
  );
}
