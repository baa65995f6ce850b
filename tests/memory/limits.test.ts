/**
 * A call that needs more memory than there can be throws a RangeError that says
 * how much it needs and how much there can be. The next call works.
 */

import { create, type Posenc } from 'posenc/compat';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../support/sample.mjs';

const GIB = 2 ** 30;

/** Throws ERR_MEMORY with both sizes, and leaves the instance working. */
function expectTooLarge(
  pe: Posenc,
  run: () => unknown,
  asked: RegExp,
  param = 'options',
) {
  let error: unknown;
  try {
    run();
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({
    ...{ name: 'PosencRangeError', code: 'ERR_MEMORY', param },
  });
  const { message } = error as Error;
  expect(message).toMatch(asked);
  expect(message).toMatch(/at most \d+(\.\d)? [KMGTP]?i?B/);
  const { data } = pe.sinusoidal({ length: 2, dim: 2 });
  expect(data[3]).toBe(Math.fround(Math.cos(1)));
}

const builds = oneIn(2, [{ simd: true }, { simd: false }], 'limits');
describe.each(builds)('simd: $simd', ({ simd }) => {
  it.each([
    { length: 2 ** 40, dim: 512, asked: /2\.0 PiB/ },
    { length: 2 ** 53, dim: 2 ** 20, asked: /32\.0 ZiB/ },
    { length: 2 ** 31, dim: 2 ** 20, asked: /8\.0 PiB/ },
  ])('a table of $length × $dim', async ({ length, dim, asked }) => {
    const pe = await create({ simd });
    const table = () => pe.sinusoidal({ length, dim });
    expectTooLarge(pe, table, asked, 'length');
    const rope = pe.rope({ headDim: 1024 });
    const tables = () => rope.cosSin({ length: 2 ** 45, full: true });
    expectTooLarge(pe, tables, /128\.0 PiB/, 'length');
    const cache = () => rope.cache({ cache: 'hf', length: 2 ** 45 });
    expectTooLarge(pe, cache, /PiB/, 'length');
  });

  it('tables of grids, and maps of biases', async () => {
    const pe = await create({ simd });
    const grid = () => pe.sinusoidalGrid({ grid: [2 ** 20, 2 ** 20], dim: 64 });
    expectTooLarge(pe, grid, /256\.0 TiB/, 'grid');
    const queries = () => pe.alibi({ heads: 1, queries: 2 ** 30 });
    expectTooLarge(pe, queries, /4\.0 EiB/, 'queries');
    const keys = () => pe.alibi({ heads: 8, queries: 2, keys: 2 ** 30 });
    expectTooLarge(pe, keys, /64\.0 GiB/, 'keys');
  });

  it('scores of too many queries and keys', async () => {
    const pe = await create({ simd });
    // 2^20 × 2^20 scores of width-1 heads: 4 TiB from two small inputs.
    const q = new Float32Array(2 ** 20);
    const run = () => pe.attention({ q, k: q, heads: 1, headDim: 1 });
    expectTooLarge(pe, run, /4\.0 TiB/);
  });

  it('a resident tensor beyond the address space', async () => {
    const pe = await create({ simd });
    const run = (floats: number) => pe.resident({ shape: [floats] });
    expectTooLarge(pe, () => run(GIB), /4\.0 GiB/, 'shape');
    expectTooLarge(pe, () => run(2 ** 50), /4\.0 PiB/, 'shape');
    expectTooLarge(pe, () => run(2 ** 53), /32\.0 PiB/, 'shape');
  });

  it('resident tensors beyond what is left, until one goes', async () => {
    const pe = await create({ simd });
    const gibibyte = () => pe.resident({ shape: [GIB / 4] });
    const first = gibibyte();
    expectTooLarge(pe, gibibyte, /1\.0 GiB/, 'shape');
    first.dispose();
    const second = gibibyte();
    second.data[5] = 1;
    second.dispose();
  });
});
