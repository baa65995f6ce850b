// @ts-check
// The figures of the benchmark's page: shares of yardsticks, ratios to peers,
// and how cost grows.
import { NAMES } from '../../../tests/bench/peers/names.mjs';
import { EVERY, found, foundInChromium, growth } from '../benchmark-data.mjs';
import { documentOf, drawChart } from './chart.mjs';
import { power } from './power.mjs';

/** @typedef {import('../benchmark-data.mjs').Found} Found */
/** @typedef {import('../benchmark-data.mjs').Row} Row */

const [LEFT, RIGHT, TOP, STEP] = [416, 690, 70, 19];

const escaped = (/** @type {string} */ text) => text.replaceAll('<', '&lt;');

/**
 * Rows with names on the left, over a scale.
 * @param {string} title @param {readonly { name: string, marks: string }[]} rows
 * @param {readonly { at: number, text: string }[]} ticks
 * @param {readonly string[]} legend
 */
function strips(title, rows, ticks, legend) {
  const bottom = TOP + STEP * rows.length;
  const grid = ticks.map(
    ({ at, text }) =>
      `<path class="grid" d="M${at} ${TOP - 8}V${bottom}"/>` +
      `<text x="${at}" y="${bottom + 14}" text-anchor="middle">${text}</text>`,
  );
  const lines = rows.map(({ name, marks }, i) => {
    const y = TOP + STEP * i;
    return (
      `<text x="${LEFT - 8}" y="${y + 9}" text-anchor="end" font-size="11">${escaped(name)}</text>` +
      `<g transform="translate(0 ${y})">${marks}</g>`
    );
  });
  const height = bottom + 26;
  return documentOf(title, height, [...grid, ...lines, ...legend]);
}

const round = (/** @type {number} */ x) => Number(x.toFixed(1));

/** The rows that have a target. @param {Found} found */
const targeted = ({ groups }) =>
  groups
    .filter(({ title }) => !title.startsWith(EVERY))
    .flatMap(({ rows }) => rows)
    .filter(({ targets }) => targets.length > 0);

/** @param {Row} row */
const nameOf = ({ group, name }) => `${group}: ${name}`;

/** @param {Found} found @param {string} where */
function yardsticks(found, where) {
  const x = (/** @type {number} */ share) =>
    round(LEFT + Math.min(1, share) * (RIGHT - LEFT));
  const rows = targeted(found).flatMap((row) => {
    const { yardstick, targets } = row;
    const target = targets.find(({ versus }) => versus === yardstick?.name);
    if (!yardstick || !target?.least) return [];
    const at = x(target.least);
    const hue = target.reached ? 2 : 0;
    const marks =
      `<path class="f${hue}" d="M${LEFT} 0H${x(yardstick.ratio)}V11H${LEFT}z"/>` +
      `<path class="mark" d="M${at} -3V14" stroke-width="2"/>`;
    return [{ name: nameOf(row), marks }];
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => ({
    ...{ at: x(share), text: `${100 * share} %` },
  }));
  const title = `Share of the yardstick${where}; dotted: the target`;
  return strips(title, rows, ticks, [
    '<text class="f2" x="70" y="46">reached</text>',
    '<text class="f0" x="150" y="46">missed</text>',
  ]);
}

const PEERS = [NAMES.plain, NAMES.onnx, NAMES.tf, NAMES.numpy, NAMES.torch];
const [LEAST, MOST] = [0.1, 1000];

/** @param {Found} found @param {string} where */
function peers(found, where) {
  const x = (/** @type {number} */ ratio) => {
    const kept = Math.max(LEAST, Math.min(MOST, ratio));
    const part = Math.log(kept / LEAST) / Math.log(MOST / LEAST);
    return round(LEFT + part * (RIGHT - LEFT));
  };
  const rows = targeted(found).flatMap((row) => {
    const marks = PEERS.flatMap((name, i) => {
      const peer = row.peers[name];
      return peer
        ? [`<circle class="f${i}" cx="${x(peer.ratio)}" cy="5.5" r="4.5"/>`]
        : [];
    });
    return marks.length > 0
      ? [{ name: nameOf(row), marks: marks.join('') }]
      : [];
  });
  const ticks = [0.1, 1, 10, 100, 1000].map((ratio) => ({
    ...{ at: x(ratio), text: `${ratio} ×` },
  }));
  const legend = PEERS.flatMap((name, i) =>
    targeted(found).some((row) => name in row.peers)
      ? [`<text class="f${i}" x="${70 + 128 * i}" y="46">${name}</text>`]
      : [],
  );
  const title = `How many times as fast as each peer${where}`;
  return strips(title, rows, ticks, legend);
}

/** The begins of names of series, by the word in the chart. */
const SERIES = {
  'table by L': 'sinusoidal L',
  'table by D': 'sinusoidal 512',
  rotation: 'rotation',
  'ALiBi map': 'ALiBi',
  'attention output': 'causal attention L × 64, output',
  'attention maps': 'causal attention L × 64, with',
  picture: 'picture',
  'onnxruntime-web': 'onnxruntime-web',
};

/**
 * @param {string} title @param {readonly (keyof typeof SERIES)[]} names
 * @param {'ms' | 'bytes'} of @param {[number, number]} range of the values
 */
function growthChart(title, names, of, [from, to]) {
  const { series } = growth();
  const lines = names.map((name) => {
    const one = series.find((one) => one.name.startsWith(SERIES[name]));
    const points = (one?.points ?? []).flatMap((point) => {
      const value = point[of];
      return value === undefined
        ? []
        : [/** @type {const} */ ([point.at, Math.max(from, value)])];
    });
    return { name, points };
  });
  const all = (/** @type {number} */ first, /** @type {number} */ last) =>
    Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  const [low, high] = [Math.log10(from), Math.log10(to)].map(Math.round);
  return drawChart({
    title,
    x: {
      label: 'positions or columns',
      ...{ scale: 'log', from: 1, to: 1e6, ticks: all(0, 6), write: power },
    },
    y: {
      label: of === 'ms' ? 'ms' : 'bytes',
      ...{ scale: 'log', from, to, ticks: all(low ?? 0, high ?? 0) },
      write: power,
    },
    lines,
  });
}

const MEMORY = /** @type {const} */ ([
  ...['table by L', 'rotation', 'ALiBi map'],
  ...['attention output', 'attention maps', 'picture'],
]);

/** SVG by name of the figure. */
export const benchmarkFigures = {
  yardsticks: () => yardsticks(found(), ''),
  peers: () => peers(found(), ''),
  'chromium-yardsticks': () => yardsticks(foundInChromium(), ' in Chromium'),
  'chromium-peers': () => peers(foundInChromium(), ' in Chromium'),
  'growth-time': () =>
    growthChart(
      'Time by size',
      ['table by L', 'table by D', 'rotation', 'ALiBi map'],
      'ms',
      [1e-3, 1e3],
    ),
  'growth-memory': () =>
    growthChart('Memory by size', MEMORY, 'bytes', [1e7, 1e9]),
  'growth-attention': () =>
    growthChart(
      'Time of causal attention of one head by positions',
      ['attention output', 'attention maps', 'picture', 'onnxruntime-web'],
      'ms',
      [1e-2, 1e5],
    ),
};
