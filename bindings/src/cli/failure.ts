/** How a command ends when it cannot do what was asked. */

import { PosencRangeError, PosencTypeError } from '../base/errors.js';

/** Exit codes: 1, it could not be done; 2, what was asked is wrong. */
export type ExitCode = 1 | 2;

/** A message of one line, and the code to exit with. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** What was asked is wrong. */
export const misuse = (message: string) => new Failure(message, 2);

/** What the codes of the operating system mean, in words of its own. */
const MEANING: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'a part of its path is no directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file would be too large',
  EIO: 'input/output error',
  EMFILE: 'too many open files',
};

/** A failure of reading or writing: `cannot write x.npy: permission denied`. */
export function cannot(what: string, error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Failure(
    `cannot ${what}: ${MEANING[code ?? ''] ?? message}`,
    1,
    error,
  );
}

/** An error of the library, or undefined for anything else. */
export function libraryError(
  error: unknown,
): PosencRangeError | PosencTypeError | undefined {
  return error instanceof PosencRangeError || error instanceof PosencTypeError
    ? error
    : undefined;
}

/** Errors that are no fault of who asks. */
const UNABLE = ['ERR_MEMORY', 'ERR_INTERNAL', 'ERR_WASM', 'ERR_FORMAT'];

/**
 * An error of the library in words of the command line: its own message, in
 * which parameters are what `nameOf` calls them.
 */
export function reworded(
  error: unknown,
  parameters: readonly string[],
  nameOf: (parameter: string) => string,
): unknown {
  const known = libraryError(error);
  if (!known) return error;
  const said = known.message.replace(/^\w+: /, '');
  const called = (word: string) =>
    parameters.includes(word) ? nameOf(word) : word;
  // At its beginning stands the parameter, or two that belong together.
  const message = said.replace(
    /^(\w+)( (?:and|or) )?(\w+)?/,
    (_, first: string, link?: string, second?: string) =>
      `${called(first)}${link ?? ''}${second === undefined ? '' : called(second)}`,
  );
  return new Failure(message, UNABLE.includes(known.code) ? 1 : 2, error);
}
