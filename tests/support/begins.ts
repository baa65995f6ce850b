/**
 * Names each test to `npm test` before it runs, so that one that never returns
 * can be named. Vitest's reporters hear of tests later, from another process.
 */

import { beforeEach } from 'vitest';
import { begins } from '../../scripts/lib/records.mjs';
import { nameOf } from './names.mjs';

beforeEach(({ task }) => {
  begins(nameOf(task.file.filepath, task.fullTestName));
});
