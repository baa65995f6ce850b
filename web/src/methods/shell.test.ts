// The commands that the page prints, run by a shell: they write the numbers that
// the package gives for the same spec.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { decodeNpy } from 'posenc/formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Spec } from '../state/spec.js';
import { exampleSpec } from './defaults.js';
import { writeShell } from './shell.js';
import { tables } from './table-methods.js';

const folder = mkdtempSync(join(tmpdir(), 'posenc-shell-'));
const program = fileURLToPath(
  new URL('../../../bindings/dist/cli.js', import.meta.url),
);

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string): string {
  expect(command).toMatch(/^npx posenc /);
  const line = command.replace('npx posenc', '"$NODE" "$PROGRAM"');
  return execFileSync('sh', ['-c', line], {
    cwd: folder,
    env: { ...process.env, NODE: process.execPath, PROGRAM: program },
  }).toString();
}

const specs: readonly Spec[] = [
  ...tables.map(exampleSpec),
  {
    ...{ method: 'sinusoidal', length: 4, dim: 6, preset: 'diffusion' },
    ...{ cosinesFirst: false, base: 500, start: -3, dtype: 'float64' },
  },
  { method: 'sinusoidal', dim: 4, positions: [0, 7, 1.5], overRootDim: true },
  { method: 'alibi', heads: 6, queries: 4, order: 'sorted' },
  { method: 'alibi', heads: 2, queries: 3, keys: 5, slopes: [0.5, 0.1] },
  { method: 't5Bias', heads: 2, queries: 9, bidirectional: false },
  { method: 'urpe', heads: 2, queries: 5 },
];

it.each(specs.map((spec) => [JSON.stringify(spec), spec] as const))(
  '%s',
  (_, spec) => {
    const command = writeShell(spec) ?? '';
    run(command);
    const [, file = ''] = / --out (\S+)$/.exec(command) ?? [];
    const { shape, data } = decodeNpy(readFileSync(join(folder, file)));
    const made = pe.make(spec as never) as unknown as {
      shape: number[];
      data: ArrayLike<number>;
    };
    expect(shape).toEqual(made.shape);
    expect([...data]).toEqual(Array.from(made.data));
  },
);

it('prints the frequencies of a rope', () => {
  const scaling = { type: 'linear', factor: 4 };
  const spec = { method: 'rope', preset: 'Llama 2 7B', scaling };
  const printed = run(`${writeShell(spec)} --json`);
  const rope = pe.rope({ preset: 'Llama 2 7B', scaling } as never);
  const { frequencies } = JSON.parse(printed) as { frequencies: number[] };
  expect(frequencies).toEqual(Array.from(rope.frequencies));
});

it('has no command for what reads files', () => {
  const relative = Object.values(methods).filter(
    (method) => 'family' in method && method.family === 'relative',
  );
  expect(relative.length).toBeGreaterThan(5);
  for (const { name } of relative) {
    expect(writeShell({ method: name })).toBeNull();
  }
});
