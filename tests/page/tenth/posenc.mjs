// The package with one more method, for the page that is built with it. Its
// options are checked as the package checks those of its own methods.

import * as posenc from '../../../bindings/dist/index.js';
import { checkOptions } from '../../../bindings/src/describe/checks.ts';
import { tenth } from './description.mjs';
import { shapeOf, table } from './table.mjs';

export * from '../../../bindings/dist/index.js';

/** @param {any} spec */
function checked({ method, ...options }) {
  return checkOptions(method, tenth.parameters, options, tenth.presets);
}

export async function load() {
  const pe = await posenc.load();
  const own = (/** @type {any} */ spec) => spec.method === 'tenth';
  return Object.create(pe, {
    make: {
      value: (/** @type {any} */ spec) =>
        own(spec) ? table(checked(spec)) : pe.make(spec),
    },
    plan: {
      value: (/** @type {any} */ spec) =>
        own(spec) ? { shape: shapeOf(checked(spec)) } : pe.plan(spec),
    },
  });
}
