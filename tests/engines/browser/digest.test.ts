/** The bits of this browser are those that are kept: those of native code. */

import { create } from 'posenc/compat';
import { expect, it } from 'vitest';
import { differences, digests } from '../digest/digests.mjs';

async function text(path: string): Promise<string> {
  return (await fetch(path)).text();
}

it.each([true, false])('simd: %s', async (simd) => {
  const [calls, kept] = await Promise.all([
    text('/calls.jsonl'),
    text('/digests.txt'),
  ]);
  const pe = await create({ simd });
  expect(pe.simd).toBe(simd);
  const actual = digests(pe, calls);
  expect(actual.length).toBeGreaterThan(500);
  expect(differences(kept.split('\n'), actual)).toEqual([]);
});
