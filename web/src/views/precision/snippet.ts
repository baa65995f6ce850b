// A program to copy, which computes the numbers of the view at the chosen position.

import { literalOf } from 'posenc/descriptions';
import type { First } from './first.js';
import type { KnownRope } from './ropes.js';
import { type Scene, seed } from './scores.js';
import type { Way } from './ways.js';

/** The most positions that a program searches one by one. */
const farthestSearch = 2 ** 24;

/** Lines that search the first positions of the two float32 programs. */
function searchLines(firsts: readonly First[], error: number): string[] {
  const ends = firsts.flatMap((first) =>
    (first.way === 'torch' || first.way === 'ggml') && first.found === 'first'
      ? [first.position]
      : [],
  );
  const length = Math.max(...ends) + 1;
  if (ends.length === 0 || length > farthestSearch) return [];
  return [
    '// The first positions beyond an error: every one from 0 on is computed.',
    'const first = pe.analysis.precisionReport(spec, {',
    `  positions, within: ${error}, searchLength: ${length},`,
    '});',
    '// first.torch.firstBeyond, first.ggml.firstBeyond',
  ];
}

const drawn = [
  `let state = ${seed};`,
  'const next = () => {',
  '  state = (state + 0x6d2b79f5) | 0;',
  '  let t = Math.imul(state ^ (state >>> 15), state | 1);',
  '  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);',
  '  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;',
  '};',
];

/** Lines that compute the score of each way, and how far it is off. */
function scoreLines({ vectors, distance }: Scene): string[] {
  return [
    '// A query and a key: put those of a model here.',
    ...(vectors === 'seeded' ? drawn : ['const next = () => 1;']),
    'const { headDim, rotaryStart, rotaryDim, layout } = pe.make(spec);',
    'const draw = () => Array.from({ length: headDim }, () => 2 * next() - 1);',
    'const [q, k] = [draw(), draw()];',
    'const half = rotaryDim / 2;',
    'const placeOf = (i) => {',
    "  const a = rotaryStart + (layout === 'half' ? i : 2 * i);",
    "  return [a, a + (layout === 'half' ? half : 1)];",
    '};',
    'const turn = (x, { cos, sin }) => {',
    '  const y = [...x];',
    '  for (let i = 0; i < half; i++) {',
    '    const [a, b] = placeOf(i);',
    '    y[a] = x[a] * cos[i] - x[b] * sin[i];',
    '    y[b] = x[b] * cos[i] + x[a] * sin[i];',
    '  }',
    '  return y;',
    '};',
    'const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);',
    'const size = Math.sqrt(dot(q, q) * dot(k, k));',
    'const scoreOf = (way) =>',
    `  dot(turn(q, way(at + ${distance})), turn(k, way(at)));`,
    'const score = scoreOf(exact);',
    'const offBy = mapWays((way) => Math.abs(scoreOf(way) - score) / size);',
  ];
}

/** How a program computes the tables of each way. */
const wayLines: Readonly<Record<Way, string>> = {
  torch: "tableOf('torch', 'float32', at)",
  ggml: "tableOf('ggml', 'float32', at)",
  position: "tableOf('exact', 'float32', roundPosition(at))",
  float32: "tableOf('exact', 'float32', at)",
  float16: "tableOf('exact', 'float16', at)",
  bfloat16: "tableOf('exact', 'bfloat16', at)",
};

export interface ProgramAsk extends Scene {
  readonly rope: KnownRope;
  readonly at: number;
  readonly error: number;
  readonly pair: number | null;
  readonly ways: readonly Way[];
  readonly firsts: readonly First[];
}

export function writeProgram(ask: ProgramAsk): string {
  const { rope, at, error, pair, ways, firsts } = ask;
  const { method, ...options } = rope.spec;
  const spec = literalOf({ method, ...options });
  return [
    "import { load, toFloat32 } from 'posenc';",
    '',
    'const pe = await load();',
    `const spec = ${spec};`,
    `const at = ${at};`,
    'const positions = [at];',
    '// Cosines and sines of all pairs at a position.',
    'const tableOf = (precision, dtype, position) => {',
    '  const rope = pe.make({ ...spec, precision });',
    '  const { cos, sin } = rope.cosSin({ positions: [position], dtype });',
    '  return { cos: toFloat32(cos), sin: toFloat32(sin) };',
    '};',
    'const exact = (at) => {',
    '  const { cos, sin } = pe.make(spec).cosSin({',
    "    positions: [at], dtype: 'float64',",
    '  });',
    '  return { cos: cos.data, sin: sin.data };',
    '};',
    '// Eight bits of a position.',
    'const roundPosition = (position) => {',
    '  let step = 1;',
    '  while (position / step >= 256) step *= 2;',
    '  const whole = Math.floor(position / step);',
    '  const rest = position / step - whole;',
    '  const up = rest > 0.5 || (rest === 0.5 && whole % 2 === 1);',
    '  return (whole + (up ? 1 : 0)) * step;',
    '};',
    'const ways = {',
    ...ways.map((way) => `  ${way}: (at) => ${wayLines[way]},`),
    '};',
    'const mapWays = (use) => Object.fromEntries(',
    '  Object.entries(ways).map(([name, way]) => [name, use(way)]),',
    ');',
    '// The larger error of cosine and sine, of each pair.',
    'const right = exact(at);',
    'const errors = mapWays((way) => {',
    '  const { cos, sin } = way(at);',
    '  return Array.from(cos, (c, i) => Math.max(',
    '    Math.abs(c - right.cos[i]), Math.abs(sin[i] - right.sin[i]),',
    '  ));',
    '});',
    ...(pair === null ? searchLines(firsts, error) : []),
    ...scoreLines(ask),
  ].join('\n');
}
