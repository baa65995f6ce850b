// Every number that the view prints, against the package called directly.

import { load, type Rotary } from 'posenc/rotary';
import { beforeAll, describe, expect, it } from 'vitest';
import { numbersIn } from '../../plot/read-numbers.js';
import { type First, findFirst } from './first.js';
import {
  contextWords,
  firstCells,
  firstsTitle,
  verdictWords,
} from './first-words.js';
import { computeLines, farthest, type Lines, worstIn } from './lines.js';
import { type Place, placeOf } from './place.js';
import {
  compareWords,
  readScores,
  scoreRows,
  scoresTitle,
  scoreWords,
  vectorWords,
} from './score-words.js';
import { computeScores, scorePlace } from './scores.js';
import { allRopes, finish, ropeNamed } from './testing.js';
import {
  roundPosition,
  type Tables,
  tablesOf,
  wayNames,
  ways,
} from './ways.js';
import {
  allUpTo,
  explainComputed,
  linesTitle,
  listed,
  missingWords,
  placeTitle,
  powerWords,
  readLines,
  readPair,
  ropeTitle,
  stretchAt,
  writeError,
} from './words.js';

let pe: Rotary;
let tables: Tables;
let lines: Lines;
const rope = ropeNamed('Llama 3.1 8B');

beforeAll(async () => {
  pe = await load();
  tables = tablesOf(pe, rope.spec);
  lines = finish(computeLines(tables, { perOctave: 4, sampled: 24 }));
});

/** The numbers of a text without the names of the ways, which have some, too. */
const plainNumbers = (text: string) =>
  numbersIn(
    ways.reduce((rest, way) => rest.replaceAll(wayNames[way], ''), text),
  );

/** Whether a number is what is printed of another, to two digits. */
function expectPrinted(printed: number | undefined, value: number): void {
  if (printed === undefined) throw new Error('nothing is printed');
  expect(Math.abs(printed - value)).toBeLessThanOrEqual(0.051 * value);
  expect(printed).toBe(Number(value.toPrecision(2)));
}

/** The errors of the package itself among some positions, [positions][pairs]. */
function reported(positions: readonly number[]) {
  return pe.analysis.precisionReport(rope.spec, { positions });
}

it('reads each stretch as it is', () => {
  for (const pair of [null, 7]) {
    for (let i = 0; i < lines.from.length; i += 5) {
      const text = readLines(lines, i, pair);
      const [from = 0, to = 0] = [lines.from[i], lines.to[i]];
      const printed = plainNumbers(text);
      const all = to - from + 1;
      const head =
        all === 1 ? [from] : all <= 24 ? [from, to] : [from, to, 24, all];
      expect(printed.slice(0, head.length), text).toEqual(head);
      const errors = ways.map((way) => worstIn(lines, way, i, pair).error);
      const seen = errors.filter((error) => error > 0);
      expect(printed.length, text).toBe(head.length + seen.length);
      seen.forEach((error, k) => {
        expectPrinted(printed[head.length + k], error);
      });
      for (const way of ways) expect(text).toContain(`${wayNames[way]} `);
    }
  }
  // The first position alone is what the report of the package has there.
  const { torch, ggml } = reported([1]);
  const [, a = 0, b = 0] = plainNumbers(readLines(lines, 0, null));
  expectPrinted(a, torch.absolute.worst);
  expectPrinted(b, ggml.absolute.worst);
});

it('finds the stretch of a position', () => {
  for (const at of [1, 2, 100, 131_072, 5e8, farthest]) {
    const i = stretchAt(lines, at);
    expect(lines.from[i]).toBeLessThanOrEqual(at);
    expect(lines.to[i]).toBeGreaterThanOrEqual(at);
  }
});

