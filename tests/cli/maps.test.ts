/** `posenc bias` and `posenc relative`: every method, every format, in parts. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, type Spec, type Tensor, tensor } from 'posenc';
import { type MethodDescription, methods } from 'posenc/descriptions';
import {
  decodeCsv,
  decodeJson,
  decodeNpy,
  decodeSafetensors,
  encodeCsv,
  encodeNpy,
  encodeSafetensors,
} from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { FAMILIES, familyOf, madeBy } from '../../bindings/src/cli/families.js';
import { asFlags } from '../../bindings/src/cli/words.js';
import { noise } from '../support/noise.mjs';
import { oneIn } from '../support/sample.mjs';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

const read = (name: string) => readFileSync(path.join(folder, name));
const save = (name: string, content: string | Uint8Array) =>
  writeFileSync(path.join(folder, name), content);

/** Runs a command that must succeed and print nothing. */
async function run(given: readonly string[]): Promise<Buffer> {
  const { code, stdout, stderr } = await posenc(folder, given);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout;
}

/** What a command says that must fail. */
async function fails(command: string): Promise<string> {
  const { code, stderr } = await posenc(folder, command.split(' '));
  expect(code).toBe(2);
  return stderr;
}

const make = (spec: object) => pe.make(spec as Spec) as Tensor;
/** The words of a command; quotes hold words with spaces together. */
const words = (text: string) =>
  Array.from(text.matchAll(/'([^']*)'|\S+/g), ([word, held]) => held ?? word);

const biases = madeBy(FAMILIES.bias);

// A sample, as each starts processes.
it.each(oneIn(2, biases, 'maps of biases'))(
  '$name is what the library makes of its example',
  async ({ name, example = {} }) => {
    const flags = words(asFlags(example));
    await run(['bias', name, ...flags, '--out', `${name}.npy`]);
    const whole = make({ method: name, ...example });
    expect(decodeNpy(read(`${name}.npy`))).toEqual(whole);
  },
);

describe('a map in parts', () => {
  const cases = [...biases, methods.relativeIndices as MethodDescription];
  // Their positions are cells, or tokens whose gates are given.
  const limited = /grid|distanceBias|forgetting/i;

  it.each(cases)('$name has the bits of the whole', ({ name, example }) => {
    const places = limited.test(name)
      ? [{}, { queryPositions: [3, 0, 2, 1, 3, 2], queries: 6, keys: 4 }]
      : [
          { queries: 23, keys: 23 },
          { queries: 7, keys: 19 },
          { queries: 19, keys: 7, queryStart: 40, keyStart: -3 },
          { queries: 5, keys: 9, keyPositions: [9, 3, 1, 4, 5, 2, 8, 0, 7] },
          { queries: 4, keys: 3, queryPositions: [2, 900, -1, 0] },
        ];
    for (const place of places) {
      const spec = { method: name, ...example, ...place } as unknown as Spec;
      const { shape, data } = make(spec);
      const [queries = 0, keys = 0] = shape.slice(-2);
      const heads = data.length / (queries * keys);
      const plan = pe.plan(spec);
      const parts = [...plan.cut((3 * plan.bytes) / queries)];
      expect(parts.length).toBe(Math.ceil(queries / 3));
      const joined = data.slice().fill(0);
      for (const [n, spec] of parts.entries()) {
        const [from, to] = [3 * n, Math.min(3 * n + 3, queries)];
        const part = make(spec);
        expect(part.shape).toEqual([...shape.slice(0, -2), to - from, keys]);
        const size = (to - from) * keys;
        for (let head = 0; head < heads; ++head) {
          const rows = part.data.subarray(head * size, (head + 1) * size);
          joined.set(rows as never, (head * queries + from) * keys);
        }
      }
      expect(joined).toEqual(data);
    }
  });

  it.each([
    { queryStart: 0.5 },
    { keyStart: 0.25 },
    { queryPositions: [0, 1, 1.5, 2] },
    { keyPositions: Float32Array.of(0, 1, 2, 3.5) },
  ])('is not cut at fractions: %j', (places) => {
    const spec = { method: 'alibi', heads: 2, queries: 4, ...places };
    expect([...pe.plan(spec as unknown as Spec).cut(1)]).toHaveLength(1);
  });
});

describe('a map that is larger than what is held at a time', () => {
  const spec = { method: 'alibi', heads: 3, queries: 2400, keys: 2900 };
  const flags = words('bias alibi --heads 3 --queries 2400 --keys 2900');
  const bytes = (array: ArrayBufferView) =>
    Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  const { data } = make(spec);

  it('is written to its places', async () => {
    await run([...flags, '--out', 'large.npy']);
    expect(read('large.npy').equals(encodeNpy(make(spec)))).toBe(true);
    await run([...flags, '--out', 'large.safetensors', '--name', 'b']);
    const metadata = { spec: JSON.stringify(spec) };
    const file = encodeSafetensors({ b: make(spec) }, metadata);
    expect(read('large.safetensors').equals(file)).toBe(true);
  });

  it('is written head by head to a pipe', async () => {
    const npy = await run([...flags, '--out', '-', '--format', 'npy']);
    expect(npy.subarray(128).equals(bytes(data))).toBe(true);
  });
});

