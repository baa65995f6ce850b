// `virtual:formulas`: the formulas of all methods that the page shows, set by Temml
// while the page is built, and the words that stand beside them in folds. The page
// carries no LaTeX engine.

import type { MethodDescription } from 'posenc/descriptions';
import type { Plugin } from 'vite';
import { besideFormulas, described } from './descriptions.js';
import { linesOf } from './mathml.js';

const name = 'virtual:formulas';
const resolved = `\0${name}`;

/** The MathML of each equation of each method, by its LaTeX. */
function formulasOf(methods: readonly Pick<MethodDescription, 'formula'>[]) {
  const all = methods.flatMap(({ formula }) => formula);
  return Object.fromEntries(all.map(({ latex }) => [latex, linesOf(latex)]));
}

export function formulas(): Plugin {
  return {
    name: 'formulas',
    resolveId: (id) => (id === name ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      const words = besideFormulas(await described(this));
      const all = formulasOf(Object.values(words));
      return (
        `export const formulas = ${JSON.stringify(all)};` +
        `export const words = ${JSON.stringify(words)};`
      );
    },
  };
}
