/** The spec of a rope from rope parameters of a file. */

import { didYouMean, nearest } from '../base/nearest.js';
import type { Family } from './family.js';
import { axesOf, widthsOf } from './rope-axes.js';
import { magnitudes } from './rope-facts.js';
import {
  type RopeParameters,
  ropeParameters,
  USUAL_THETA,
} from './rope-parameters.js';
import {
  anyNumber,
  count,
  type Limits,
  optional,
  type Section,
  TINY,
} from './section.js';
import type { Json, ModelSpec } from './types.js';

/** Widths of a head: what `rope` needs of it. */
export interface HeadWidths {
  /** Width of a query head. */
  readonly headDim: number;
  /** The first turned component and their number, where a record fixes them. */
  readonly turned: readonly [start: number, width: number] | null;
}

/** Numbers of schedules: at least one, as `rope` asks. */
const factorLimits = { min: 1, max: 2 ** 40 };
const positive = { min: TINY, max: 2 ** 40 };
const nonNegative = { min: 0, max: 2 ** 40 };

const length = { ...count, max: 2 ** 53 };

/** Widest head that a list of divisors is made for. */
const WIDEST_HEAD = 2 ** 16;

/** The spec of the rope of layers of the kind `word`. */
export function ropeSpec(
  section: Section,
  family: Family,
  word: string,
  widths: HeadWidths,
): ModelSpec {
  const { headDim } = widths;
  const parameters = ropeParameters(section, family, word);
  const { inner } = parameters;
  const proportional = parameters.type === 'proportional';
  const share = family.keys?.share === '' ? 1 : shareOf(section, inner);
  const [start, width] =
    widths.turned ??
    placeOf(section, family, headDim, {
      share,
      proportional,
    });
  const theta = thetaOf(section, family, word, inner);
  const spec: Record<string, Json> & { method: string } = {
    method: 'rope',
    headDim,
    theta,
  };
  if (width !== headDim) spec.rotaryDim = width;
  if (start > 0) spec.rotaryStart = start;
  spec.layout = layoutOf(section, family);
  if (family.outLayout && spec.layout !== family.outLayout) {
    spec.outLayout = family.outLayout;
  }
  const scaling = proportional
    ? { type: 'proportional', share, ...optional('factor', factor(inner)) }
    : scalingOf(section, family, parameters);
  if (scaling !== null) spec.scaling = scaling;
  const axes = axesOf(section, family, inner, { theta, width });
  if (axes !== null) spec.axes = axes;
  const sum = sumOfWidths(axes);
  if (sum < width && !family.axes?.halved) spec.rotaryDim = sum;
  return spec;
}

/** The components of all axes, if they have widths of their own. */
function sumOfWidths(axes: Json): number {
  const { widths } = { ...(axes as { widths?: readonly number[] } | null) };
  return widths?.reduce((sum, one) => sum + one, 0) ?? Number.POSITIVE_INFINITY;
}

/** The factor of rope parameters, if they say it. */
function factor(inner: Section | null): number | null {
  return inner?.number('factor', factorLimits) ?? null;
}

/** Numbers of the object of rope parameters, by the names of the options. */
function numbers(
  inner: Section,
  limits: Limits,
  ...names: readonly string[]
): Record<string, Json> {
  const options = names.map((name) => {
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return optional(name, inner.number(key, limits));
  });
  return Object.assign({}, ...options);
}

function shareOf(section: Section, inner: Section | null): number {
  const limits = { min: 0, max: 1 };
  return (
    inner?.number('partial_rotary_factor', limits) ??
    section.fact('share', limits) ??
    1
  );
}

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

/** The width of heads that their axes make up, if the family has such. */
export function axesWidth(section: Section, family: Family): number | null {
  const { headSum } = family;
  const list = headSum === undefined ? null : section.numbers(headSum, count);
  return list && sum(list);
}

/** The first turned component and their number, of heads of one part. */
function placeOf(
  section: Section,
  family: Family,
  headDim: number,
  { share, proportional }: { share: number; proportional: boolean },
): readonly [start: number, width: number] {
  if (proportional) return [0, headDim];
  const width = turnedWidth(section, family, headDim, share);
  return [family.tail ? headDim - width : 0, width];
}

function turnedWidth(
  section: Section,
  family: Family,
  headDim: number,
  share: number,
) {
  // HiDream turns half of a head if its axes do not fill all of it.
  if (family.axes?.halved) {
    const all = sum(widthsOf(section, family) ?? []);
    return all === headDim ? headDim : headDim / 2;
  }
  const said = section.fact('rotaryDim', { ...count, max: headDim });
  return said ?? Math.floor(headDim * share);
}

