// @ts-check
/**
 * How time and memory grow with the number of positions and with the width, over
 * four decades. Each point has an instance of its own, whose memory begins
 * empty.
 */

import { noise } from '../support/noise.mjs';
import { nodeInstance, worked } from './hosts/node.mjs';
import { measure } from './measure.mjs';
import { fusedAttention } from './rows/attention.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {{ at: number, ms: number, bytes?: number }} Point bytes: all of the
 *   instance's memory, and that of the arrays that the first run made
 * @typedef {{ name: string, axis: string, power: number, points: Point[],
 *   fails?: string }} Series power: the exponent with which time grows over the
 *   last two decades; fails: why there are no larger points
 *
 * @typedef {object} Work
 * @property {string} name
 * @property {string} axis what grows
 * @property {readonly number[]} sizes
 * @property {(pe: Posenc, size: number) => () => unknown} prepare
 *
 * @typedef {import('./peers/index.mjs').Peers} Peers
 */

/** Rows of a part, where a result is computed in parts. */
const PART = 4096;
const DIM = 128;
const LENGTHS = [4, 16, 64, 256, 1024, 4096, 16384, 65536];
const HEADS = 8;

/** @param {number} from @param {number} to both powers of ten, as exponents */
const decades = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));

/** @param {Posenc} pe @param {number} length @param {object} options */
function attend(pe, length, options) {
  const size = length * 64;
  const [q, k, v] = [noise(size, 1), noise(size, 2), noise(size, 3)];
  const given = { q, k, v, heads: 1, headDim: 64, causal: true };
  return () => pe.attention({ ...given, ...options });
}

/** @type {readonly Work[]} */
export const works = [
  {
    name: `sinusoidal L × ${DIM}, in parts of ${PART} rows`,
    axis: 'positions',
    sizes: decades(2, 6),
    prepare(pe, length) {
      const rows = Math.min(length, PART);
      const out = pe.resident({ shape: [rows, DIM] });
      return () => {
        for (let start = 0; start < length; start += rows) {
          // The last part may write over the end of the one before.
          const first = Math.min(start, length - rows);
          pe.sinusoidal({ start: first, length: rows, dim: DIM, out });
        }
      };
    },
  },
  {
    name: 'sinusoidal 512 × D',
    axis: 'columns',
    sizes: decades(1, 5),
    prepare(pe, dim) {
      const out = pe.resident({ shape: [512, dim] });
      return () => pe.sinusoidal({ length: 512, dim, out });
    },
  },
  {
    name: `rotation L × ${HEADS} × ${DIM}`,
    axis: 'positions',
    sizes: decades(0, 5),
    prepare(pe, length) {
      const x = pe.resident({ shape: [length, HEADS, DIM] });
      const rope = pe.rope({ headDim: DIM });
      return () => rope.rotate(x, { heads: HEADS, out: x });
    },
  },
  {
    name: 'ALiBi 1 × L × L',
    axis: 'positions',
    sizes: [1, 10, 100, 1000, 10000],
    prepare(pe, queries) {
      const out = pe.resident({ shape: [1, queries, queries] });
      return () => pe.alibi({ heads: 1, queries, out });
    },
  },
  {
    name: 'causal attention L × 64, output alone',
    axis: 'positions',
    sizes: LENGTHS,
    prepare: (pe, length) => attend(pe, length, { outputs: ['output'] }),
  },
  {
    name: 'picture of causal attention L × 64',
    axis: 'positions',
    sizes: LENGTHS,
    prepare(pe, length) {
      const size = length * 64;
      const [q, k] = [noise(size, 5), noise(size, 6)];
      const given = { q, k, heads: 1, headDim: 64, causal: true };
      return () => pe.attentionMap({ ...given, width: 512, height: 512 });
    },
  },
  {
    name: 'causal attention L × 64, with scores and weights',
    axis: 'positions',
    sizes: [4, 16, 64, 256, 1024, 4096, 8192],
    prepare: (pe, length) => attend(pe, length, {}),
  },
];