describe('formats', () => {
  const spec = { method: 'alibi', heads: 2, queries: 3, keys: 5 };
  const flags = words('bias alibi --heads 2 --queries 3 --keys 5');
  const dtypes = ['float32', 'float64', 'float16', 'bfloat16'] as const;

  it.each(dtypes)('all hold the same numbers: %s', async (dtype) => {
    const whole = make({ ...spec, dtype });
    const told = { ...spec, dtype };
    const all = [...flags, '--dtype', dtype];
    if (dtype !== 'bfloat16') {
      await run([...all, '--out', 'f.npy']);
      expect(decodeNpy(read('f.npy'))).toEqual(whole);
    }
    await run([...all, '--out', 'f.safetensors', '--name', 'bias']);
    expect(decodeSafetensors(read('f.safetensors'))).toEqual({
      tensors: { bias: whole },
      unread: {},
      metadata: { spec: JSON.stringify(told) },
    });
    await run([...all, '--out', 'f.json']);
    expect(decodeJson(read('f.json'))).toEqual({ tensor: whole, spec: told });
    await run([...all, '--out', 'f.csv', '--header']);
    const csv = encodeCsv(whole, { lineAxes: 2, header: true });
    expect(read('f.csv').equals(csv)).toBe(true);
    expect(decodeCsv(csv).shape).toEqual([6, 5]);
  });

  it('may be a spec file again', async () => {
    await run([...flags, '--form', 'key', '--out', 'g.json']);
    const { spec: told, tensor: whole } = decodeJson(read('g.json'));
    save('again.json', JSON.stringify(told));
    await run(words('bias --spec again.json --out again.npy'));
    expect(decodeNpy(read('again.npy'))).toEqual(whole);
  });
});

describe('weights', () => {
  const table = noise(32 * 4, 1);
  const whole = make({
    ...{ method: 't5Bias', heads: 4, queries: 9, keys: 11 },
    table: tensor(table, [32, 4]),
  });
  const rows = Array.from({ length: 32 }, (_, i) => [
    ...table.subarray(i * 4, i * 4 + 4),
  ]);
  save('t.npy', encodeNpy(tensor(table, [32, 4])));
  save(
    'm.safetensors',
    encodeSafetensors({ a: whole, t: tensor(table, [128]) }),
  );
  save('t.csv', encodeCsv(tensor(table, [32, 4])));

  it.each(['t.npy', 'm.safetensors:t', 't.csv', JSON.stringify(rows)])(
    'come from %s',
    async (given) => {
      const flags = words('bias t5-bias --heads 4 --queries 9 --keys 11');
      const out = words('--format npy --out -');
      const npy = await run([...flags, '--table', given, ...out]);
      expect(decodeNpy(new Uint8Array(npy))).toEqual(whole);
    },
  );

  it('says how many heads there are', async () => {
    const given = words('bias t5-bias --queries 9 --keys 11 --table t.npy');
    const npy = await run([...given, ...words('--format npy --out -')]);
    expect(decodeNpy(new Uint8Array(npy))).toEqual(whole);
  });

  const turned = tensor(table, [4, 32]);
  const columns = Array.from({ length: 4 }, (_, i) => [
    ...table.subarray(i * 32, i * 32 + 32),
  ]);
  save('turned.npy', encodeNpy(turned));
  save('turned.safetensors', encodeSafetensors({ t: turned }));
  save('turned.csv', encodeCsv(turned));
  save('turned.json', JSON.stringify(columns));

  it.each([
    ...['turned.npy', 'turned.safetensors:t', 'turned.csv', 'turned.json'],
    JSON.stringify(columns),
  ])('are refused with their axes turned: %s', async (given) => {
    const flags = words('bias t5-bias --heads 4 --queries 9 --out x.npy');
    const { code, stderr } = await posenc(folder, [
      ...[...flags, '--table', given],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      '--table must be [buckets, heads] = [32, 4], got [4, 32]',
    );
  });
});

describe('relative terms', () => {
  const q = tensor(noise(5 * 2 * 4, 2), [5, 2, 4]);
  const k = tensor(noise(6 * 2 * 4, 3), [6, 2, 4]);
  const table = tensor(noise(7 * 4, 4), [7, 4]);
  save('q.npy', encodeNpy(q));
  save('k.npy', encodeNpy(k));
  save('shaw.npy', encodeNpy(table));
  const flags = words(
    'relative shaw --q q.npy --k k.npy --key-table shaw.npy --left 3 --right 3',
  );
  const spec = { method: 'shaw', q, k, keyTable: table, left: 3, right: 3 };

  it('are what the library makes', async () => {
    await run([...flags, '--out', 's.npy']);
    expect(decodeNpy(read('s.npy'))).toEqual(make(spec));
  });

  it('stand each by itself', async () => {
    await run([...flags, '--terms', '--out', 's.safetensors']);
    const { tensors } = decodeSafetensors(read('s.safetensors'));
    expect(tensors).toEqual(pe.make({ ...spec, terms: true } as never));
  });

  it('have a page with their parameters each', () => {
    for (const method of madeBy(FAMILIES.relative)) {
      expect(familyOf(method)?.word).toBe('relative');
    }
  });
});

it.each<[string, RegExp]>([
  ['bias alibi --heads 0 --queries 3 --out x.npy', /--heads must be/],
  ['bias alibi --heads 2 --out x.npy', /--queries is required/],
  [
    'bias alibi --heads 2 --queries 2 --slopes 1,2,3 --out x.npy',
    /--slopes\.length must be 2/,
  ],
  [
    'bias alibi --heads 2 --queries 2 --slopes [1,[2]] --out x.npy',
    /--slopes must be numbers, or rows of numbers of equal length/,
  ],
  [
    'bias alibi --heads 2 --queries 2 --slopes [1 --out x.npy',
    /--slopes must be numbers, or rows/,
  ],
  ['bias alibi extra --heads 2 --out x.npy', /unexpected word "extra"/],
  ['bias sandwich --queries 2', /--heads and --out are required/],
  ['bias alibi --queries 2 --out x.npy', /--heads is required/],
  ['bias alibi --heads 2 --queries 2 --rows 0:1', /there is no flag --rows/],
])('posenc %s is refused', async (command, line) => {
  expect(await fails(command)).toMatch(line);
});
