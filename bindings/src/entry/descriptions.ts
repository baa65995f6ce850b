/** The descriptions of all methods, by name. */

import { codeDescription } from '../absolute/code.description.js';
import { complexOrderDescription } from '../absolute/complex-order.description.js';
import { complexOrderGradientDescription } from '../absolute/complex-order-gradient.description.js';
import { enformerDescription } from '../absolute/enformer.description.js';
import { exponentialDescription } from '../absolute/exponential.description.js';
import { floaterDescription } from '../absolute/floater.description.js';
import { floaterGradientDescription } from '../absolute/floater-gradient.description.js';
import { fourierFeaturesDescription } from '../absolute/fourier-features.description.js';
import { frequenciesDescription } from '../absolute/frequencies.description.js';
import { hierarchicalDescription } from '../absolute/hierarchical.description.js';
import { learnedDescription } from '../absolute/learned.description.js';
import { learnedGradientDescription } from '../absolute/learned-gradient.description.js';
import { normalisedDescription } from '../absolute/normalised.description.js';
import { polynomialDescription } from '../absolute/polynomial.description.js';
import { positionIdsDescription } from '../absolute/position-ids.description.js';
import { radialDescription } from '../absolute/radial.description.js';
import { resampleDescription } from '../absolute/resample.description.js';
import { sinusoidalDescription } from '../absolute/sinusoidal.description.js';
import { sinusoidalGridDescription } from '../absolute/sinusoidal-grid.description.js';
import { tileDescription } from '../absolute/tile.description.js';
import {
  windowedCollisionsDescription,
  windowedDescription,
} from '../absolute/windowed.description.js';
import { attentionDescription } from '../attention/attention.description.js';
import { ropeDescription } from '../rotary/rope.description.js';
import { optimiserDescription } from '../training/optimiser.description.js';

/**
 * What there is to say about each method, as data: title, formula, paper,
 * parameters with their ranges and defaults, presets and pitfalls. The checks
 * of arguments and the option types come from the same objects.
 */
export const methods = {
  sinusoidal: sinusoidalDescription,
  sinusoidalGrid: sinusoidalGridDescription,
  complexOrder: complexOrderDescription,
  floater: floaterDescription,
  complexOrderGradient: complexOrderGradientDescription,
  floaterGradient: floaterGradientDescription,
  frequencies: frequenciesDescription,
  positionIds: positionIdsDescription,
  polynomial: polynomialDescription,
  exponential: exponentialDescription,
  enformer: enformerDescription,
  radial: radialDescription,
  fourierFeatures: fourierFeaturesDescription,
  normalised: normalisedDescription,
  code: codeDescription,
  learned: learnedDescription,
  learnedGradient: learnedGradientDescription,
  optimiser: optimiserDescription,
  resample: resampleDescription,
  tile: tileDescription,
  hierarchical: hierarchicalDescription,
  windowed: windowedDescription,
  windowedCollisions: windowedCollisionsDescription,
  rope: ropeDescription,
  attention: attentionDescription,
} as const;