/** The name of the only series that is not ours. */
export const OTHER = 'onnxruntime-web, MultiHeadAttention L × 64';

/** Points whose first run takes longer are not measured again. */
const LONG_MS = 3000;

/** Bytes outside of JavaScript's heap that typed arrays hold. */
const held = () => process.memoryUsage().arrayBuffers;

/**
 * The time in which a processor works, so that what else the machine does does
 * not count.
 * @param {() => unknown} run
 * @returns {Promise<{ ms: number, made: number }>} made: bytes of arrays
 */
async function timeOf(run) {
  const [begin, before] = [worked(), held()];
  await run();
  const ms = worked() - begin;
  const made = Math.max(0, held() - before);
  if (ms > LONG_MS) return { ms, made };
  const effort = { turns: 5, most: 25, milliseconds: 200, warming: 100 };
  const samples = await measure(new Map([['', run]]), effort, worked);
  return { ms: samples.get('')?.least ?? Number.NaN, made };
}

/** @param {Work} work @param {number} size @returns {Promise<Point>} */
async function pointOf({ prepare }, size) {
  const { pe } = await nodeInstance();
  const { ms, made } = await timeOf(prepare(pe, size));
  return { at: size, ms, bytes: pe.heapBytes + made };
}

/** @param {Peers} peers @param {number} length @returns {Promise<Point>} */
async function otherPoint({ onnx }, length) {
  if (!onnx) throw new Error('onnxruntime-web is not there');
  const [data, shape] = [noise(length * 64, 4), [1, length, 64]];
  const q = { data, shape };
  const run = await onnx.runner(fusedAttention(1), { q, k: q, v: q });
  return { at: length, ms: (await timeOf(run)).ms };
}

/** The exponent of the growth of time over the last two decades. */
export function powerOf(/** @type {readonly Point[]} */ points) {
  const last = points.at(-1);
  if (!last) return Number.NaN;
  const first = points.find(({ at }) => at >= last.at / 100) ?? last;
  return Math.log(last.ms / first.ms) / Math.log(last.at / first.at);
}

/**
 * Points in the order of their sizes, until one cannot be had.
 * @param {string} name @param {string} axis @param {readonly number[]} sizes
 * @param {(size: number) => Promise<Point>} measured
 * @returns {Promise<Series>}
 */
async function seriesOf(name, axis, sizes, measured) {
  /** @type {Point[]} */
  const points = [];
  for (const size of sizes) {
    try {
      points.push(await measured(size));
    } catch (error) {
      const [line = ''] = String(error).split('\n');
      // A peer may name a file of the machine on which it was compiled.
      const fails = `${size}: ${line.replace(/\/\S+:\d+ /g, '')}`;
      return { name, axis, power: powerOf(points), points, fails };
    }
  }
  return { name, axis, power: powerOf(points), points };
}

/** @param {Peers} peers @returns {AsyncGenerator<Series>} */
export async function* growths(peers) {
  for (const work of works) {
    const { name, axis, sizes } = work;
    yield await seriesOf(name, axis, sizes, (size) => pointOf(work, size));
  }
  yield await seriesOf(OTHER, 'positions', LENGTHS, (length) =>
    otherPoint(peers, length),
  );
}

/** @param {Series} series @returns {string[]} */
export function growthLines({ name, axis, power, points, fails }) {
  return [
    `${name}: time grows as ${axis} to the power of ${power.toFixed(2)}`,
    ...points.map(({ at, ms, bytes }) =>
      [
        String(at).padStart(10),
        `${ms.toPrecision(3)} ms`.padStart(14),
        bytes === undefined
          ? ''
          : `${(bytes / 2 ** 20).toFixed(1)} MiB`.padStart(12),
      ].join(''),
    ),
    ...(fails ? [`  not at ${fails}`] : []),
  ];
}
