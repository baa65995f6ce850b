// @ts-check
// The page of the benchmark, from what `npm run bench -- --json` wrote. What
// bounds a row that misses its target stands in a file beside it.
import { readFileSync } from 'node:fs';
import { NAMES } from '../../tests/bench/peers/names.mjs';
import {
  countLine,
  digits,
  ratioText,
  targetText,
  timeText,
} from '../../tests/bench/table.mjs';
import { at } from '../lib/paths.mjs';
import { table } from './table.mjs';

/** @typedef {import('../../tests/bench/judge.mjs').Judged} Judged */
/** @typedef {import('../../tests/bench/judge.mjs').Row} Row */
/** @typedef {import('../../tests/bench/growth.mjs').Series} Series */
/**
 * @typedef {{ date: string, processor: string, cores: number,
 *   memoryGiB: number, system: string, node: string, v8: string }} Machine
 * @typedef {Machine & { busy: boolean, seconds: number, groups: Judged[] }} Found
 */

const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(at(`tests/bench/${name}`), 'utf8'));

/** What was measured last on the machine that the page names. */
export const found = () => /** @type {Found} */ (read('baseline.json'));

/** How cost grows. */
export const growth = () =>
  /** @type {Machine & { series: Series[] }} */ (read('growth.json'));

/** The groups that measure every table have titles that begin so. */
const EVERY = 'table ';

/** @param {Row} row @param {Record<string, string>} bounds by row or group */
function boundOf({ group, name, targets }, bounds) {
  if (targets.every(({ reached }) => reached !== false)) return '';
  // Presets of a method have the method's reason.
  const method = group.split(' ').slice(0, 2).join(' ');
  const keys = [`${group}: ${name}`, group, method];
  return keys.map((key) => bounds[key]).find(Boolean) ?? '';
}

/** Peers, by the word at the head of their column. */
const PEERS = Object.entries({
  JavaScript: NAMES.plain,
  'onnxruntime-web': NAMES.onnx,
  'tfjs-wasm': NAMES.tf,
  NumPy: NAMES.numpy,
  PyTorch: NAMES.torch,
});

/**
 * @param {readonly Judged[]} groups
 * @param {Record<string, string>} bounds
 */
function mainTable(groups, bounds) {
  const peers = PEERS.filter(([, name]) =>
    groups.some(({ rows }) => rows.some((row) => name in row.peers)),
  );
  const head = [
    ...['work', 'ms', 'speed', 'of the yardstick'],
    ...peers.map(([head]) => `× ${head}`),
    ...['target', 'what bounds it'],
  ];
  const rows = groups.flatMap(({ title, yardstick, rows }) => [
    [
      `**${title}**`,
      '',
      yardstick ? `${digits(yardstick.speed)} ${yardstick.unit}` : '',
      yardstick?.name ?? '',
      ...peers.map(() => ''),
      '',
      '',
    ],
    ...rows.map((row) => [
      row.name,
      timeText(row.ms),
      row.speed ? `${digits(row.speed.value)} ${row.speed.unit}` : '',
      row.yardstick ? ratioText(row.yardstick.ratio) : '',
      ...peers.map(([, name]) => {
        const peer = row.peers[name];
        return peer ? digits(peer.ratio) : '';
      }),
      row.targets.map((target) => targetText(target)).join('; '),
      boundOf(row, bounds),
    ]),
  ]);
  return table(head, rows);
}

/** @param {readonly Judged[]} groups @param {Record<string, string>} bounds */
function methodsTable(groups, bounds) {
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map((row) => [
      title.slice(EVERY.length),
      row.note ?? '',
      timeText(row.ms),
      row.yardstick ? ratioText(row.yardstick.ratio) : '',
      row.targets.some(({ reached }) => reached === false) ? 'missed' : '',
      boundOf(row, bounds),
    ]),
  );
  const head = ['table', 'size', 'ms', 'of the sinusoidal one'];
  return table([...head, 'a quarter', 'what bounds it'], rows);
}

