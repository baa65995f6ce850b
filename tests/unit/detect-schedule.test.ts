/** Which schedule a rope has, from its frequencies, tables and turned heads. */

import {
  type DetectScheduleOptions,
  load,
  type RopeSpec,
  tensor,
  toFloat32,
} from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import {
  type Cache,
  cacheMade,
  frequenciesMade,
  halved,
  type Made,
  type Order,
  ROUND,
  yarnFactor,
} from './detect-made.js';
import { thrown } from './thrown.js';

const pe = await load();

const detect = (options: DetectScheduleOptions) => pe.detectSchedule(options);

const llama31 = {
  type: 'llama3',
  factor: 8,
  originalMaxPosition: 8192,
} as const;
const qwen = { type: 'yarn', factor: 4, originalMaxPosition: 32768 } as const;

describe('frequencies', () => {
  it.each<[string, number, number, Made]>([
    ['Llama 2', 10000, 64, { type: 'default' }],
    ['Llama 3', 500000, 64, { type: 'default' }],
    ['a rare base', 23456, 32, { type: 'default' }],
    ['linear', 1000000, 128, { type: 'linear', factor: 8 }],
    ['Llama 3.1', 500000, 64, llama31],
    [
      'Llama 3.2',
      500000,
      32,
      { type: 'llama3', factor: 32, originalMaxPosition: 8192 },
    ],
    ['Qwen2.5', 1000000, 64, qwen],
    [
      'gpt-oss',
      150000,
      32,
      {
        ...{ type: 'yarn', factor: 32, originalMaxPosition: 4096 },
        truncate: false,
      },
    ],
    ['Gemma 4', 1000000, 256, { type: 'proportional', share: 0.25 }],
    ['NTK', 10000, 64, { type: 'ntk', factor: 8 }],
  ])('of %s', (_, theta, pairs, scaling) => {
    const frequencies = frequenciesMade(theta, pairs, scaling);
    const spec = {
      ...{ method: 'rope', headDim: 2 * pairs, theta },
      ...(scaling.type !== 'default' && { scaling }),
    };
    for (const given of [frequencies, Float32Array.from(frequencies)]) {
      const report = detect({ frequencies: given });
      expect(report).toMatchObject({ verdict: 'found', spec, mistakes: [] });
      expect(report.residual).toBeLessThan(2 ** -23);
    }
  });

  it('of bfloat16, kept as float32', () => {
    const frequencies = Float32Array.from(
      frequenciesMade(500000, 64, llama31),
      ROUND.bfloat16,
    );
    expect(detect({ frequencies }).spec).toMatchObject({
      ...{ theta: 500000, scaling: llama31 },
    });
  });

  it('of torch, and those of float64 rounded', () => {
    const options = { headDim: 128, theta: 1e6 } as const;
    const torch = pe.rope({ ...options, precision: 'torch' }).frequencies;
    const frequencies = Float32Array.from(torch);
    expect(detect({ frequencies }).spec).toEqual({
      ...{ method: 'rope', ...options, precision: 'torch' },
    });
    const exact = Float32Array.from(frequenciesMade(1e6, 64));
    expect(detect({ frequencies: exact }).spec).toEqual({
      ...{ method: 'rope', ...options },
    });
  });

  it('of a part of a head', () => {
    const frequencies = frequenciesMade(10000, 16);
    expect(detect({ frequencies, headDim: 80 }).spec).toEqual({
      ...{ method: 'rope', headDim: 80, rotaryDim: 32, theta: 10000 },
    });
  });

  it('that follow no formula are unknown', () => {
    for (const frequencies of [
      noise(64, 3).map(Math.abs),
      new Float32Array(64),
      [0.3],
      frequenciesMade(1e4, 64).reverse(),
    ]) {
      const report = detect({ frequencies });
      expect(report).toMatchObject({ verdict: 'unknown', spec: null });
      expect(report.candidates.every(({ fits }) => !fits)).toBe(true);
    }
  });

  it('of LongRoPE are those of the rope that was expected', () => {
    const rope = { method: 'rope', preset: 'Phi-3.5 mini' } as const;
    const { frequencies } = pe.make(rope);
    expect(detect({ frequencies }).verdict).toBe('unknown');
    const report = detect({ frequencies, rope });
    expect(report).toMatchObject({ verdict: 'found', mistakes: [] });
    expect(pe.make(report.spec as RopeSpec).frequencies).toEqual(frequencies);
  });
});

