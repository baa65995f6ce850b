// @ts-check
// A small test runner for programs whose tests are steps in a fixed order.
import { within } from './pace.mjs';
import { begins, ends } from './records.mjs';

/** Default limit of a test, in seconds of the reference machine. */
const longest = 120;

/** @param {unknown} error @returns {string} */
function textOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.trimEnd().replaceAll('\n', '\n  ');
}

/** The result of a test that ran before its turn. */
class Early {
  /** @param {unknown} note @param {number} seconds that it took */
  constructor(note, seconds) {
    this.note = note;
    this.seconds = seconds;
  }
}

/**
 * Runs a test before its turn. A step of `runTests` that returns this result is
 * recorded with the time that the test took, not the time spent waiting for it.
 * @param {string} name @param {() => unknown} test
 * @returns {Promise<Early>}
 */
export async function runEarly(name, test) {
  begins(name);
  const start = performance.now();
  const note = await test();
  return new Early(note, (performance.now() - start) / 1000);
}

/**
 * Runs tests one after another, also after a failure. Prints a line for each
 * (`ok NAME (1.2 s)` and the text that the test returns, or `FAIL NAME` and the
 * error), then `N passed, N failed`, and sets the exit code.
 * @param {Iterable<[string, () => unknown]>} tests
 * @param {string} [pattern] runs only those whose name contains it
 * @param {number} [limit] of each, in seconds of the reference machine
 */
export async function runTests(tests, pattern = '', limit = longest) {
  const chosen = [...tests].filter(([name]) => name.includes(pattern));
  let failed = 0;
  for (const [name, test] of chosen) {
    begins(name);
    const start = performance.now();
    const took = () => (performance.now() - start) / 1000;
    try {
      const given = await within(Promise.resolve().then(test), limit, name);
      const { note, seconds } =
        given instanceof Early ? given : new Early(given, took());
      const words = ['ok', name, `(${seconds.toFixed(1)} s)`];
      if (typeof note === 'string') words.push(note);
      console.log(words.join(' '));
      ends(name, 'passed', seconds);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}\n  ${textOf(error)}`);
      ends(name, 'failed', took());
    }
  }
  if (chosen.length === 0) console.log(`no test is called ${pattern}`);
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  if (failed > 0 || chosen.length === 0) process.exitCode = 1;
}
