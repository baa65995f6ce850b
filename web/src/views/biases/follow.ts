// Follows a part of the state with what the worker makes of it.

import { createFollower, type Follower } from '../../engine/follow.js';

/** What was made, and of what. */
export interface Made<I, O> {
  readonly input: I;
  readonly output: O;
}

/** Numbers that are not finite are asked for, too: they will be refused. */
const keyOf = (input: unknown): string =>
  JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value)
      ? String(value)
      : value,
  );

export interface JobFollower<I, O> extends Follower<I, Made<I, O>> {
  /** Whether what was made last is of an input. */
  isOf(input: I): boolean;
}

/**
 * @param ask asks the worker
 * @param seen what the pictures show where it was refused
 * @param changed called when there is something new to draw
 */
export function followJob<I, O>(
  ask: (input: I, signal: AbortSignal) => Promise<O>,
  seen: string,
  changed: () => void,
): JobFollower<I, O> {
  const follower = createFollower<I, Made<I, O>>({
    work: 'picture',
    same: (one, other) => keyOf(one) === keyOf(other),
    make: async (input, signal) => ({
      made: { input, output: await ask(input, signal) },
    }),
    refuse: (failure, { made, retry }) => ({
      failure,
      age: made === null ? 'empty' : 'outdated',
      seen: made === null ? 'Nothing can be drawn with these values.' : seen,
      ...(retry && { retry }),
    }),
    changed,
  });
  return {
    ...follower,
    isOf(input) {
      const made = follower.made();
      return made !== null && keyOf(made.input) === keyOf(input);
    },
  };
}
