/**
 * Names each test to `npm test` before it runs, so that one that never returns
 * can be named. Vitest's reporters hear of tests later, from another process.
 */

import { beforeEach, expect } from 'vitest';
import { begins } from '../../scripts/lib/records.mjs';
import { nameOf } from './names.mjs';

beforeEach(() => {
  const { testPath = '', currentTestName = '' } = expect.getState();
  begins(nameOf(testPath, currentTestName));
});
