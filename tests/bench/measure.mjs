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

/**
 * Milliseconds of this process: those that pass, or those in which a processor
 * worked for it, which are the same where the machine does nothing else.
 */
export const CLOCKS = {
  passing: () => performance.now(),
  working() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** What is shorter is repeated within a turn, because clocks have steps. */
const SHORTEST_TURN = 1;

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
 * @returns {Promise<number>} how often to run it in a turn
 */
async function warm(run, milliseconds) {
  const start = performance.now();
  const { passing } = CLOCKS;
  let fastest = await timed(run, 1, passing);
  let times = 1;
  do {
    fastest = Math.min(fastest, await timed(run, times, passing));
    times = Math.max(1, Math.ceil(SHORTEST_TURN / fastest));
  } while (performance.now() - start < milliseconds);
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
export async function measure(contestants, effort, clock = CLOCKS.passing) {
  const entries = [];
  for (const [name, run] of contestants) {
    const times = await warm(run, effort.warming);
    entries.push({ name, run, times, found: /** @type {number[]} */ ([]) });
  }
  const start = performance.now();
  for (let turn = 0; turn < effort.most; ++turn) {
    const late = performance.now() - start > effort.milliseconds;
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
