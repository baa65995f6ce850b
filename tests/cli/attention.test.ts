/** `posenc attention`: every result in every format, with specs inside. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type AttentionMapOptions,
  type AttentionOptions,
  type AttentionOutput,
  load,
  type Tensor,
  tensor,
} from 'posenc';
import {
  decodeJson,
  decodeNpy,
  decodeSafetensors,
  encodeCsv,
  encodeNpy,
  encodeSafetensors,
} from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { attentionMapHelp } from '../../bindings/src/cli/help-scores.js';
import { noise } from '../support/noise.mjs';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

const read = (name: string) => readFileSync(path.join(folder, name));
const save = (name: string, content: string | Uint8Array) =>
  writeFileSync(path.join(folder, name), content);

/** Runs a command that must succeed and print nothing. */
async function run(given: readonly string[], input = ''): Promise<Buffer> {
  const { code, stdout, stderr } = await posenc(folder, given, input);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout;
}

const heads = 2;
const headDim = 8;
const made = (rows: number, seed: number) =>
  tensor(noise(rows * heads * headDim, seed), [rows, heads, headDim]);
const [q, k, v] = [made(5, 1), made(7, 2), made(7, 3)];
const table = tensor(noise(32 * heads, 4), [32, heads]);
const keyTable = tensor(noise(9 * headDim, 5), [9, headDim]);
const biasMap = tensor(noise(heads * 5 * 7, 6), [heads, 5, 7]);

save('q.npy', encodeNpy(q));
save('kv.safetensors', encodeSafetensors({ k, v }));
save('table.npy', encodeNpy(table));
save('map.npy', encodeNpy(biasMap));
mkdirSync(path.join(folder, 'weights'));
save('weights/shaw.npy', encodeNpy(keyTable));
save('weights/t5.json', '{"method": "t5Bias", "table": "../table.npy"}');
save(
  'weights/two.json',
  '["alibi", {"method": "t5Bias", "table": "../table.npy"}]',
);
save('weights/self.json', '["self.json"]');
save('weights/number.json', '3');

const inputs = [
  ...['attention', '--q', 'q.npy'],
  ...['--k', 'kv.safetensors:k', '--v', 'kv.safetensors:v'],
];

type Options = Omit<
  AttentionOptions<readonly AttentionOutput[]>,
  'q' | 'k' | 'v'
>;

/** The results of the library by the names that they have in a file. */
function resultsOf(options: Options) {
  const { terms = {}, ...rest } = pe.attention({ q, k, v, ...options });
  const named = Object.entries(terms).map(
    ([name, one]) => [`terms.${name}`, one] as const,
  );
  return { ...rest, ...Object.fromEntries(named) } as Record<string, Tensor>;
}

async function tensorsOf(...given: string[]) {
  await run([...inputs, ...given, '--out', 'a.safetensors']);
  return decodeSafetensors(read('a.safetensors')).tensors;
}

const alibi = { method: 'alibi' } as const;
const t5 = { method: 't5Bias', table } as const;

describe('a spec inside', () => {
  it.each<[string[], Options]>([
    [[], {}],
    [['--bias', 'alibi', '--causal'], { bias: alibi, causal: true }],
    [
      ['--bias', '{"method":"alibi","maxBias":4}', '--terms'],
      { bias: { ...alibi, maxBias: 4 }, terms: true },
    ],
    [['--bias', '{"method":"t5Bias","table":"table.npy"}'], { bias: t5 }],
    [['--bias', 'weights/t5.json', '--scale', '1'], { bias: t5, scale: 1 }],
    [
      ['--bias', 'weights/two.json', '--terms'],
      { bias: [alibi, t5], terms: true },
    ],
    [
      ['--bias', '["alibi","map.npy"]', '--terms'],
      { bias: [alibi, biasMap], terms: true },
    ],
    [['--bias', 'map.npy'], { bias: biasMap }],
    [
      [
        ...['--relative', '{"method":"shaw","keyTable":"weights/shaw.npy"}'],
        ...['--window', '3,0', '--outputs', 'weights,output', '--terms'],
      ],
      {
        relative: { method: 'shaw', keyTable },
        ...{ window: [3, 0], outputs: ['weights', 'output'], terms: true },
      },
    ],
    [
      ['--rotary', '{"headDim":8,"theta":100}', '--key-start', '3'],
      { rotary: { method: 'rope', headDim: 8, theta: 100 }, keyStart: 3 },
    ],
  ])('%j gives what the library gives', async (given, options) => {
    expect(await tensorsOf(...given)).toEqual(resultsOf(options));
  });

  it('may stand in a spec file, with its arrays beside it', async () => {
    const spec = {
      ...{ method: 'attention', causal: true, terms: true },
      bias: ['alibi', { method: 't5Bias', table: '../table.npy' }],
      rotary: { headDim: 8 },
    };
    save('weights/spec.json', JSON.stringify(spec));
    expect(await tensorsOf('--spec', 'weights/spec.json')).toEqual(
      resultsOf({
        ...{ causal: true, terms: true, bias: [alibi, t5] },
        rotary: { method: 'rope', headDim: 8 },
      }),
    );
  });

  it('is told by the file as it was given', async () => {
    await tensorsOf('--bias', 'alibi', '--causal');
    const { metadata } = decodeSafetensors(read('a.safetensors'));
    expect(JSON.parse(metadata.spec ?? '')).toEqual({
      ...{ method: 'attention', q: 'q.npy', causal: true },
      ...{ k: 'kv.safetensors:k', v: 'kv.safetensors:v', bias: alibi },
    });
  });
});

