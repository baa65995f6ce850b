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

/** Expects an error of the package: its class, code, parameter and text. */
export function expectTyped(error: unknown, name: string, at: string): void {
  // An error that a caller's getter throws is passed on.
  if (error instanceof Boom) return;
  expect(error, at).toBeInstanceOf(Error);
  const { message, code, param } = error as Error & Record<string, unknown>;
  const text = `${at}: ${String(error)}`;
  const typed = error instanceof TypeError || error instanceof RangeError;
  expect(typed, text).toBe(true);
  expect(code, text).toMatch(/^ERR_[A-Z_]+$/);
  expect(typeof param, text).toBe('string');
  expect((error as Error).name, text).toBe(
    error instanceof TypeError ? 'PosencTypeError' : 'PosencRangeError',
  );
  expect(message.startsWith(`${name}: `), text).toBe(true);
  expect(message.length, text).toBeLessThan(300);
}

/** Expects that the instance still computes the right numbers. */
export function expectAlive(pe: Posenc, at: string): void {
  const { data } = pe.sinusoidal({ length: 2, dim: 2, start: 1 });
  const want = [Math.sin(1), Math.cos(1), Math.sin(2), Math.cos(2)];
  expect(Array.from(data), at).toEqual(want.map(Math.fround));
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
