// @ts-check
/** Tells `npm test` what became of each vitest test. */

import { ends } from '../../scripts/lib/records.mjs';
import { nameOf } from './names.mjs';

/** @implements {import('vitest/reporters').Reporter} */
export class RecordReporter {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state } = test.result();
    if (state === 'pending') return;
    const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
    ends(nameOf(test.module.moduleId, test.fullName), state, seconds);
  }

  /** A file that does not even load fails without a failed test in it.
   * @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    if (module.errors().length > 0) {
      ends(nameOf(module.moduleId, 'does not load'), 'failed', 0);
    }
  }
}
