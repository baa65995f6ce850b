/** Configurations of well-known models, collected while the page is built. */
declare module 'virtual:known-models' {
  import type { Known } from './reading.js';

  export const known: readonly Known[];
}
