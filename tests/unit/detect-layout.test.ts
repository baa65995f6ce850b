/** Which layout and sign an engine used, and which mistakes it made. */

import {
  type DetectLayoutOptions,
  type LayoutMistake,
  load,
  type RopeOptions,
  tensor,
  toFloat32,
} from 'posenc';
import { describe, expect, it } from 'vitest';
import { type Engine, rotateAll } from '../support/engine.js';
import { noise } from '../support/noise.mjs';
import { deep, oneIn, seed } from '../support/sample.mjs';
import { thrown } from './thrown.js';

const pe = await load();

const positions = [0, 1, 2, 3, 5, 8, 13, 21, 34];
const heads = 2;

/** What an engine makes of noise, and what the detective says of it. */
function study(
  headDim: number,
  engine: Engine,
  more: Partial<DetectLayoutOptions> = {},
  at: readonly number[] = positions,
) {
  const before = noise(at.length * heads * headDim, headDim);
  const after = rotateAll(before, { heads, headDim }, at, engine);
  const options = { before, after, heads, headDim, positions: at };
  return pe.detectLayout({ ...options, ...more });
}

const ropeOf = (headDim: number, options: Partial<RopeOptions> = {}) =>
  ({ method: 'rope', headDim, ...options }) as const;

const layouts = ['half', 'interleaved'] as const;

const widths = oneIn(2, [8, 16, 64, 96, 128, 256], 'widths of heads');

describe.each(widths)('width %i', (headDim) => {
  describe.each(layouts)('%s', (layout) => {
    it('is found with its sign, base and width, without a rope', () => {
      const half = headDim / 2;
      for (const [inverse, theta, rotaryDim, rotaryStart] of [
        [false, 10000, headDim, 0],
        [true, 500000, headDim, 0],
        [false, 500000, half, 0],
        [true, 10000, half, half],
      ] as const) {
        const engine = { layout, inverse, theta, rotaryDim, rotaryStart };
        const { best, verdict, residual } = study(headDim, engine);
        expect(best).toMatchObject({
          ...{ layout, theta, rotaryDim, rotaryStart, fits: true },
          ...{ sign: inverse ? -1 : 1, outLayout: layout, in: 'after' },
          mistakes: inverse ? ['sign'] : [],
        });
        expect(verdict).toBe(inverse ? 'mistake' : 'expected');
        expect(residual).toBeLessThan(1e-7);
      }
    });

    const expected = ropeOf(headDim, { layout });
    const partial = { layout, rotaryDim: headDim / 2 } as const;
    const other = layout === 'half' ? 'interleaved' : 'half';
    type Row = readonly [
      name: string,
      engine: Engine,
      mistakes: readonly LayoutMistake[],
      facts?: object,
      options?: Partial<RopeOptions>,
    ];
    const rows: readonly Row[] = [
      ['right', { layout }, [], { layout, sign: 1 }],
      ['other layout', { layout: other }, ['layout'], { layout: other }],
      ['sign', { layout, inverse: true }, ['sign'], { sign: -1 }],
      ['layout and sign', { layout: other, inverse: true }, ['layout', 'sign']],
      ['order', { layout, outLayout: other }, ['outLayout']],
      ['table', { layout, wrongTable: true }, ['table']],
      ['no minus', { layout, unsigned: true }, ['unsigned']],
      ['swapped', { layout, swapped: true }, ['swapped']],
      ['not turned', { layout, factor: Infinity }, ['unturned']],
      ['twice', { layout, factor: 0.5 }, ['twice'], { factor: 0.5 }],
      ['base', { layout, theta: 1e6 }, ['theta'], { theta: 1e6 }],
      ['rare base', { layout, theta: 23456 }, ['theta'], { theta: 23456 }],
      ['from 1', { layout, offset: 1 }, ['offset'], { offset: 1 }],
      ['shift', { layout, offset: -37 }, ['offset'], { offset: -37 }],
      ['far shift', { layout, offset: 1999 }, ['offset'], { offset: 1999 }],
      ['interpolated', { layout, factor: 8 }, ['factor'], { factor: 8 }],
      [
        'scale',
        { layout, scaleAll: 0.125 },
        ['scale'],
        { scale: expect.closeTo(0.125, 6) },
      ],
      [
        'whole head',
        { layout },
        ['rotaryDim'],
        { rotaryDim: headDim },
        partial,
      ],
      [
        'wrong end',
        { ...partial, rotaryStart: headDim / 2 },
        ['rotaryStart'],
        { rotaryStart: headDim / 2 },
        partial,
      ],
      [
        'too narrow',
        { layout, rotaryDim: headDim / 4 },
        ['rotaryDim'],
        { rotaryDim: headDim / 4 },
        partial,
      ],
      [
        'exponents',
        { ...partial, wrongExponent: true },
        ['exponent'],
        {},
        partial,
      ],
      [
        'factor of the turned part',
        { ...partial, scale: 1.25 },
        ['attentionFactor'],
        {},
        partial,
      ],
    ];

    const cases = rows
      // A single pair has no layout.
      .filter(([, { rotaryDim }]) => rotaryDim !== 2)
      .map(([name, engine, mistakes, facts, options]) => ({
        ...{ name, engine, mistakes, facts: { ...facts } },
        rope: { ...expected, ...options },
      }));

    it.each(oneIn(3, cases, `mistakes ${headDim} ${layout}`))(
      '$name',
      ({ engine, mistakes, facts, rope }) => {
        const found = study(headDim, engine, { rope });
        expect(found.best?.mistakes).toEqual(mistakes);
        expect(found.best).toMatchObject({ fits: true, ...facts });
        expect(found).toMatchObject({
          verdict: mistakes.length > 0 ? 'mistake' : 'expected',
          ambiguous: false,
        });
        expect(found.residual).toBeLessThan(1e-6);
      },
    );

    it('is found under the noise of float16', () => {
      const round = (value: number) =>
        value * (1 + 4e-4 * Math.sin(1e6 * value));
      const found = study(headDim, { layout, theta: 1e6, round });
      expect(found.best).toMatchObject({ layout, theta: 1e6, mistakes: [] });
      const wrong = study(
        headDim,
        { layout: other, inverse: true, round },
        { rope: expected },
      );
      expect(wrong.best?.mistakes).toEqual(['layout', 'sign']);
    });
  });

  it('a roll without a sign is found', () => {
    for (const layout of layouts) {
      const rope = ropeOf(headDim, { layout });
      const { best } = study(headDim, { layout, roll: true }, { rope });
      expect(best?.mistakes).toEqual(['roll']);
    }
  });

  it('unrelated numbers are not explained', () => {
    const size = positions.length * heads * headDim;
    const options = { before: noise(size, 1), after: noise(size, 2), headDim };
    for (const rope of [undefined, ropeOf(headDim)]) {
      const found = pe.detectLayout({ ...options, heads, positions, rope });
      expect(found).toMatchObject({
        ...{ verdict: 'unexplained', best: null, ambiguous: false },
      });
      expect(found.residual).toBeGreaterThan(0.3);
      expect(found.hypotheses.some(({ fits }) => fits)).toBe(false);
    }
  });
});

