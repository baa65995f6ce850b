// The arguments, records and report of `npm test`.
import { describe, expect, it } from 'vitest';
import { wantedBy } from '../../scripts/test/arguments.mjs';
import { storyOf, storyOfCatch2 } from '../../scripts/test/records.mjs';
import { report } from '../../scripts/test/report.mjs';

const today = new Date('2031-02-03T23:00:00Z');
const known = ['native', 'node', 'golden'];
const nothing = {
  ...{ suites: [], pattern: '', deep: false, slow: false, help: false },
  seed: 20310203,
};

describe('arguments', () => {
  it.each([
    ['', {}],
    ['node golden', { suites: ['node', 'golden'] }],
    ['node rope', { suites: ['node'], pattern: 'rope' }],
    ['node turning back', { suites: ['node'], pattern: 'turning back' }],
    ['--deep node --seed 7', { suites: ['node'], deep: true, seed: 7 }],
    ['--slow-check', { slow: true }],
    ['--help', { help: true }],
  ])('%s', (words, wanted) => {
    const list = words.split(' ').filter(Boolean);
    expect(wantedBy(list, known, today)).toEqual({ ...nothing, ...wanted });
  });

  it.each([
    ['rope', /a pattern \(rope\) needs one suite, got no suite; there are/],
    ['node golden rope', /needs one suite, got several suites/],
    ['--quick', /unknown option --quick\n\nusage:/],
    ['--seed', /--seed must be a whole number below 10\^9, got nothing/],
    ['--seed -1', /got -1/],
  ])('%s is refused', (words, message) => {
    const list = words.split(' ');
    expect(() => wantedBy(list, known, today)).toThrow(message);
  });
});

describe('records', () => {
  it('of a run that was ended: the last line may be half a line', () => {
    const text =
      '{"begins":"a"}\n{"begins":"b"}\n' +
      '{"ends":"a","outcome":"passed","seconds":1.5}\n{"ends":"b","outc';
    expect(storyOf(text)).toEqual({
      tests: [{ name: 'a', outcome: 'passed', seconds: 1.5 }],
      open: ['b'],
    });
  });

  it('of Catch2, whatever else it prints', () => {
    const text = [
      'begins rows (odd), cut',
      'passed (0.125 s) rows (odd), cut',
      'begins other',
      'other_test.cpp:12: FAILED:',
      'failed (2.000 s) other',
      'begins last',
      'Aborted(',
    ].join('\n');
    expect(storyOfCatch2(text)).toEqual({
      tests: [
        { name: 'rows (odd), cut', outcome: 'passed', seconds: 0.125 },
        { name: 'other', outcome: 'failed', seconds: 2 },
      ],
      open: ['last'],
    });
  });
});

describe('report', () => {
  const test = (/** @type {string} */ name, /** @type {number} */ seconds) =>
    /** @type {const} */ ({ name, outcome: 'passed', seconds });

  it('counts, sorts by time, and ends with the sum', () => {
    const many = Array.from({ length: 12 }, (_, i) => test(`t${i}`, i));
    const { text, failed } = report([
      { name: 'one', tests: many, seconds: 70, faults: [] },
      {
        name: 'two',
        tests: [{ name: 'x', outcome: 'failed', seconds: 99 }],
        seconds: 2,
        faults: ['"y" hung'],
      },
    ]);
    expect(failed).toBe(2);
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^ok +one +12 passed +0 failed +0 skipped +70\.0 s$/,
    );
    expect(lines[1]).toMatch(/^FAIL +two +0 passed +2 failed/);
    const slow = lines
      .slice(lines.indexOf('the slowest tests:') + 1)
      .slice(0, 10);
    expect(slow[0]).toMatch(/99\.00 s {2}two: x$/);
    expect(slow[9]).toMatch(/3\.00 s {2}one: t3$/);
    expect(lines).toContain('FAIL two: "y" hung');
    expect(lines.at(-1)).toBe('12 passed, 2 failed');
  });
});
