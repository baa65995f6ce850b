/** Makes golden cases in a temporary folder, and runs the runner on them. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RECORDS } from '../../../scripts/lib/records.mjs';
import { noise } from '../../support/noise.mjs';

const KINDS = {
  float64: Float64Array,
  float32: Float32Array,
  int32: Int32Array,
};

export interface Tensor {
  readonly name: string;
  readonly role: 'input' | 'param' | 'output' | 'grad';
  readonly dtype: keyof typeof KINDS;
  readonly shape: readonly number[];
  readonly data: readonly number[];
}

export interface Description {
  readonly name: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly tensors: readonly Tensor[];
  /** Error of the wrong number, for methods without float64 results. */
  readonly wrong?: number;
}

type Numbers = ArrayLike<number>;

/** Inputs, in float32. */
export function input(name: string, shape: number[], data: Numbers): Tensor {
  const numbers = Array.from(data);
  return { name, role: 'input', dtype: 'float32', shape, data: numbers };
}

/** Positions, tokens and the like: whole numbers. */
export function ints(name: string, shape: number[], data: Numbers): Tensor {
  return { ...input(name, shape, data), dtype: 'int32' };
}

/** Expected whole numbers. */
export function counts(name: string, shape: number[], data: Numbers): Tensor {
  return { ...ints(name, shape, data), role: 'output' };
}

/**
 * Expected numbers, and those of the reference's float32 run, which default to
 * the same numbers rounded.
 */
export function result(
  name: string,
  shape: number[],
  data: Numbers,
  float32: Numbers = data,
): Tensor[] {
  const role = name.startsWith('grad_') ? 'grad' : 'output';
  const wide = { ...input(name, shape, data), role } as const;
  const narrow = { ...input(`${name}_f32`, shape, float32), role } as const;
  return [{ ...wide, dtype: 'float64' }, narrow];
}

/** The same case with one wrong number in a tensor. */
export function broken(golden: Description, name: string): Description {
  const tensors = golden.tensors.map((tensor) => {
    if (tensor.name !== name) return tensor;
    const data = [...tensor.data];
    const at = data.length >> 1;
    const size = Math.max(1, ...data.map(Math.abs));
    const { wrong } = golden;
    const off = { int32: 1, float64: wrong ?? 1e-6, float32: wrong ?? 1e-3 };
    data[at] = (data[at] as number) + size * off[tensor.dtype];
    return { ...tensor, data };
  });
  return { ...golden, name: `${golden.name}.wrong.${name}`, tensors };
}

function write(folder: string, golden: Description) {
  const { name, method, params, tensors } = golden;
  const parts: Buffer[] = [];
  let bytes = 0;
  const described = tensors.map(({ data, ...tensor }) => {
    const array = KINDS[tensor.dtype].from(data);
    const part = Buffer.alloc(Math.ceil(array.byteLength / 8) * 8);
    part.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    parts.push(part);
    const offset = bytes;
    bytes += part.length;
    return { ...tensor, offset };
  });
  const json = { name, method, params, tensors: described, bytes };
  const file = path.join(folder, name);
  writeFileSync(`${file}.json`, JSON.stringify(json));
  writeFileSync(`${file}.bin`, Buffer.concat(parts));
}

/** Runs the runner; gives its output. */
export function runGolden(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; lines: string[] }> {
  const script = path.join(import.meta.dirname, '../run.mjs');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      // Keep its cases out of the records of this run.
      { env: { ...process.env, [RECORDS]: '', ...env } },
      (error, stdout) => {
        const lines = stdout.trimEnd().split('\n');
        resolve({ code: error ? Number(error.code) : 0, lines });
      },
    );
  });
}

/** The runner's line for each of some cases, by name, from one run. */
export async function runCases(
  cases: readonly Description[],
): Promise<Map<string, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'posenc-golden-'));
  try {
    for (const golden of cases) write(folder, golden);
    const { lines } = await runGolden([folder]);
    return new Map(lines.map((line) => [line.split(' ')[1] as string, line]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Float32 numbers from -2 to 2, the same in every run. */
export const drawn = (count: number, seed = 1): number[] =>
  Array.from(noise(count, seed), (x) => 2 * x);

export { range } from '../../support/attention-oracle/array.ts';
