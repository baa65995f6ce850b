// A wrong count would hide a failure, so counting is tested on real outputs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { byLastLine, catch2, vitest } from '../../scripts/test/count.mjs';

const none = { passed: 0, failed: 0, skipped: 0 };

describe('the last line', () => {
  it.each([
    ['ok a\n12 passed, 3 failed\n', { passed: 12, failed: 3, skipped: 0 }],
    ['5 passed, 0 failed, 7 skipped', { passed: 5, failed: 0, skipped: 7 }],
    ['5 passed, 0 failed\nSegmentation fault', none],
    ['15 passed, 0 failed (almost)', none],
    ['', none],
  ])('%j', (output, counts) => {
    expect(byLastLine(output)).toEqual(counts);
  });
});

describe('Catch2', () => {
  it.each([
    ['All tests passed (61 assertions in 9 test cases)', 9, 0],
    ['All tests passed (1 assertion in 1 test case)', 1, 0],
    ['test cases: 9 | 7 passed | 2 failed\nassertions: 9 | 9 passed', 7, 2],
    ['test cases: 2 | 2 failed\nassertions: 2 | 2 failed', 0, 2],
    ['No tests ran', 0, 0],
    ['Aborted(', 0, 0],
  ])('%j', (output, passed, failed) => {
    expect(catch2(output)).toEqual({ passed, failed, skipped: 0 });
  });
});

describe('vitest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-count-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('counts a file that does not load as a failure', () => {
    const report = join(folder, 'report.json');
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    const totals = {
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 2,
      numTodoTests: 1,
    };
    writeFileSync(report, JSON.stringify({ ...totals, testResults }));
    expect(vitest(report)).toEqual({ passed: 1, failed: 1, skipped: 3 });
  });

  it('finds nothing where there is no report', () => {
    expect(vitest(join(folder, 'none.json'))).toEqual(none);
  });
});
