// What is known of a layer, line by line: in plain words, under the name that the
// package has for it.

import type { Layer, ModelSpec } from 'posenc/models';
import type { RopeSpec } from 'posenc/rotary';
import { writeCount, writeValue } from '../../plot/ticks.js';
import { seeWords } from './see-words.js';
import {
  numberWords,
  type Options,
  optionsOf,
  scalingOf,
  titleOf,
  widthsOf,
} from './turn-words.js';

export interface Fact {
  /** What it is, for people. */
  readonly word: string;
  /** Its name in the package. */
  readonly api: string;
  readonly text: string;
}

/** Any value of an option, short: a list by its length and its ends. */
export function valueWords(value: unknown): string {
  if (typeof value === 'number') return numberWords(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value) ?? 'not set';
  const plain = value.every((one) => typeof one === 'number');
  if (!plain) return `${writeCount(value.length)} lists`;
  if (value.length <= 4) return value.map(valueWords).join(', ');
  const [first, last] = [value[0], value.at(-1)].map(valueWords);
  return `${writeCount(value.length)} numbers, ${first} \u2026 ${last}`;
}

/** What people call the options of schedules. */
const words: Readonly<Record<string, string>> = {
  factor: 'Stretch',
  originalMaxPosition: 'First training',
  maxPosition: 'First training',
  betaFast: 'Kept from this many turns on',
  betaSlow: 'Stretched up to this many turns',
  lowFreqFactor: 'Stretched up to this many turns',
  highFreqFactor: 'Kept from this many turns on',
  shortFactor: 'Factors of short texts',
  longFactor: 'Factors of long texts',
  share: 'Share of the pairs that turn',
  sections: 'Pairs of each axis',
  widths: 'Components of each axis',
  count: 'Number of axes',
  merge: 'Cells side by side that are merged',
  heads: 'Heads',
  maxBias: 'Weakest slope: ½ to this power',
  biasScale: 'Factor of the bias',
  buckets: 'Buckets of distances',
  maxDistance: 'Distance from which all share a bucket',
  bidirectional: 'Later tokens have buckets of their own',
};

const optionFacts = (options: Options, place: string): readonly Fact[] =>
  Object.entries(options).map(([name, value]) => ({
    word: words[name] ?? name,
    api: `${place}.${name}`,
    text: valueWords(value),
  }));

const pairings: Readonly<Record<string, (half: number) => string>> = {
  half: (half) => `component i with i + ${half}`,
  interleaved: () => 'components 2i and 2i + 1',
};

function ropeFacts(spec: RopeSpec, layer: Layer): readonly Fact[] {
  const { headDim, rotaryDim } = widthsOf(spec);
  const { theta = 10_000 } = spec;
  const { layout = 'half', outLayout = layout, axes } = spec;
  const scaling = scalingOf(spec);
  const { type, ...rest } = scaling ?? { type: 'none' };
  const pairing = pairings[layout]?.(rotaryDim / 2) ?? layout;
  const facts: Fact[] = [
    { word: 'Base', api: 'spec.theta', text: numberWords(theta) },
    {
      word: 'Components that turn',
      api: 'spec.rotaryDim',
      text: `${rotaryDim} of ${headDim}`,
    },
    {
      word: 'Pairing',
      api: 'spec.layout',
      text:
        `${layout}: ${pairing}` +
        (outLayout === layout ? '' : `, written as ${outLayout}`),
    },
    { word: 'Schedule', api: 'spec.scaling.type', text: String(type) },
    ...optionFacts(rest, 'spec.scaling'),
  ];
  if (axes !== undefined) {
    const { type: kind, ...more } = axes as Options & { type: string };
    facts.push({ word: 'Axes', api: 'spec.axes.type', text: kind });
    facts.push(...optionFacts(more, 'spec.axes'));
  }
  facts.push({
    word: 'Attention factor',
    api: 'attentionFactor',
    text: `${writeValue(layer.attentionFactor)}, on sines and cosines`,
  });
  return facts;
}

