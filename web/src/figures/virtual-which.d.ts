/** The tables of `docs/which.md`, read while the page is built. */
declare module 'virtual:which' {
  import type { Advice, MethodFacts } from './which.js';

  export const facts: Readonly<Record<string, MethodFacts>>;
  export const advice: readonly Advice[];
}
