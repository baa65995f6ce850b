// The Python programs compute what the package computes.
//
// PyTorch is not where the tests run. So `recorded.json` holds each program and
// the numbers that PyTorch made of it: the programs must still be the same, and
// the package must have these numbers. To record programs anew, name a Python
// that has PyTorch:
//
//   POSENC_PYTORCH=python3 npx vitest run --config tests/vitest.config.mjs \
//     web/src/methods/python

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load, type Posenc, tensor, toFloat32 } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Spec } from '../../state/spec.js';
import { type Case, cases } from './cases.js';
import { writePython, written } from './write.js';

interface Recorded {
  readonly code: string;
  readonly shape: readonly number[];
  readonly data: readonly number[];
}

const place = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const file = place('recorded.json');
const nameOf = ({ spec, range }: Case) => JSON.stringify({ ...spec, ...range });

function codeOf({ spec, range }: Case): string {
  const text = writePython(spec, range);
  if ('none' in text) throw new Error(`${nameOf({ spec })}: ${text.none}`);
  return text.code;
}

/** Runs all programs in PyTorch, and writes the record anew. */
function record(python: string): void {
  const codes = cases.map(codeOf);
  const made = execFileSync(python, [place('run.py')], {
    input: JSON.stringify(codes),
    maxBuffer: 2 ** 28,
  });
  const results = JSON.parse(made.toString()) as Omit<Recorded, 'code'>[];
  const lines = cases.map((one, i) => {
    const held = { code: codes[i], ...results[i] };
    return `  ${JSON.stringify(nameOf(one))}: ${JSON.stringify(held)}`;
  });
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

let pe: Posenc;
let recorded: Readonly<Record<string, Recorded>>;

beforeAll(async () => {
  pe = await load();
  const python = process.env.POSENC_PYTORCH;
  if (python) record(python);
  recorded = JSON.parse(readFileSync(file, 'utf8'));
});

/** The numbers that stand for a model's, as the programs have them. */
function standIn(...shape: number[]) {
  const count = shape.reduce((product, size) => product * size, 1);
  const data = Float32Array.from({ length: count }, (_, i) => i / count);
  return tensor(data, shape);
}

interface Made {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
  /** The most that element i may differ by. */
  readonly most: (i: number) => number;
}

const half = 2 ** -24;

/** The steps of a type between 1 and 2, of which a rounding is half. */
const steps: Readonly<Record<string, number>> = {
  ...{ float64: 2 ** -52, float32: 2 ** -23 },
  ...{ float16: 2 ** -10, bfloat16: 2 ** -7 },
};

/** What stands for the weights of tables that are repeated. */
function repeated({ method, ...spec }: Spec) {
  const { dim = 1, tableLength = 512, window = 64, length, start = 0 } = spec;
  if (method === 'tile' || method === 'hierarchical') {
    return { table: standIn(Number(tableLength), Number(dim)) };
  }
  if (method !== 'windowed') return {};
  const last = Number(start) + Number(length) - 1;
  const windows = Math.floor(last / Number(window)) + 1;
  return {
    table: standIn(Number(window), Number(dim)),
    ...(spec.kind === 'block'
      ? { blockTable: standIn(windows, Number(dim)) }
      : {}),
  };
}

function makeTable(spec: Spec): Made {
  if (spec.method === 'learned') {
    const [rows, dim] = [Number(spec.tableLength ?? 8), Number(spec.dim)];
    const { shape, data } = pe.make({
      ...{ ...spec, table: standIn(rows, dim) },
    } as never) as never as { shape: number[]; data: Float32Array };
    // A scale, a root and a length are rounded, and so are their products.
    return { shape, data, most: (i) => 6 * half * Math.abs(data[i] ?? 0) };
  }
  const table = pe.make({ ...spec, ...repeated(spec) } as never) as never as {
    shape: number[];
    dtype: string;
    data: ArrayLike<number>;
  };
  const { shape, dtype } = table;
  const data =
    dtype === 'float16' || dtype === 'bfloat16'
      ? toFloat32(table as never)
      : table.data;
  const [, dim = 1] = shape;
  const far = (i: number) => {
    if (spec.method === 'sinusoidalGrid') return farthest(spec);
    const { positions, start = 0, step = 1 } = spec;
    const row = Math.floor(i / dim);
    const first =
      Number(start) ||
      (/fairseq|m2m100|xglm/.test(String(spec.preset)) ? 2 : 0);
    return Math.abs(
      Array.isArray(positions)
        ? Number(positions[row])
        : first + row * Number(step),
    );
  };
  const size = Number(spec.scale ?? 1);
  // A frequency and its angle are rounded to float64, or to float32.
  const angle = spec.precision === 'torch' ? 2 ** -23 : 2 ** -50;
  return {
    ...{ shape, data },
    most: (i) =>
      (steps[dtype] as number) * Math.abs(data[i] as number) +
      size * (far(i) + 1) * angle,
  };
}

function makeTurned(
  spec: Spec,
  { length, start }: { length: number; start: number },
): Made {
  const { method: _, ...options } = spec;
  const rope = pe.rope(options as never);
  const dim = rope.headDim;
  const x = standIn(length, dim);
  const { data } = rope.rotate(
    x as never,
    { start, heads: 1 } as never,
  ) as never as {
    data: Float32Array;
  };
  // Two products of numbers below 1 and their sum, with rounded cosines and
  // sines, all times the factor, which is below 2.
  return { shape: [length, dim], data, most: () => 16 * half };
}

/** The largest angle of a grid, about, and what its coordinates are made of. */
function farthest({ grid = [], coordinates = [], ...spec }: Spec): number {
  const { start = 0, maxResolution = 224 } = spec;
  const places = [grid, coordinates].flat().map((one) => Math.abs(Number(one)));
  const far = Math.abs(Number(start)) + Math.max(...places) + 2 * Math.PI;
  const bands = /fourier/.test(String(spec.preset)) || spec.bands !== undefined;
  return far * (bands ? Math.PI * Number(maxResolution) : 1);
}

const inputs = [
  ...['positionWeight', 'contentBias', 'positionBias', 'keyTable', 'table'],
  ...['keyWeight', 'queryWeight'],
] as const;

/** The inputs of each method. */
const takes: Readonly<Record<string, readonly string[]>> = {
  shaw: ['keyTable'],
  transformerXL: ['positionWeight', 'contentBias', 'positionBias'],
  xlnet: ['positionWeight', 'contentBias', 'positionBias'],
  relativeKey: ['table'],
  deberta: ['table', 'keyWeight', 'queryWeight'],
  tupe: ['table', 'keyWeight', 'queryWeight'],
  cope: ['table'],
};

/** Rows of the table of a method. */
function rowsOf(spec: Spec, keys: number): number {
  if (spec.method === 'cope') return 256;
  if (spec.method === 'deberta') {
    return 2 * Number(spec.buckets ?? spec.maxRelativePositions);
  }
  if (spec.method !== 'tupe') return 2 * Number(spec.maxPosition) - 1;
  const start = Number(spec.keyStart ?? 0);
  return start + keys + (spec.classToken === false ? 0 : 1);
}

/** The methods whose terms have sums of projections, which have `dim` products. */
const projects = new Set(['transformerXL', 'xlnet', 'deberta', 'tupe']);

/** The terms of a method with the numbers that its program has. */
function makeTerm(spec: Spec): Made {
  const [heads, headDim, queries] = [
    Number(spec.heads),
    Number(spec.headDim),
    Number(spec.queries),
  ];
  const keys = Number(spec.keys ?? queries);
  const dim = Number(spec.dim ?? 16);
  const shapes = {
    keyTable: [Number(spec.left) + Number(spec.right) + 1, headDim],
    positionWeight: [heads * headDim, dim],
    contentBias: [heads, headDim],
    positionBias: [heads, headDim],
    table: [
      rowsOf(spec, keys),
      /deberta|tupe/.test(spec.method) ? dim : headDim,
    ],
    keyWeight: [heads * headDim, dim],
    queryWeight: [heads * headDim, dim],
  };
  const own = takes[spec.method] ?? [];
  const wide = projects.has(spec.method);
  const given = inputs
    .filter((name) => own.includes(name))
    .filter(() => spec.source !== 'sinusoidal')
    .map((name) => [name, standIn(...shapes[name])]);
  const { shape, data } = pe.make({
    ...{ ...spec, ...Object.fromEntries(given) },
    ...(spec.method === 'tupe' || spec.c2p === false
      ? {}
      : { q: standIn(queries, heads, headDim) }),
    ...((wide && spec.method !== 'tupe' && spec.p2c !== false) ||
    spec.method === 'cope' ||
    spec.form === 'keyQuery'
      ? { k: standIn(keys, heads, headDim) }
      : {}),
  } as never) as never as { shape: number[]; data: Float32Array };
  // Sums of `headDim` products, in which every factor is rounded: numbers below
  // 1, or below 2 and sums of `dim` such products, which are rounded themselves.
  const sizes = wide ? 2 * dim : spec.form === 'keyQuery' ? 2 : 1;
  const rounded = headDim + 4 + (wide ? dim + 4 : 0);
  return { shape, data, most: () => 2 * rounded * half * headDim * sizes };
}

function makeBias(spec: Spec): Made {
  const { method, buckets = 32, maxDistance = 0 } = spec;
  const heads = Number(spec.heads);
  const { left = maxDistance, right = Number(maxDistance) - 1 } = spec;
  const more = {
    t5Bias: { table: standIn(Number(buckets), heads) },
    urpe: {
      table: standIn(
        spec.form === 'offset'
          ? 2 * Number(spec.maxLength) - 1
          : Number(spec.buckets ?? 64) + 1,
        heads,
      ),
    },
    clippedBias: { table: standIn(Number(left) + Number(right) + 1, heads) },
    fire: {
      ...{ hiddenWeight: standIn(16), hiddenBias: standIn(16) },
      ...{ outWeight: standIn(heads, 16), outBias: standIn(heads) },
    },
  }[method];
  const { shape, data } = pe.make({ ...spec, ...more } as never) as never as {
    shape: number[];
    data: Float32Array;
  };
  return { shape, data, most: (i) => 2 * half * Math.abs(data[i] ?? 0) };
}

function make({ spec, range }: Case): Made {
  if (range) return makeTurned(spec, range);
  if ('headDim' in spec) return makeTerm(spec);
  return 'queries' in spec ? makeBias(spec) : makeTable(spec);
}

describe('a Python program', () => {
  it.each(cases.map((one) => [nameOf(one), one] as const))(
    '%s',
    (name, one) => {
      const held = recorded[name];
      expect(codeOf(one)).toBe(held?.code);
      const { shape, data, most } = make(one);
      expect(held?.shape).toEqual(shape);
      const far = Array.from(data).flatMap((value, i) => {
        const other = held?.data[i] ?? Number.NaN;
        // NaN must not pass.
        return Math.abs(value - other) <= most(i) ? [] : [[i, value, other]];
      });
      expect(far.slice(0, 4)).toEqual([]);
    },
  );

  it('is recorded for no other call', () => {
    expect(Object.keys(recorded)).toEqual(cases.map(nameOf));
  });
});

describe('a sentence in place of a program', () => {
  const others = Object.keys(methods).filter((name) => !written.includes(name));

  it.each(others)('%s', (name) => {
    const text = writePython({ method: name });
    expect(text).toEqual({
      none: expect.stringMatching(
        /^This page has no PyTorch code for this method: /,
      ),
    });
  });

  it.each<[Spec, RegExp]>([
    [{ method: 'sinusoidal', length: 2, dim: 4, precision: 'ggml' }, /ggml/],
    [
      { method: 'sinusoidalGrid', grid: [2, 2], dim: 8, precision: 'ggml' },
      /ggml/,
    ],
    [{ method: 'shaw', heads: 1, headDim: 4, queries: 2 }, /`left`/],
    [
      { method: 'shaw', left: 1, right: 1, queries: 2, sharedTable: true },
      /`sharedTable`/,
    ],
    [{ method: 'transformerXL', queries: 2, clampLength: 1.5 }, /whole/],
    [{ method: 'rope', headDim: 8, decay: { type: 'xpos' } }, /`decay`/],
    [
      { method: 'rope', headDim: 8, scaling: { type: 'ntk', factor: 2 } },
      /no schedule of the kind `ntk`/,
    ],
    [
      {
        ...{ method: 'rope', headDim: 8 },
        scaling: {
          ...{ type: 'yarn', factor: 2, originalMaxPosition: 64 },
          slope: 0.07,
        },
      },
      /`slope`/,
    ],
  ])('%j', (spec, sentence) => {
    expect(writePython(spec)).toEqual({
      none: expect.stringMatching(sentence),
    });
  });
});
