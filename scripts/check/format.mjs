// @ts-check
// Checks the format of our C++.
import { passes, tracked } from './step.mjs';

/** @type {import('./step.mjs').Step} */
export const clangFormat = [
  'clang-format',
  () => {
    const files = tracked(
      ...['cpp', 'bindings/embind', 'tests/native'].map((f) => `${f}/*.[ch]pp`),
    );
    return passes(['clang-format', '--dry-run', '-Werror', ...files]);
  },
];
