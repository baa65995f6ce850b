/** `--jobs N`: several workers write the bytes that one process writes. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tensor } from 'posenc';
import { encodeNpy } from 'posenc/formats';
import { afterAll, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { posenc, scratch } from './program.js';

const { folder, remove } = scratch();
afterAll(remove);
const rows = tensor(noise(300 * 4 * 16, 1), [300, 4, 16]);
writeFileSync(path.join(folder, 'q.npy'), encodeNpy(rows));

const attention = 'attention --q q.npy --k q.npy --v q.npy --causal';

it.each([
  ['table sinusoidal --length 5000 --dim 768', 'npy'],
  [
    'table sinusoidal --length 4000 --dim 512 --rows 1001: --dtype float64',
    'npy',
  ],
  ['table sinusoidal --length 3 --dim 4', 'csv'],
  ['rope --head-dim 128 --cache hf --length 20000', 'safetensors'],
  [`${attention} --terms --bias alibi`, 'safetensors'],
  ['attention-map --q q.npy --k q.npy --width 99', 'npy'],
  ['bias alibi --heads 4 --queries 300', 'npy'],
])('%s', async (command, ending) => {
  const [one, other] = [`one.${ending}`, `other.${ending}`];
  for (const more of [`--out ${one}`, `--jobs 2 --out ${other}`]) {
    const given = `${command} ${more}`.split(' ');
    const { code, stderr } = await posenc(folder, given);
    expect([code, stderr]).toEqual([0, '']);
  }
  const bytes = (name: string) => readFileSync(path.join(folder, name));
  expect(bytes(other).equals(bytes(one))).toBe(true);
});

it.each(['0', '65', '1.5', 'two'])('--jobs %s is refused', async (jobs) => {
  const words = `table sinusoidal --length 2 --dim 2 --out t.npy --jobs ${jobs}`;
  const { code, stderr } = await posenc(folder, words.split(' '));
  expect(code).toBe(2);
  expect(stderr).toBe(
    `posenc table sinusoidal: --jobs must be an integer from 1 to 64, got "${jobs}"\n`,
  );
});

it('an error of the library is told as it is without workers', async () => {
  const words = `${attention} --head-dim 3 --jobs 2 --out a.npy`.split(' ');
  const { code, stderr } = await posenc(folder, words);
  const alone = words.filter((word) => word !== '--jobs' && word !== '2');
  expect({ code, stderr }).toMatchObject(
    await posenc(folder, alone).then(({ code, stderr }) => ({ code, stderr })),
  );
  expect(code).toBe(2);
});
