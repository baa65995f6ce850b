/** The errors with which a command ends. */

import { PosencRangeError, PosencTypeError } from '../base/errors.js';

/**
 * Exit codes, besides 0. A signal ends the program as it ends any other, which
 * shells report as 128 and its number.
 */
export const EXIT = {
  /** The work failed, or what was looked at has an error. */
  failed: 1,
  /** The command line is wrong. */
  misuse: 2,
  /** A defect of this program. */
  defect: 70,
  /** Nobody reads the output any more: 128 and the number of SIGPIPE. */
  unread: 128 + 13,
} as const;

/** Exit codes of errors that are no defects. */
export type ExitCode = typeof EXIT.failed | typeof EXIT.misuse;

/** An error with a message of one line and the exit code. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** The error for a wrong command line. */
export const misuse = (message: string) => new Failure(message, EXIT.misuse);

/** The meaning of error codes of the operating system, in its own words. */
const MEANING: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'a part of its path is not a directory',
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

/**
 * The error for a failed read or write: `cannot write x.npy: permission
 * denied`.
 */
export function cannot(what: string, error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Failure(
    `cannot ${what}: ${MEANING[code ?? ''] ?? message}`,
    EXIT.failed,
    error,
  );
}

/** The value if it is an error of the library, else undefined. */
export function libraryError(
  error: unknown,
): PosencRangeError | PosencTypeError | undefined {
  return error instanceof PosencRangeError || error instanceof PosencTypeError
    ? error
    : undefined;
}

/** Codes of errors that the command line has not caused. */
const UNABLE = ['ERR_MEMORY', 'ERR_INTERNAL', 'ERR_WASM', 'ERR_FORMAT'];

/**
 * Turns an error of the library into one of the command line: the same message,
 * with the names that `nameOf` gives for parameters and what is behind them.
 */
export function reworded(
  error: unknown,
  parameters: readonly string[],
  nameOf: (parameter: string, behind: string) => string,
): unknown {
  const known = libraryError(error);
  if (!known) return error;
  const said = known.message.replace(/^\w+: /, '');
  // A path such as `scaling.factor` or `rows[1]`: the longest beginning of it
  // that is a parameter gets the name of its flag.
  const called = (path: string) => {
    const ends = [...path.matchAll(/$|\.|\[/g)].map(({ index }) => index);
    const end = ends.findLast((at) => parameters.includes(path.slice(0, at)));
    return end === undefined
      ? path
      : nameOf(path.slice(0, end), path.slice(end));
  };
  // The message begins with the path of the parameter, or with those of two.
  const message = said.replace(
    /^(\w+(?:\.\w+|\[\d+\])*)( (?:and|or) )?(\w+)?/,
    (_, first: string, link?: string, second?: string) =>
      `${called(first)}${link ?? ''}${second === undefined ? '' : called(second)}`,
  );
  const code = UNABLE.includes(known.code) ? EXIT.failed : EXIT.misuse;
  return new Failure(message, code, error);
}
