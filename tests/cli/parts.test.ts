/** Small parts of the program: progress shown. */

import { describe, expect, it } from 'vitest';
import { Progress, size } from '../../bindings/src/cli/progress.js';

describe('Progress', () => {
  const shown = (isTTY: boolean) => {
    const lines: string[] = [];
    let now = 5000;
    const screen = { isTTY, write: (text: string) => lines.push(text) };
    const progress = new Progress(8e9, screen, () => now);
    return {
      lines,
      progress,
      later: (milliseconds: number, done: number) => {
        now += milliseconds;
        progress.update(done);
      },
    };
  };

  it('says nothing of short work', () => {
    const { lines, progress, later } = shown(true);
    later(999, 1e9);
    progress.clear();
    expect(lines).toEqual([]);
  });

  it('says how far long work is, and goes', () => {
    const { lines, progress, later } = shown(true);
    later(2000, 1e9);
    later(100, 1.1e9); // too soon for another line
    later(1900, 4e9);
    progress.clear();
    progress.clear();
    expect(lines).toEqual([
      '\r\x1b[K12 % of 8.00 GB, 14 s left',
      '\r\x1b[K50 % of 8.00 GB, 4 s left',
      '\r\x1b[K',
    ]);
  });

  it('counts minutes and hours', () => {
    const { lines, later } = shown(true);
    later(200_000, 4e9);
    later(10_000_000, 4e9);
    expect(lines[0]).toContain('50 % of 8.00 GB, 3 min 20 s left');
    expect(lines[1]).toContain('2 h 50 min left');
  });

  it('says nothing to a file', () => {
    const { lines, progress, later } = shown(false);
    later(60_000, 1e9);
    progress.clear();
    expect(lines).toEqual([]);
  });
});

it.each<[number, string]>([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.00 kB'],
  [123_456_789, '123 MB'],
  [1e20, '1.00e+5 PB'],
])('%d bytes are %s', (bytes, words) => {
  expect(size(bytes)).toBe(words);
});
