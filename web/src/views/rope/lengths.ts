// The lengths with which wavelengths are compared: that of training, and that of
// use. A model has them as facts; where nothing tells a length, it is assumed,
// and the page says so.

import type { MethodDescription, ModelLengths } from 'posenc/descriptions';
import type { Length, Lengths, Source } from '../../figures/spans/lengths.js';
import { effective, isPreset } from '../../methods/defaults.js';
import { isRecord, type Options, type Spec } from '../../state/spec.js';

/** The lengths that the reader gave. */
export interface GivenLengths {
  readonly trained: number | undefined;
  readonly target: number | undefined;
}

/** The length of training where nothing tells it. */
const usualLength = 4096;

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 ? value : undefined;
}

function recordOf(value: unknown): Options {
  return isRecord(value as Options) ? (value as Options) : {};
}

/** The name of the model whose options hold. */
export function modelOf(
  method: MethodDescription,
  spec: Spec,
): string | undefined {
  return Object.keys(method.presets).find((name) =>
    isPreset(method, spec, name),
  );
}

/** The first length that is told, with what tells it. */
function first(
  ...told: readonly (readonly [Source, number | undefined])[]
): Length | null {
  for (const [source, value] of told) {
    if (value !== undefined) return { value, source };
  }
  return null;
}

/** The lengths that a schedule names; `trained` is that of training. */
function scheduled({ scaling }: Options) {
  const { originalMaxPosition, maxPosition, factor } = recordOf(scaling);
  const original = positive(originalMaxPosition);
  const longest = positive(maxPosition);
  return {
    // The dynamic schedule names its original length `maxPosition`.
    trained: original ?? longest,
    target: (trained: number) => {
      const times = positive(factor);
      if (original !== undefined && longest !== undefined) return longest;
      return times === undefined ? undefined : Math.round(trained * times);
    },
  };
}

function pictureLengths(
  given: GivenLengths,
  { grid }: Partial<ModelLengths>,
): Pick<Lengths, 'trained' | 'target'> {
  const cells = grid && Math.max(...grid);
  const trained = first(['reader', given.trained], ['model', cells]);
  const same: [Source, number | undefined] = ['assumed', trained?.value];
  return { trained, target: first(['reader', given.target], same) };
}

export function lengthsOf(
  method: MethodDescription,
  spec: Spec,
  given: GivenLengths,
): Lengths {
  const options = effective(method, spec);
  const { type, normalise = 'none' } = recordOf(options.axes);
  const model = modelOf(method, spec);
  const facts: Partial<ModelLengths> =
    (model === undefined ? undefined : method.lengths?.[model]) ?? {};
  const told = facts.source ?? '';
  if (type === 'axial') {
    const unit = normalise === 'none' ? 'cells' : 'coordinate units';
    return { ...pictureLengths(given, facts), unit, model, told };
  }
  const schedule = scheduled(options);
  const trained = first(
    ['reader', given.trained],
    ['model', facts.trained],
    ['schedule', schedule.trained],
    ['assumed', facts.context ?? usualLength],
  ) as Length;
  const target = first(
    ['reader', given.target],
    ['schedule', positive(options.contextLength)],
    ['model', facts.context],
    ['schedule', schedule.target(trained.value)],
    ['assumed', trained.value],
  );
  return { trained, target, unit: 'positions', model, told };
}

/**
 * The lengths that stay as they are when options change, though nothing tells
 * them any more: those of a model, and those of a schedule of another type.
 */
export function keptLengths(
  method: MethodDescription,
  before: Spec,
  after: Spec,
  given: GivenLengths,
): Partial<GivenLengths> {
  const was = lengthsOf(method, before, given);
  const now = lengthsOf(method, after, given);
  const typeOf = ({ scaling }: Spec) => recordOf(scaling).type ?? 'default';
  const another = typeOf(before) !== typeOf(after);
  const kept = (['trained', 'target'] as const).filter((name) => {
    const source = was[name]?.source;
    if (source === 'model') return now.model !== was.model;
    return source === 'schedule' && another;
  });
  return Object.fromEntries(kept.map((name) => [name, was[name]?.value]));
}