function positionFacts(layer: Layer): readonly Fact[] {
  const { positions, spec } = layer;
  if (positions.length === 0) {
    return [{ word: 'Method', api: 'positions', text: 'none' }];
  }
  return positions.flatMap((one: ModelSpec, i) => {
    const place = `positions[${i}]`;
    const method: Fact = {
      word: 'Method',
      api: `${place}.method`,
      text: titleOf(one.method),
    };
    if (one.method === 'rope' && spec !== null) {
      return i === 0 ? [method, ...ropeFacts(spec, layer)] : [method];
    }
    return [method, ...optionFacts(optionsOf(one), place)];
  });
}

/** Whether a rope turns all that it is given. */
function isWhole(spec: RopeSpec): boolean {
  const { headDim, rotaryDim } = widthsOf(spec);
  return headDim === rotaryDim;
}

function temperatureFacts({ temperature, spec, headDim }: Layer): Fact[] {
  const { rotated, unrotated } = temperature;
  const times = (value: number) =>
    `${writeValue(value)} times 1/\u221a${headDim}`;
  const whole = spec === null || isWhole(spec);
  const turned: Fact = {
    word: whole ? 'Temperature' : 'Temperature of what turns',
    api: spec ? 'temperature.rotated' : 'temperature.unrotated',
    text: times(spec ? rotated : unrotated),
  };
  if (whole) return [turned];
  const rest: Fact = {
    word: 'Temperature of the rest',
    api: 'temperature.unrotated',
    text: times(unrotated),
  };
  return [turned, rest];
}

function scoreFacts(layer: Layer): readonly Fact[] {
  const { softmaxScale, softcap, queryScale, norm, sinks } = layer;
  const facts: Fact[] = [
    {
      word: 'Factor of scores',
      api: 'softmaxScale',
      text: writeValue(softmaxScale),
    },
    ...temperatureFacts(layer),
  ];
  if (softcap !== null) {
    facts.push({
      word: 'Scores stay below',
      api: 'softcap',
      text: numberWords(softcap),
    });
  }
  if (queryScale !== null) {
    const options = Object.entries(optionsOf(queryScale));
    facts.push({
      word: 'Queries by position',
      api: 'queryScale',
      text: options.map(([name, v]) => `${name} ${valueWords(v)}`).join(', '),
    });
  }
  if (norm !== null) {
    facts.push({
      word: 'Norm of queries and keys',
      api: 'norm.form',
      text:
        norm.form +
        (layer.spec ? `, ${norm.turned ? 'after' : 'before'} they turn` : ''),
    });
  }
  if (sinks) {
    facts.push({
      word: 'Sink',
      api: 'sinks',
      text: 'a learned score of each head',
    });
  }
  return facts;
}

/** All that is known of a layer, for people. */
export function factsOf(layer: Layer): readonly Fact[] {
  const { attention, window, heads, keyHeads, headDim, lacks, decay } = layer;
  const sees: Fact = {
    word: 'A token',
    api: attention === null ? 'mixer' : 'attention',
    text: seeWords(layer),
  };
  const facts: Fact[] = [sees];
  if (attention !== null) {
    const shared = heads / keyHeads;
    if (window !== null) {
      facts.push({ word: 'Window', api: 'window', text: writeCount(window) });
    }
    facts.push(
      { word: 'Query heads', api: 'heads', text: writeCount(heads) },
      {
        word: 'Key heads',
        api: 'keyHeads',
        text:
          writeCount(keyHeads) +
          (shared > 1 ? `, each for ${numberWords(shared)} query heads` : ''),
      },
      { word: 'Width of a head', api: 'headDim', text: writeCount(headDim) },
    );
  }
  facts.push(...positionFacts(layer));
  if (decay !== null) {
    facts.push({
      word: 'Decay by distance',
      api: 'decay.law',
      text: valueWords(decay.law),
    });
  }
  if (attention !== null) facts.push(...scoreFacts(layer));
  for (const { what, option } of lacks) {
    facts.push({
      word: 'Not computed by posenc',
      api: 'lacks',
      text: `its class ${what}${option ? `, unless there is a ${option}` : ''}`,
    });
  }
  return facts;
}
