/** `posenc rope` with a configuration that `posenc lint` calls an error. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { posenc, scratch } from './program.js';

const { folder, remove } = scratch();
afterAll(remove);

const llama = {
  model_type: 'llama',
  ...{ hidden_size: 64, num_attention_heads: 4, num_hidden_layers: 2 },
  ...{ max_position_embeddings: 131072, rope_theta: 500000 },
  rope_scaling: {
    ...{ rope_type: 'llama3', factor: 8, low_freq_factor: 1 },
    ...{ high_freq_factor: 4, original_max_position_embeddings: 8192 },
  },
};

const { factor: _, ...unscaled } = llama.rope_scaling;
const wrong = {
  'a misspelt factor': { rope_scaling: { ...unscaled, facter: 8 } },
  'an unknown schedule': {
    rope_scaling: { ...llama.rope_scaling, rope_type: 'lama3' },
  },
  'a theta that is a text': { rope_theta: '500000' },
  'a negative theta': { rope_theta: -1 },
};

/** Runs `posenc rope` with a configuration. */
async function run(config: object, more: readonly string[]) {
  writeFileSync(path.join(folder, 'c.json'), JSON.stringify(config));
  const lint = await posenc(folder, ['lint', 'c.json', '--json']);
  const rope = await posenc(folder, ['rope', '--config', 'c.json', ...more]);
  const [{ findings }] = JSON.parse(String(lint.stdout));
  const errors = findings.filter(
    ({ severity }: { severity: string }) => severity === 'error',
  );
  return { lint, rope, errors };
}

const table = ['--cache', 'ort', '--length', '4', '--out', 't.safetensors'];

describe.each(Object.entries(wrong))('%s', (_, change) => {
  it.each([
    ['facts', []],
    ['tables', table],
  ])('is told on standard error beside the %s', async (_, more) => {
    const { lint, rope, errors } = await run({ ...llama, ...change }, more);
    expect(errors).not.toHaveLength(0);
    expect(rope.code).toBe(1);
    expect(rope.code).toBe(lint.code);
    const said = String(rope.stderr);
    expect(said).toMatch(/^posenc rope: c\.json has errors:\n/);
    for (const { key, message } of errors) {
      expect(said).toContain(`error: ${key} ${message}`);
    }
    if (more.length > 0) readFileSync(path.join(folder, 't.safetensors'));
    rmSync(path.join(folder, 't.safetensors'), { force: true });
  });
});

it('a configuration without errors says nothing', async () => {
  const { rope } = await run(llama, table);
  expect(rope.code).toBe(0);
  expect(String(rope.stderr)).toBe('');
});
