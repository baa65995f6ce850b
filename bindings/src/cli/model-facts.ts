/** What is known of a model, as JSON. */

import type { Layer, Model, Rope, Tower } from '../index.js';

/** A model with numbers in place of the handles of its ropes. */
export function modelFacts(model: Model) {
  const { type, guessed, towers, findings, assumed } = model;
  const all = Object.entries(towers) as [name: string, tower: Tower][];
  return {
    type,
    guessed,
    towers: Object.fromEntries(
      all.map(([name, tower]) => [
        name,
        { ...tower, layers: tower.layers.map(layerFacts) },
      ]),
    ),
    findings,
    assumed,
  };
}

function layerFacts(layer: Layer) {
  // Left out here: `ropeFacts` gives the spec and the attention factor.
  const { spec, attentionFactor, rope, ...facts } = layer;
  const { softmaxScale, softcap, queryScale, temperature, ...places } = facts;
  return {
    ...places,
    rope: rope && ropeFacts(rope),
    ...{ softmaxScale, softcap, queryScale, temperature },
  };
}

function ropeFacts(rope: Rope) {
  const { headDim, rotaryDim, rotaryStart, theta, layout, outLayout } = rope;
  const { attentionFactor, softmaxScale, scoreFactor } = rope;
  return {
    headDim,
    rotaryDim,
    rotaryStart,
    theta,
    layout,
    outLayout,
    attentionFactor,
    softmaxScale,
    scoreFactor,
    frequencies: [...rope.frequencies],
  };
}
