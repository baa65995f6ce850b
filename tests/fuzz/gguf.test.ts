/**
 * Any bytes: a configuration, or a typed error. Different bytes each day;
 * `npm test -- --seed N` repeats a day's. `node tests/fuzz/gguf-long.mjs` runs
 * for as long as you like.
 */

import { expect, it } from 'vitest';
import { seedFor, times } from '../support/sample.mjs';
import { fuzz, seeds } from './gguf.js';

it('gives a configuration or a typed error for any bytes', () => {
  const { findings, kept } = fuzz(times(30_000, 1_000_000), seedFor('gguf'));
  for (const { bytes, error } of findings) {
    expect.soft(String(error), Buffer.from(bytes).toString('base64')).toBe('');
  }
  expect(findings).toHaveLength(0);
  // Changes that all end alike would try nothing.
  expect(kept).toBeGreaterThan(seeds().length + 10);
});