function thetaOf(
  section: Section,
  family: Family,
  word: string,
  inner: Section | null,
): number {
  const limits = { min: 1, max: 2 ** 100 };
  const said = inner?.number('rope_theta', limits) ?? null;
  // A base of each layer counts before that of all.
  if (said !== null && !section.varies) return said;
  const { thetaFactor } = family;
  const times =
    thetaFactor === undefined ? 1 : (section.number(thetaFactor) ?? 1);
  if (word.startsWith('sliding')) {
    const local = section.fact('localTheta', limits);
    if (local !== null) return local;
  }
  const theta = section.fact('theta', limits) ?? said;
  if (theta !== null) return theta * times;
  const fallback = Number(family.defaults?.rope_theta ?? USUAL_THETA);
  const fixed = family.keys?.theta === '' && !family.everyKey;
  const why = fixed
    ? 'its class always takes this'
    : 'nearly all models take this';
  section.assume('rope_theta', fallback, why);
  return fallback * times;
}

function layoutOf(section: Section, family: Family): string {
  const { layout = 'half', layoutKey } = family;
  if (layoutKey === undefined) return layout;
  const interleaved = section.boolean(layoutKey);
  if (interleaved === null) return layout;
  return interleaved ? 'interleaved' : 'half';
}

/** Where a schedule and its section are read. */
interface Source {
  readonly section: Section;
  readonly inner: Section;
  readonly family: Family;
}

/** The readers of each schedule, by its word. */
const schedules: Readonly<Record<string, (source: Source) => Json | null>> = {
  default: () => null,
  linear: ({ inner }) => {
    const factor = factorOf(inner);
    return factor && { type: 'linear', factor };
  },
  dynamic: ({ section, inner }) => {
    const alpha = inner.number('alpha', factorLimits);
    if (alpha) return { type: 'dynamic', form: 'alpha', factor: alpha };
    const factor = factorOf(inner);
    const maxPosition = section.fact('maxPosition', length);
    return factor && maxPosition && { type: 'dynamic', factor, maxPosition };
  },
  ntk: ({ section, inner, family }) => {
    if (family.fixedNtk) return fixedNtk(section, inner);
    const factor = inner.number('alpha', factorLimits) ?? factorOf(inner);
    return factor && { type: 'ntk', factor };
  },
  yarn,
  longrope,
  llama3: ({ section, inner }) => {
    const factor = factorOf(inner);
    const originalMaxPosition = originalOf(section, inner);
    return (
      factor &&
      originalMaxPosition && {
        type: 'llama3',
        factor,
        originalMaxPosition,
        ...numbers(inner, nonNegative, 'lowFreqFactor', 'highFreqFactor'),
      }
    );
  },
  factors: ({ inner }) => {
    const factors = inner.numbers('factors', positive);
    return factors && { type: 'factors', factors };
  },
};

/** The words of all schedules. */
export const scheduleWords: readonly string[] = [
  ...Object.keys(schedules),
  'proportional',
];

/** What findings say of a schedule that cannot be read. */
const UNSCALED = 'frequencies are not scaled';

/** The option `scaling` of a rope. */
function scalingOf(
  section: Section,
  family: Family,
  { inner, type }: RopeParameters,
): Json | null {
  if (inner === null) return null;
  const read = Object.hasOwn(schedules, type) ? schedules[type] : undefined;
  if (read !== undefined) return read({ section, inner, family });
  const key = inner.raw('rope_type') == null ? 'type' : 'rope_type';
  const meant = nearest(type, scheduleWords);
  inner.fault(
    'out_of_range',
    key,
    `is no schedule that is known${didYouMean(type, scheduleWords)}; ` +
      UNSCALED,
    `write one of ${scheduleWords.join(', ')}`,
    type,
    meant ? [{ [inner.path + key]: meant }] : undefined,
  );
  return null;
}

/** A value; where it is null, notes that the schedule has no effect. */
function required<T>(inner: Section, key: string, value: T | null): T | null {
  if (value === null && !inner.notes.has(inner.path + key)) {
    inner.fault('missing', key, `is missing; ${UNSCALED}`, `write ${key}`);
  }
  return value;
}

/** The factor, without which a schedule has no effect. */
function factorOf(inner: Section): number | null {
  return required(inner, 'factor', factor(inner));
}

/**
 * The longest context of the first training, from the file or, with a warning,
 * the longest context of all.
 */