it('says which positions were computed', () => {
  const text = explainComputed(lines);
  const upTo = allUpTo(lines);
  expect(plainNumbers(text)).toEqual([lines.computed, farthest, upTo, 24]);
  // Up to there, every stretch has no more than 24 positions.
  const next = lines.to.indexOf(upTo) + 1;
  expect(Number(lines.to[next]) - Number(lines.from[next]) + 1).toBeGreaterThan(
    24,
  );
  let count = 0;
  lines.from.forEach((from, i) => {
    count += Math.min(24, Number(lines.to[i]) - from + 1);
  });
  expect(lines.computed).toBe(count);
});

describe('first positions', () => {
  const error = 3e-4;
  let firsts: readonly First[];

  beforeAll(() => {
    firsts = ways.map((way) =>
      finish(findFirst(tables, way, { pair: null, error })),
    );
  });

  it('are those of the package', () => {
    const report = pe.analysis.precisionReport(rope.spec, {
      ...{ positions: [0], within: error, searchLength: 16_384 },
    });
    for (const [i, way] of (['torch', 'ggml'] as const).entries()) {
      const [position, pair, at] = firstCells(firsts[i]);
      const { firstBeyond } = report[way];
      expect(numbersIn(position)).toEqual([firstBeyond?.position]);
      expect(numbersIn(pair)).toEqual([firstBeyond?.pair]);
      expectPrinted(numbersIn(at)[0], Number(firstBeyond?.error));
    }
    expect(firstCells(firsts[2])[0]).toBe('257');
    expect(firstCells(firsts[3])[0]).toMatch(/^never: 3\.0×10⁻⁸ at most$/);
    expect(firstCells(firsts[4])[0]).toBe('never: 2.4×10⁻⁴ at most');
  });

  it('are told of the texts that the model reads', () => {
    expect(contextWords(rope, firsts, error)).toBe(
      'In a text of 131\u202f072 tokens, as long as Llama 3.1 8B reads, errors of ' +
        'more than 3.0×10⁻⁴ come with float32 in torch, float32 in ggml, bfloat16 positions and ' +
        'stored as bfloat16.',
    );
    const none = contextWords(rope, firsts.slice(3, 5), error);
    expect(none).toMatch(/, no error is more than 3\.0×10⁻⁴\.$/);
    const one = contextWords({ ...rope, context: 300 }, firsts.slice(2), 0.01);
    expect(one).toMatch(
      /^In a text of 300 .* with bfloat16 positions and stored/,
    );
    expect(contextWords({ ...rope, context: null }, firsts, error)).toBe('');
  });

  it('are told in a sentence', () => {
    const text = verdictWords(firsts, error, true);
    const positions = firsts.flatMap((one) =>
      'position' in one ? [one.position] : [],
    );
    expect(plainNumbers(text)).toEqual([error, ...positions]);
    expect(text).toMatch(
      /^First off by more than 3\.0×10⁻⁴: float32 in torch at /,
    );
    expect(verdictWords(firsts.slice(3, 5), error, true)).toMatch(
      /^Nothing is/,
    );
    expect(verdictWords([], error, false)).toMatch(
      /^Searching .* 3\.0×10⁻⁴ …$/,
    );
    const seen = { position: 5e8, pair: 3, error: 1.25, searched: 1e6 };
    const late: First = { way: 'ggml', found: 'seen', ...seen };
    expect(verdictWords([late], 1, true)).toBe(
      'First off by more than 1: float32 in ggml at 500\u202f000\u202f000 at the latest.',
    );
  });

  it('have words for each outcome', () => {
    expect(firstCells(undefined)[0]).toBe('searching …');
    const met = { position: 5e8, pair: 3, error: 1.25 };
    expect(
      firstCells({ way: 'ggml', found: 'seen', searched: 1e6, ...met }),
    ).toEqual([
      'by 500\u202f000\u202f000; not up to 1\u202f000\u202f000',
      '3',
      '1.3',
    ]);
    expect(
      firstCells({ way: 'torch', found: 'none', searched: farthest })[0],
    ).toBe('none up to 2\u202f147\u202f483\u202f648');
  });
});

