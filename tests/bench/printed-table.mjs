// @ts-check
/**
 * Writes what was measured as lines: a line for each group with its yardstick,
 * one for each row, and one for each peer.
 *
 * @typedef {import('./judge.mjs').Judged} Judged
 * @typedef {import('./judge.mjs').Row} Row
 * @typedef {import('./judge.mjs').Verdict} Verdict
 * @typedef {import('./measure.mjs').Sample} Sample
 */

import { NAMES } from './peers/names.mjs';

/** Peers that have a column, by the word at its head. */
const COLUMNS = [
  ['JS', NAMES.plain],
  ['ort', NAMES.onnx],
  ['tfjs', NAMES.tf],
  ['NumPy', NAMES.numpy],
  ['PyTorch', NAMES.torch],
];

/** Words for contestants in the column of targets. */
const SHORT = new Map(COLUMNS.map(([head = '', name = '']) => [name, head]));

const WIDTHS = [44, 24, 14, 11, 8, 8, 8, 8, 8];

/** Three digits. @param {number} value */
export const digits = (value) =>
  value >= 100 ? value.toFixed(0) : value.toPrecision(3);

/** Ratios: as a percentage up to two, as a factor above. @param {number} x */
export function ratioText(x) {
  if (x >= 2) return `${digits(x)} ×`;
  return `${x < 0.1 ? (100 * x).toPrecision(2) : (100 * x).toFixed(0)} %`;
}

/**
 * The fastest turn, the median, and half of the distance of the quartiles.
 * @param {Sample} ms
 */
export const timeText = ({ least, median, lower, upper }) =>
  `${digits(least)} | ${digits(median)} ± ${digits((upper - lower) / 2)}`;

/**
 * @param {Verdict} target
 * @param {(name: string) => string} [word] for a contestant
 */
export function targetText(
  { versus = '', least, within, reached },
  word = (name) => name,
) {
  const what =
    within === undefined
      ? `≥ ${ratioText(least ?? 0)} ${word(versus)}`
      : `≤ ${within} ms`;
  const verdict =
    reached === undefined ? 'not measured' : reached ? 'reached' : 'MISSED';
  return `${what}: ${verdict}`;
}

/** @param {readonly string[]} cells */
const line = (cells) =>
  cells
    .map((cell, i) => {
      const width = WIDTHS[i] ?? 0;
      return i === 0 ? cell.padEnd(width) : cell.padStart(width);
    })
    .join('')
    .trimEnd();

/** @param {{ value: number, unit: string } | undefined} speed */
const speedText = (speed) =>
  speed ? `${digits(speed.value)} ${speed.unit}` : '';

export const headLine = () =>
  line([
    ...['work', 'least | median ms', 'speed', 'yardstick'],
    ...COLUMNS.map(([head = '']) => `× ${head}`),
    '  target',
  ]);

/**
 * @param {Judged} judged
 * @returns {string[]}
 */
export function groupLines({ title, yardstick, rows }) {
  const beside = yardstick
    ? `; ${yardstick.name}: ${digits(yardstick.speed)} ${yardstick.unit}`
    : '';
  const peers = Object.entries(rows[0]?.peers ?? {});
  return [
    `${title}${beside}`,
    ...rows.map((row) =>
      line([
        `  ${row.name} ${row.note ?? ''}`,
        timeText(row.ms),
        speedText(row.speed),
        row.yardstick ? ratioText(row.yardstick.ratio) : '',
        ...COLUMNS.map(([, name = '']) => {
          const peer = row.peers[name];
          return peer ? digits(peer.ratio) : '';
        }),
        row.targets
          .map(
            (target) =>
              `  ${targetText(target, (name) => SHORT.get(name) ?? name)}`,
          )
          .join(','),
      ]),
    ),
    ...peers.map(([name, { ms }]) => line([`    ${name}`, timeText(ms)])),
  ];
}

/** The last line. @param {readonly Judged[]} judged */
export function countLine(judged) {
  const verdicts = judged.flatMap(({ rows }) =>
    rows.flatMap(({ targets }) => targets.map(({ reached }) => reached)),
  );
  const of = (/** @type {boolean | undefined} */ word) =>
    verdicts.filter((reached) => reached === word).length;
  const open = of(undefined);
  const rest = open > 0 ? `, ${open} not measured` : '';
  return `targets: ${of(true)} reached, ${of(false)} missed${rest}`;
}