function originalOf(section: Section, inner: Section): number | null {
  // Hugging Face prefers the outer key.
  const said =
    section.fact('original', length) ??
    inner.number('original_max_position_embeddings', length);
  if (said !== null) return said;
  const key = `${inner.path}original_max_position_embeddings`;
  const fallback = section.fact('maxPosition', length);
  inner.notes.find(
    'warning',
    'missing',
    key,
    undefined,
    'is missing: Hugging Face takes max_position_embeddings for it, other ' +
      'programs stop',
    'write the longest context of the first training',
  );
  if (fallback !== null) {
    const why = 'Hugging Face takes max_position_embeddings';
    inner.notes.assume(key, fallback, why);
  }
  return fallback;
}

/** The factor of a schedule, or the ratio that stands for it. */
function stretch(
  section: Section,
  inner: Section,
  original: number,
): number | null {
  const said = factor(inner);
  if (said !== null) return said;
  const longest = section.fact('maxPosition', length);
  if (longest === null) return factorOf(inner);
  const ratio = Math.max(1, longest / original);
  const why = 'max_position_embeddings / original_max_position_embeddings';
  inner.assume('factor', ratio, why);
  return ratio;
}

/** YaRN's factor of logarithms: Hugging Face's get_mscale. */
const mscaleOf = (factor: number, mscale: number): number =>
  magnitudes.yarnMagnitude({ factor, slope: 0.1, mscale });

function yarn({ section, inner, family }: Source): Json | null {
  const original = originalOf(section, inner);
  if (original === null) return null;
  const by = stretch(section, inner, original);
  if (by === null) return null;
  const { mscaled, slope } = family;
  const own = numbers(inner, nonNegative, 'mscale', 'mscaleAllDim');
  const { mscale, mscaleAllDim } = own as Record<string, number>;
  let attention = inner.number('attention_factor', positive);
  if (attention === null && mscale && mscaleAllDim && !mscaled) {
    attention = mscaleOf(by, mscale) / mscaleOf(by, mscaleAllDim);
  }
  return {
    type: 'yarn',
    factor: by,
    originalMaxPosition: original,
    ...numbers(inner, positive, 'betaFast', 'betaSlow'),
    ...optional('truncate', inner.boolean('truncate')),
    ...optional('attentionFactor', attention),
    ...optional('slope', slope ?? null),
    ...(mscaled && own),
  };
}

/**
 * Su's fixed NTK, https://kexue.fm/archives/9706: divisors that grow from the
 * first frequency to the last, where they reach the factor.
 */
function fixedNtk(section: Section, inner: Section): Json | null {
  const by = factorOf(inner);
  const heads = section.fact('heads');
  const headDim =
    section.fact('headDim') ?? (section.fact('width') ?? 0) / (heads ?? 1);
  if (by === null || headDim < 2 || headDim > WIDEST_HEAD) return null;
  const power = inner.number('mixed_b', positive) ?? 1;
  const pairs = Math.floor(headDim / 2);
  const factors = Array.from({ length: pairs }, (_, pair) =>
    Math.exp(Math.log(by) * ((pair + 1) / pairs) ** power),
  );
  return { type: 'factors', factors };
}

function longrope({ section, inner }: Source): Json | null {
  const original = originalOf(section, inner);
  const shortFactor = inner.numbers('short_factor', anyNumber);
  const longFactor = inner.numbers('long_factor', anyNumber);
  required(inner, 'short_factor', shortFactor);
  required(inner, 'long_factor', longFactor);
  if (original === null || !shortFactor || !longFactor) return null;
  return {
    type: 'longrope',
    shortFactor: divisorsOf(inner, 'short_factor', shortFactor),
    longFactor: divisorsOf(inner, 'long_factor', longFactor),
    originalMaxPosition: original,
    ...optional('factor', stretch(section, inner, original)),
    ...numbers(inner, positive, 'attentionFactor', 'shortMscale', 'longMscale'),
  };
}

/** Divisors as the caller takes them; that they are rounded is noted. */
function divisorsOf(
  inner: Section,
  key: string,
  list: readonly number[],
): readonly number[] {
  if (inner.notes.divisors === 'float64') return list;
  const rounded = list.map(Math.fround);
  if (rounded.some((number, index) => number !== list[index])) {
    inner.assume(
      key,
      'float32',
      'each number is rounded as frameworks hold it; the option divisors: ' +
        '"float64" takes them as they are written',
    );
  }
  return rounded;
}