describe('mistakes of an engine', () => {
  const rope = {
    method: 'rope',
    headDim: 128,
    theta: 1e6,
    scaling: qwen,
  } as const;
  const plain = frequenciesMade(1e6, 64);
  const scaled = frequenciesMade(1e6, 64, qwen);

  it.each<[string, readonly number[], readonly string[]]>([
    ['none', scaled, []],
    ['scaling ignored', plain, ['scaling']],
    [
      'applied twice',
      scaled.map((w, k) => (w * w) / (plain[k] as number)),
      ['twice'],
    ],
    [
      'another factor',
      frequenciesMade(1e6, 64, { ...qwen, factor: 8 } as Made),
      ['factor'],
    ],
    [
      'another original length',
      frequenciesMade(1e6, 64, { ...qwen, originalMaxPosition: 4096 } as Made),
      ['originalMaxPosition'],
    ],
    ['another base', frequenciesMade(1e4, 64, qwen), ['theta']],
    ['another base, unscaled', frequenciesMade(5e5, 64), ['theta', 'scaling']],
  ])('%s', (_, frequencies, mistakes) => {
    expect(detect({ frequencies, rope })).toMatchObject({
      ...{ verdict: 'found', mistakes },
    });
    const factor = yarnFactor(4);
    const cache = cacheMade({
      ...{ frequencies, order: 'hf', length: 600 },
      factor: mistakes.length > 0 && frequencies !== scaled ? 1 : factor,
    });
    const { verdict, mistakes: seen } = detect({ ...cache, rope });
    if (mistakes[0] === 'twice') return;
    expect(verdict).toBe('found');
    // Without the schedule, the factor of cosines and sines is right to be 1.
    const own = mistakes.includes('scaling') ? [] : ['attentionFactor'];
    expect(seen).toEqual(mistakes.length > 0 ? [...mistakes, ...own] : []);
  });

  it.each<[string, Partial<Cache>, readonly string[]]>([
    ['positions from 1', { start: 1 }, ['start']],
    [
      'the factor of cosines and sines twice',
      { factor: yarnFactor(4) * yarnFactor(4) },
      ['attentionFactor'],
    ],
    [
      'positions in bfloat16',
      { angle: (p, w) => halved(p, 8) * w },
      ['positionDtype'],
    ],
    [
      'angles in float16',
      { angle: (p, w) => halved(halved(p, 11) * halved(w, 11), 11) },
      ['angleDtype'],
    ],
  ])('%s', (_, more, mistakes) => {
    const cache = cacheMade({
      ...{ frequencies: scaled, order: 'hf', length: 1500 },
      ...{ factor: yarnFactor(4), ...more },
    });
    expect(detect({ ...cache, rope })).toMatchObject({
      ...{ verdict: 'found', mistakes },
    });
  });

  it('cosines and sines exchanged', () => {
    const { cos, sin } = cacheMade({
      ...{ frequencies: plain, order: 'ort', length: 64 },
    }) as { cos: never; sin: never };
    expect(detect({ cos: sin, sin: cos })).toMatchObject({
      ...{ verdict: 'found', mistakes: ['swapped'] },
    });
  });

  it('the other layout of a table', () => {
    const frequencies = frequenciesMade(1e4, 32);
    const cache = cacheMade({ frequencies, order: 'repeated', length: 64 });
    const rope = { method: 'rope', headDim: 64 } as const;
    expect(detect({ ...cache, rope })).toMatchObject({
      ...{ verdict: 'found', mistakes: ['layout'] },
      spec: { cache: 'hf', layout: 'interleaved' },
    });
  });
});

