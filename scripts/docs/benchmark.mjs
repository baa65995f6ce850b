// @ts-check
// The page of the benchmark.
import {
  countLine,
  digits,
  ratioText,
  timeText,
} from '../../tests/bench/printed-table.mjs';
import { chromiumTable, slowInChromium } from './benchmark-chromium.mjs';
import {
  boundOf,
  EVERY,
  found,
  foundInChromium,
  growth,
  machineText,
  misses,
  peerCells,
  peersOf,
  targetsCell,
} from './benchmark-data.mjs';
import { table } from './markdown-table.mjs';

/** @typedef {import('./benchmark-data.mjs').Judged} Judged */
/** @typedef {import('./benchmark-data.mjs').Series} Series */

/** @param {readonly Judged[]} groups */
function mainTable(groups) {
  const peers = peersOf(groups);
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
      ...peerCells(row, peers),
      targetsCell(row),
      boundOf(row),
    ]),
  ]);
  return table(head, rows);
}

/** @param {readonly Judged[]} groups */
function methodsTable(groups) {
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map((row) => [
      title.slice(EVERY.length),
      row.note ?? '',
      timeText(row.ms),
      row.yardstick ? ratioText(row.yardstick.ratio) : '',
      misses(row) ? 'missed' : '',
      boundOf(row),
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

/** @param {import('./benchmark-data.mjs').Found} measured */
function measuredText(measured) {
  const { seconds, busy } = measured;
  const first = `Measured on: ${machineText(measured)}, in ${seconds} s.\n`;
  if (!busy) return first;
  const times =
    'browser' in measured
      ? ''
      : 'Times are those in which a processor worked. ';
  return `${first}${times}Ratios are those of the fastest turns.\n`;
}

/** @returns {string} */
export function benchmarkPage() {
  const measured = found();
  const grown = growth();
  const chromium = foundInChromium();
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

${measuredText(measured)}
## Targets

${countLine(measured.groups).replace('targets', 'Of the targets')}.

![Each row's share of its yardstick, with the target](figures/benchmark-yardsticks.svg)

![How many times as fast as each peer](figures/benchmark-peers.svg)

${mainTable(main ?? [])}
## Every table beside the sinusoidal one

Bytes a second, as a part of those of the sinusoidal table. The rows come from the
descriptions of the methods.

${methodsTable(methods ?? [])}
## In Chromium

\`npm run bench -- --engine chromium\` measures the same rows in a worker of a
page, with the same peers, beside the same loops. The page is isolated from other
origins, which gives its clock steps of 5 µs. Only Node measures the command line,
NumPy and PyTorch. These are the rows with targets; \`in Node\` repeats the share
of the yardstick from above.

${measuredText(chromium)}
${countLine(chromium.groups).replace('targets', 'Of the targets')}.

![Each row's share of its yardstick in Chromium, with the target](figures/benchmark-chromium-yardsticks.svg)

![How many times as fast as each peer in Chromium](figures/benchmark-chromium-peers.svg)

${chromiumTable()}
${slowInChromium()}

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
npm run bench -- --engine chromium             # in a browser; firefox and webkit, too
npm run bench -- --native                      # beside NumPy and PyTorch
npm run bench -- --busy                        # while the machine does other things
npm run bench -- --against tests/bench/baseline.json
npm run bench -- --engine chromium --against tests/bench/chromium.json
npm run bench -- --growth --json tests/bench/growth.json
\`\`\`

The first run installs the peers, which nobody else needs, in \`tests/bench\`;
without them it measures the rest. \`--against\` compares ratios to yardsticks and
fails where one is 25 % lower than before, after it has measured the group twice
more. \`npm test -- bench\` prints the quick groups, and one of them in Chromium,
and never fails because of a time.
`;
}
