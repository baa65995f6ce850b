// Measures contestants in turns: each turn has all of them, and begins with another
// one, so that what disturbs the machine disturbs all alike. Pauses between them let
// the worker be heard and stopped.

/** The turns of each contestant, and the shortest turn in milliseconds. */
export interface Effort {
  readonly turns: number;
  readonly shortest: number;
}

/** Times of one run, in milliseconds. */
export interface Sample {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/** Quartiles and median of some times. */
export function sampleOf(times: readonly number[]): Sample {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

/** How far the quartiles lie apart, as a part of the median. */
export const spreadOf = ({ lower, median, upper }: Sample): number =>
  (upper - lower) / median;

/** The shortest time that a clock shows. */
export function stepOf(clock: () => number): number {
  let shortest = Infinity;
  for (let i = 0; i < 5; i++) {
    const start = clock();
    let now = start;
    while (now === start) now = clock();
    shortest = Math.min(shortest, now - start);
  }
  return shortest;
}

/** Milliseconds of one of several runs. */
function timed(run: () => void, times: number, clock: () => number): number {
  const start = clock();
  for (let i = 0; i < times; i++) run();
  return (clock() - start) / times;
}

/** Runs until a turn is long enough, and says how many runs that takes. */
function* warm(
  run: () => void,
  shortest: number,
  clock: () => number,
): Generator<undefined, number, undefined> {
  let times = 1;
  for (let rounds = 0; ; rounds++) {
    const took = times * timed(run, times, clock);
    yield;
    // Engines compile what runs often: the first rounds say little.
    if (took >= shortest && rounds >= 2) {
      return Math.max(1, Math.ceil((times * shortest) / took));
    }
    if (took < shortest) times *= 2;
  }
}

/** One sample of each contestant, in their order; it yields after each turn. */
export function* measure(
  contestants: readonly (() => void)[],
  { turns, shortest }: Effort,
  clock: () => number = () => performance.now(),
): Generator<undefined, readonly Sample[], undefined> {
  // A clock with coarse steps needs longer turns.
  const least = Math.max(shortest, 20 * stepOf(clock));
  const entries: { run: () => void; times: number; found: number[] }[] = [];
  for (const run of contestants) {
    entries.push({ run, times: yield* warm(run, least, clock), found: [] });
  }
  for (let turn = 0; turn < turns; turn++) {
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[(turn + i) % entries.length];
      entry?.found.push(timed(entry.run, entry.times, clock));
      yield;
    }
  }
  return entries.map(({ found }) => sampleOf(found));
}
