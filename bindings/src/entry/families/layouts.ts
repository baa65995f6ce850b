/** The family layouts: what engines did to heads, and conversions. */

// biome-ignore-all assist/source/organizeImports: users see the methods in this
// order.
export { convertLayout } from '../../rotary/layouts/convert-layout.js';
export { detectLayout } from '../../rotary/layouts/detect-layout.js';