const ORDERS: readonly (readonly [Order, object])[] = [
  ['hf', { cache: 'hf', layout: 'half' }],
  ['repeated', { cache: 'hf', layout: 'interleaved' }],
  ['ort', { cache: 'ort' }],
  ['flashinfer', { cache: 'flashinfer' }],
  ['ggml', { cache: 'ggml' }],
  ['pairs', { cache: 'pairs' }],
];

describe.each(ORDERS)('a cache %s', (order, parts) => {
  it.each(['float64', 'float32', 'float16', 'bfloat16'] as const)(
    'of %s is made again by its spec',
    (dtype) => {
      const frequencies = frequenciesMade(500000, 64, llama31);
      const given = cacheMade({ frequencies, order, length: 900, dtype });
      const report = detect(given);
      expect(report).toMatchObject({
        ...{ verdict: 'found', mistakes: [] },
        spec: {
          ...{ method: 'ropeCache', theta: 500000, length: 900, ...parts },
          scaling: llama31,
        },
      });
      const made = pe.make(report.spec as never) as object;
      const most = dtype.endsWith('16') ? 4e-3 : 1e-6;
      for (const [name, table] of Object.entries(given)) {
        const again = Reflect.get(made, name);
        expect(again.shape).toEqual(table.shape);
        const numbers = toFloat32(again);
        const far = numbers.findIndex(
          (x, i) => !(Math.abs(x - (table.data[i] as number)) <= most),
        );
        expect(far, `${name}[${far}]`).toBe(-1);
      }
    },
  );

  it('that begins at another position', () => {
    const frequencies = frequenciesMade(10000, 32);
    for (const start of [1, 2, 777, -5]) {
      const given = cacheMade({ frequencies, order, length: 300, start });
      expect(detect({ ...given, start })).toMatchObject({
        ...{ verdict: 'found', mistakes: [] },
        spec: { start, theta: 10000 },
      });
    }
  });

  it('of few rows is ambiguous', () => {
    const frequencies = frequenciesMade(10000, 32);
    const given = cacheMade({ frequencies, order, length: 1 });
    const { verdict, spec, candidates } = detect(given);
    expect([verdict, spec]).toEqual(['ambiguous', null]);
    const bases = candidates.map(({ spec }) => Reflect.get(spec, 'theta'));
    expect(bases).toContain(10000);
    expect(candidates.filter(({ fits }) => fits).length).toBeGreaterThan(1);
  });
});

it('reads tables of cosines alone, of sines alone, and with axes of one', () => {
  const frequencies = frequenciesMade(10000, 32);
  const made = { frequencies, order: 'hf', length: 200 } as const;
  const { cos, sin } = cacheMade(made) as Record<'cos' | 'sin', never>;
  for (const given of [{ cos }, { sin }, { cache: cos }, { cache: sin }]) {
    expect(detect(given)).toMatchObject({
      ...{ verdict: 'found', mistakes: [] },
      spec: { theta: 10000, cache: 'hf', layout: 'half' },
    });
  }
  const { data } = cos as { data: Float32Array };
  for (const shape of [
    [1, 200, 64],
    [200, 1, 1, 64],
  ]) {
    expect(detect({ cos: tensor(data, shape) }).verdict).toBe('found');
  }
});

it('finds the attention factor of a schedule that has none', () => {
  const frequencies = frequenciesMade(10000, 48);
  const given = cacheMade({
    ...{ frequencies, order: 'ort', length: 300, factor: 1.1875 },
  });
  const { spec } = detect(given);
  expect(spec).toMatchObject({ scaling: { attentionFactor: 1.1875 } });
  const { cos } = pe.make(spec as never) as { cos: { data: Float32Array } };
  const { data } = (given as { cos: { data: Float32Array } }).cos;
  const most = cos.data.reduce(
    (most, x, i) => Math.max(most, Math.abs(x - (data[i] as number))),
    0,
  );
  expect(most).toBeLessThan(1e-6);
});

