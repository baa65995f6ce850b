/** Every table, and what goes with tables: the absolute encodings. */

import type { Heap } from '../core/memory.js';
import { type CodeMethod, codeMethod } from './code.js';
import { type CombineMethods, combineMethods } from './combine.js';
import {
  type ComplexOrderMethod,
  complexOrderMethod,
} from './complex-order.js';
import {
  type ComplexOrderGradientMethod,
  complexOrderGradientMethod,
} from './complex-order-gradient.js';
import { type EnformerMethod, enformerMethod } from './enformer.js';
import { type ExponentialMethod, exponentialMethod } from './exponential.js';
import { type FloaterMethod, floaterMethod } from './floater.js';
import {
  type FloaterGradientMethod,
  floaterGradientMethod,
} from './floater-gradient.js';
import {
  type FourierFeaturesMethod,
  fourierFeaturesMethod,
} from './fourier-features.js';
import { type FrequenciesMethod, frequenciesMethod } from './frequencies.js';
import { type HierarchicalMethod, hierarchicalMethod } from './hierarchical.js';
import { type LearnedMethod, learnedMethod } from './learned.js';
import {
  type LearnedGradientMethod,
  learnedGradientMethod,
} from './learned-gradient.js';
import { type NormalisedMethod, normalisedMethod } from './normalised.js';
import { type PolynomialMethod, polynomialMethod } from './polynomial.js';
import { type PositionIdsMethod, positionIdsMethod } from './position-ids.js';
import { type RadialMethod, radialMethod } from './radial.js';
import { type ResampleMethod, resampleMethod } from './resample.js';
import { type SinusoidalMethod, sinusoidalMethod } from './sinusoidal.js';
import {
  type SinusoidalGridMethod,
  sinusoidalGridMethod,
} from './sinusoidal-grid.js';
import { type TileMethod, tileMethod } from './tile.js';
import { type WindowedMethod, windowedMethod } from './windowed.js';
import {
  type WindowedCollisionsMethod,
  windowedCollisionsMethod,
} from './windowed-collisions.js';

/** The methods of this folder, as they stand on the object of `load`. */
export interface AbsoluteMethods
  extends SinusoidalMethod,
    SinusoidalGridMethod,
    ComplexOrderMethod,
    ComplexOrderGradientMethod,
    FloaterMethod,
    FloaterGradientMethod,
    PositionIdsMethod,
    FrequenciesMethod,
    PolynomialMethod,
    ExponentialMethod,
    EnformerMethod,
    RadialMethod,
    FourierFeaturesMethod,
    NormalisedMethod,
    CodeMethod,
    CombineMethods,
    HierarchicalMethod,
    LearnedMethod,
    LearnedGradientMethod,
    ResampleMethod,
    TileMethod,
    WindowedMethod,
    WindowedCollisionsMethod {}

/** The same, over an instance. */
export const absoluteMethods = (heap: Heap): AbsoluteMethods => ({
  ...sinusoidalMethod(heap),
  ...sinusoidalGridMethod(heap),
  ...complexOrderMethod(heap),
  ...complexOrderGradientMethod(heap),
  ...floaterMethod(heap),
  ...floaterGradientMethod(heap),
  ...positionIdsMethod(),
  ...frequenciesMethod(heap),
  ...polynomialMethod(heap),
  ...exponentialMethod(heap),
  ...enformerMethod(heap),
  ...radialMethod(heap),
  ...fourierFeaturesMethod(heap),
  ...normalisedMethod(heap),
  ...codeMethod(heap),
  ...combineMethods(heap),
  ...hierarchicalMethod(heap),
  ...learnedMethod(heap),
  ...learnedGradientMethod(heap),
  ...resampleMethod(heap),
  ...tileMethod(heap),
  ...windowedMethod(heap),
  ...windowedCollisionsMethod(heap),
});
