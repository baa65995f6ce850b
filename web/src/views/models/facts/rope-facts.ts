// What is known of the rope of a layer.

import type { Layer } from 'posenc/models';
import type { RopeSpec } from 'posenc/rotary';
import { writeValue } from '../../../plot/ticks.js';
import {
  numberWords,
  type Options,
  scalingOf,
  widthsOf,
} from '../turn-words.js';
import { type Fact, optionFacts } from './option-facts.js';

const pairings: Readonly<Record<string, (half: number) => string>> = {
  half: (half) => `component i with i + ${half}`,
  interleaved: () => 'components 2i and 2i + 1',
};

export function ropeFacts(spec: RopeSpec, layer: Layer): readonly Fact[] {
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
