/** What a call throws, for tests that look closely at it. */

import type { PosencError } from 'posenc';
import { expect } from 'vitest';

/** The error of a call that must fail. */
export function thrown(run: () => unknown): PosencError {
  try {
    run();
  } catch (error) {
    return error as PosencError;
  }
  return expect.unreachable('nothing was thrown') as never;
}

/** The error of a promise that must be rejected. */
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
