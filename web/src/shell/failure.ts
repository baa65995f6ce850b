// What the package says when it refuses something. Anything else that is
// thrown is a defect of the page and goes on up.

export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly param: string;
}

/** A failure in one line, with the code that programs tell it by. */
export function describeFailure({ message, code }: Failure): string {
  return `${message} ·\u00a0${code}`;
}

/** A refusal of the page itself, in the form of the package's. */
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

function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const { code, param } = error as Error & Partial<Failure>;
  if (typeof code !== 'string' || typeof param !== 'string') return null;
  return { message: error.message, code, param };
}

/** Runs `compute`; a refusal becomes a value. */
export function attempt<T>(compute: () => T): Outcome<T> {
  try {
    return { value: compute(), failure: null };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return { value: null, failure };
  }
}
