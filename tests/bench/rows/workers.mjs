// @ts-check
/** Two workers beside direct calls. They are Node's, on a machine with two cores. */

import { createClient } from 'posenc/worker';
import { noise } from '../../support/noise.mjs';

/** @typedef {Readonly<Record<string, unknown>>} Spec */

/** @param {number} rows @param {number} seed */
const heads = (rows, seed) => ({
  ...{ data: noise(rows * 8 * 64, seed), shape: [rows, 8, 64] },
  dtype: 'float32',
});

const inputs = () => ({
  q: heads(4096, 1),
  k: heads(4096, 2),
  v: heads(4096, 3),
});

/**
 * A group: a direct call, two workers, and two that share memory.
 * @param {string} title @param {() => Spec} make
 * @param {{ transfer?: number, shared?: number }} least ratios to reach
 * @returns {import('../judge.mjs').Group}
 */
const group = (title, make, { transfer, shared }) => ({
  title: `two workers: ${title}`,
  open({ pe }) {
    const spec = /** @type {any} */ (make());
    const client = createClient({ workers: 2 });
    const { bytes } = pe.plan(spec);
    const timed = async (/** @type {() => unknown} */ run) => {
      const begin = performance.now();
      await run();
      return { ms: performance.now() - begin };
    };
    /** @param {number | undefined} least */
    const targets = (least) => (least ? { targets: { direct: least } } : {});
    return {
      unit: 'GB/s',
      amount: bytes,
      rows: [
        { name: 'direct', run: () => timed(() => pe.make(spec)) },
        {
          name: 'by transfer',
          run: () => timed(() => client.make(spec)),
          ...targets(transfer),
        },
        {
          name: 'shared',
          run: () => timed(() => client.make(spec, { shared: true })),
          ...targets(shared),
        },
      ],
      close: () => void client.close(),
    };
  },
});

/** A map of 32 heads: 128 MiB. */
const map = { queries: 1024, keys: 1024 };

const output = { method: 'attention', outputs: ['output'] };
const table = { method: 'sinusoidal', dim: 1024 };

export const workers = [
  group(
    'attention, its output, 4096 queries of 8 heads',
    () => ({ ...output, ...inputs() }),
    { transfer: 1.7, shared: 1.7 },
  ),
  group(
    'a picture of 4096 queries of 8 heads',
    () => ({ method: 'attentionMap', ...inputs() }),
    { transfer: 1.7, shared: 1.7 },
  ),
  group(
    'gradients of 4096 queries of 8 heads',
    () => ({
      ...{ method: 'attentionGradient', ...inputs() },
      upstream: heads(4096, 4),
    }),
    { transfer: 1.7, shared: 1.7 },
  ),
  group(
    'sinusoidal, 16384 × 1024 float64',
    () => ({ ...table, length: 16384, dtype: 'float64' }),
    { shared: 1.7 },
  ),
  group('sinusoidal, 32768 × 1024', () => ({ ...table, length: 32768 }), {
    shared: 1.2,
  }),
  group(
    'alibi, 32 × 1024 × 1024',
    () => ({ method: 'alibi', heads: 32, ...map }),
    { transfer: 1 / 1.1, shared: 1.1 },
  ),
  group(
    't5Bias, 32 × 1024 × 1024',
    () => ({
      ...{ method: 't5Bias', bidirectional: true, ...map },
      table: { data: noise(32 * 32, 5), shape: [32, 32], dtype: 'float32' },
    }),
    { transfer: 1 / 1.1, shared: 1.1 },
  ),
];