describe('ropes with a schedule', () => {
  const headDim = 64;
  const yarn = ropeOf(headDim, {
    scaling: { type: 'yarn', factor: 8, originalMaxPosition: 64 },
  });
  const handle = pe.make(yarn);
  const frequencies = [...handle.frequencies];
  const scale = handle.attentionFactor;
  const layout = 'half';
  const far = [0, 1, 2, 5, 17, 60, 111, 300];

  it.each([yarn, handle])('are recognised', (rope) => {
    const engine = { layout, frequencies, scale } as const;
    const { best } = study(headDim, engine, { rope }, far);
    expect(best?.mistakes).toEqual([]);
  });

  it.each([
    ['the attention factor', { frequencies }, ['attentionFactor']],
    [
      'the attention factor, taken twice',
      { frequencies, scale: scale ** 2 },
      ['attentionFactor'],
    ],
    ['the schedule', { scale: 1 }, ['scaling']],
    ['nothing of the base', { theta: 5e5 }, ['theta', 'scaling']],
  ])('%s', (_, engine, mistakes) => {
    const found = study(headDim, { layout, ...engine }, { rope: yarn }, far);
    expect(found.best?.mistakes).toEqual(mistakes);
  });

  it('two outputs of such a rope', () => {
    const at = { heads, headDim, positions: far, rope: yarn };
    const before = noise(far.length * heads * headDim, 5);
    const engine = { layout, frequencies, scale } as const;
    const reference = rotateAll(before, at, far, engine);
    const after = rotateAll(before, at, far, { ...engine, inverse: true });
    const { best } = pe.detectLayout({ ...at, after, reference });
    expect(best).toMatchObject({ mistakes: ['sign'], in: 'after' });
  });

  it('that should not be there: the list of another length', () => {
    const lists = {
      type: 'longrope',
      shortFactor: Array.from({ length: 32 }, () => 1),
      longFactor: Array.from({ length: 32 }, (_, k) => 1 + k),
      originalMaxPosition: 4096,
      attentionFactor: 1.2,
    } as const;
    const rope = ropeOf(headDim, { scaling: lists, contextLength: 4096 });
    const { frequencies } = pe.make({ ...rope, contextLength: 5000 });
    const engine = {
      layout,
      scale: 1.2,
      frequencies: [...frequencies],
    } as const;
    const { best } = study(headDim, engine, { rope });
    expect(best?.mistakes).toEqual(['contextLength']);
  });
});