describe('heads before and after', () => {
  const headDim = 64;
  const shape = [40, 2, headDim];
  const before = tensor(noise(40 * 2 * headDim, 7), shape);

  it.each([
    { theta: 500000 },
    { layout: 'interleaved' },
    { rotaryDim: 32 },
    { rotaryDim: 32, rotaryStart: 32, layout: 'interleaved' },
    { theta: 1e6, scaling: { type: 'linear', factor: 8 } },
    { theta: 1e6, scaling: { ...qwen } },
  ] as const)('%o', (options) => {
    const after = pe.rope({ headDim, ...options }).rotate(before, { start: 3 });
    const report = detect({ before, after, start: 3 });
    expect(report).toMatchObject({ verdict: 'found', mistakes: [] });
    expect(report.spec).toMatchObject(options);
    expect(report.candidates[0]?.start).toBe(3);
    const again = pe.make(report.spec as RopeSpec).rotate(before, { start: 3 });
    const most = again.data.reduce(
      (most, x, i) => Math.max(most, Math.abs(x - (after.data[i] as number))),
      0,
    );
    expect(most).toBeLessThan(1e-4);
  });

  it('names the opposite sign and a wrong start', () => {
    const rope = pe.rope({ headDim });
    const turned = rope.rotate(before, { inverse: true });
    expect(detect({ before, after: turned }).mistakes).toEqual(['sign']);
    const late = rope.rotate(before, { start: 1 });
    expect(detect({ before, after: late }).mistakes).toEqual(['start']);
  });

  it('of noise are unknown', () => {
    const after = tensor(noise(40 * 2 * headDim, 8), shape);
    expect(detect({ before, after }).verdict).toBe('unknown');
  });
});

describe('what is no table of a rope', () => {
  const rows = (data: Float32Array) => tensor(data, [32, 16]);
  it.each<[string, DetectScheduleOptions]>([
    ['noise', { cache: rows(noise(512, 1)) }],
    ['noise twice', { cos: rows(noise(512, 1)), sin: rows(noise(512, 2)) }],
    ['zeros', { cache: rows(new Float32Array(512)) }],
    ['ones', { cos: rows(new Float32Array(512).fill(1)) }],
  ])('%s', (_, options) => {
    expect(detect(options)).toMatchObject({ verdict: 'unknown', spec: null });
  });
});

it.each<[string, object, string, string]>([
  ['nothing', {}, 'ERR_MISSING', 'frequencies'],
  [
    'two kinds',
    { frequencies: [1], cache: [[1]] },
    'ERR_CONFLICT',
    'frequencies',
  ],
  ['before alone', { before: [[[1, 2]]] }, 'ERR_MISSING', 'after'],
  ['no array', { frequencies: 3 }, 'ERR_TYPE', 'frequencies'],
  ['an empty list', { frequencies: [] }, 'ERR_SHAPE', 'frequencies.shape'],
  ['NaN', { frequencies: [1, Number.NaN] }, 'ERR_RANGE', 'frequencies[1]'],
  ['infinity', { cos: [[1, Infinity]] }, 'ERR_RANGE', 'cos[1]'],
  ['a list for a table', { cache: [1, 2] }, 'ERR_SHAPE', 'cache'],
  [
    'tables of two sizes',
    { cos: [[1, 1]], sin: [[0, 0, 0]] },
    'ERR_SHAPE',
    'sin.shape',
  ],
  [
    'an odd head',
    { before: [[[1, 2, 3]]], after: [[[1, 2, 3]]] },
    'ERR_SHAPE',
    'after.shape',
  ],
  [
    'too narrow a head',
    { frequencies: [1, 0.1], headDim: 2 },
    'ERR_RANGE',
    'headDim',
  ],
  [
    'a rope with axes',
    { frequencies: [1], rope: { method: 'rope', preset: 'Qwen3-VL' } },
    'ERR_CONFLICT',
    'axes',
  ],
])('refuses %s', (_, options, code, param) => {
  const error = thrown(() => detect(options as never));
  expect(error).toMatchObject({ code, param });
  expect(error.message).toMatch(/^detectSchedule: /);
});
