/** The outcomes that a call with wrong arguments may have. */

import type { Posenc } from 'posenc';
import { expect } from 'vitest';
import { Boom } from './poison.js';

/** The error that a call throws, or undefined. */
export function thrownBy(run: () => unknown): { error: unknown } | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return { error };
  }
}

// Fuzzing looks at some hundred thousand outcomes: these functions judge them
// without `expect`, which takes longer than most of the calls.

/** Expects an error of the package: its class, code, parameter and text. */
export function expectTyped(error: unknown, name: string, at: string): void {
  // An error that a caller's getter throws is passed on.
  if (error instanceof Boom) return;
  const type = error instanceof TypeError;
  const { message, code, param } = error as Error & Record<string, unknown>;
  const rules: [rule: string, holds: boolean][] = [
    ['is a TypeError or a RangeError', type || error instanceof RangeError],
    ['has a code', /^ERR_[A-Z_]+$/.test(String(code))],
    ['names the parameter', typeof param === 'string'],
    [
      'has the name of its class',
      (error as Error).name === (type ? 'PosencTypeError' : 'PosencRangeError'),
    ],
    ['begins with the function', String(message).startsWith(`${name}: `)],
    ['is short', String(message).length < 300],
  ];
  const broken = rules.filter(([, holds]) => !holds).map(([rule]) => rule);
  if (broken.length > 0) {
    expect.fail(`${at}: ${String(error)}: not so: ${broken.join(', ')}`);
  }
}

const alive = [Math.sin(1), Math.cos(1), Math.sin(2), Math.cos(2)].map(
  Math.fround,
);

/** Expects that the instance still computes the right numbers. */
export function expectAlive(pe: Posenc, at: string): void {
  const { data } = pe.sinusoidal({ length: 2, dim: 2, start: 1 });
  const right = data.length === 4 && alive.every((x, i) => x === data[i]);
  if (!right) expect.fail(`${at}: ${data} for ${alive}`);
}

/** The bytes of all arrays among the values and among their members. */
export function snapshot(values: readonly unknown[]): () => boolean {
  const seen = new Map<Uint8Array, Uint8Array>();
  for (const value of values) {
    for (const part of [value, ...members(value)]) {
      // A view of a detached buffer is empty: nothing in it can change.
      if (!ArrayBuffer.isView(part) || part.byteLength === 0) continue;
      const { buffer, byteOffset, byteLength } = part;
      const bytes = new Uint8Array(buffer, byteOffset, byteLength);
      seen.set(bytes, bytes.slice());
    }
  }
  return () =>
    [...seen].every(([now, before]) => now.every((b, i) => b === before[i]));
}

function members(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return [];
  try {
    return Object.values(value);
  } catch {
    return [];
  }
}
