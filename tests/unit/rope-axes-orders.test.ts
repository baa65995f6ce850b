/** Axes of a rope by patterns, with bases and orders of their own; their shift. */

import { load, type RopeOptions } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

type Axes = NonNullable<RopeOptions['axes']>;

const positions = [
  [0, 3, 7.5, -2, 400],
  [1, 1, 2, 90, 5],
  [4, 0.25, 6, 8, -1],
];
const dtype = 'float64';

const tables = (options: RopeOptions, of = positions) =>
  pe.rope(options).cosSin({ positions: of, dtype });

describe('a pattern', () => {
  const options = { headDim: 12, theta: 100 };

  it.each<[string, number[], Axes]>([
    ['sections', [0, 0, 1, 1, 1, 2], { type: 'sections', sections: [2, 3, 1] }],
    ['turns', [0, 1, 2], { type: 'interleaved', sections: [2, 2, 2] }],
    [
      'alternation',
      [1, 2, 1, 2, 0, 0],
      { type: 'alternating', sections: [2, 2, 2] },
    ],
  ])('says what %s say', (_, axisOfPairs, axes) => {
    const pattern = {
      ...options,
      axes: { type: 'pattern', axisOfPairs },
    } as const;
    expect(tables(pattern)).toEqual(tables({ ...options, axes }));
  });

  it('turns each pair by the position on its axis', () => {
    const axisOfPairs = [1, 0, 0, 1];
    const axes = { type: 'pattern', axisOfPairs } as const;
    const two = positions.slice(0, 2);
    const { cos } = tables({ headDim: 12, theta: 100, axes }, two);
    cos.data.forEach((value, i) => {
      const [row, k] = [Math.floor(i / 6), i % 6];
      const axis = axisOfPairs[k % 4] ?? 0;
      const angle = (two[axis]?.[row] ?? NaN) * 100 ** (-k / 6);
      expect(value).toBeCloseTo(Math.cos(angle), 12);
    });
  });

  it.each<[number[], string, string]>([
    [[], 'axes.axisOfPairs.length', 'ERR_SHAPE'],
    [[0, 1, 0, 1, 0, 1, 0], 'axes.axisOfPairs.length', 'ERR_SHAPE'],
    [[0, 2], 'axes.axisOfPairs', 'ERR_RANGE'],
    [[0, 4], 'axes.axisOfPairs[1]', 'ERR_RANGE'],
  ])('%j is refused', (axisOfPairs, param, code) => {
    const axes = { type: 'pattern', axisOfPairs } as const;
    const run = () => pe.rope({ ...options, axes });
    expect(thrown(run)).toMatchObject({ param, code });
  });
});