describe('rounding', () => {
  const headDim = 64;
  const rope = ropeOf(headDim);
  const far = [0, 300, 555, 777, 1003, 2001, 5003];
  const toBfloat16 = (value: number) => {
    const words = new Uint32Array(Float32Array.of(value).buffer);
    const bits = words[0] as number;
    words[0] = (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff0000;
    return new Float32Array(words.buffer)[0] as number;
  };
  const toFloat16 = (value: number) => {
    const step = 2 ** Math.max(-24, Math.floor(Math.log2(value || 1)) - 10);
    const down = Math.floor(value / step);
    const rest = value / step - down;
    const up = rest > 0.5 || (rest === 0.5 && down % 2 === 1);
    return (down + Number(up)) * step;
  };

  it.each([
    ['bfloat16', toBfloat16],
    ['float16', toFloat16],
  ] as const)('of positions to %s', (positionDtype, place) => {
    const engine = { layout: 'half', place } as const;
    const { best } = study(headDim, engine, { rope }, far);
    expect(best).toMatchObject({ mistakes: ['positionDtype'], positionDtype });
  });

  it('of angles to float32', () => {
    const { fround } = Math;
    const exponents = Array.from({ length: 32 }, (_, k) => fround(k / 32));
    const frequencies = exponents.map((e) => fround(1 / fround(10000 ** e)));
    const angle = (p: number, w: number) => fround(p * w);
    const engine = { layout: 'interleaved', angle, frequencies } as const;
    const at = [1, 2, 100003, 200001, 130071];
    const { best } = study(headDim, engine, {}, at);
    expect(best).toMatchObject({ mistakes: ['precision'], precision: 'torch' });
  });

  it('of angles, multiplied step by step in float32', () => {
    const { fround } = Math;
    const at = [1, 2, 100003, 200001, 130071];
    const step = fround(10000 ** (-2 / headDim));
    const angle = (position: number, frequency: number) => {
      const k = Math.round((-Math.log(frequency) / Math.log(10000)) * 32);
      let value = fround(position);
      for (let i = 0; i < k; ++i) value = fround(value * step);
      return value;
    };
    const engine = { layout: 'half', angle } as const;
    const { best } = study(headDim, engine, { rope }, at);
    expect(best).toMatchObject({ mistakes: ['precision'], precision: 'ggml' });
  });

  it('of the result to 16 bits is no mistake', () => {
    const at = { heads: 4, headDim, start: 3 };
    const q = noise(10 * 4 * headDim, 3);
    for (const dtype of ['float16', 'bfloat16'] as const) {
      const made = pe.resample({
        ...{ table: tensor(q, [40, 64]), from: [40], to: [40], dtype },
      });
      const shaped = tensor(made.data, [10, 4, headDim], dtype);
      const after = pe.make(rope).rotate(shaped, { start: 3 });
      expect(toFloat32(after)).not.toEqual(toFloat32(shaped));
      const found = pe.detectLayout({ ...at, before: shaped, after, rope });
      expect(found.best?.mistakes).toEqual([]);
      const guessed = pe.detectLayout({ ...at, before: shaped, after });
      expect(guessed.best).toMatchObject({ theta: 10000, layout: 'half' });
    }
  });
});

describe('what the data cannot tell', () => {
  it('position 0 turns nothing', () => {
    const found = study(16, { layout: 'half' }, {}, [0, 0]);
    expect(found).toMatchObject({
      ...{ verdict: 'ambiguous', best: null, ambiguous: true, residual: 0 },
    });
    const known = study(16, { layout: 'half' }, { rope: ropeOf(16) }, [0, 0]);
    expect(known).toMatchObject({ verdict: 'ambiguous', best: null });
  });

  it('zeros', () => {
    const [before, after] = [new Float32Array(64), new Float32Array(64)];
    const found = pe.detectLayout({ before, after, heads: 1, headDim: 8 });
    expect(found).toMatchObject({ verdict: 'ambiguous', best: null });
  });

  it('no rows', () => {
    const none = new Float32Array(0);
    const both = { before: none, after: none, heads: 1, headDim: 8 };
    expect(pe.detectLayout(both).verdict).toBe('ambiguous');
  });

  it('a row at 2 that was interpolated, or shifted', () => {
    const at = { rope: ropeOf(16) };
    const found = study(16, { layout: 'half', factor: 2 }, at, [2]);
    expect(found).toMatchObject({ verdict: 'ambiguous', best: null });
    const fitting = found.hypotheses.filter(({ fits }) => fits);
    expect(fitting.map(({ mistakes }) => mistakes[0]).sort()).toEqual([
      'factor',
      'offset',
    ]);
  });

  it.each([
    [515_429, 500_000],
    [9_995, 10_000],
    [1_003_000, 1_000_000],
  ])('a base of %i within the tolerance of %i', (theta, usual) => {
    const at = [0, 1, 2, 3, 4, 5, 6, 7];
    const found = study(64, { layout: 'half', theta }, {}, at);
    expect(found).toMatchObject({
      ...{ verdict: 'ambiguous', best: null, ambiguous: true },
    });
    const fitting = found.hypotheses.filter(({ fits }) => fits);
    const bases = fitting.map(({ theta }) => theta);
    expect(bases).toContain(usual);
    expect(bases.some((base) => Math.abs(base / theta - 1) < 1e-5)).toBe(true);
    // With a rope of the usual base, too: nothing proves a mistake.
    const rope = ropeOf(64, { theta: usual });
    const known = study(64, { layout: 'half', theta }, { rope }, at);
    expect(known).toMatchObject({ verdict: 'ambiguous', best: null });
  });

  it('no base is named that another one explains better', () => {
    noise(deep ? 60 : 9, seed).forEach((random, trial) => {
      const layout = layouts[trial % 2] as 'half' | 'interleaved';
      const near = [10_000, 500_000, 1_000_000][trial % 3] as number;
      const theta = near * (1 + 0.05 * random);
      const { verdict, best } = study(32, { layout, theta });
      if (best) expect(best.theta / theta).toBeCloseTo(1, 5);
      else expect(verdict).toBe('ambiguous');
    });
  });

  it('layouts of a single pair', () => {
    const found = study(2, { layout: 'half' });
    expect(found).toMatchObject({ best: null, ambiguous: true });
  });
});

describe('two outputs', () => {
  const headDim = 32;
  const at = { heads, headDim, positions };
  const before = noise(positions.length * heads * headDim, 9);
  const made = (engine: Engine) => rotateAll(before, at, positions, engine);
  const right = made({ layout: 'half' });
  const rope = ropeOf(headDim);

  it.each([
    ['layout', { layout: 'interleaved' }, ['layout']],
    ['sign', { layout: 'half', inverse: true }, ['sign']],
    ['roll', { layout: 'half', roll: true }, ['roll']],
    ['table', { layout: 'half', wrongTable: true }, ['table']],
    ['offset', { layout: 'half', offset: 1 }, ['offset']],
    ['base', { layout: 'half', theta: 5e5 }, ['theta']],
    ['scale', { layout: 'half', scaleAll: 0.25 }, ['scale']],
    ['order', { layout: 'half', outLayout: 'interleaved' }, ['outLayout']],
    ['nothing', { layout: 'half' }, []],
  ] as const)('with the rope: %s', (_, engine, mistakes) => {
    const after = made(engine);
    const one = pe.detectLayout({ ...at, after, reference: right, rope });
    expect(one.best).toMatchObject({ mistakes, in: 'after' });
  });

  it('the reference may be the wrong one', () => {
    const reference = made({ layout: 'half', roll: true });
    const found = pe.detectLayout({ ...at, after: right, reference, rope });
    expect(found.best).toMatchObject({ mistakes: ['roll'], in: 'reference' });
  });

  it.each([
    ['layout', { layout: 'interleaved' }, ['layout']],
    ['roll', { layout: 'half', roll: true }, ['roll']],
  ] as const)('without the rope: %s', (_, engine, mistakes) => {
    const after = made(engine);
    const found = pe.detectLayout({ ...at, after, reference: right });
    expect(found.verdict).toBe('mistake');
    expect(found.hypotheses[0]?.mistakes).toEqual(mistakes);
  });

  it('the same mistakes come out without the rope where it does not matter', () => {
    const after = made({ layout: 'half', outLayout: 'interleaved' });
    const found = pe.detectLayout({ ...at, after, reference: right });
    expect(found).toMatchObject({ verdict: 'mistake', ambiguous: true });
    expect(found.hypotheses[0]?.mistakes).toEqual(['outLayout']);
    const same = pe.detectLayout({ ...at, after: right, reference: right });
    expect(same).toMatchObject({ verdict: 'expected', ambiguous: true });
  });

  it('unrelated outputs are not explained', () => {
    const reference = noise(before.length, 77);
    for (const known of [rope, undefined]) {
      const options = { ...at, after: right, reference, rope: known };
      expect(pe.detectLayout(options).verdict).toBe('unexplained');
    }
  });

  it('with the input, each gets a report', () => {
    const after = made({ layout: 'half', inverse: true });
    const reference = made({ layout: 'interleaved', theta: 1e6 });
    const all = { ...at, before, after, reference };
    const found = pe.detectLayout(all);
    expect(found.best).toMatchObject({ layout: 'half', sign: -1 });
    expect(found.reference?.best).toMatchObject({
      ...{ layout: 'interleaved', sign: 1, theta: 1e6 },
    });
  });
});

it('DeepSeek: pairs read interleaved and written as halves', () => {
  const engine = {
    layout: 'interleaved',
    outLayout: 'half',
    rotaryDim: 64,
    rotaryStart: 128,
  } as const;
  const { best } = study(192, engine, { rope: ropeOf(192, engine) });
  expect(best?.mistakes).toEqual([]);
  const { best: plain } = study(
    192,
    { ...engine, outLayout: 'interleaved' },
    {
      rope: ropeOf(192, engine),
    },
  );
  expect(plain?.mistakes).toEqual(['outLayout']);
});

it('reads sequences, axes of heads before rows, and long inputs', () => {
  const rope = pe.rope({ headDim: 16, layout: 'interleaved', theta: 1e5 });
  const before = tensor(noise(2 * 3 * 500 * 16, 4), [2, 3, 500, 16]);
  const at = { headsFirst: true, start: 7, step: 2 } as const;
  const after = rope.rotate(before, at);
  const found = pe.detectLayout({ before, after, ...at });
  expect(found.best).toMatchObject({ layout: 'interleaved', theta: 1e5 });
  const lists = [
    Array.from({ length: 500 }, (_, i) => i),
    Array.from({ length: 500 }, (_, i) => 3 * i),
  ];
  const own = { headsFirst: true, positions: lists };
  const turned = rope.rotate(before, own);
  const seen = pe.detectLayout({ before, after: turned, ...own, rope });
  expect(seen.best?.mistakes).toEqual([]);
});

describe('wrong options', () => {
  const x = noise(64, 1);
  const valid = { before: x, after: x, heads: 2, headDim: 8 };

  it.each([
    [{ before: undefined }, 'before', 'ERR_MISSING'],
    [{ after: undefined }, 'after', 'ERR_MISSING'],
    [{ after: x.subarray(1) }, 'after.length', 'ERR_SHAPE'],
    [{ before: x.subarray(16) }, 'before', 'ERR_SHAPE'],
    [{ after: new Uint16Array(64) }, 'dtype', 'ERR_MISSING'],
    [{ after: new Float64Array(64) }, 'after', 'ERR_TYPE'],
    [{ heads: undefined }, 'heads', 'ERR_MISSING'],
    [{ headDim: undefined }, 'headDim', 'ERR_MISSING'],
    [{ headDim: 7 }, 'headDim', 'ERR_RANGE'],
    [{ rope: ropeOf(16) }, 'headDim', 'ERR_RANGE'],
    [{ rope: { method: 'rope', headDim: 9 } }, 'rope.headDim', 'ERR_RANGE'],
    [{ rope: 'half' }, 'rope.method', 'ERR_CHOICE'],
    [{ rope: 5 }, 'rope', 'ERR_TYPE'],
    [{ positions: [1, 2] }, 'positions.length', 'ERR_SHAPE'],
    [{ tolerance: 2 }, 'tolerance', 'ERR_RANGE'],
    [{ rope: ropeOf(8, { decay: { type: 'xpos' } }) }, 'decay', 'ERR_CONFLICT'],
  ])('%o', (wrong, param, code) => {
    const run = () => pe.detectLayout({ ...valid, ...wrong } as never);
    expect(thrown(run)).toMatchObject({ param, code });
    expect(run).toThrow(/^detectLayout: /);
  });

  it('numbers that are not finite', () => {
    const after = x.slice();
    after[17] = Number.NaN;
    const run = () => pe.detectLayout({ ...valid, after });
    expect(run).toThrow(/^detectLayout: after\[17\] must be finite, got NaN$/);
  });
});
