/** `posenc detect-layout` and `posenc convert-layout`. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, tensor } from 'posenc';
import {
  decodeJson,
  decodeNpy,
  decodeSafetensors,
  encodeJson,
  encodeNpy,
  encodeSafetensors,
} from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { posenc, program, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

const at = (name: string) => path.join(folder, name);
const run = async (command: string) => {
  const { code, stdout, stderr } = await posenc(folder, command.split(' '));
  return { code, stderr, text: stdout.toString() };
};

const q = tensor(noise(9 * 2 * 32, 1), [9, 2, 32]);
const rope = pe.rope({ headDim: 32, theta: 500000 });
const inverse = rope.rotate(q, { inverse: true });
writeFileSync(at('before.npy'), encodeNpy(q));
writeFileSync(at('after.npy'), encodeNpy(rope.rotate(q)));
writeFileSync(at('inverse.json'), encodeJson(inverse));
const wide = tensor(Float64Array.from(inverse.data), [9, 2, 32]);
writeFileSync(at('wide.npy'), encodeNpy(wide));
const weights = tensor(noise(64 * 3, 2), [64, 3]);
const half = pe.resample({
  ...{ table: weights, from: [64], to: [64], dtype: 'bfloat16' },
});
writeFileSync(
  at('model.safetensors'),
  encodeSafetensors({ 'k.weight': weights, 'q.weight': half }),
);

describe('detect-layout', () => {
  it('says in words what was done', async () => {
    const { code, text } = await run('detect-layout before.npy after.npy');
    expect(code).toBe(0);
    expect(text).toMatch(/^turned as expected\n/);
    expect(text).toMatch(/ yes {3}half, sign \+, theta 500000, rotary-dim 32 /);
  });

  it.each(['inverse.json', 'wide.npy'])('reads %s', async (file) => {
    const { code, text } = await run(
      `detect-layout before.npy ${file} --theta 500000`,
    );
    expect(code).toBe(1);
    expect(text).toMatch(/^mistake: the opposite sign of the angles\n/);
  });

  it('prints the report that the library gives', async () => {
    const { text } = await run(
      'detect-layout after.npy --reference wide.npy --theta 500000 --json',
    );
    const report = pe.detectLayout({
      ...{ after: rope.rotate(q), reference: inverse, rope },
    });
    expect(report.verdict).toBe('mistake');
    expect(JSON.parse(text)).toEqual(report);
  });

  it.each([
    [
      'before.npy',
      'two files are needed: BEFORE AFTER, or AFTER --reference FILE',
    ],
    ['before.npy after.npy x', 'unexpected word "x"'],
    ['- -', 'only one file can be standard input'],
    [
      'before.npy after.npy --theta 0',
      '--theta must be a finite number ≥ 1, got 0',
    ],
    [
      'before.npy after.npy --heads 3',
      /^(before|after)\.npy must be \[L, heads, headDim\]/,
    ],
  ])('%s', async (words, message) => {
    const { code, stderr } = await run(`detect-layout ${words}`);
    expect(code).toBe(2);
    const said = stderr.replace(/^posenc detect-layout: |\n$/g, '');
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });
});

describe('convert-layout', () => {
  const flags = '--heads 2 --from half --to interleaved';
  const options = { heads: 2, from: 'half', to: 'interleaved' } as const;

  it('writes what the library gives, under its name', async () => {
    const { code } = await run(
      `convert-layout model.safetensors:q.weight ${flags} --out q.safetensors`,
    );
    expect(code).toBe(0);
    const { tensors, metadata } = decodeSafetensors(
      readFileSync(at('q.safetensors')),
    );
    const wanted = pe.convertLayout({ ...options, weights: half });
    expect(tensors).toEqual({ 'q.weight': wanted });
    expect(JSON.parse(metadata.spec ?? '')).toEqual({
      ...{ method: 'convertLayout', ...options },
    });
  });

  it('reads a pipe in any format, and writes one', () => {
    const wanted = pe.convertLayout({ ...options, weights });
    for (const input of [
      encodeNpy(weights),
      encodeSafetensors({ weights }),
      encodeJson(weights),
    ]) {
      const { stdout, status } = spawnSync(
        process.execPath,
        [
          program,
          'convert-layout',
          '-',
          ...flags.split(' '),
          '--out',
          '-',
        ].concat('--format', 'npy'),
        { input },
      );
      expect(status).toBe(0);
      expect(decodeNpy(stdout)).toEqual(wanted);
    }
  });

  it('JSON', async () => {
    await run(
      `convert-layout model.safetensors:k.weight ${flags} --out k.json`,
    );
    const { tensor } = decodeJson(readFileSync(at('k.json'), 'utf8'));
    expect(tensor).toEqual(pe.convertLayout({ ...options, weights }));
  });

  it.each([
    ['', 'which file? `posenc convert-layout FILE …`; - is standard input'],
    ['before.npy --out x.npy', '--from is required, "half" or "interleaved"'],
    [
      `model.safetensors:k.weight ${flags} --head-dim 8 --out x.npy`,
      'model.safetensors:k.weight must be [heads · headDim, in] = [16, in], ' +
        'got [64, 3]',
    ],
    [
      `model.safetensors ${flags} --out x.npy`,
      'model.safetensors must name one of the 2 tensors of the file: ' +
        'FILE:NAME, such as k.weight',
    ],
    [
      `nothing.npy ${flags} --out x.npy`,
      'cannot read nothing.npy: no such file or directory',
    ],
  ])('%s', async (words, message) => {
    const { code, stderr } = await run(`convert-layout ${words}`.trim());
    expect(code).toBe(message.startsWith('cannot') ? 1 : 2);
    expect(stderr).toBe(`posenc convert-layout: ${message}\n`);
  });
});