it('reads each pair at a position', () => {
  const place: Place = placeOf(tables, 131_071);
  const { torch } = reported([131_071]);
  const worst = readPair(
    place,
    torch.absolute.pair,
    Number(place.frequencies[torch.absolute.pair]),
  );
  const [pair, turn = 0, error] = plainNumbers(worst);
  expect(pair).toBe(torch.absolute.pair);
  const { frequencies } = pe.make(rope.spec);
  const wave = (2 * Math.PI) / Number(frequencies[torch.absolute.pair]);
  expect(turn).toBe(Number(wave.toPrecision(3)));
  expectPrinted(error, torch.absolute.worst);
  expect(readPair(place, 0, 0)).toContain('never turns');
});

it('says where torch is off by its frequencies alone', () => {
  expect(powerWords(131_071)).toBe('');
  expect(powerWords(128)).toBe('');
  expect(numbersIn(powerWords(131_072))).toEqual([131_072, 16]);
  for (const at of [256, 131_072, 2 ** 31]) {
    expect(powerWords(at)).toContain('not rounded');
    expect(roundPosition(at)).toBe(at);
    const { frequencies } = pe.make({ ...rope.spec, precision: 'torch' });
    for (const f of frequencies) expect(Math.fround(at * f)).toBe(at * f);
  }
});

it('reads scores at a position, and by position', () => {
  const scene = { vectors: 'equal', distance: 16 } as const;
  const score = scorePlace(tables, scene, 131_072);
  const { frequencies } = pe.make(rope.spec);
  const exact = Array.from(frequencies).reduce(
    (sum, omega) => sum + 2 * Math.cos(16 * omega),
    0,
  );
  expect(numbersIn(scoreWords(score))).toEqual([
    ...[131_072, 131_088, Number(exact.toPrecision(7)), 128],
  ]);
  for (const [way, value, error] of scoreRows(score)) {
    expect(numbersIn(value)[0]).toBe(
      Number(Number(score.scores[way]).toPrecision(7)),
    );
    expectPrinted(
      numbersIn(error)[0],
      Math.abs(Number(score.scores[way]) - exact) / 128,
    );
  }
  const place = placeOf(tables, 131_072);
  const [table, own] = plainNumbers(compareWords(place, score));
  expectPrinted(table, reported([131_072]).torch.absolute.worst);
  expectPrinted(own, Number(score.errors.torch));
  const all = finish(
    computeScores(tables, scene, { perOctave: 1, sampled: 3 }),
  );
  const text = readScores(all, 20);
  expectPrinted(plainNumbers(text)[4], Number(all.worst.torch?.[20]));
});

it('names ropes, pairs and lists', () => {
  expect(ropeTitle(rope)).toBe('Llama 3.1 8B, layer 0');
  expect(ropeTitle(ropeNamed('Gemma 3 27B'))).toBe('Gemma 3 27B, layer 5');
  const [plain] = allRopes;
  const { headDim, theta } = pe.make(plain?.spec as never) as never;
  expect(plain && numbersIn(ropeTitle(plain))).toEqual([headDim, theta]);
  expect(linesTitle(null)).toMatch(/any cosine or sine/);
  expect(numbersIn(linesTitle(7))).toEqual([7]);
  expect(numbersIn(firstsTitle(0.01, 7))).toEqual([7, 0.01]);
  expect(numbersIn(placeTitle(4096))).toEqual([4096]);
  expect(scoresTitle(1)).toContain('1 position after');
  expect(scoresTitle(0)).toContain('0 positions after');
  expect(vectorWords.seeded).toContain('seed 1. Not trained.');
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual([
    ...['', 'a', 'a and b', 'a, b and c'],
  ]);
  expect(writeError(0)).toBe('none');
  const { ggml: _, ...rest } = lines.worst;
  expect(missingWords(rest)).toBe('This rope has no float32 in ggml.');
  expect(missingWords(lines.worst)).toBe('');
});
