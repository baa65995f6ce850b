/**
 * Ropes whose axes follow the resolution of a picture, each by itself: every axis
 * against a rope of that axis alone, whose numbers tests/oracle has.
 */

import { load, type Rope, type RopeOptions, tensor } from 'posenc';
import { createClient } from 'posenc/worker';
import { describe, expect, it } from 'vitest';
import { ulp32 } from '../golden/compare.mjs';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

type Axial = Extract<RopeOptions['axes'], { type: 'axial' }>;
type Scaling = Extract<RopeOptions['scaling'], { type: 'resolution' }>;

const widths = [4, 10, 6];
const patches = [3, 90, 200];
const positions = [
  [0, 1, 2, 0, -1],
  [0, 5, 89, 45.5, -45],
  [0, 199, 7, 100, -100],
];
const schedule = { type: 'resolution', patches, basePatches: 50 } as const;
const times = [1, 0.4, 0.03, 2 ** -20];

const optionsOf = (
  scaling: Partial<Scaling> = {},
  axes: Partial<Axial> = {},
): RopeOptions => ({
  ...{ headDim: 20, theta: 700 },
  axes: { type: 'axial', widths, ...axes },
  scaling: { ...schedule, ...scaling },
});

/** The forms of the schedule. */
const forms: Partial<Scaling>[] = [
  {},
  { form: 'ntk' },
  ...times.flatMap((time): Partial<Scaling>[] => [
    { time },
    { form: 'ntk', time },
  ]),
];

describe.each(forms)('%j', (form) => {
  it.each<[string, Partial<Axial>, RopeOptions['precision']]>([
    ['blocks', {}, 'exact'],
    ['torch', {}, 'torch'],
    ['the last axis first', { lastAxisFirst: true }, 'exact'],
    ['bases of the axes', { thetas: [10, 1e4, 300] }, 'exact'],
    ['axes in turn', { widths: [6, 6, 6], order: 'turns' }, 'exact'],
  ])('has the bits of each axis alone: %s', (_, axes, precision) => {
    const own = axes.widths ?? widths;
    const headDim = own.reduce((a, b) => a + b);
    const options = { ...optionsOf(form, axes), headDim, precision };
    const rope = pe.rope(options);
    const alone = own.map((width, axis) =>
      pe.rope({
        ...{ headDim: width, theta: axes.thetas?.[axis] ?? 700, precision },
        scaling: { ...schedule, ...form, patches: [patches[axis] ?? 0] },
      }),
    );
    const order = own.flatMap((width, axis) =>
      Array.from({ length: width / 2 }, (_, k) => [axis, k] as const),
    );
    if (axes.lastAxisFirst) order.sort(([a], [b]) => b - a);
    if (axes.order) order.sort(([, a], [, b]) => a - b);
    expect(Array.from(rope.frequencies)).toEqual(
      order.map(([axis, k]) => alone[axis]?.frequencies[k]),
    );
    expect(rope.attentionFactor).toBe(alone[2]?.attentionFactor);
    for (const dtype of ['float32', 'float64', 'float16'] as const) {
      const tables = rope.cosSin({ positions, dtype });
      const each = alone.map((one, axis) =>
        one.cosSin({ positions: positions[axis] ?? [], dtype }),
      );
      for (const wave of ['cos', 'sin'] as const) {
        const want = (positions[0] ?? []).flatMap((_, row) =>
          order.map(([axis, k]) => {
            const width = (own[axis] ?? 0) / 2;
            return each[axis]?.[wave].data[row * width + k];
          }),
        );
        expect(Array.from(tables[wave].data)).toEqual(want);
      }
    }
  });
});

it('leaves axes that are not longer than those of training', () => {
  const { scaling: _, ...plain } = optionsOf();
  const of = (options: RopeOptions) =>
    pe.rope(options).cosSin({ positions, dtype: 'float64' });
  const short = optionsOf({ patches: [50, 1, 49], time: 0.5 });
  expect(of(short)).toEqual(of(plain));
  expect(pe.rope(short).attentionFactor).toBe(1);
});

/** The factor of each pair, and its place in a head. */
const factors = widths.flatMap((width, axis) => {
  const s = Math.max(1, (patches[axis] ?? 0) / 50);
  return Array<number>(width / 2).fill(0.1 * Math.log(s) + 1);
});
const pairs = factors.length;
const placeOf = {
  half: (k: number) => [k, k + pairs] as const,
  interleaved: (k: number) => [2 * k, 2 * k + 1] as const,
};

