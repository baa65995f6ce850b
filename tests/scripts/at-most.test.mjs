// Steps run side by side in their order, and never too many at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ahead } from '../../scripts/check/ahead.mjs';
import { atMost } from '../../scripts/lib/at-most.mjs';
import { RECORDS } from '../../scripts/lib/records.mjs';

describe('at most', () => {
  it('so many run, in the order in which they came', async () => {
    const limited = atMost(2);
    let running = 0;
    let most = 0;
    /** @type {number[]} */
    const order = [];
    const results = Array.from({ length: 7 }, (_, i) =>
      limited(async () => {
        order.push(i);
        running += 1;
        most = Math.max(most, running);
        await sleep(i % 3);
        running -= 1;
        return i * i;
      }),
    );
    expect(await Promise.all(results)).toEqual([0, 1, 4, 9, 16, 25, 36]);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(2);
  });

  it('a failure leaves its place to the next', async () => {
    const limited = atMost(1);
    const first = limited(() => Promise.reject(new Error('first')));
    const second = limited(() => Promise.resolve('second'));
    await expect(first).rejects.toThrow('first');
    expect(await second).toBe('second');
    expect(await limited(() => Promise.resolve('third'))).toBe('third');
  });
});

describe('steps ahead', () => {
  // Keep these steps out of the records of this run.
  const records = process.env[RECORDS];
  beforeAll(() => {
    delete process.env[RECORDS];
  });
  afterAll(() => {
    if (records !== undefined) process.env[RECORDS] = records;
  });

  it('start with the first that is asked for, and not before', async () => {
    /** @type {string[]} */
    const begun = [];
    /** @param {string} name @param {unknown} [error]
     * @returns {import('../../scripts/check/step.mjs').Step} */
    const step = (name, error) => [
      name,
      async () => {
        begun.push(name);
        if (error) throw error;
        return `${name} did`;
      },
    ];
    const steps = ahead([step('a'), step('b', new Error('b')), step('c')]);
    expect(steps.map(([name]) => name)).toEqual(['a', 'b', 'c']);
    await sleep(1);
    expect(begun).toEqual([]);
    expect(await steps[0][1]()).toMatchObject({ note: 'a did' });
    await expect(steps[1][1]()).rejects.toThrow('b');
    expect(await steps[2][1]()).toMatchObject({ note: 'c did' });
    expect(begun).toEqual(['a', 'b', 'c']);
  });
});
