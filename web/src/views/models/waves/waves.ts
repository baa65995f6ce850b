// The wavelengths of the pairs of a layer, against the texts of the first training,
// those that the model reaches as it is, and those that are wanted.

import type { Layer } from 'posenc/models';
import type { Rotary } from 'posenc/rotary';
import type { Length, Lengths } from '../../../figures/spans/lengths.js';
import { computeSpans, type Spans } from '../../../figures/spans/spans.js';
import { measurePairs } from '../../../methods/make.js';
import type { Spec } from '../../../state/spec.js';
import { type Options, scalingOf } from '../turn-words.js';

/** How many pairs make no whole turn in a text of a length. */
export interface Turns {
  readonly name: string;
  readonly length: number;
  /** Without the schedule. */
  readonly plain: number;
  /** As the model turns them in a text of that length. */
  readonly own: number;
}

export interface Waves {
  readonly spans: Spans;
  /** Pairs that turn at all. */
  readonly turning: number;
  readonly turns: readonly Turns[];
  /** Whether its waves at the wanted length are those of a stretched model. */
  readonly stretched: boolean;
  /** The farthest that a query of the layer sees, in tokens; null without limit. */
  readonly window: number | null;
}

export interface Asked {
  /** The number of tokens that the model reaches; undefined where unknown. */
  readonly reach: number | undefined;
  /** The number of tokens that is wanted. */
  readonly to: number;
  /** The same layer, stretched for as many tokens; null where it cannot be. */
  readonly stretched: Layer | null;
}

/** The length of the texts of the first training, if the schedule tells it. */
export function firstTraining(layer: Layer): number | undefined {
  const { originalMaxPosition, maxPosition } = scalingOf(layer.spec) ?? {};
  const told = originalMaxPosition ?? maxPosition;
  return typeof told === 'number' ? told : undefined;
}

/** Whether its positions are cells of a picture, which have no length. */
export function isOfPictures({ spec }: Layer): boolean {
  const type = (spec?.axes as Options | undefined)?.type;
  return type === 'axial' || type === 'mixed';
}

/** How many tokens a query sees, itself included, where a window limits them. */
export function windowOf({ attention, causal, window }: Layer): number | null {
  return attention === 'sliding' && causal ? window : null;
}

function lengthsOf(
  layer: Layer,
  { reach, to }: Pick<Asked, 'reach' | 'to'>,
): Lengths {
  const about = { model: undefined, told: '' };
  if (isOfPictures(layer)) {
    return { ...about, unit: 'cells', trained: null, target: null };
  }
  const first = firstTraining(layer);
  const trained: Length | null =
    first !== undefined
      ? { value: first, source: 'schedule' }
      : reach === undefined
        ? null
        : { value: reach, source: 'model' };
  const target: Length | null =
    trained === null ? null : { value: to, source: 'reader' };
  return { ...about, unit: 'positions', trained, target };
}

/**
 * Where the schedule tells of no training before it, the model was trained with it:
 * its waves in training are those of the schedule.
 */
function asTrained(spans: Spans, layer: Layer): Spans {
  const { trained } = spans;
  if (trained === null || firstTraining(layer) !== undefined) return spans;
  const pairs = spans.pairs.map((pair) => ({
    ...pair,
    partial: !pair.still && pair.after > trained.value,
  }));
  return { ...spans, pairs };
}

/** The waves of a layer beside those that it has when it is stretched. */
function withStretch(
  pe: Pick<Rotary, 'analysis'>,
  spans: Spans,
  stretched: Spec,
  to: number,
): Spans {
  const used = { trainedLength: to, contextLength: to };
  const waves = measurePairs(pe, stretched, used);
  const pairs = spans.pairs.map((pair, k) => ({
    ...pair,
    reached: waves[k]?.wavelengthAfter ?? pair.reached,
  }));
  return { ...spans, pairs };
}

/** The waves of a layer that turns; throws what the package refuses. */
export function wavesOf(
  pe: Pick<Rotary, 'analysis'>,
  layer: Layer,
  asked: Asked,
): Waves | null {
  if (layer.spec === null) return null;
  const spec = layer.spec as unknown as Spec;
  const lengths = lengthsOf(layer, asked);
  const plain = asTrained(computeSpans(pe, spec, lengths), layer);
  const longer = asked.stretched?.spec as Spec | null | undefined;
  const spans = longer ? withStretch(pe, plain, longer, asked.to) : plain;
  const at = (name: string, length: number, own = spec): Turns => {
    const used = { trainedLength: length, contextLength: length };
    const pairs = measurePairs(pe, own, used);
    const without = (wave: (pair: (typeof pairs)[number]) => number) =>
      pairs.filter((pair) => wave(pair) < Infinity && wave(pair) > length)
        .length;
    return {
      ...{ name, length },
      plain: without(({ wavelength }) => wavelength),
      own: without(({ wavelengthAfter }) => wavelengthAfter),
    };
  };
  const { trained, target } = lengths;
  const { reach } = asked;
  const rows: (readonly [string, number])[] = [];
  const window = windowOf(layer);
  if (window !== null && lengths.unit === 'positions') {
    rows.push(['its window', window]);
  }
  if (trained) {
    const same = trained.value === reach;
    rows.push([same ? 'as it is' : 'first training', trained.value]);
    if (reach !== undefined && !same) rows.push(['as it is', reach]);
  }
  if (target && target.value !== rows.at(-1)?.[1]) {
    rows.push(['wanted', target.value]);
  }
  return {
    spans,
    turning: spans.pairs.filter(({ still }) => !still).length,
    window,
    stretched: longer !== undefined && longer !== null,
    turns: [
      ...rows.map(([name, length]) => at(name, length)),
      ...(longer ? [at('wanted, stretched', asked.to, longer)] : []),
    ],
  };
}
