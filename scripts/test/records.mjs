// @ts-check
// Reads a suite's records: how many tests passed, which one was running last,
// and how long each took.

/**
 * @typedef {import('../lib/records.mjs').Outcome} Outcome
 * @typedef {import('../lib/records.mjs').Record} Record
 * @typedef {{ name: string, outcome: Outcome, seconds: number }} Test
 * @typedef {{ tests: Test[], open: string[] }} Story open: tests that began
 *   and did not end, the last one last
 */

/**
 * @param {string} text of the records' file; its last line may be incomplete
 * @returns {Story}
 */
export function storyOf(text) {
  /** @type {Test[]} */
  const tests = [];
  /** @type {string[]} */
  const open = [];
  const lines = text.split('\n');
  for (const line of lines.slice(0, -1)) {
    /** @type {Record} */
    const record = JSON.parse(line);
    if ('begins' in record) {
      open.push(record.begins);
      continue;
    }
    const { ends: name, outcome, seconds } = record;
    tests.push({ name, outcome, seconds });
    // A test that runs before its turn begins twice.
    for (let i = open.length - 1; i >= 0; --i) {
      if (open[i] === name) open.splice(i, 1);
    }
  }
  return { tests, open };
}

/**
 * The same from the output of a Catch2 program, which cannot write files when
 * it runs as WebAssembly.
 * @param {string} output
 * @returns {Story}
 */
export function storyOfCatch2(output) {
  /** @type {string[]} */
  const open = [];
  /** @type {Test[]} */
  const tests = [];
  for (const line of output.split('\n')) {
    const begun = /^begins (.*)$/.exec(line);
    if (begun) open.push(begun[1] ?? '');
    const ended = /^(passed|failed) \(([\d.]+) s\) (.*)$/.exec(line);
    if (!ended) continue;
    const [, outcome, seconds, name = ''] = ended;
    tests.push({
      name,
      outcome: /** @type {Outcome} */ (outcome),
      seconds: Number(seconds),
    });
    open.splice(open.indexOf(name), 1);
  }
  return { tests, open };
}

/** @param {Test[]} tests @param {Outcome} outcome @returns {number} */
export const count = (tests, outcome) =>
  tests.filter((test) => test.outcome === outcome).length;
