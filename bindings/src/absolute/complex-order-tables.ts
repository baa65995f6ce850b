/** The tables of complex-order embeddings: given, drawn or initial. */

import { readIndices } from '../arrays/indices.js';
import { readOptional, recheck } from '../arrays/operand.js';
import type { RowPositions } from '../arrays/positions.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { checkReach, computeFrequencies } from '../core/oscillators.js';
import type {
  ComplexOrderTables as LoadedTables,
  Status,
  Where,
} from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import { complexOrderTables, MOST_WORDS } from './complex-order-parameters.js';
import { checkFloats } from './floats.js';

/** Random stream of drawn frequencies; amplitudes are drawn from stream 0. */
const FREQUENCY_STREAM = 1;

/** Largest distance of a drawn number from zero. */
const LARGEST_DRAWN = 8.6;

/**
 * Largest phase. The float32 numbers beyond it are too far apart to be angles.
 */
const LARGEST_PHASE = 2 ** 31;

/** Number of words that are passed to the core at once. */
const TOKENS_AT_ONCE = 4096;

export interface ComplexOrderTables {
  readonly words: number;
  /** Number of frequencies. */
  readonly frequencies: number;
  /** Word of each row, unless it is always word 0. */
  readonly tokens: Float64Array | undefined;
  readonly load: (scratch: Scratch) => LoadedTables;
}

/** Reads and checks the options that give or describe the tables. */
export function readTables(
  heap: Heap,
  method: string,
  checked: Checked<typeof complexOrderTables>,
  positions: RowPositions,
): ComplexOrderTables {
  const { dim, sharing, initial, seed, paddingIndex = -1 } = checked;
  const read = (name: 'amplitude' | 'frequency' | 'phase') =>
    readOptional(method, name, checked[name], 'float32');
  const amplitude = read('amplitude');
  const frequency = read('frequency');
  const phase = read('phase');
  const tokens = readTokens(method, checked.tokens, positions);

  const [first] = [amplitude, phase, frequency].filter(
    (table) => table && (table !== frequency || sharing === 'none'),
  );
  const byWordAlone = sharing === 'word' ? frequency : undefined;
  const inTable =
    first === undefined
      ? byWordAlone && recheck(method, byWordAlone).array.length
      : Math.floor(recheck(method, first).array.length / dim);
  const last = tokens?.reduce((a, b) => Math.max(a, b), 0) ?? 0;
  const needed = Math.max(last, paddingIndex) + 1;
  const words = checked.words ?? (inTable || needed);
  checkWords(method, words, tokens, paddingIndex);

  const all = {
    length: words * dim,
    shape: `[words, dim] = [${words}, ${dim}]`,
    shaped: complexOrderTables.amplitude,
    sizes: { words, dim },
  };
  const own = {
    none: all,
    word: {
      length: words,
      shape: `[words] = [${words}]`,
      ...{ shaped: { axes: ['words'] }, sizes: { words } },
    },
    dimension: {
      length: dim,
      shape: `[dim] = [${dim}]`,
      ...{ shaped: { axes: ['dim'] }, sizes: { dim } },
    },
  }[sharing];
  const given = {
    amplitude: amplitude && checkFloats(heap, method, amplitude, all),
    frequency: frequency && checkFloats(heap, method, frequency, own),
    phase:
      phase &&
      checkFloats(heap, method, phase, { ...all, most: LARGEST_PHASE }),
  };
  const drawn = !given.frequency && sharing === 'word';
  const byWord = initial === 'word' && sharing === 'none';
  const maxFrequency = drawn ? LARGEST_DRAWN : byWord ? words - 1 : 1;
  const checkFrequencies = () =>
    checkReach(method, positions, given.frequency?.largest() ?? maxFrequency);
  checkFrequencies();

  const load = (scratch: Scratch): LoadedTables => {
    checkFrequencies();
    return loadTables(scratch);
  };
  const loadTables = (scratch: Scratch): LoadedTables => ({
    dim,
    words,
    amplitude: given.amplitude?.load(scratch) ?? 0,
    seed,
    frequency:
      given.frequency?.load(scratch) ??
      (drawn ? drawFrequencies(scratch, seed, words) : 0),
    sharing,
    initialFrequency:
      given.frequency || drawn
        ? 0
        : initialFrequencies(scratch, method, dim, initial),
    initial,
    phase: given.phase?.load(scratch) ?? 0,
    paddingIndex,
  });
  return { words, frequencies: own.length, tokens, load };
}

