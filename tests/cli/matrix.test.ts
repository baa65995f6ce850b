/** `posenc matrix`: pictures and files of the rows of relative tables. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, type RelativeIndicesOptions } from 'posenc';
import {
  decodeJson,
  decodeNpy,
  decodeSafetensors,
  encodeCsv,
  encodeJson,
} from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { oneIn } from '../support/sample.mjs';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

const read = (name: string) => readFileSync(path.join(folder, name));

/** Runs a command that must succeed. */
async function run(command: string, input = ''): Promise<string> {
  const given = command.split(' ').filter(Boolean);
  const { code, stdout, stderr } = await posenc(folder, given, input);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout.toString();
}

const cases: [string, RelativeIndicesOptions][] = [
  [
    'clip --left 2 --right 3 --queries 6',
    { scheme: { type: 'clip', left: 2, right: 3 }, queries: 6 },
  ],
  [
    'zero --left 1 --right 0 --queries 4 --keys 7 --reversed',
    {
      scheme: { type: 'zero', left: 1, right: 0, reversed: true },
      ...{ queries: 4, keys: 7 },
    },
  ],
  [
    't5 --queries 40 --buckets 8 --max-distance 20 --no-bidirectional',
    {
      scheme: {
        ...{ type: 't5', buckets: 8, maxDistance: 20, bidirectional: false },
      },
      queries: 40,
    },
  ],
  [
    'deberta --buckets 8 --max-relative-positions 32 --query-positions 5,900 --keys 9',
    {
      scheme: { type: 'deberta', buckets: 8, maxRelativePositions: 32 },
      ...{ queryPositions: [5, 900], keys: 9 },
    },
  ],
  [
    'urpe --queries 3 --keys 9 --key-positions -4,-3,-2,-1,0,1,2,3,400',
    {
      scheme: { type: 'urpe' },
      ...{ queries: 3, keys: 9 },
      keyPositions: [-4, -3, -2, -1, 0, 1, 2, 3, 400],
    },
  ],
  [
    'bert --max-position 8 --queries 8',
    { scheme: { type: 'bert', maxPosition: 8 }, queries: 8 },
  ],
  [
    'grid --grid 2,3 --prefix 1',
    { scheme: { type: 'grid', grid: [2, 3], prefix: 1 } },
  ],
  [
    'absolute-grid --grid 3,2',
    { scheme: { type: 'absoluteGrid', grid: [3, 2] } },
  ],
];

/** The numbers of a picture, without the positions beside them. */
const numbersIn = (picture: string) =>
  picture
    .split('\n')
    .slice(2)
    .filter((line) => line.includes('│'))
    .flatMap((line) => line.split('│')[1]?.trim().split(/\s+/) ?? [])
    .map((text) => (text === '·' ? -1 : Number(text)));

// Samples, as each starts a process.
describe.each(oneIn(2, cases, 'matrices'))(
  'posenc matrix %s',
  (command, options) => {
    const whole = pe.relativeIndices(options);

    it('shows and writes what the library makes', async () => {
      const picture = await run(`matrix ${command}`);
      expect(numbersIn(picture)).toEqual([...whole.data]);
      expect(picture.includes('·: no row')).toBe(whole.data.includes(-1));
      await run(`matrix ${command} --out m.npy`);
      expect(decodeNpy(read('m.npy'))).toEqual(whole);
    });
  },
);

it('a picture has the positions beside the rows', async () => {
  expect(
    await run('matrix zero --left 1 --right 1 --queries 2 --keys 11'),
  ).toBe(`   │  0  1  2  3  4  5  6  7  8  9 10
───┼─────────────────────────────────
 9 │  ·  ·  ·  ·  ·  ·  ·  ·  0  1  2
10 │  ·  ·  ·  ·  ·  ·  ·  ·  ·  0  1
·: no row
`);
});

it('all formats hold the same rows', async () => {
  const scheme = { type: 't5', buckets: 32 } as const;
  const whole = pe.relativeIndices({ scheme, queries: 5, keys: 300 });
  const command = 'matrix t5 --buckets 32 --queries 5 --keys 300';
  const spec = { method: 'relativeIndices', scheme, queries: 5, keys: 300 };
  await run(`${command} --out m.safetensors`);
  expect(decodeSafetensors(read('m.safetensors'))).toEqual({
    tensors: { relativeIndices: whole },
    unread: {},
    metadata: { spec: JSON.stringify(spec) },
  });
  await run(`${command} --out m.json`);
  expect(read('m.json').equals(encodeJson(whole, { spec }))).toBe(true);
  expect(decodeJson(read('m.json')).tensor).toEqual(whole);
  expect(await run(`${command} --out - --format csv`)).toBe(
    new TextDecoder().decode(encodeCsv(whole)),
  );
  // A spec file says the scheme; a flag counts more.
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(spec));
  await run('matrix --spec spec.json --buckets 16 --out n.npy');
  expect(decodeNpy(read('n.npy'))).toEqual(
    pe.relativeIndices({
      ...{ scheme: { ...scheme, buckets: 16 }, queries: 5, keys: 300 },
    }),
  );
});

it.each<[string, RegExp]>([
  ['matrix', /which scheme\? .*clip, zero, t5/],
  [
    'matrix clop --queries 3',
    /must be one of clip, .* got "clop"; did you mean "clip"\?/,
  ],
  ['matrix clip --queries 3 --left 2', /--right is required/],
  ['matrix clip --queries 3 --left -1 --right 2', /--left must be an integer/],
  ['matrix clip --queries 3 --buckets 8', /there is no flag --buckets/],
  ['matrix t5 --queries 3 --buckets 3', /--buckets must be/],
  ['matrix t5', /--queries is required/],
  ['matrix t5 x --queries 3', /unexpected word "x"/],
  ['matrix t5 --queries 65', /--out is required, .* 64 queries and keys/],
  ['matrix t5 --queries 6 --format csv', /--format needs --out/],
  ['matrix t5 --queries 6 --dtype int8', /no flag --dtype/],
])('posenc %s is refused', async (command, line) => {
  const { code, stderr, stdout } = await posenc(folder, command.split(' '));
  expect(stderr).toMatch(line);
  expect(stdout.length).toBe(0);
  expect(code).toBe(2);
});

it.each(oneIn(2, cases, 'matrices as JSON'))(
  'posenc matrix %s --json',
  async (command, options) => {
    const text = await run(`matrix ${command} --json`);
    const { queries, keys, rows } = JSON.parse(text);
    const { data, shape } = pe.relativeIndices(options);
    expect([queries.length, keys.length]).toEqual(shape);
    expect(rows.flat()).toEqual([...data]);
    const { queryPositions, keyPositions } = options;
    if (queryPositions) expect(queries).toEqual(queryPositions);
    if (keyPositions) expect(keys).toEqual(keyPositions);
  },
);
