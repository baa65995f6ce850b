// What follows from the recipes of CONTRIBUTING. Runs in a copy of the
// repository to which `tests/readme/recipes.test.mjs` added the bias
// `linearBias` and the relative term `keyDistance`.
import { load } from 'posenc';
import { methods } from 'posenc/descriptions';
import { afterAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../../scripts/docs/pages.mjs';
import { posenc, scratch } from '../cli/program.ts';
import { wholeDigests } from '../engines/digest/digests.mjs';
import { noise } from '../support/noise.mjs';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

const inputs = {
  q: noise(5 * 2 * 4, 1),
  k: noise(5 * 2 * 4, 2),
  v: noise(5 * 2 * 4, 3),
  heads: 2,
  headDim: 4,
};

describe('linearBias', () => {
  const spec = { method: 'linearBias', slope: 0.25, heads: 2 };

  it('computes its formula', () => {
    const made = pe.linearBias({ heads: 2, slope: 0.25, queries: 2, keys: 3 });
    expect(made.shape).toEqual([2, 2, 3]);
    // The last query is at the last key.
    const head = [-0.25, 0, -0.25, -0.5, -0.25, 0];
    const values = Array.from(made.data, (value) => value + 0); // no -0
    expect(values).toEqual([...head, ...head]);
    expect(pe.make({ ...spec, queries: 2, keys: 3 })).toEqual(made);
  });

  it('acts in attention as its map does', () => {
    const bias = pe.make({ ...spec, queries: 5 });
    const output = pe.attention({ ...inputs, bias });
    expect(pe.attention({ ...inputs, bias: spec })).toEqual(output);
  });
});

describe('keyDistance', () => {
  const table = [
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0, 0.5, 0, 0],
  ];
  const own = { reach: 1, table };

  it('computes its formula', () => {
    const { k } = inputs;
    const shaped = { data: k, shape: [5, 2, 4], dtype: 'float32' };
    const made = pe.keyDistance({ k: shaped, ...own });
    expect(made.shape).toEqual([2, 5, 5]);
    made.data.forEach((value, n) => {
      const [h, i, j] = [Math.floor(n / 25), Math.floor(n / 5) % 5, n % 5];
      const row = table[Math.max(-1, Math.min(1, j - i)) + 1];
      const products = row.map((e, c) => e * k[(j * 2 + h) * 4 + c]);
      expect(value).toBe(Math.fround(products.reduce((a, b) => a + b)));
    });
  });

  it('has a gradient in attention', () => {
    const relative = { method: 'keyDistance', ...own };
    const options = { ...inputs, relative, upstream: noise(5 * 2 * 4, 4) };
    const found = pe.attentionGradient(options);
    expect(JSON.stringify(Object.keys(found))).toContain('elative');
  });
});

describe.each(['linearBias', 'keyDistance'])('%s', (name) => {
  it('is described', () => {
    const { title, parameters } = methods[name];
    expect(title).toMatch(/^[A-Z]/);
    const [own] = name === 'linearBias' ? ['slope'] : ['reach'];
    expect(parameters[own].doc).toMatch(/\.$/);
  });

  it('has help and a reference page', async () => {
    const help = await posenc(folder, ['help', name]);
    const text = help.stdout.toString();
    const pages = await pagesOf();
    const file = name === 'linearBias' ? 'linear-bias.md' : 'key-distance.md';
    const page = pages.get(`docs/methods/${file}`);
    for (const words of [methods[name].summary, methods[name].pitfalls[0]]) {
      expect(page).toContain(words);
    }
    expect(text).toContain(name === 'linearBias' ? '--slope' : '--reach');
    expect(`${text}${page}`).not.toContain('undefined');
    expect(pages.get('docs/README.md')).toContain(`methods/${file}`);
  });
});

it('linearBias and keyDistance are digested', () => {
  const digests = wholeDigests(pe);
  for (const name of ['linearBias', 'keyDistance']) {
    const own = digests.filter((line) => line.includes(name));
    expect(own.length, name).toBeGreaterThan(0);
    // Five positions do not fit the two keys of the example.
    const fitting = own.filter((line) => !line.includes('keyPositions'));
    for (const line of fitting) expect(line).not.toMatch(/^ERR/);
  }
});
