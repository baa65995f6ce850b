// What the page and a worker of its own send each other.

import type { Failure } from '../shell/failure.js';

/** The jobs of a desk by name: `{ paint: { input: …; output: … } }`. */
export type Input<J, N extends keyof J> = J[N] extends {
  readonly input: infer I;
}
  ? I
  : never;

export type Output<J, N extends keyof J> = J[N] extends {
  readonly output: infer O;
}
  ? O
  : never;

/** A job that is asked for, or one that is no longer wanted. */
export type DeskAsk =
  | { readonly id: number; readonly job: string; readonly input: unknown }
  | { readonly id: number; readonly abort: true };

export type DeskAnswer =
  /** The worker has begun, and takes jobs. */
  | { readonly kind: 'ready' }
  /** It works on the job and is well. */
  | { readonly kind: 'beat'; readonly id: number }
  /** A coarser output; a finer one follows. */
  | { readonly kind: 'part'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  /** The job refused a value. */
  | { readonly kind: 'refused'; readonly id: number; readonly failure: Failure }
  /** A defect of the page. */
  | { readonly kind: 'defect'; readonly id: number; readonly message: string };
