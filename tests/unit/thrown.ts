/** Helpers for tests that look closely at errors. */

import type { PosencError } from 'posenc';
import { expect } from 'vitest';

/** The error that a call must throw. */
export function thrown(run: () => unknown): PosencError {
  try {
    run();
  } catch (error) {
    return error as PosencError;
  }
  return expect.unreachable('nothing was thrown') as never;
}

/** The error with which a promise must be rejected. */
export async function rejected(
  promise: Promise<unknown>,
): Promise<PosencError> {
  try {
    await promise;
  } catch (error) {
    return error as PosencError;
  }
  return expect.unreachable('nothing was rejected') as never;
}
