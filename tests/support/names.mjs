// @ts-check
import path from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

/**
 * The name of a vitest test in the records of a run.
 * @param {string} file @param {string} test with the suites around it
 */
export const nameOf = (file, test) => `${path.relative(root, file)}: ${test}`;
