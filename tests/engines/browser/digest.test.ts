/** The bits of this browser are the bits of the native build. */

import { create } from 'posenc/compat';
import { expect, it } from 'vitest';
import { differences, digests } from '../digest/twin.mjs';
import { wholeDifferences, wholeDigests } from '../digest/whole.mjs';

async function text(path: string): Promise<string> {
  return (await fetch(path)).text();
}

it.each([true, false])('simd: %s', async (simd) => {
  const [cases, expected] = await Promise.all([
    text('/digest_cases.txt'),
    text('/digests.txt'),
  ]);
  const pe = await create({ simd });
  expect(pe.simd).toBe(simd);
  const actual = digests(pe, cases);
  expect(actual.length).toBeGreaterThan(50);
  expect(differences(expected.split('\n'), actual, cases)).toEqual([]);
});

it.each([true, false])('the whole package, simd: %s', async (simd) => {
  const expected = await text('/whole.txt');
  const actual = wholeDigests(await create({ simd }));
  expect(actual.length).toBeGreaterThan(100);
  expect(wholeDifferences(expected.split('\n'), actual)).toEqual([]);
});