function readTokens(
  method: string,
  value: unknown,
  positions: RowPositions,
): Float64Array | undefined {
  if (value === undefined) return undefined;
  const tokens = readIndices(method, 'tokens', value, MOST_WORDS - 1);
  if (tokens.length !== positions.length) {
    const rule = `${positions.length}, one word for each position`;
    const param = 'tokens.length';
    throw wrongValue(method, param, rule, tokens.length, 'ERR_SHAPE');
  }
  return tokens;
}

function checkWords(
  method: string,
  words: number,
  tokens: Float64Array | undefined,
  paddingIndex: number,
): void {
  const rule = `a word, from 0 to ${words - 1}`;
  const wrong = tokens?.findIndex((word) => word >= words) ?? -1;
  if (wrong >= 0) {
    throw wrongValue(method, `tokens[${wrong}]`, rule, tokens?.[wrong]);
  }
  if (paddingIndex >= words) {
    throw wrongValue(method, 'paddingIndex', rule, paddingIndex);
  }
}

function drawFrequencies(scratch: Scratch, seed: number, words: number) {
  const to = scratch.bytes(words * Float32Array.BYTES_PER_ELEMENT);
  const drawn = { draw: 'normal', spread: 1, seed } as const;
  scratch.check(
    scratch.core.drawFloats({
      drawn: { ...drawn, stream: FREQUENCY_STREAM },
      count: words,
      out: to,
    }),
  );
  return to;
}

/**
 * Initial frequencies, three float64 for each dimension, as the core stores
 * them.
 */
function initialFrequencies(
  scratch: Scratch,
  method: string,
  dim: number,
  initial: 'pairs' | 'word',
): number {
  const pairs = initial === 'pairs';
  const { words, count } = computeFrequencies(scratch.heap, method, {
    spacing: { base: 10000, span: dim / 2 },
    count: pairs ? Math.ceil(dim / 2) : dim,
    precision: 'exact',
  });
  if (!pairs) return scratch.copy(words);
  const each = words.length / count;
  const doubled = new Float64Array(dim * each);
  for (let k = 0; k < dim; ++k) {
    const from = (k >> 1) * each;
    doubled.set(words.subarray(from, from + each), k * each);
  }
  return scratch.copy(doubled);
}

/**
 * Computes `rows` rows, whose words lie at `tokens` in the instance's memory;
 * `done` rows of the call are computed already.
 */
export type TokenRun = (
  where: Where,
  rows: number,
  tokens: number,
  done: number,
) => Status;

/**
 * Calls `run` for `rows` rows, a few thousand at a time, until one call fails.
 * The first row has the word `tokens[from]`.
 */
export function withTokens(
  scratch: Scratch,
  tokens: Float64Array | undefined,
): (from: number, where: Where, rows: number, run: TokenRun) => Status {
  if (!tokens) return (_, where, rows, run) => run(where, rows, 0, 0);
  const list = scratch.bytes(TOKENS_AT_ONCE * Int32Array.BYTES_PER_ELEMENT);
  return (from, { start, first, positions }, rows, run) => {
    let status: Status = 'ok';
    for (let done = 0; done < rows && status === 'ok'; done += TOKENS_AT_ONCE) {
      const some = Math.min(TOKENS_AT_ONCE, rows - done);
      const words = tokens.subarray(from + done, from + done + some);
      new Int32Array(scratch.heap.buffer, list, some).set(words);
      const at = positions && positions + done * 8;
      const whole = at ? 0 : first + done;
      const where = { start, first: whole, positions: at, apart: 0 };
      status = run(where, some, list, done);
    }
    return status;
  };
}
