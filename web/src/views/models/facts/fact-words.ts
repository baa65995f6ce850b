// What is known of a layer, line by line: in plain words, under the name that the
// package has for it.

import type { Layer, ModelSpec } from 'posenc/models';
import type { RopeSpec } from 'posenc/rotary';
import { writeCount, writeValue } from '../../../plot/ticks.js';
import { seeWords } from '../see-words.js';
import { numberWords, optionsOf, titleOf, widthsOf } from '../turn-words.js';
import { type Fact, optionFacts, valueWords } from './option-facts.js';
import { ropeFacts } from './rope-facts.js';

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
    if (one.method === 'rope' && spec !== null && i === 0) {
      return [method, ...ropeFacts(spec, layer)];
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
