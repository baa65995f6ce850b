/** The page runs under the strict policy that the server sends. */

import { load } from 'posenc';
import { expect, it } from 'vitest';

it('the policy forbids evaluating strings', () => {
  expect(() => new Function('return 1')).toThrow();
});

it('the package still loads and computes', async () => {
  const pe = await load();
  const { data } = pe.sinusoidal({ length: 2, dim: 2 });
  expect(Array.from(data)).toEqual([
    ...[0, 1],
    ...[Math.fround(Math.sin(1)), Math.fround(Math.cos(1))],
  ]);
});
