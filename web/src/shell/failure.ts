// Errors by which the package, or the page, refuses a value. Any other error is
// a defect of the page and is thrown on, except in a worker, from which it would
// not reach the page.

export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly param: string;
}

/** The message of a failure with its code, in one line. */
export function describeFailure({ message, code }: Failure): string {
  return `${message} ·\u00a0${code}`;
}

/** A refusal by the page itself, in the form of the package's errors. */
export class PageLimit extends RangeError {
  readonly code: string;
  readonly param: string;

  constructor({ message, code, param }: Failure) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

export type Outcome<T> =
  | { readonly value: T; readonly failure: null }
  | { readonly value: null; readonly failure: Failure };

/** What an error says of a refused value; null for any other error. */
export function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const { code, param } = error as Error & Partial<Failure>;
  if (typeof code !== 'string' || typeof param !== 'string') return null;
  return { message: error.message, code, param };
}

/** What any error says; one that refuses no value is a defect of the page. */
export function failureOfAny(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return failureOf(error) ?? { message, code: 'PAGE_DEFECT', param: '' };
}

/** Runs `compute`, and gives its value or the failure that it threw. */
export function attempt<T>(compute: () => T): Outcome<T> {
  try {
    return { value: compute(), failure: null };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return { value: null, failure };
  }
}
