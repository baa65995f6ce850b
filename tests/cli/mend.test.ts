/** `posenc lint --mend`: changes that leave no choice are made, others are told. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mend, readModel } from 'posenc/models';
import { afterAll, expect, it } from 'vitest';
import { plain } from '../support/configs.js';
import { posenc, scratch } from './program.js';

const { folder, remove } = scratch();
afterAll(remove);

const rope = { rope_type: 'yarm', factor: '4.0' };
const wrong = {
  ...plain,
  rope_scaling: { ...rope, original_max_position_embeddings: 32768 },
  parameter: Number.POSITIVE_INFINITY,
};
writeFileSync(
  path.join(folder, 'config.json'),
  JSON.stringify(wrong).replace('"parameter":null', '"parameter":Infinity'),
);

const run = async (...given: readonly string[]) => {
  const ended = await posenc(folder, ['lint', ...given]);
  return { ...ended, stdout: ended.stdout.toString() };
};

it('writes what is left of a file, and says so', async () => {
  const before = await run('config.json');
  expect(before.stdout).toContain(
    '\n    mend: rope_scaling.rope_type "yarn"\n',
  );
  expect(before.code).toBe(1);
  const { code, stdout, stderr } = await run('config.json', '--mend', 'm.json');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^mended: rope_scaling.rope_type "yarn"\n/);
  expect(stdout).toContain('\nmended: rope_scaling.factor 4\n');
  expect(stdout).toMatch(/\nm.json: 0 errors, /);
  const text = readFileSync(path.join(folder, 'm.json'), 'utf8');
  expect(text).toContain('"parameter": Infinity');
  const written = JSON.parse(text.replace('Infinity', '1e999'));
  expect(written).toEqual(
    mend(wrong, {
      ...{ 'rope_scaling.rope_type': 'yarn', 'rope_scaling.factor': 4 },
      // Then two lengths contradict each other.
      max_position_embeddings: 131_072,
    }),
  );
  expect((await run('m.json')).code).toBe(0);
});

it('makes no change where a finding knows several', async () => {
  const two = {
    ...plain,
    rope_parameters: { rope_type: 'default', rope_theta: 1000 },
  };
  writeFileSync(path.join(folder, 'two.json'), JSON.stringify(two));
  const { code, stdout } = await run('two.json', '--mend', '-');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual(two);
  expect((await run('two.json')).stdout).toContain(
    '\n    mend: rope_theta 1000; or rope_parameters.rope_theta ' +
      `${plain.rope_theta}\n`,
  );
  expect(readModel(two).findings[0]?.mends).toHaveLength(2);
});

it.each([
  [['config.json', 'two.json', '--mend', 'x']],
  [['config.json', '--json', '--mend', 'x']],
  [['config.json', '--mend', 'x', '--', 'vllm', 'serve', 'M']],
])('refuses %j', async (given) => {
  const { code, stderr } = await run(...given);
  expect(code).toBe(2);
  expect(stderr).toContain('--mend takes one file');
});
