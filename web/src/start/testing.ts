// For tests of screens: what a drawing says.

import type { Shape } from './shape.js';

/** The texts of a shape and of all inside it, in their order. */
export function textsOf(shape: Shape): string[] {
  if (shape.kind === 'text') return [shape.text];
  const inner = 'shapes' in shape ? shape.shapes : [];
  return inner.flatMap(textsOf);
}