/** Heads turned in float64 by the tables of a rope. */
function turned(rope: Rope, x: Float32Array, heads: number, sign: number) {
  const { cos, sin } = rope.cosSin({ positions, dtype: 'float64' });
  const want = new Float64Array(x.length);
  const sizes = new Float64Array(x.length);
  for (let line = 0; line < x.length / rope.headDim; ++line) {
    const row = Math.floor(line / heads);
    for (let k = 0; k < pairs; ++k) {
      const [i, j] = placeOf[rope.layout](k);
      const [m, n] = placeOf[rope.outLayout](k);
      const at = line * rope.headDim;
      const [a, b] = [x[at + i] ?? NaN, x[at + j] ?? NaN];
      const c = cos.data[row * pairs + k] ?? NaN;
      const s = sign * (sin.data[row * pairs + k] ?? NaN);
      want[at + m] = a * c - b * s;
      want[at + n] = b * c + a * s;
      const size = (factors[k] ?? NaN) * (Math.abs(a) + Math.abs(b));
      sizes[at + m] = size;
      sizes[at + n] = size;
    }
  }
  return { want, sizes };
}

describe.each(['half', 'interleaved'] as const)('from %s', (layout) => {
  it.each(['half', 'interleaved'] as const)(
    'turns heads to %s',
    (outLayout) => {
      const heads = 3;
      const rope = pe.rope({ ...optionsOf({ time: 0.6 }), layout, outLayout });
      const x = noise(5 * heads * 20, 7);
      const { want, sizes } = turned(rope, x, heads, 1);
      const { data } = rope.rotate(x, { heads, positions });
      data.forEach((value, i) => {
        const error = Math.abs(value - (want[i] ?? NaN));
        expect(error).toBeLessThanOrEqual(1.0001 * ulp32(sizes[i] ?? NaN));
      });
      const place = x.slice();
      rope.rotate(place, { heads, positions, out: place });
      expect(place).toEqual(data);
      // Turning back multiplies each pair by the square of its factor.
      const back = rope.rotate(data, { heads, positions, inverse: true }).data;
      for (let k = 0; k < pairs; ++k) {
        const [i] = placeOf[layout](k);
        const square = (factors[k] ?? NaN) ** 2;
        expect(back[i]).toBeCloseTo(square * (x[i] ?? NaN), 5);
      }
    },
  );
});

it('turns bfloat16 heads by the float32 result, rounded once', () => {
  const rope = pe.rope(optionsOf());
  const rows = noise(5 * 20, 3).map((x) => Math.round(x * 64) / 64);
  const high = (x: Float32Array) =>
    Uint16Array.from(new Uint32Array(x.buffer), (bits) => bits >>> 16);
  const options = { heads: 1, positions };
  const got = rope.rotate(high(rows), { ...options, dtype: 'bfloat16' });
  const want = rope.rotate(rows, options).data;
  const wide = new Float32Array(
    Uint32Array.from(got.data as Uint16Array, (bits) => bits << 16).buffer,
  );
  wide.forEach((value, i) => {
    const exact = want[i] ?? NaN;
    expect(Math.abs(value - exact)).toBeLessThanOrEqual(
      0.5 * 2 ** 16 * ulp32(exact),
    );
  });
});

it('moves keys on all axes', () => {
  const rope = pe.rope(optionsOf({ time: 0.7 }));
  const x = noise(5 * 20, 4);
  const options = { heads: 1, positions };
  const moved = positions.map((list, axis) => list.map((p) => p + 3 - axis));
  const want = rope.rotate(x, { ...options, positions: moved }).data;
  const keys = rope.rotate(x, options);
  rope.shift(keys, { heads: 1, byAxes: [3, 2, 1] }).data.forEach((value, i) => {
    expect(Math.abs(value - (want[i] ?? NaN))).toBeLessThan(2 ** -20);
  });
});

