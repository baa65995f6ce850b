/** The family layouts: the order of the components of a head. */

// biome-ignore-all assist/source/organizeImports: users see the methods in this
// order.
export { convertLayout } from '../../rotary/layouts/convert-layout.js';
export { detectLayout } from '../../rotary/layouts/detect-layout.js';
