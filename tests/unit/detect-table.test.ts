/** Which sinusoid a table is. */

import { load, tensor, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { halved, type Sines, sinesMade } from './detect-made.js';
import { thrown } from './thrown.js';

const pe = await load();

/** Largest difference between a table and that of the spec that was found. */
function difference(table: { data: ArrayLike<number> }, spec: unknown) {
  const made = toFloat32(pe.make(spec as never) as never);
  return made.reduce(
    (most, x, i) => Math.max(most, Math.abs(x - (table.data[i] as number))),
    0,
  );
}

describe('is found and made again', () => {
  it.each<[string, Partial<Sines>, object]>([
    ['that of the paper', {}, { dim: 64 }],
    ['blocks', { blocks: true }, { layout: 'blocks' }],
    ['cosines first', { cosinesFirst: true }, { cosinesFirst: true }],
    [
      'diffusion',
      { blocks: true, cosinesFirst: true },
      { layout: 'blocks', cosinesFirst: true },
    ],
    [
      'tensor2tensor',
      { blocks: true, shift: 1 },
      { layout: 'blocks', shift: 1 },
    ],
    ['another base', { base: 500 }, { base: 500 }],
    ['a late start', { start: 17 }, { start: 17 }],
    ['over the root', { scale: 1 / 8 }, { overRootDim: true }],
    ['scaled', { scale: 0.25 }, { scale: 0.25 }],
    ['an odd width', { dim: 33 }, { dim: 33 }],
    ['an odd width of blocks', { dim: 33, blocks: true }, { layout: 'blocks' }],
    ['float64', { dtype: 'float64' }, { dtype: 'float64' }],
    ['float16', { dtype: 'float16' }, { dtype: 'float16' }],
    ['bfloat16', { dtype: 'bfloat16' }, { dtype: 'bfloat16' }],
  ])('%s', (_, more, spec) => {
    const table = sinesMade({ length: 300, dim: 64, ...more });
    const { start = 0 } = more;
    const report = pe.detectTable({ table, start });
    expect(report).toMatchObject({ verdict: 'found', mistakes: [], spec });
    const rough = more.dtype?.endsWith('16') ? 4e-3 : 1e-6;
    expect(difference(table, report.spec)).toBeLessThan(rough);
    expect(report.spec?.length).toBe(300);
    expect(report.spec?.base).toBe(more.base);
  });

  it.each([
    'paper',
    'tensor2tensor',
    'fairseq',
    'marian',
    'transformer-xl',
    'scaled',
    'diffusion',
  ] as const)('the preset %s', (preset) => {
    for (const dim of [32, 33]) {
      if (preset === 'diffusion' && dim === 33) continue;
      const table = pe.sinusoidal({ length: 100, dim, preset });
      const report = pe.detectTable({ table });
      expect(report).toMatchObject({ verdict: 'found', mistakes: [] });
      expect(difference(table, report.spec)).toBeLessThan(1e-6);
    }
  });

  it('the row of padding', () => {
    const table = pe.sinusoidal({
      ...{ length: 50, dim: 16, preset: 'fairseq', start: 0 },
    });
    const { verdict, spec, mistakes } = pe.detectTable({ table });
    expect([verdict, mistakes]).toEqual(['found', []]);
    expect(spec).toMatchObject({ zeroPosition: 1, shift: 1, layout: 'blocks' });
    expect(difference(table, spec)).toBeLessThan(1e-6);
  });
});

describe('mistakes of tutorials', () => {
  const rows = { length: 60, dim: 32 };
  it.each<[string, Sines, readonly string[]]>([
    ['positions from 1', { ...rows, start: 1 }, ['start']],
    [
      'twice the pair in the exponent',
      { ...rows, base: 1e8 },
      ['doubledExponents'],
    ],
    [
      'an exponent for each column',
      { ...rows, frequency: (j) => 10000 ** (-j / 32) },
      ['columnExponents'],
    ],
    [
      'and twice its number',
      { ...rows, frequency: (j) => 10000 ** ((-2 * j) / 32) },
      ['doubledColumnExponents'],
    ],
    ['times the root', { ...rows, scale: Math.sqrt(32) }, ['scale']],
  ])('%s', (_, sines, mistakes) => {
    const report = pe.detectTable({ table: sinesMade(sines) });
    expect(report).toMatchObject({ verdict: 'found', mistakes });
  });

  it('positions in bfloat16', () => {
    const dim = 32;
    const data = Float32Array.from({ length: 600 * dim }, (_, n) => {
      const [p, j] = [halved(Math.floor(n / dim), 8), n % dim];
      const angle = p * 10000 ** (-(j - (j % 2)) / dim);
      return j % 2 ? Math.cos(angle) : Math.sin(angle);
    });
    const { mistakes } = pe.detectTable({ table: tensor(data, [600, dim]) });
    expect(mistakes).toEqual(['positionDtype']);
  });
});

it('of few rows is ambiguous', () => {
  const table = sinesMade({ length: 1, dim: 16 });
  const { verdict, spec, candidates } = pe.detectTable({ table });
  expect([verdict, spec]).toEqual(['ambiguous', null]);
  expect(candidates.filter(({ fits }) => fits).length).toBeGreaterThan(1);
});

it.each<[string, Float32Array]>([
  ['noise', noise(64 * 16, 5)],
  ['a learned table', noise(64 * 16, 6).map((x) => x / 50)],
  ['zeros', new Float32Array(64 * 16)],
  ['ones', new Float32Array(64 * 16).fill(1)],
])('%s is unknown', (_, data) => {
  const report = pe.detectTable({ table: tensor(data, [64, 16]) });
  expect(report).toMatchObject({
    verdict: 'unknown',
    spec: null,
    mistakes: [],
  });
});

it.each<[string, object, string, string]>([
  ['nothing', {}, 'ERR_MISSING', 'table'],
  ['no array', { table: 3 }, 'ERR_TYPE', 'table'],
  ['a list', { table: [1, 2] }, 'ERR_SHAPE', 'table'],
  ['no rows', { table: [[]] }, 'ERR_SHAPE', 'table.shape'],
  ['rows of two lengths', { table: [[1], [1, 2]] }, 'ERR_SHAPE', 'table[1]'],
  ['NaN', { table: [[1, Number.NaN]] }, 'ERR_RANGE', 'table[1]'],
  ['a fraction', { table: [[1]], start: 0.5 }, 'ERR_RANGE', 'start'],
])('refuses %s', (_, options, code, param) => {
  const error = thrown(() => pe.detectTable(options as never));
  expect(error).toMatchObject({ code, param });
  expect(error.message).toMatch(/^detectTable: /);
});
