/** Ropes of well-known models, read while the page is built. */
declare module 'virtual:known-ropes' {
  import type { KnownRope } from './ropes.js';

  export const known: readonly KnownRope[];
}
