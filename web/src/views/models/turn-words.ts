// How the positions of a layer come to its scores, in words.

import type { Layer, ModelSpec, Tower } from 'posenc/models';
import type { RopeSpec } from 'posenc/rotary';
import { writeCount, writeValue } from '../../plot/ticks.js';

/** Names for people of the methods that configurations ask for. */
const titles: Readonly<Record<string, string>> = {
  ...{ rope: 'RoPE', alibi: 'ALiBi', t5Bias: 'the bias of T5', shaw: 'Shaw' },
  ...{ deberta: 'DeBERTa', xlnet: 'XLNet', learned: 'a learned table' },
  sinusoidal: 'a sinusoidal table',
  sinusoidalGrid: 'a sinusoidal grid',
  sinusoidalVolume: 'a sinusoidal volume',
  learnedGrid: 'a learned grid',
  convolution: 'a convolution',
  relativeKey: 'vectors of relative keys',
  relativeLogits: 'relative logits',
  transformerXL: 'Transformer-XL',
  clippedBias: 'a bias by clipped distance',
  distanceBias: 'a bias by distance',
  gridBias: 'a bias by distance in a grid',
  continuousGridBias: 'a bias of a network over a grid',
  decomposedBias: 'a bias for each axis',
  decay: 'a decay by distance',
};

/** A method in words; its name where it has no other. */
export const titleOf = (method: string): string => titles[method] ?? method;

export type Options = Readonly<Record<string, unknown>>;

export const optionsOf = ({ method: _, ...options }: ModelSpec): Options =>
  options;

/** A number as it is written in sentences. */
export const numberWords = (value: number): string =>
  Number.isInteger(value) ? writeCount(value) : writeValue(value);

const times = (scaling: Options): string => {
  const { factor } = scaling;
  return typeof factor === 'number' ? numberWords(factor) : '?';
};

/** What each schedule does to the waves, after the base. */
const schedules: Readonly<Record<string, (scaling: Options) => string>> = {
  linear: (s) => `every wave ${times(s)} times as long`,
  dynamic: ({ form, factor, maxPosition }) =>
    form === 'alpha'
      ? `the base raised by alpha ${numberWords(Number(factor))}`
      : `longer waves in texts of more than ${numberWords(Number(maxPosition))}`,
  yarn: (s) => `slow waves ${times(s)} times as long by YaRN`,
  llama3: (s) => `slow waves ${times(s)} times as long by llama3`,
  ntk: (s) => `a base for waves ${times(s)} times as long by NTK`,
  factors: () => 'a factor for each wave',
  longrope: () => 'a factor for each wave by LongRoPE',
  proportional: ({ share }) =>
    `only ${writeValue(100 * Number(share), 3)} % of the pairs turning`,
};

/** The schedule of a rope, or none. */
export const scalingOf = (spec: RopeSpec | null): Options | null =>
  (spec?.scaling as Options | undefined) ?? null;

export function scheduleWords(spec: RopeSpec): string {
  const scaling = scalingOf(spec);
  if (scaling === null) return '';
  const type = String(scaling.type);
  return schedules[type]?.(scaling) ?? `the schedule ${type}`;
}

/** The width of the heads of a rope, and how many of their components turn. */
export function widthsOf({ headDim = 0, rotaryDim = headDim }: RopeSpec) {
  return { headDim, rotaryDim };
}

/** A rope in a few words: what tells two ropes of a model apart. */
export function ropeWords(spec: RopeSpec): string {
  const { theta = 10_000 } = spec;
  const { headDim, rotaryDim } = widthsOf(spec);
  const part = rotaryDim === headDim ? '' : `, ${rotaryDim} of ${headDim} turn`;
  const schedule = scheduleWords(spec);
  return `RoPE, base ${numberWords(theta)}${part}${schedule && `, ${schedule}`}`;
}

/** What gives the positions of a layer, in a few words. */
export function turnLabel(layer: Layer): string {
  const { positions, spec } = layer;
  if (positions.length === 0) return 'no position';
  const ropes = positions.filter(({ method }) => method === 'rope').length;
  const all = positions.map((one) => {
    if (one.method !== 'rope') return titleOf(one.method);
    if (spec === null) return 'a rope that cannot be made';
    return ropes > 1 ? `${ropes} \u00d7 ${ropeWords(spec)}` : ropeWords(spec);
  });
  return [...new Set(all)].join(' and ');
}

/** What is added to the embeddings of a tower, if something is. */
function tableWords({ table }: Tower): string {
  if (table === null) return '';
  const { length } = optionsOf(table);
  const rows =
    typeof length === 'number' ? ` of ${writeCount(length)} rows` : '';
  return `${titleOf(table.method)}${rows}`;
}

/** A rope beside the first one of a layer, which turns other components. */
function furtherWords({ rotaryDim, rotaryStart, theta }: Options): string {
  const base = numberWords(Number(theta ?? 10_000));
  const from = numberWords(Number(rotaryStart ?? 0));
  return (
    `another RoPE turns ${numberWords(Number(rotaryDim))} components from ` +
    `component ${from} on, with base ${base}`
  );
}

/** How positions come to a layer, as a sentence without its end. */
export function turnWords(layer: Layer, tower: Tower): string {
  const { positions, spec, rotaryOf } = layer;
  const table = tableWords(tower);
  const before = `${table} was added to the embeddings before the first layer`;
  if (positions.length === 0) {
    return table
      ? `it adds no position itself, ${before}`
      : 'it is told no position';
  }
  const words = positions.map(({ method, ...options }, i) => {
    if (method !== 'rope') return `positions come by ${titleOf(method)}`;
    if (spec === null) return 'no rotation can be made of what the file says';
    if (i > 0) return furtherWords(options);
    const { theta = 10_000 } = spec;
    const { headDim, rotaryDim } = widthsOf(spec);
    const part =
      rotaryDim === headDim
        ? `all ${headDim} components`
        : `${rotaryDim} of the ${headDim} components`;
    const inHeads =
      headDim === layer.headDim ? 'each head' : 'all heads joined';
    const whole = rotaryOf === 'queries' ? inHeads : 'the embeddings';
    const schedule = scheduleWords(spec) || 'no schedule';
    return (
      `RoPE turns ${part} of ${whole}, with base ` +
      `${numberWords(theta)} and ${schedule}`
    );
  });
  return [...new Set([...words, ...(table ? [before] : [])])].join('; ');
}
