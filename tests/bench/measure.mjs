// @ts-check
/**
 * Measures contestants in turns. All of them run in one process, one after
 * another in each turn, so that whatever else the machine does affects all
 * alike. Each turn begins with another contestant, so that none always follows
 * the same one.
 *
 * @typedef {() => unknown} Run does its work once. It may return a promise,
 *   which is awaited, or `{ ms }`, if it measures by itself, as other processes
 *   do
 *
 * @typedef {object} Sample
 * @property {number} least milliseconds, as all that follow
 * @property {number} lower quartile
 * @property {number} median
 * @property {number} upper quartile
 * @property {number} turns in which it was measured
 *
 * @typedef {object} Effort
 * @property {number} turns of each contestant, at least
 * @property {number} most turns of each contestant
 * @property {number} milliseconds after which no turns are added to the least
 * @property {number} warming milliseconds for which each contestant runs before,
 *   so that engines have compiled it and memory is mapped
 */

/** @type {Effort} */
export const FULL = { turns: 9, most: 25, milliseconds: 1500, warming: 120 };
/** @type {Effort} */
export const QUICK = { turns: 9, most: 9, milliseconds: 0, warming: 40 };

/** A clock of the milliseconds that pass. */
const passing = () => performance.now();

/** What is shorter is repeated within a turn, because clocks have steps. */
const SHORTEST_TURN = 1;
/** Steps of the clock in the shortest turn: browsers make their clocks coarse. */
const STEPS = 50;

/**
 * The shortest time that a clock shows.
 * @param {() => number} clock @returns {number}
 */
export function stepOf(clock) {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 10; ++i) {
    const start = clock();
    let now = start;
    while (now === start) now = clock();
    shortest = Math.min(shortest, now - start);
  }
  return shortest;
}

/**
 * @param {Run} run @param {number} times @param {() => number} clock
 * @returns {Promise<number>} milliseconds of one run
 */
async function timed(run, times, clock) {
  let own = 0;
  const start = clock();
  for (let i = 0; i < times; ++i) {
    let given = run();
    if (given instanceof Promise) given = await given;
    const ms = /** @type {any} */ (given)?.ms;
    if (typeof ms === 'number') own += ms;
  }
  return (own || clock() - start) / times;
}

/**
 * Runs a contestant until it is warm.
 * @param {Run} run @param {number} milliseconds
 * @param {number} shortest milliseconds of a turn
 * @param {() => number} clock by which a turn is measured
 * @returns {Promise<number>} how often to run it in a turn
 */
async function warm(run, milliseconds, shortest, clock) {
  const start = passing();
  let fastest = Number.POSITIVE_INFINITY;
  let times = 1;
  let took = 0;
  do {
    const each = await timed(run, times, clock);
    took = each * times;
    if (took < shortest / 2) {
      // Too few steps of the clock say how long a run takes.
      times *= 2;
    } else {
      fastest = Math.min(fastest, each);
      times = Math.max(1, Math.ceil(shortest / fastest));
    }
  } while (took < shortest / 2 || passing() - start < milliseconds);
  return times;
}

/** @param {number[]} times @returns {Sample} */
export function sampleOf(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) =>
    sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
  return {
    least: at(0),
    lower: at(0.25),
    median: at(0.5),
    upper: at(0.75),
    turns: sorted.length,
  };
}

/**
 * @param {ReadonlyMap<string, Run>} contestants
 * @param {Effort} effort
 * @param {() => number} [clock]
 * @returns {Promise<Map<string, Sample>>} of one run of each
 */
export async function measure(contestants, effort, clock = passing) {
  const shortest = Math.max(SHORTEST_TURN, STEPS * stepOf(clock));
  const entries = [];
  for (const [name, run] of contestants) {
    const times = await warm(run, effort.warming, shortest, clock);
    entries.push({ name, run, times, found: /** @type {number[]} */ ([]) });
  }
  const start = passing();
  for (let turn = 0; turn < effort.most; ++turn) {
    const late = passing() - start > effort.milliseconds;
    if (turn >= effort.turns && late) break;
    for (const i of entries.keys()) {
      const entry = entries[(turn + i) % entries.length];
      if (!entry) continue;
      entry.found.push(await timed(entry.run, entry.times, clock));
    }
    // Lets the engine collect garbage between the turns.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Map(entries.map(({ name, found }) => [name, sampleOf(found)]));
}
