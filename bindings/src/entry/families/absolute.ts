/** The family absolute: tables of positions, and what is done with tables. */

// biome-ignore-all assist/source/organizeImports: users see the methods in this
// order.
export { sinusoidal } from '../../absolute/sinusoidal.js';
export { sinusoidalGrid } from '../../absolute/sinusoidal-grid.js';
export { complexOrder } from '../../absolute/complex-order.js';
export { floater } from '../../absolute/floater.js';
export { polynomial } from '../../absolute/polynomial.js';
export { exponential } from '../../absolute/exponential.js';
export { enformer } from '../../absolute/enformer.js';
export { radial } from '../../absolute/radial.js';
export { fourierFeatures } from '../../absolute/fourier-features.js';
export { normalised } from '../../absolute/normalised.js';
export { code } from '../../absolute/code.js';
export { learned } from '../../absolute/learned.js';
export { resample } from '../../absolute/resample.js';
export { tile } from '../../absolute/tile.js';
export { hierarchical } from '../../absolute/hierarchical.js';
export { windowed } from '../../absolute/windowed.js';
export { addTo } from '../../absolute/add-to.js';
export { concat } from '../../absolute/concat.js';
export { frequencies } from '../../absolute/frequencies.js';
export { positionIds } from '../../absolute/position-ids.js';
export { treeMask } from '../../absolute/tree-mask.js';
export { trainingPositions } from '../../absolute/training-positions.js';
export { windowedCollisions } from '../../absolute/windowed-collisions.js';
export { learnedGradient } from '../../absolute/learned-gradient.js';
export { complexOrderGradient } from '../../absolute/complex-order-gradient.js';
export { floaterGradient } from '../../absolute/floater-gradient.js';
export { optimiser } from '../../training/optimiser.js';
