// @ts-check
/** Measures contestants in turns, and prints their medians. */

/**
 * @typedef {() => unknown} Run
 * @typedef {Run | { run: Run, turns: number }} Contestant slow ones may ask
 *   for fewer turns
 */

const TURNS = 21;
const WARM_UP = 2;

/**
 * Median time in milliseconds of each contestant.
 *
 * @param {Record<string, Contestant>} contestants
 * @returns {Promise<Record<string, number>>}
 */
export async function measure(contestants) {
  const entries = Object.entries(contestants).map(([name, contestant]) => {
    const { run, turns } =
      typeof contestant === 'function'
        ? { run: contestant, turns: TURNS }
        : contestant;
    return { name, run, turns, times: /** @type {number[]} */ ([]) };
  });
  for (let turn = -WARM_UP; turn < TURNS; ++turn) {
    for (const { run, turns, times } of entries) {
      if (turn >= turns) continue;
      const start = performance.now();
      run();
      const time = performance.now() - start;
      if (turn >= 0) times.push(time);
    }
    // Lets the engine collect garbage between the turns.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return Object.fromEntries(
    entries.map(({ name, times }) => [name, median(times)]),
  );
}

/** @param {number[]} times */
function median(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * @param {string} title
 * @param {Record<string, number>} times in milliseconds
 * @param {number} bytes that the yardstick moves
 * @param {string} yardstick
 * @param {string} peer
 */
export function format(title, times, bytes, yardstick, peer) {
  const widest = Math.max(...Object.keys(times).map((name) => name.length));
  const lines = Object.entries(times).map(([name, time]) => {
    const speed = (times[yardstick] ?? 0) / time;
    const gain = (times[peer] ?? 0) / time;
    return [
      name.padEnd(widest),
      `${time.toFixed(2).padStart(9)} ms`,
      `${(bytes / time / 1e6).toFixed(1).padStart(6)} GB/s`,
      `${(100 * speed).toFixed(0).padStart(5)} %`,
      `${gain.toFixed(1).padStart(7)} ×`,
    ].join('  ');
  });
  const note = `% of the ${yardstick}, × ${peer}; GB/s as if of its bytes`;
  return `${title} (${note})\n${lines.join('\n')}\n`;
}
