// The program that the view shows gives the numbers that it prints.

import { load, type Posenc, toFloat32 } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { type First, findFirst } from './first.js';
import { placeOf } from './place.js';
import { scorePlace, type Vectors } from './scores.js';
import { writeProgram } from './snippet.js';
import { finish, ropeNamed } from './testing.js';
import { tablesOf, type Way, ways } from './ways.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

interface Results {
  readonly errors: Readonly<Record<Way, number[]>>;
  readonly offBy: Readonly<Record<Way, number>>;
  readonly first?: Record<'torch' | 'ggml', { firstBeyond: unknown }>;
}

function run(code: string): Results {
  const body = code
    .replace("import { load, toFloat32 } from 'posenc';", '')
    .replace('const pe = await load();', '');
  const first = code.includes('const first') ? ', first' : '';
  const all = new Function(
    ...['pe', 'toFloat32'],
    `${body}\nreturn { errors, offBy${first} };`,
  );
  return all(pe, toFloat32);
}

it.each([
  ['Llama 3.1 8B', 131_072, 'equal', 16],
  ['gpt-oss 20B', 5, 'seeded', 0],
  ['GPT-J 6B', 70_001, 'seeded', 333],
  ['DeepSeek V3', 2 ** 31, 'equal', 1],
  ['Qwen2-VL 7B', 4097, 'seeded', 7],
] as [string, number, Vectors, number][])(
  '%s',
  (name, at, vectors, distance) => {
    const rope = ropeNamed(name);
    const tables = tablesOf(pe, rope.spec);
    const scene = { vectors, distance };
    const error = 1e-4;
    const firsts: readonly First[] = ways.map((way) =>
      finish(findFirst(tables, way, { pair: null, error })),
    );
    const ask = { rope, at, error, pair: null, ways, firsts, ...scene };
    const { errors, offBy, first } = run(writeProgram(ask));
    const place = placeOf(tables, at);
    const score = scorePlace(tables, scene, at);
    for (const way of ways) {
      expect(errors[way], way).toEqual([...(place.errors[way] ?? [])]);
      expect(offBy[way], way).toBeCloseTo(Number(score.errors[way]), 13);
    }
    for (const way of ['torch', 'ggml'] as const) {
      const found = firsts.find((one) => one.way === way);
      expect(found).toMatchObject({
        ...{ way, found: 'first' },
        ...(first?.[way].firstBeyond as object),
      });
    }
  },
);

it('searches nothing where the first position is too far, or that of one pair', () => {
  const rope = ropeNamed('Phi-2');
  const ask = {
    ...{ rope, at: 7, error: 1, ways, firsts: [], distance: 1 },
    vectors: 'equal' as const,
  };
  for (const pair of [null, 3]) {
    const code = writeProgram({ ...ask, pair });
    expect(code).not.toContain('precisionReport');
    expect(run(code).errors.torch).toHaveLength(16);
  }
});
