/** What the client decides about workers and rows, from given times alone. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  isWritten,
  rowsOfTask,
  shareOf,
} from '../../bindings/src/worker/share.js';

const pe = await load();
const MB = 1e6;
const two = { size: 2, shared: false };
const together = { size: 2, shared: true };

describe('how many workers', () => {
  // 128 MB of rows that were measured at 16 ms in all: memory takes the rest.
  const bound = { rowMs: 16 / 32768, partMs: 0 };
  it('one by transfer for what memory bounds', () => {
    expect(shareOf(128 * MB, 32768, bound, two).workers).toBe(1);
  });
  it('all for the same in shared memory', () => {
    expect(shareOf(128 * MB, 32768, bound, together).workers).toBe(2);
  });
  it('all for 700 ms of attention with 8 MB of output', () => {
    const long = { rowMs: 700 / 4096, partMs: 5 };
    expect(shareOf(8 * MB, 4096, long, two).workers).toBe(2);
  });
  it('all by transfer for 230 ms of a table of 134 MB', () => {
    const doubles = { rowMs: 230 / 16384, partMs: 0 };
    expect(shareOf(134 * MB, 16384, doubles, two).workers).toBe(2);
  });
  it('one where two would save no 20 ms', () => {
    const brief = { rowMs: 30 / 1000, partMs: 0 };
    expect(shareOf(1 * MB, 1000, brief, together).workers).toBe(1);
    const longer = { rowMs: 45 / 1000, partMs: 0 };
    expect(shareOf(1 * MB, 1000, longer, together).workers).toBe(2);
  });
  it('counts the new memory of a row', () => {
    // 100 MB take 50 ms to be written first, 0.05 ms a row.
    const { rowMs } = shareOf(100 * MB, 1000, { rowMs: 0, partMs: 0 }, two);
    expect(rowMs).toBeCloseTo(0.05, 9);
  });
});

describe('how many rows a task has', () => {
  const tasks = (count: number, rowMs: number, workers = 2, partMs = 0) => {
    const found: number[] = [];
    for (let left = count; left > 0; left -= found.at(-1) as number) {
      found.push(rowsOfTask(left, { workers, rowMs }, partMs));
    }
    return found;
  };
  it.each([1, 2, 3, 8])(
    '%i workers get all rows, and none twice',
    (workers) => {
      for (const count of [1, 7, 64, 1000, 32768]) {
        const found = tasks(count, 0.2, workers);
        expect(found.reduce((sum, n) => sum + n, 0)).toBe(count);
        for (const rows of found) expect(rows).toBeGreaterThan(0);
      }
    },
  );
  it('one worker gets all at once', () => {
    expect(tasks(4096, 0.2, 1)).toEqual([4096]);
  });
  it('they shrink, but to no less than 5 ms, or eight times the fixed time', () => {
    const found = tasks(4096, 0.2);
    expect(found.length).toBeGreaterThan(4);
    // Many rows are a multiple of 32.
    const before = [4096, ...found];
    for (const [i, rows] of found.entries()) {
      expect(rows).toBeLessThanOrEqual((before[i] as number) + 32);
      // What is left at last is halved, so that both workers end together.
      if (i < found.length - 2) expect((rows + 31) * 0.2).toBeGreaterThan(5);
    }
    // 8 × 10 ms are 400 rows.
    const fixed = tasks(4096, 0.2, 2, 10);
    expect(fixed.length).toBeLessThan(found.length);
    for (const rows of fixed.slice(0, -2)) {
      expect(rows).toBeGreaterThan(400 - 32);
    }
  });
  it('what the client copies has at most 8 MiB', () => {
    const share = { workers: 2, rowMs: 0.02 };
    // Rows of 8 kB.
    expect(rowsOfTask(16384, share, 0, 8192)).toBe(1024);
    expect(rowsOfTask(16384, share, 0)).toBeGreaterThan(5000);
    // But a part that does much anew is not cut so finely: 8 × 10 ms.
    expect(rowsOfTask(16384, share, 10, 8192)).toBe(4000);
  });
});

describe('what only writes', () => {
  it('maps of biases do', () => {
    const map = { heads: 4, queries: 512, keys: 512 };
    expect(isWritten(pe.plan({ method: 'alibi', ...map }))).toBe(true);
    expect(isWritten(pe.plan({ method: 'kerple', ...map }))).toBe(true);
  });
  it('tables and attention do not', () => {
    const table = { method: 'sinusoidal', length: 64, dim: 64 } as const;
    expect(isWritten(pe.plan(table))).toBe(false);
    const x = pe.resident({ shape: [64, 1, 8] });
    const spec = { method: 'attention', q: x, k: x, v: x } as const;
    expect(isWritten(pe.plan(spec))).toBe(false);
    x.dispose();
  });
});