it('is for each time another rope, in attention and in a worker', async () => {
  const grid = [1, 3, 4];
  const of = (seed: number) => tensor(noise(12 * 2 * 20, seed), [12, 2, 20]);
  const [q, k, v] = [of(1), of(2), of(3)];
  const client = await createClient();
  for (const time of [1, 0.2]) {
    const options = optionsOf({ time });
    const spec = { method: 'rope', ...options } as const;
    const rope = pe.rope(options);
    const found = pe.attention({ q, k, v, rotary: spec, grid });
    const plain = pe.attention({
      q: rope.rotate(q, { grid }),
      k: rope.rotate(k, { grid }),
      v,
    });
    expect(found.output.data).toEqual(plain.output.data);
    const far = await client.attention({ q, k, v, rotary: spec, grid });
    expect(far.output.data).toEqual(found.output.data);
  }
  await client.close();
});

it('is analysed with the factors of all axes', () => {
  const options = optionsOf({ time: 0.8 });
  const spec = { method: 'rope', ...options } as const;
  const { frequencies } = pe.rope(options);
  const { scores } = pe.analysis.scoreByDistance(spec, { length: 20 });
  scores.forEach((score, r) => {
    const want = factors.reduce(
      (sum, factor, k) =>
        sum + factor ** 2 * Math.cos(r * (frequencies[k] ?? NaN)),
      0,
    );
    expect(score).toBeCloseTo(want, 12);
  });
  const found = pe.analysis.ropePairs(spec, { trainedLength: 50 });
  const plain = widths.flatMap((width) =>
    Array.from({ length: width / 2 }, (_, k) => 700 ** ((-2 * k) / width)),
  );
  found.forEach(({ before, after }, k) => {
    expect(before).toBeCloseTo(plain[k] ?? NaN, 14);
    expect(after).toBe(frequencies[k]);
  });
  // Frames are not more than those of training.
  expect(found.slice(0, 2).map(({ kind }) => kind)).toEqual(['kept', 'kept']);
});

describe('refused', () => {
  it.each<[string, object, string, string]>([
    ['t = 0', { scaling: { ...schedule, time: 0 } }, 'scaling.time', 'RANGE'],
    ['t > 1', { scaling: { ...schedule, time: 1.1 } }, 'scaling.time', 'RANGE'],
    [
      'no patches',
      { scaling: { ...schedule, patches: [1, 0, 3] } },
      'scaling.patches[1]',
      'RANGE',
    ],
    [
      'no base',
      { scaling: { type: 'resolution', patches } },
      'scaling.basePatches',
      'MISSING',
    ],
    [
      'another form',
      { scaling: { ...schedule, form: 'linear' } },
      'scaling.form',
      'CHOICE',
    ],
    [
      'patches of two axes for three',
      { scaling: { ...schedule, patches: [1, 60] } },
      'scaling.patches.length',
      'SHAPE',
    ],
    [
      'patches of three axes for one',
      { axes: undefined },
      'scaling.patches.length',
      'SHAPE',
    ],
    [
      'precision ggml',
      { precision: 'ggml', headDim: 20, axes: { type: 'axial', count: 1 } },
      'precision',
      'CONFLICT',
    ],
    [
      'precision ggml of one axis',
      { precision: 'ggml', axes: undefined },
      'precision',
      'CONFLICT',
    ],
    [
      'other bands',
      { axes: { type: 'axial', widths, bands: 'octaves' } },
      'scaling',
      'CONFLICT',
    ],
    [
      'frequencies in turns',
      { axes: { type: 'axial', widths, unit: 'turns' } },
      'scaling',
      'CONFLICT',
    ],
    [
      'axes that share frequencies',
      { axes: { type: 'sections', sections: [2, 5, 3] } },
      'scaling',
      'CONFLICT',
    ],
    ['theta 1', { theta: 1 }, 'theta', 'RANGE'],
    [
      'a base of 1',
      { axes: { type: 'axial', widths, thetas: [2, 1, 2] } },
      'axes.thetas[1]',
      'RANGE',
    ],
  ])('%s', (_, wrong, param, code) => {
    const run = () => pe.rope({ ...optionsOf(), ...wrong } as RopeOptions);
    expect(thrown(run)).toMatchObject({ param, code: `ERR_${code}` });
  });

  it('a base above 2^126 in precision torch', () => {
    const options = optionsOf(
      { patches: [1, 1, 2 ** 31], basePatches: 1, form: 'ntk', time: 1 },
      { widths: [10, 6, 4] },
    );
    const run = () => pe.rope({ ...options, theta: 1e9, precision: 'torch' });
    expect(thrown(run)).toMatchObject({ param: 'scaling.patches' });
  });
});
