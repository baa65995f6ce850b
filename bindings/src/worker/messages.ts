/** What a client and its workers send each other. */

import type { AnyDType } from '../base/dtype.js';
import type { Rows } from '../describe/method.js';
import type { PlannedArray } from '../entry/plan.js';
import type { MethodName } from '../entry/spec.js';
import type { Sent } from './copied.js';
import type { Lent, SharedRoom } from './room.js';
import type { SentError } from './sent-error.js';

/** A call of a method by its name, or of `make` or `plan` with a spec. */
export interface SentCall {
  readonly name: string;
  readonly given: Sent;
}

/** What a plan says, without what it does. */
export interface Facts {
  readonly method: MethodName;
  readonly outputs: Readonly<Record<string, PlannedArray>>;
  readonly shape: number[] | undefined;
  readonly dtype: AnyDType | undefined;
  readonly bytes: number;
  readonly cost: number;
  readonly rows: Rows | undefined;
}

/** What a worker is asked; it answers the messages that have an `id`. */
export type Ask =
  /**
   * Plans a call, and runs it if it is short or is not cut; else it measures
   * how long rows take.
   */
  | {
      readonly kind: 'open' | 'plan';
      readonly id: number;
      readonly job: number;
      readonly call: SentCall;
      readonly shared: boolean;
    }
  /** Computes some rows of a call. `call` is there if the worker knows it not. */
  | {
      readonly kind: 'rows';
      readonly id: number;
      readonly job: number;
      readonly call: SentCall | undefined;
      readonly rows: Rows;
      /** Rows of the first part that a worker computes. */
      readonly first: number;
      /** Shared memory of the whole result, to write the rows into. */
      readonly room: SharedRoom | undefined;
      /** Memory for these rows alone, which the answer brings back. */
      readonly lent: Lent | undefined;
    }
  /** Ends what is asked under the `id`; there is an answer to that alone. */
  | { readonly kind: 'abort'; readonly id: number }
  /** Forgets a call. */
  | { readonly kind: 'forget'; readonly job: number };

/** How long rows take, in milliseconds. */
export interface Measured {
  /** Of each row. */
  readonly rowMs: number;
  /** Of what every part does anew, such as copies of inputs. */
  readonly partMs: number;
}

/** What a worker answers. Facts and progress come before other answers. */
export type Answer = { readonly id: number } & (
  | { readonly kind: 'facts'; readonly facts: Facts }
  | { readonly kind: 'progress'; readonly done: number }
  | {
      readonly kind: 'result';
      readonly result: unknown;
      /** What every part was found to do anew; 0 if that is not known. */
      readonly partMs?: number;
    }
  /** Nothing is computed yet. */
  | ({ readonly kind: 'measured' } & Measured)
  | { readonly kind: 'error'; readonly error: SentError }
);
