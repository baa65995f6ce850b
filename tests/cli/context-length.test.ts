/**
 * `posenc rope` where the rope depends on the length of the text: beside the
 * numbers that transformers computed, and beside the formula.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, type Tensor } from 'posenc';
import { decodeSafetensors } from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

/** A case, whose configuration is written as NAME.json. */
function caseOf(name: string) {
  const data = path.join(import.meta.dirname, '../models/data');
  const read = JSON.parse(
    readFileSync(path.join(data, `${name}.json`), 'utf8'),
  );
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(read.config));
  return read.expect.towers.text.groups[0].rotary;
}

const phi3 = caseOf('phi3_mini_128k');
const [short, long] = [phi3.inv_freq_short.all, phi3.inv_freq_long.all];
const A = phi3.attention_factor;
caseOf('internlm2_5_7b_dynamic');
caseOf('llama3_2_3b');

async function run(given: string) {
  const words = `rope ${given} --cache ort --out t.safetensors`.split(' ');
  const { code, stdout, stderr } = await posenc(folder, words);
  expect(stdout.length).toBe(0);
  expect(code).toBe(0);
  const file = readFileSync(path.join(folder, 't.safetensors'));
  const { tensors, metadata } = decodeSafetensors(file);
  const { cos } = tensors as { cos: Tensor };
  const pairs = cos.shape[1] as number;
  const row = (i: number) =>
    Array.from(cos.data as Float32Array).slice(i * pairs, (i + 1) * pairs);
  return { row, stderr, tensors, spec: JSON.parse(metadata.spec ?? '') };
}

function expectRow(
  row: readonly number[],
  frequencies: readonly number[],
  position: number,
  factor = 1,
): void {
  expect(row).toHaveLength(frequencies.length);
  for (const [k, value] of row.entries()) {
    const angle = position * (frequencies[k] as number);
    expect(value).toBeCloseTo(factor * Math.cos(angle), 5);
  }
}

describe('LongRoPE of a configuration', () => {
  const config = '--config phi3_mini_128k.json';

  it.each([
    ['--length 4096', 1, 1, short],
    ['--length 4097', 1, 1, long],
    ['--positions 7,4095', 0, 7, short],
    ['--positions 7,4096', 0, 7, long],
    ['--positions 4096.5,7', 1, 7, long],
    ['--start 4095 --length 2 --step -4090', 1, 5, short],
    ['--start 4096 --length 2 --step -4090', 1, 6, long],
    ['--length 5000 --rows 3:5', 0, 3, long],
  ])('%s', async (given, row, position, frequencies) => {
    const made = await run(`${config} ${given}`);
    expectRow(made.row(row), frequencies, position, A);
    expect(made.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(made.stderr).toMatch(
      frequencies === long
        ? /^posenc rope: longrope: .*; --context-length 4096 gives those /
        : /^posenc rope: longrope: .* up to 4096 positions; --context-length N /,
    );
  });

  it('is as the flag says, without a word', async () => {
    for (const [length, frequencies] of [
      [4096, short],
      [4097, long],
    ]) {
      const given = `--context-length ${length} --positions 1,9000`;
      const { row, stderr, spec } = await run(`${config} ${given}`);
      expectRow(row(0), frequencies, 1, A);
      expect(stderr).toBe('');
      expect(spec.contextLength).toBe(length);
    }
  });

  it('is written with the length, so that the spec makes it again', async () => {
    const { tensors, spec } = await run(`${config} --length 4100`);
    expect(spec.contextLength).toBe(4100);
    expect(pe.make(spec)).toEqual(tensors);
  });
});

it('dynamic NTK of a configuration has the base of the length', async () => {
  // theta (f L / M - (f - 1))^(D / (D - 2)), D = 128, f = 2, M = 32768
  const at = (length: number) => {
    const base = 1e6 * ((2 * length) / 32768 - 1) ** (128 / 126);
    return Array.from({ length: 64 }, (_, k) => base ** (-k / 64));
  };
  const config = '--config internlm2_5_7b_dynamic.json';
  const far = await run(`${config} --positions 100,65535`);
  expectRow(far.row(0), at(65536), 100);
  expect(far.stderr).toMatch(/dynamic: .* 65536 .*--context-length 32768 /);
  const near = await run(`${config} --positions 100,32767`);
  expectRow(near.row(0), at(32768), 100);
  expect(near.stderr).toMatch(/dynamic: .* 32768 .*--context-length N /);
});

it('says nothing of a schedule that does not depend on it', async () => {
  const { stderr } = await run('--config llama3_2_3b.json --length 9000');
  expect(stderr).toBe('');
});

describe('LongRoPE of options', () => {
  const preset = 'Phi-3.5 mini';
  const spec = { preset, cache: 'ort', length: 4097 } as const;
  const made = async (more: object) => {
    const file = path.join(folder, 'spec.json');
    writeFileSync(file, JSON.stringify({ ...spec, ...more }));
    return run('--spec spec.json');
  };

  it('is what they say, with a line where positions go beyond it', async () => {
    const { tensors, stderr } = await made({});
    expect(tensors).toEqual(pe.ropeCache(spec));
    expect(stderr).toMatch(/to 4096 positions, but .*--context-length 4097 /);
    expect((await made({ length: 4096 })).stderr).toBe('');
    expect((await made({ contextLength: 4097 })).stderr).toBe('');
  });
});

it('an error stays the only line', async () => {
  const words = 'rope --config phi3_mini_128k.json --cache ort --out t.npy';
  const { code, stderr } = await posenc(folder, words.split(' '));
  expect(code).toBe(2);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

it('a report says from which length on the rope changes', async () => {
  const words = ['model', 'phi3_mini_128k.json'];
  const { stdout } = await posenc(folder, words);
  expect(stdout.toString()).toMatch(
    /changes +in texts of more than 4096 positions/,
  );
});