describe('axes of an axial rope', () => {
  const widths = [4, 6, 2];
  const thetas = [100, 50000, 7];

  it('have bases of their own', () => {
    const layout = 'half';
    const axes = { type: 'axial', widths, thetas } as const;
    const { cos, sin } = tables({ headDim: 12, layout, axes });
    let first = 0;
    widths.forEach((width, axis) => {
      const theta = thetas[axis] ?? NaN;
      const own = { headDim: width, theta, layout } as const;
      const alone = pe
        .rope(own)
        .cosSin({ positions: positions[axis] ?? [], dtype });
      for (const name of ['cos', 'sin'] as const) {
        const all = name === 'cos' ? cos : sin;
        alone[name].data.forEach((value, i) => {
          const [row, k] = [Math.floor(i / (width / 2)), i % (width / 2)];
          expect(all.data[row * 6 + first + k]).toBe(value);
        });
      }
      first += width / 2;
    });
  });

  it.each([false, true])(
    'keep their bases, the last axis first: %s',
    (last) => {
      const of = {
        type: 'axial',
        widths: [4, 6],
        lastAxisFirst: last,
      } as const;
      const axes = { ...of, thetas: [100, 9] };
      const { frequencies } = pe.rope({ headDim: 10, axes });
      const [a, b] = [
        [1, 0.1],
        [1, 9 ** (-1 / 3), 9 ** (-2 / 3)],
      ] as const;
      const want = last ? [...b, ...a] : [...a, ...b];
      frequencies.forEach((value, k) => {
        expect(value).toBeCloseTo(want[k] ?? NaN, 14);
      });
    },
  );

  it.each(['geometric', 'linear', 'octaves', 'fractions'] as const)(
    'take turns with the frequencies of blocks, %s',
    (bands) => {
      const of = { type: 'axial', count: 3, bands } as const;
      const blocks = tables({ headDim: 18, axes: of });
      const turns = tables({ headDim: 18, axes: { ...of, order: 'turns' } });
      turns.cos.data.forEach((value, i) => {
        const [row, k] = [Math.floor(i / 9), i % 9];
        const from = row * 9 + (k % 3) * 3 + Math.floor(k / 3);
        expect(value).toBe(blocks.cos.data[from]);
      });
    },
  );

  it.each([1, 2, 5])(
    'rise from π/2 to π/2 · theta in %i fractions',
    (pairs) => {
      const axes = { type: 'axial', count: 1, bands: 'fractions' } as const;
      const theta = 1e4;
      const { frequencies } = pe.rope({ headDim: 2 * pairs, theta, axes });
      frequencies.forEach((value, k) => {
        const rise = pairs > 1 ? theta ** (k / (pairs - 1)) : 1;
        const want = (Math.PI / 2) * rise;
        expect(Math.abs(value - want)).toBeLessThanOrEqual(1e-14 * want);
      });
    },
  );

  const three = { thetas: [10, 20, 30] };
  it.each<[object, string, string]>([
    [{ thetas: [1, 2] }, 'axes.thetas.length', 'ERR_SHAPE'],
    [{ thetas: [1, 2, 0.5] }, 'axes.thetas[2]', 'ERR_RANGE'],
    [{ order: 'turns' }, 'axes.widths', 'ERR_RANGE'],
    [{ order: 'last' }, 'axes.order', 'ERR_CHOICE'],
    [{ ...three, bands: 'octaves' }, 'axes.thetas', 'ERR_CONFLICT'],
    [{ ...three, bands: 'linear' }, 'axes.thetas', 'ERR_CONFLICT'],
    [{ bands: 'fractions', unit: 'turns' }, 'axes.unit', 'ERR_CONFLICT'],
  ])('%j is refused', (options, param, code) => {
    const axes = { type: 'axial', widths, ...options } as never;
    const run = () => pe.rope({ headDim: 12, axes });
    expect(thrown(run)).toMatchObject({ param, code });
  });

  it('have no bases in precision ggml', () => {
    const axes = { type: 'axial', thetas: [10, 20] } as const;
    const run = () => pe.rope({ headDim: 8, axes, precision: 'ggml' });
    const param = 'precision';
    expect(thrown(run)).toMatchObject({ param, code: 'ERR_CONFLICT' });
  });
});

