// A program to copy, which computes the two maps of the view.

import { literalOf } from 'posenc/descriptions';
import type { Call } from '../../methods/languages.js';
import { program } from '../../methods/snippet.js';
import type { Options } from '../../state/spec.js';
import {
  type Asked,
  callsOf,
  type RopeCalls,
  type TableCalls,
} from './calls.js';
import type { MapsAsk } from './desk/jobs.js';
import { type Side, sides } from './state.js';
import { wayOf } from './ways.js';

const compare = [
  '// The cosine of a row with all rows; those of a rope are its cosines and sines.',
  'const alikeTo = (row, ...parts) => {',
  '  const rows = parts[0].shape[0];',
  '  const dot = (a, b) => parts.reduce((sum, { data }) => {',
  '    const width = data.length / rows;',
  '    for (let c = 0; c < width; c++) sum += data[a * width + c] * data[b * width + c];',
  '    return sum;',
  '  }, 0);',
  '  return Array.from({ length: rows }, (_, other) =>',
  '    dot(row, other) / Math.sqrt(dot(row, row) * dot(other, other)));',
  '};',
];

const headLines = [
  '// One head of tables of several.',
  'const headOf = (head, { data, shape: [rows, heads, pairs] }) => ({',
  '  shape: [rows, pairs],',
  '  data: Array.from({ length: rows * pairs }, (_, i) =>',
  '    data[(Math.floor(i / pairs) * heads + head) * pairs + (i % pairs)]),',
  '});',
];

const goldenLines = [
  '// From -√(columns/rows) to √(columns/rows) along, and the other way down.',
  'const cells = Array.from({ length: rows * columns }, (_, i) =>',
  '  [Math.floor(i / columns), i % columns]);',
  'const place = (at, own, other) =>',
  '  ((own === 1 ? 2 * at : (2 * at) / (own - 1)) - 1) * Math.sqrt(own / other);',
  'const positions = [',
  '  cells.map(([row]) => place(row, rows, columns)),',
  '  cells.map(([, column]) => place(column, columns, rows)),',
  '];',
];

function tableCode(side: Side, { first }: TableCalls): string[] {
  return [
    `const ${side} = alikeTo(patch, pe.${first.method}(${literalOf(first.options)}));`,
  ];
}

function ropeCode(side: Side, calls: RopeCalls, { grid }: Asked, head: number) {
  const { frequencies, rope, where } = calls;
  const { axes, ...rest } = rope.options;
  const form = literalOf(axes);
  const own = frequencies
    ? `{ frequencies: pe.mixedFrequencies(${literalOf(frequencies.options)}), ${form.slice(2)}`
    : form;
  const at =
    'positions' in where ? '{ positions }' : literalOf({ grid: [...grid] });
  const part = (table: string) =>
    frequencies && !Number.isNaN(head) ? `headOf(${head}, ${table})` : table;
  return [
    `const ${side}Rope = pe.rope({ ${literalOf(rest).slice(2, -2)}, axes: ${own} });`,
    `const ${side}Turns = ${side}Rope.cosSin(${at});`,
    `const ${side} = alikeTo(patch, ${part(`${side}Turns.cos`)}, ${part(`${side}Turns.sin`)});`,
  ];
}

/** The program of the maps that were made. */
export function writeMaps(ask: MapsAsk): string {
  const [rows, columns] = ask.left.grid;
  const all = sides.map((side) => ({
    ...{ side, asked: ask[side], calls: callsOf(ask[side]) },
  }));
  const golden = all.some(
    ({ calls }) => calls.kind === 'rope' && 'positions' in calls.where,
  );
  const oneHead =
    !Number.isNaN(ask.head) &&
    all.some(({ calls }) => calls.kind === 'rope' && calls.frequencies);
  return program(
    `const [rows, columns] = [${rows}, ${columns}];`,
    `const patch = ${ask.row}; // row by row`,
    ...compare,
    ...(oneHead ? headLines : []),
    ...(golden ? goldenLines : []),
    ...all.flatMap(({ side, asked, calls }) => [
      `// ${wayOf(asked.way).title}`,
      ...(calls.kind === 'table'
        ? tableCode(side, calls)
        : ropeCode(side, calls, asked, ask.head)),
    ]),
  );
}

/** The calls of the maps, for other languages. */
export function callsIn(ask: MapsAsk): Call[] {
  return sides.map((side) => {
    const calls = callsOf(ask[side]);
    const { method, options } =
      calls.kind === 'table' ? calls.first : calls.rope;
    return { spec: { ...(options as Options), method } };
  });
}
