// @ts-check
// The figures of the guide to rotary embeddings, drawn from what the package
// computes, and those of the benchmark.
import { at } from '../lib/paths.mjs';
import { benchmarkFigures } from './figures/benchmark.mjs';
import { drawChart } from './figures/chart.mjs';
import { power } from './figures/power.mjs';
import { drawAxes } from './figures/strips.mjs';

/** @typedef {import('../../bindings/dist/modules/index.js').Posenc} Posenc */
/** @typedef {import('../../bindings/dist/modules/index.js').RopeOptions} RopeOptions */

/** The least error that the chart of errors shows. */
const LEAST_ERROR = 1e-8;

const TRAINED = 8192;
const FACTOR = 8;
const llama = { headDim: 128, theta: 500000 };
const scaling = /** @type {const} */ ({
  llama3: {
    type: 'llama3',
    factor: FACTOR,
    lowFreqFactor: 1,
    highFreqFactor: 4,
    originalMaxPosition: TRAINED,
  },
  linear: { type: 'linear', factor: FACTOR },
  ntk: { type: 'ntk', factor: FACTOR },
  yarn: { type: 'yarn', factor: FACTOR, originalMaxPosition: TRAINED },
});

const pairs = /** @type {const} */ ({
  label: 'pair',
  scale: 'linear',
  from: 0,
  to: 63,
  ticks: [0, 16, 32, 48, 63],
});

/** @param {Iterable<number>} values @returns {[number, number][]} */
const byNumber = (values) => Array.from(values, (value, i) => [i, value]);

/** @param {Posenc} pe */
function wavelengths(pe) {
  const wave = (/** @type {RopeOptions} */ options) =>
    byNumber(pe.rope(options).frequencies.map((w) => (2 * Math.PI) / w));
  return drawChart({
    title: 'Wavelength of every pair of Llama 3.1 8B',
    x: pairs,
    y: {
      label: 'positions',
      scale: 'log',
      from: 1,
      to: 1e8,
      ticks: [1, 1e2, 1e4, 1e6, 1e8],
      write: power,
    },
    lines: [
      { name: 'before', points: wave(llama), dashed: true },
      { name: 'after', points: wave({ ...llama, scaling: scaling.llama3 }) },
    ],
    marks: [
      { y: TRAINED, name: `${TRAINED} positions: trained before scaling` },
      { y: 131072, name: '131072 positions: the length it is used at' },
    ],
  });
}

/** @param {Posenc} pe */
function schedules(pe) {
  const plain = pe.rope(llama).frequencies;
  const lines = Object.entries(scaling).map(([name, scaling]) => ({
    name,
    points: byNumber(
      pe
        .rope({ ...llama, scaling })
        .frequencies.map((w, k) => w / (plain[k] ?? Number.NaN)),
    ),
  }));
  return drawChart({
    title: `Frequency after scaling by ${FACTOR}, as a share of that before`,
    x: pairs,
    y: {
      label: 'ratio',
      scale: 'log',
      from: 0.1,
      to: 1.2,
      ticks: [0.125, 0.25, 0.5, 1],
      write: (value) => (value === 1 ? '1' : `1/${1 / value}`),
    },
    lines,
  });
}

/** @param {Posenc} pe */
function precision(pe) {
  const positions = Array.from({ length: 97 }, (_, i) =>
    Math.round(2 ** (i / 4)),
  );
  const tables = (/** @type {'exact' | 'torch' | 'ggml'} */ precision) =>
    pe
      .rope({ headDim: 128, precision })
      .cosSin({ positions, dtype: 'float64' });
  const { cos, sin } = tables('exact');
  const exact = [cos, sin];
  const worst = (/** @type {'torch' | 'ggml'} */ precision) => {
    const { cos, sin } = tables(precision);
    const errors = [cos, sin].map(({ data }, i) =>
      data.map((value, at) => Math.abs(value - (exact[i]?.data[at] ?? 0))),
    );
    return positions.map((position, row) => {
      const own = errors.flatMap((all) => [
        ...all.subarray(64 * row, 64 * (row + 1)),
      ]);
      return /** @type {const} */ ([position, Math.max(...own, LEAST_ERROR)]);
    });
  };
  return drawChart({
    title: 'Worst error of cosines and sines, base 10000, 128 components',
    x: {
      label: 'position',
      scale: 'log',
      from: 1,
      to: 2 ** 24,
      ticks: [1, 1e2, 1e4, 1e6],
      write: power,
    },
    y: {
      label: 'error',
      scale: 'log',
      from: LEAST_ERROR,
      to: 2,
      ticks: [1e-8, 1e-6, 1e-4, 1e-2, 1],
      write: power,
    },
    lines: [
      { name: 'torch', points: worst('torch') },
      { name: 'ggml', points: worst('ggml') },
    ],
    marks: [{ y: 2 ** -9, name: 'half a step of bfloat16 at 1' }],
  });
}

/** @param {Posenc} pe */
function scores(pe) {
  const of = (/** @type {RopeOptions} */ options) => {
    const spec = { method: /** @type {const} */ ('rope'), ...options };
    const { scores } = pe.analysis.scoreByDistance(spec, { length: 601 });
    return byNumber(scores.map((score) => score / 64));
  };
  return drawChart({
    title: 'Expected score of equal q and k, as a share of that at distance 0',
    x: {
      label: 'distance',
      scale: 'linear',
      from: 0,
      to: 600,
      ticks: [0, 150, 300, 450, 600],
    },
    y: {
      label: 'score',
      scale: 'linear',
      from: -0.1,
      to: 1,
      ticks: [0, 0.25, 0.5, 0.75, 1],
    },
    lines: [
      { name: 'base 10000', points: of({ headDim: 128 }) },
      { name: 'base 500000', points: of(llama) },
      {
        name: 'base 10000, linear 4',
        points: of({ headDim: 128, scaling: { type: 'linear', factor: 4 } }),
      },
    ],
  });
}

/** @returns {Promise<Map<string, string>>} SVG by path in the repository */
export async function figures() {
  const { load } = await import(at('bindings/dist/index.js'));
  const pe = await load();
  const all = { wavelengths, schedules, precision, scores, axes: drawAxes };
  return new Map([
    ...Object.entries(all).map(
      ([name, draw]) =>
        /** @type {const} */ ([`docs/figures/rotary-${name}.svg`, draw(pe)]),
    ),
    ...Object.entries(benchmarkFigures).map(
      ([name, draw]) =>
        /** @type {const} */ ([`docs/figures/benchmark-${name}.svg`, draw()]),
    ),
  ]);
}