describe('keys', () => {
  const heads = 2;
  const ropes: [string, RopeOptions][] = [
    [
      'sections',
      { headDim: 12, axes: { type: 'sections', sections: [2, 1, 3] } },
    ],
    [
      'interleaved sections, in part',
      {
        ...{
          headDim: 16,
          rotaryDim: 12,
          rotaryStart: 4,
          layout: 'interleaved',
        },
        axes: { type: 'interleaved', sections: [2, 2, 2] },
      },
    ],
    [
      'axial, in the other layout',
      {
        ...{ headDim: 12, layout: 'half', outLayout: 'interleaved' },
        axes: { type: 'axial', widths: [4, 6, 2], thetas: [5, 1e5, 10] },
      },
    ],
    [
      'a schedule',
      {
        ...{ headDim: 12, axes: { type: 'pattern', axisOfPairs: [0, 1, 2] } },
        scaling: { type: 'yarn', factor: 4, originalMaxPosition: 64 },
      },
    ],
    [
      'learned frequencies',
      {
        headDim: 12,
        axes: {
          type: 'mixed',
          frequencies: {
            ...{ data: noise(36, 2), shape: [3, 2, 6], dtype: 'float32' },
          },
        },
      },
    ],
  ];

  it.each(ropes)('shifted are those of other positions: %s', (_, options) => {
    const rope = pe.rope(options);
    const x = noise(5 * heads * options.headDim, 1);
    const keys = rope.rotate(x, { heads, positions });
    const near = (got: ArrayLike<number>, moves: readonly number[]) => {
      const moved = positions.map((list, axis) =>
        list.map((position) => position + (moves[axis] ?? NaN)),
      );
      const want = rope.rotate(x, { heads, positions: moved }).data;
      Array.from(got).forEach((value, i) => {
        expect(Math.abs(value - (want[i] ?? NaN))).toBeLessThan(2 ** -20);
      });
    };
    near(rope.shift(keys, { by: 17 }).data, [17, 17, 17]);
    near(rope.shift(keys, { byAxes: [-3, 0, 100] }).data, [-3, 0, 100]);
    const alike = rope.shift(keys, { byAxes: [17, 17, 17] });
    expect(alike).toEqual(rope.shift(keys, { by: 17 }));
  });

  it.each<[object, string, string]>([
    [{}, 'by', 'ERR_MISSING'],
    [{ by: 1, byAxes: [1, 2, 3] }, 'by', 'ERR_CONFLICT'],
    [{ byAxes: [1] }, 'byAxes.length', 'ERR_SHAPE'],
    [{ byAxes: [1, 2, Number.NaN] }, 'byAxes[2]', 'ERR_RANGE'],
  ])('shifted by %j are refused', (how, param, code) => {
    const axes = { type: 'sections', sections: [2, 1, 3] } as const;
    const rope = pe.rope({ headDim: 12, axes });
    const run = () => rope.shift(noise(24, 1), { heads, ...how } as never);
    expect(thrown(run)).toMatchObject({ param, code });
  });

  /** Ropes that turn the same components, so that each may follow each. */
  const alike: [string, RopeOptions][] = [
    ...ropes.filter(([, { headDim, axes }]) => {
      return headDim === 12 && axes?.type !== 'mixed';
    }),
    [
      'interleaved sections',
      {
        ...{ headDim: 12, layout: 'interleaved' },
        axes: { type: 'interleaved', sections: [2, 2, 2] },
      },
    ],
    [
      'a picture larger than those of training',
      {
        ...{ headDim: 12, layout: 'interleaved', outLayout: 'half' },
        axes: { type: 'axial', widths: [2, 6, 4], lastAxisFirst: true },
        scaling: {
          ...{ type: 'resolution', patches: [9, 90, 200] },
          ...{ basePatches: 64, time: 0.6 },
        },
      },
    ],
  ];
  const pairs = alike.flatMap(([from, own]) =>
    alike.map(([to, other]) => [from, to, own, other] as const),
  );

  it.each(pairs)('of %s are rebased to %s', (_, __, own, other) => {
    const [rope, target] = [pe.rope(own), pe.rope(other)];
    // A rope turns pairs of its layout; both see the same pairs.
    const x = noise(5 * heads * 12, 3);
    const asOwn = (layout: RopeOptions['layout'] = 'half') => {
      const place = (i: number) => {
        const [at, c] = [i - (i % 12), i % 12];
        return layout === 'half' ? i : at + (c >> 1) + 6 * (c % 2);
      };
      return x.map((_, i) => x[place(i)] ?? NaN);
    };
    const keys = rope.rotate(asOwn(own.layout), { heads, positions });
    const want = target.rotate(asOwn(other.layout), { heads, positions }).data;
    const to = { method: 'rope', ...other } as const;
    const got = rope.rebase(keys, { to, heads, positions }).data;
    const place = rope.rebase(keys, { to, heads, positions, out: keys }).data;
    expect(place).toEqual(got);
    got.forEach((value, i) => {
      expect(Math.abs(value - (want[i] ?? NaN))).toBeLessThan(2 ** -20);
    });
  });

  it('with learned frequencies are rebased set by set', () => {
    const of = (seed: number, sets: number) => {
      const data = noise(3 * sets * 6, seed);
      const frequencies = { data, shape: [3, sets, 6], dtype: 'float32' };
      return pe.rope({
        headDim: 12,
        axes: { type: 'mixed', frequencies: frequencies as never },
      });
    };
    const [rope, target] = [of(5, 2), of(6, 2)];
    const x = noise(5 * 4 * 12, 3);
    const options = { heads: 4, positions };
    const keys = rope.rotate(x, options);
    const want = target.rotate(x, options).data;
    const got = rope.rebase(keys, { ...options, to: target }).data;
    got.forEach((value, i) => {
      expect(Math.abs(value - (want[i] ?? NaN))).toBeLessThan(2 ** -20);
    });
    const fewer = () => rope.rebase(keys, { ...options, to: of(6, 1) });
    expect(thrown(fewer)).toMatchObject({
      param: 'to.sets',
      code: 'ERR_SHAPE',
    });
    const odd = () => rope.rebase(keys.data, { to: target, heads: 5 });
    expect(thrown(odd)).toMatchObject({ param: 'heads', code: 'ERR_SHAPE' });
  });

  it('of a batch have positions of their own', () => {
    const axes = { type: 'sections', sections: [2, 1, 3] } as const;
    const rope = pe.rope({ headDim: 12, axes });
    const to = pe.rope({ headDim: 12, theta: 77, axes });
    const x = { data: noise(2 * 5 * 12, 3), shape: [2, 5, 1, 12] };
    const lists = positions.flatMap((list) => [
      ...list,
      ...list.map((p) => p + 6),
    ]);
    const own = {
      ...{ data: Float64Array.from(lists), shape: [3, 2, 5] },
      dtype: 'float64' as const,
    };
    const heads = { ...x, dtype: 'float32' as const };
    const keys = rope.rotate(heads, { positions: own });
    const got = rope.rebase(keys, { to, positions: own });
    const want = to.rotate(heads, { positions: own });
    expect(got.shape).toEqual(x.shape);
    got.data.forEach((value, i) => {
      expect(Math.abs(value - (want.data[i] ?? NaN))).toBeLessThan(2 ** -20);
    });
    // A range holds for all axes.
    const range = rope.rebase(rope.rotate(heads, { start: 7 }), {
      to,
      start: 7,
    });
    to.rotate(heads, { start: 7 }).data.forEach((value, i) => {
      expect(Math.abs(value - (range.data[i] ?? NaN))).toBeLessThan(2 ** -20);
    });
  });

  it.each<[object, string, string]>([
    [{ to: { method: 'rope', headDim: 12 } }, 'to.axes', 'ERR_SHAPE'],
    [{ positions: positions.slice(1) }, 'positions.length', 'ERR_SHAPE'],
    [{ positions, start: 3 }, 'start', 'ERR_CONFLICT'],
    [{ positions: [[0], [0], [2 ** 54]] }, 'positions[2][0]', 'ERR_RANGE'],
  ])('rebased by %j are refused', (how, param, code) => {
    const axes = { type: 'sections', sections: [2, 1, 3] } as const;
    const rope = pe.rope({ headDim: 12, axes });
    const options = { heads, to: rope, ...how } as never;
    const run = () => rope.rebase(noise(5 * 24, 1), options);
    expect(thrown(run)).toMatchObject({ param, code });
  });

  it('shifted on one axis have one number', () => {
    const rope = pe.rope({ headDim: 12 });
    const keys = noise(24, 1);
    const want = rope.shift(keys, { heads, by: 5 });
    expect(rope.shift(keys, { heads, byAxes: [5] })).toEqual(want);
  });
});

it('axes of very wide heads are no deep recursion', () => {
  const wide = { headDim: 1048572, theta: 100 } as const;
  const axes = { type: 'axial', count: 3 } as const;
  const { frequencies } = pe.rope({ ...wide, axes });
  expect(frequencies).toHaveLength(524286);
  expect([0, 174762, 349524].map((k) => frequencies[k])).toEqual([1, 1, 1]);
  const sections = [174762, 174762, 174762];
  for (const type of ['sections', 'interleaved', 'alternating'] as const) {
    const same = pe.rope({ ...wide, axes: { type, sections } });
    expect(same.frequencies).toHaveLength(524286);
  }
});