/** @param {readonly Series[]} series */
function growthTable(series) {
  const rows = series.map(({ name, axis, power, points, fails }) => {
    const last = points.at(-1);
    const bytes = last?.bytes;
    return [
      name,
      axis,
      power.toFixed(2),
      last ? `${last.at}: ${digits(last.ms)} ms` : '',
      bytes === undefined ? '' : `${digits(bytes / 2 ** 20)} MiB`,
      fails ?? '',
    ];
  });
  const head = ['work', 'what grows', 'power of time', 'largest'];
  return table([...head, 'memory there', 'fails at'], rows);
}

/** @param {Machine} machine */
const machineText = ({ date, processor, cores, memoryGiB, system, node, v8 }) =>
  `${date}, ${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}, ` +
  `Node ${node} (V8 ${v8})`;

/** @returns {string} */
export function benchmarkPage() {
  const measured = found();
  const grown = growth();
  const bounds = read('bounds.json');
  const [methods, main] = [true, false].map((every) =>
    measured.groups.filter(({ title }) => title.startsWith(EVERY) === every),
  );
  const turns = Math.min(
    ...measured.groups.flatMap(({ rows }) => rows.map(({ ms }) => ms.turns)),
  );
  return `# Benchmark

\`npm run bench\` measures the package beside what a machine allows, and beside
what one would otherwise use. All contestants of a group run in one process, on
one thread, in turns; each has ${turns} turns or more after it is warm. So whatever
disturbs the machine disturbs all alike, and **ratios hold elsewhere; times do
not**.

| words | what they mean |
| --- | --- |
| store loop, scale loop, copy loop | SIMD loops in the same module that only write, read and write in place, or copy |
| multiply and add | the same module's multipliers and adders, on registers alone |
| ms | the fastest turn, then the median ± half of the distance of the quartiles |
| of the yardstick | bytes or operations a second, as a part of those of the loop that the group's first line names |
| × a peer | how many times as fast as the peer; below 1 it is slower |
| JavaScript | typed arrays, no allocation in loops, sums in registers |
| onnxruntime-web, tfjs-wasm | their WebAssembly builds on one thread; the first copies its results out, the second leaves them in its memory |

Measured on: ${machineText(measured)}, in ${measured.seconds} s.
${measured.busy ? 'Times are those in which a processor worked, and ratios those of the fastest turns.\n' : ''}
## Targets

${countLine(measured.groups).replace('targets', 'Of the targets')}.

![Each row's share of its yardstick, with the target](figures/benchmark-yardsticks.svg)

![How many times as fast as each peer](figures/benchmark-peers.svg)

${mainTable(main ?? [], bounds)}
## Every table beside the sinusoidal one

Bytes a second, as a part of those of the sinusoidal table. The rows come from the
descriptions of the methods.

${methodsTable(methods ?? [], bounds)}
## How cost grows

\`npm run bench -- --growth\` measures time and memory over four decades of sizes.
Memory is that of the instance and of the arrays that a call makes; an instance
begins with 16 MiB. The power is the exponent with which time grows over the last
two decades: 1 is linear, 2 quadratic.

Measured on: ${machineText(grown)}.

![Time by positions or columns](figures/benchmark-growth-time.svg)

![Memory by positions](figures/benchmark-growth-memory.svg)

![Time of attention by positions](figures/benchmark-growth-attention.svg)

${growthTable(grown.series)}
## Run it

\`\`\`sh
npm run bench                                  # the whole table, with peers
npm run bench -- --quick                       # some groups, in seconds
npm run bench -- --filter rotate --json rotate.json
npm run bench -- --native                      # beside NumPy and PyTorch
npm run bench -- --busy                        # while the machine does other things
npm run bench -- --against tests/bench/baseline.json
npm run bench -- --growth --json tests/bench/growth.json
\`\`\`

The first run installs the peers, which nobody else needs, in \`tests/bench\`;
without them it measures the rest. \`--against\` compares ratios to yardsticks and
fails where one is 25 % lower than before, after it has measured the group twice
more. \`npm test -- bench\` prints the quick groups and never fails because of a
time.
`;
}