describe('files', () => {
  const options = { bias: alibi, terms: true } as const;
  const flags = [...inputs, '--bias', 'alibi', '--terms'];
  const results = resultsOf(options);

  it('of other formats hold one result each', async () => {
    mkdirSync(path.join(folder, 'out'));
    await run([...flags, '--out', 'out/x.npy']);
    const names = Object.keys(results).map((name) => `x.${name}.npy`);
    expect(readdirSync(path.join(folder, 'out')).sort()).toEqual(names.sort());
    for (const [name, whole] of Object.entries(results)) {
      expect(decodeNpy(read(`out/x.${name}.npy`))).toEqual(whole);
    }
  });

  it('have a line for each row of the last axis', async () => {
    await run([...flags, '--out', 'c.csv']);
    await run([...flags, '--out', 'j.json']);
    for (const [name, whole] of Object.entries(results)) {
      const csv = encodeCsv(whole, { lineAxes: 2 });
      expect(read(`c.${name}.csv`).equals(csv), name).toBe(true);
      expect(decodeJson(read(`j.${name}.json`)).tensor).toEqual(whole);
    }
  });

  it('may be a pipe for one result', async () => {
    const one = ['--outputs', 'weights', '--format', 'npy', '--out', '-'];
    const npy = await run([...inputs, ...one]);
    expect(decodeNpy(new Uint8Array(npy))).toEqual(resultsOf({}).weights);
  });
});

it.each<[string[], RegExp]>([
  [
    ['--bias', 'alibbi'],
    /--bias\.method must be one of .* did you mean "alibi"/,
  ],
  [['--bias', '{"method":"alibi","maxBais":4}'], /maxBais/],
  [['--bias', '{"method":"alibi","maxBias":-4}'], /--bias\.maxBias must be/],
  [
    ['--bias', '{method:alibi}'],
    /--bias must be the name of a method, its spec/,
  ],
  [['--bias', 'weights/number.json'], /number\.json must hold a spec/],
  [['--bias', 'weights/self.json'], /self\.json must hold a spec/],
  [['--relative', 'map.npy'], /--relative must be a file that ends in \.json/],
  [
    ['--bias', '{"method":"t5Bias","table":"gone.npy"}'],
    /cannot read gone\.npy/,
  ],
  [
    ['--bias', '{"method":"t5Bias","table":"x"}'],
    /--bias\.table must be numbers/,
  ],
  [['--rotary', '{"headDim":7}'], /--rotary\.headDim must be/],
  [['--outputs', 'scores,weigths'], /--outputs\[1\] must be .*"weights"/],
  [['--window', '3'], /--window/],
  [['--format', 'npy', '--out', '-'], /--out - takes one array/],
])('%j is refused', async (given, line) => {
  const out = given.includes('--out') ? [] : ['--out', 'x.safetensors'];
  const { code, stderr } = await posenc(folder, [...inputs, ...given, ...out]);
  expect(stderr).toMatch(line);
  expect(stderr).toMatch(/^posenc attention: [^\n]*\n$/);
  expect([1, 2]).toContain(code);
});

it('attention-map writes the numbers of a picture', async () => {
  const given = ['attention-map', ...inputs.slice(1), '--causal'];
  const picture = ['--of', 'weights', '--pool', 'minMax', '--width', '3'];
  const rotary = { method: 'rope', headDim } as const;
  const part = ['--key-range', '1,7', '--rows', '0,2'];
  const turned = ['--rotary', JSON.stringify(rotary)];
  const out = ['--out', 'map.safetensors'];
  await run([...given, ...picture, ...part, ...turned, ...out]);
  const { tensors, metadata } = decodeSafetensors(read('map.safetensors'));
  const options: Omit<AttentionMapOptions, 'q' | 'k'> = {
    ...{ causal: true, of: 'weights', pool: 'minMax', width: 3 },
    ...{ keyRange: [1, 7], rows: [0, 2], rotary },
  };
  const wanted = pe.attentionMap({ q, k, ...options });
  expect(tensors.map).toEqual(wanted);
  expect(JSON.parse(metadata?.spec ?? '')).toMatchObject({
    ...{ method: 'attentionMap', keyRange: [1, 7], rows: [0, 2] },
  });
  const wrong = [...given, '--query-range', '4,9', '--out', 'x.npy'];
  const { code, stderr } = await posenc(folder, wrong);
  expect([code, stderr]).toEqual([
    2,
    'posenc attention-map: --query-range[1] must be at most 5, the number of ' +
      'queries, got 9\n',
  ]);
});

it('attention-map says first what can be shown, and not what is unused', () => {
  const help = attentionMapHelp();
  const at = (flag: string) => help.search(new RegExp(`^  ${flag} `, 'm'));
  const own = ['of', 'query-range', 'key-range', 'height', 'width', 'pool'];
  for (const flag of own) {
    expect(at(`--${flag}`), flag).toBeGreaterThan(0);
    expect(at(`--${flag}`), flag).toBeLessThan(at('--q'));
  }
  const unused = ['v', 'value-dim', 'value-bias', 'output-bias'];
  for (const flag of unused) expect(at(`--${flag}`), flag).toBe(-1);
  expect(help).not.toMatch(/^ {2}--(value|output)-weight/m);
  expect(help).toMatch(/writes the numbers of the picture.* no image/s);
});

it.each(['svg', 'png'])('attention-map draws no .%s', async (end) => {
  const given = ['attention-map', ...inputs.slice(1), '--out', `map.${end}`];
  const { code, stderr } = await posenc(folder, given);
  expect(code).toBe(2);
  expect(stderr).toMatch(/--out must end in \.npy, .*\.json/);
});
