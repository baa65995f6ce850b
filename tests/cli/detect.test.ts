/** `posenc detect`: frequencies, caches, heads and tables in files. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, tensor } from 'posenc';
import {
  encodeCsv,
  encodeJson,
  encodeNpy,
  encodeSafetensors,
} from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

const at = (name: string) => path.join(folder, name);
const run = async (command: string) => {
  const words = command.split(' ').filter(Boolean);
  const { code, stdout, stderr } = await posenc(folder, ['detect', ...words]);
  return { code, stderr, text: stdout.toString() };
};

const scaling = {
  type: 'llama3',
  factor: 8,
  originalMaxPosition: 8192,
} as const;
const options = { headDim: 64, theta: 500000 } as const;
const rope = pe.rope({ ...options, scaling });
const frequencies = tensor(Float32Array.from(rope.frequencies), [32]);
const plain = tensor(Float32Array.from(pe.rope(options).frequencies), [32]);
const { cos, sin } = rope.cache({ cache: 'hf', length: 300 });
writeFileSync(
  at('model.safetensors'),
  encodeSafetensors({ inv_freq: frequencies, plain }),
);
writeFileSync(at('inv.json'), encodeJson(frequencies));
writeFileSync(at('cos.npy'), encodeNpy(cos));
writeFileSync(at('sin.npy'), encodeNpy(sin));
const q = tensor(noise(40 * 2 * 64, 1), [40, 2, 64]);
writeFileSync(at('before.npy'), encodeNpy(q));
writeFileSync(at('after.npy'), encodeNpy(rope.rotate(q)));
const table = pe.sinusoidal({ length: 50, dim: 16 });
writeFileSync(at('table.npy'), encodeNpy(table));
writeFileSync(at('table.csv'), encodeCsv(table));
writeFileSync(
  at('late.npy'),
  encodeNpy(pe.sinusoidal({ length: 50, dim: 16, start: 1 })),
);
// Several lengths of the first training make the same frequencies.
const rare = {
  type: 'yarn',
  factor: 4,
  originalMaxPosition: 40960,
} as const;
const { frequencies: same } = pe.rope({
  ...{ headDim: 128, theta: 1e6, scaling: rare },
});
writeFileSync(at('rare.json'), JSON.stringify(Array.from(same)));
writeFileSync(at('noise.npy'), encodeNpy(tensor(noise(512, 3), [32, 16])));
writeFileSync(
  at('config.json'),
  JSON.stringify({
    ...{ model_type: 'llama', hidden_size: 512, num_attention_heads: 8 },
    ...{ num_hidden_layers: 2, head_dim: 64, rope_theta: 500000 },
    max_position_embeddings: 131072,
    rope_scaling: {
      ...{ rope_type: 'llama3', factor: 8, low_freq_factor: 1 },
      ...{ high_freq_factor: 4, original_max_position_embeddings: 8192 },
    },
  }),
);

describe('what is right', () => {
  it.each([
    ['model.safetensors:inv_freq', 'found'],
    ['inv.json', 'found'],
    ['cos.npy', 'found'],
    ['cos.npy sin.npy', 'found'],
    ['before.npy after.npy', 'found'],
    ['table.npy', 'found'],
    ['table.csv', 'found'],
    ['cos.npy --as cos', 'found'],
    ['sin.npy --as sin', 'found'],
    ['model.safetensors:inv_freq --config config.json', 'as expected'],
    ['cos.npy sin.npy --config config.json', 'as expected'],
    ['before.npy after.npy --config config.json', 'as expected'],
  ])('%s', async (words, said) => {
    const { code, text, stderr } = await run(words);
    expect(stderr).toBe('');
    expect(text.split('\n')[0]).toBe(said);
    expect(code).toBe(0);
  });

  it('prints the report that the library gives', async () => {
    const { text } = await run('cos.npy sin.npy --json');
    expect(JSON.parse(text)).toEqual(pe.detectSchedule({ cos, sin }));
    const other = await run('table.npy --json');
    expect(JSON.parse(other.text)).toEqual(pe.detectTable({ table }));
  });
});

describe('what is not', () => {
  it.each([
    [
      'model.safetensors:plain --config config.json',
      'mistake: not the schedule that was expected',
    ],
    ['cos.npy --preset RoFormer', /^mistake: the base of another model/],
    ['late.npy', 'mistake: positions begin at another number'],
    ['noise.npy', /^unknown: the least residual is /],
    ['noise.npy --as table', /^unknown: /],
  ])('%s', async (words, said) => {
    const { code, text, stderr } = await run(words);
    expect(stderr).toBe('');
    expect(text.split('\n')[0]).toMatch(said);
    expect(code).toBe(1);
  });

  it('is said where the one candidate that fits has neighbours', async () => {
    const { code, text } = await run('rare.json');
    expect(text.split('\n')[0]).toBe(
      'ambiguous: these numbers fit the candidate, and others near to it',
    );
    expect(text.match(/ yes /g)).toHaveLength(1);
    expect(code).toBe(0);
  });

  it('is said of a start', async () => {
    expect((await run('late.npy --start 1')).code).toBe(0);
  });
});

it.each([
  [
    '',
    'which file? `posenc detect FILE …`; two files are COS SIN or BEFORE AFTER',
    2,
  ],
  ['cos.npy sin.npy x', 'unexpected word "x"', 2],
  ['- -', 'only one file can be standard input', 2],
  [
    'cos.npy --as map',
    '--as must be one of frequencies, cache, cos, sin, heads, table, got "map"',
    2,
  ],
  ['before.npy --as heads', 'two files are needed: BEFORE AFTER', 2],
  ['cos.npy sin.npy --as table', 'unexpected word "sin.npy"', 2],
  ['cos.npy --layer 3', "--layer needs --config, a model's file", 2],
  [
    'cos.npy --config config.json --preset RoFormer',
    '--preset and --config exclude each other',
    2,
  ],
  ['none.npy', 'cannot read none.npy: no such file or directory', 1],
  [
    'inv.json --head-dim 8',
    '--head-dim must be at least 64, for 32 pairs, got 8',
    2,
  ],
  ['cos.npy table.npy', /^table\.npy\.shape must be \[300, 64\]/, 2],
])('%s', async (words, message, exitCode) => {
  const { code, stderr } = await run(words);
  const said = stderr.replace(/^posenc detect: |\n$/g, '');
  if (typeof message === 'string') expect(said).toBe(message);
  else expect(said).toMatch(message);
  expect(code).toBe(exitCode);
});
