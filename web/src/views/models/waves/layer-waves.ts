// The wavelengths of the layer of a model that is shown, with what they are compared
// with.

import type { Model } from 'posenc/models';
import type { Rotary } from 'posenc/rotary';
import { attempt } from '../../../shell/failure.js';
import { stretchedOf } from '../context/context.js';
import { type Reading, reachOf } from '../reading.js';
import type { Shown } from '../tower-words.js';
import { stillWords } from './wave-words.js';
import { type Waves, wavesOf } from './waves.js';
import { createWavesFigure, type WavesForm } from './waves-figure.js';

export function createLayerWaves(rotary: Rotary, form: WavesForm) {
  const figure = createWavesFigure(form);
  /** What is known of a model for a length: it takes reading it again. */
  let known: {
    readonly reading: Reading;
    readonly to: number;
    readonly reach: number | undefined;
    readonly stretched: Model | null;
  } | null = null;

  return {
    element: figure.element,
    /** Draws a layer. Gives the number of tokens that the model reaches as it is. */
    draw(
      reading: Reading,
      { name, tower, at }: Shown,
      to: number,
    ): number | undefined {
      if (known?.reading !== reading || known.to !== to) {
        const stretched = stretchedOf(reading, to);
        known = { reading, to, reach: reachOf(reading.config), stretched };
      }
      const { reach, stretched } = known;
      const layer = tower.layers[at];
      if (layer === undefined) return reach;
      // Lengths of texts say nothing of the other towers.
      const isMain = tower === reading.towers[0].tower;
      const { value, failure } = attempt((): Waves | null =>
        wavesOf(rotary, layer, {
          ...{ reach: isMain ? reach : undefined, to },
          stretched: (isMain && stretched?.layers[at]) || null,
        }),
      );
      if (failure) figure.showNone(failure.message);
      else if (value === null) figure.showNone(stillWords(layer, tower));
      else figure.draw(value, layer.spec, `${name}, layer ${at}`);
      return reach;
    },
  };
}
