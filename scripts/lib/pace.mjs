// @ts-check
// Measures how fast this machine is now, and makes limits that allow for it.
//
// With a limit in plain seconds a test fails because the machine is busy. So
// limits here are in seconds of the reference machine (two quiet cores): a
// machine with a tenth of its speed gets ten times as long.
import { Worker } from 'node:worker_threads';

/** The reference machine has this many cores, and the loop uses them all. */
const cores = 2;

/** Rounds of the loop per second on each core of the reference machine. */
const reference = 375;

/** Shortest time that the loop runs, in milliseconds. */
const least = 250;

/**
 * A round of the loop: products and sums over a megabyte.
 * @param {Float64Array} numbers
 */
function round(numbers) {
  for (let pass = 0; pass < 8; ++pass) {
    for (let i = 0; i < numbers.length; ++i) {
      numbers[i] = Number(numbers[i]) * 0.75 + Math.sqrt(i + pass);
    }
  }
}

/** Numbers of a megabyte. */
const megabyte = 2 ** 17;

/** The loop that each core runs. */
const loop = `
  const { parentPort, workerData } = require('node:worker_threads');
  const numbers = new Float64Array(${megabyte});
  ${round}
  // The first rounds run before the engine has compiled the loop.
  for (let i = 0; i < 4; ++i) round(numbers);
  const start = performance.now();
  let rounds = 0;
  let spent = 0;
  while (spent < workerData || rounds < 8) {
    round(numbers);
    rounds += 1;
    spent = performance.now() - start;
  }
  parentPort.postMessage((1000 * rounds) / spent);
`;

/** @returns {Promise<number>} rounds a second of one core */
function measureCore() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(loop, { eval: true, workerData: least });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/**
 * Measures the speed of this machine for about a third of a second.
 * @returns {Promise<number>} as a share of the reference machine's: 1 when as
 *   fast, 0.1 when ten times slower
 */
export async function measurePace() {
  const speeds = await Promise.all(Array.from({ length: cores }, measureCore));
  const sum = speeds.reduce((total, speed) => total + speed, 0);
  return sum / (cores * reference);
}

/**
 * Measures how fast a processor of this machine works while it works for this
 * process, for a quarter of a second. Other processes matter only as far as they
 * slow down its memory.
 * @returns {number} as a share of the reference machine's
 */
export function measureOwnPace() {
  const numbers = new Float64Array(megabyte);
  for (let i = 0; i < 4; ++i) round(numbers);
  const start = process.cpuUsage();
  let rounds = 0;
  let spent = 0;
  while (spent < least || rounds < 8) {
    round(numbers);
    rounds += 1;
    const { user, system } = process.cpuUsage(start);
    spent = (user + system) / 1000;
  }
  return (1000 * rounds) / spent / reference;
}

/** Environment variable: the pace that `npm test` measured at its start. */
export const PACE = 'POSENC_PACE';

/** @returns {number} the pace at the start of the run, at most 1 */
function startingPace() {
  const given = Number(process.env[PACE]);
  return given > 0 ? Math.min(given, 1) : 1;
}

/** Milliseconds between two readings of the clock. */
const tick = 500;

/**
 * A limit on time in which nothing happens. Time in which this process itself
 * did not run does not count. When the limit is reached, the pace is measured
 * once more: if the machine has become slower, the limit is longer.
 */
export class Patience {
  #limit;
  #spent = 0;
  #pace = startingPace();
  #last = performance.now();
  /** @type {NodeJS.Timeout} */
  #timer;
  #measuring = false;

  /**
   * @param {number} seconds of the reference machine
   * @param {() => void} expired called once, when they have passed
   */
  constructor(seconds, expired) {
    this.#limit = seconds;
    this.#timer = setInterval(() => this.#look(expired), tick);
  }

  /** Starts the limit anew: there was progress. */
  renew() {
    this.#spent = 0;
  }

  /** Ends the limit. */
  stop() {
    clearInterval(this.#timer);
  }

  /** @param {() => void} expired */
  async #look(expired) {
    const now = performance.now();
    const passed = Math.min(now - this.#last, 2 * tick) / 1000;
    this.#last = now;
    if (this.#measuring) return;
    this.#spent += passed * this.#pace;
    if (this.#spent < this.#limit) return;
    this.#measuring = true;
    const pace = await measurePace();
    this.#measuring = false;
    if (this.#spent < this.#limit) return; // renewed while it was measured
    if (pace < 0.9 * this.#pace) {
      this.#spent *= pace / this.#pace;
      this.#pace = pace;
      return;
    }
    this.stop();
    expired();
  }
}

/**
 * The value of a promise, or an error if it takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} seconds of the reference machine
 * @param {string} what hung, for the error
 * @returns {Promise<T>}
 */
export async function within(promise, seconds, what) {
  /** @type {Patience | undefined} */
  let patience;
  const late = new Promise((_, reject) => {
    patience = new Patience(seconds, () =>
      reject(new Error(`${what} hangs: ended after ${seconds} quiet seconds`)),
    );
  });
  try {
    return await /** @type {Promise<T>} */ (Promise.race([promise, late]));
  } finally {
    patience?.stop();
  }
}
