// What follows from the part of CONTRIBUTING's recipe. Runs in a copy of the
// repository in which `tests/scripts/new.test.mjs` has laid and built it.
import { readFileSync } from 'node:fs';
import * as whole from 'posenc';
import { load } from 'posenc/gates';
import { create } from 'posenc/gates/external';
import { createClient } from 'posenc/worker';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';

const all = await whole.load();
const pe = await load();

const heads = 3;
const specs = ['float32', 'float64', 'float16', 'bfloat16'].flatMap((dtype) => [
  {
    ...{ method: 'forgetting', dtype, heads, queries: 37, keys: 41 },
    gates: noise(41 * heads, 1),
  },
  {
    ...{ method: 'urpe', dtype, heads, queries: 37, keys: 41, form: 'offset' },
    table: noise(81 * heads, 2),
    maxLength: 41,
  },
]);

/** @param {whole.Tensor<whole.AnyDType>} tensor */
const bitsOf = ({ data, shape, dtype }) => [
  ...[shape, dtype],
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex'),
];

const wanted = specs.map((spec) => bitsOf(all.make(spec)));

describe('posenc/gates', () => {
  it('gives the bits of the package', () => {
    expect(specs.map((spec) => bitsOf(pe.make(spec)))).toEqual(wanted);
    const called = specs.map(({ method, ...options }) => pe[method](options));
    expect(called.map(bitsOf)).toEqual(wanted);
  });

  it('gives them without inlined WebAssembly', async () => {
    const address = new URL('../../bindings/dist/gates.wasm', import.meta.url);
    const external = await create({ wasm: readFileSync(address) });
    expect(specs.map((spec) => bitsOf(external.make(spec)))).toEqual(wanted);
  });

  it('gives them in workers', async () => {
    const client = createClient({ part: 'gates', workers: 1 });
    const made = await Promise.all(specs.map((spec) => client.make(spec)));
    expect(made.map(bitsOf)).toEqual(wanted);
    await client.close();
  });

  it('has its two methods alone', () => {
    const own = Object.keys(pe).filter((key) => typeof pe[key] === 'function');
    const base = ['make', 'plan', 'resident'];
    expect(own.sort()).toEqual(['forgetting', 'urpe', ...base].sort());
    expect(() => pe.make({ method: 'alibi', heads: 1 })).toThrow(
      'posenc/bias has it',
    );
  });
});
