/** Ropes over several axes, with a decay, and the positions of M-RoPE. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, x, i) => sum + x * (b[i] ?? Number.NaN), 0);

describe('M-RoPE', () => {
  const options = { headDim: 128, theta: 1e6 };
  const plain = pe.rope(options);
  const forms = {
    sections: { type: 'sections', sections: [16, 24, 24] },
    interleaved: { type: 'interleaved', sections: [24, 20, 20] },
  } as const;

  it.each(Object.entries(forms))(
    'turns text as a plain rope does, %s',
    (_, axes) => {
      const rope = pe.rope({ ...options, axes });
      const want = plain.cosSin({ start: 5, length: 40 });
      expect(rope.cosSin({ start: 5, length: 40 })).toEqual(want);
      const list = Array.from({ length: 40 }, (_, i) => i + 5);
      expect(rope.cosSin({ positions: list })).toEqual(want);
      expect(rope.cosSin({ positions: [list, list, list] })).toEqual(want);
      const x = noise(40 * 2 * 128, 3);
      expect(rope.rotate(x, { heads: 2, start: 5 })).toEqual(
        plain.rotate(x, { heads: 2, start: 5 }),
      );
    },
  );

  it('takes lists, a tensor, and the positions of mropePositions', () => {
    const rope = pe.rope({ ...options, axes: forms.sections });
    const { positions } = pe.mropePositions({
      segments: [
        { type: 'text', length: 2 },
        { type: 'image', grid: [1, 4, 4] },
      ],
    });
    expect(Array.from(positions.data)).toEqual([
      ...[0, 1, 2, 2, 2, 2],
      ...[0, 1, 2, 2, 3, 3],
      ...[0, 1, 2, 3, 2, 3],
    ]);
    const lists = [0, 1, 2].map((axis) =>
      Array.from(positions.data.subarray(axis * 6, axis * 6 + 6)),
    );
    const want = rope.cosSin({ positions: lists });
    expect(rope.cosSin({ positions })).toEqual(want);
    const floats = tensor(Float64Array.from(lists.flat()), [3, 6]);
    expect(rope.cosSin({ positions: floats })).toEqual(want);
  });

  it('gives each pair of interleaved sections its axis', () => {
    const rope = pe.rope({ ...options, axes: forms.interleaved });
    const { cos } = rope.cosSin({ positions: [[1], [10], [100]] });
    Array.from(cos.data).forEach((c, k) => {
      const axis = k % 3 === 1 && k < 60 ? 10 : k % 3 === 2 && k < 60 ? 100 : 1;
      const w = rope.frequencies[k] ?? Number.NaN;
      expect(c).toBeCloseTo(Math.cos(axis * w), 6);
    });
  });
});

describe('alternating sections', () => {
  // transformers, modeling_ernie4_5_vl_moe.py: the frequencies of even and of odd
  // numbers turn with the height and the width, and the two lists are woven
  // together again; the last 20 turn with the time.
  const range = (n: number) => Array.from({ length: n }, (_, i) => i);
  const all = range(64).map((k) => 500000 ** (-k / 64));
  const fast = all.slice(0, 44);
  const lists = {
    height: fast.filter((_, k) => k % 2 === 0),
    width: fast.filter((_, k) => k % 2 === 1),
    time: all.slice(44),
  };
  const angles = (t: number, h: number, w: number) => [
    ...range(22).flatMap((i) => [
      h * (lists.height[i] ?? Number.NaN),
      w * (lists.width[i] ?? Number.NaN),
    ]),
    ...lists.time.map((frequency) => t * frequency),
  ];
  const places = [
    [0, 0, 0],
    [3, 3, 3],
    [4, 5, 9],
    [4, 30, 7],
    [100, 2, 61],
  ] as const;
  const positions = [0, 1, 2].map((axis) => places.map((p) => p[axis] ?? 0));
  const want = places.flatMap(([t, h, w]) => angles(t, h, w).map(Math.sin));
  const close = (got: ArrayLike<number>) => {
    expect(got.length).toBe(want.length);
    want.forEach((sine, i) => {
      expect(got[i]).toBeCloseTo(sine, 6);
    });
  };

  it('are those of ERNIE 4.5 VL', () => {
    const axes = { type: 'alternating', sections: [20, 22, 22] } as const;
    const rope = pe.rope({ headDim: 128, theta: 500000, axes });
    close(rope.cosSin({ positions }).sin.data);
  });

  it.each([
    [
      'ernie4_5_vl_moe_text',
      {
        rope_parameters: {
          ...{ rope_type: 'default', rope_theta: 500000 },
          mrope_section: [22, 22, 20],
        },
      },
    ],
    ['ernie4_5_vl_moe_text', {}],
    ['ernie4_5_moe_vl', { rope_3d: true, freq_allocation: 20 }],
  ])('are what a file of %s means', (model_type, more) => {
    const { layers } = pe.model({
      ...{ model_type, hidden_size: 2560, num_attention_heads: 20 },
      ...{ num_key_value_heads: 4, num_hidden_layers: 1, ...more },
    });
    const rope = layers[0]?.rope;
    expect(rope?.layout).toBe('interleaved');
    close(rope?.cosSin({ positions }).sin.data ?? []);
  });
});

describe('an axial rope', () => {
  const axes = { type: 'axial' } as const;
  const rope = pe.rope({ headDim: 32, axes });

  it('on a grid of one row turns as a plain rope of half the width', () => {
    const { cos } = rope.cosSin({ grid: [1, 9] });
    const half = pe.rope({ headDim: 16 }).cosSin({ length: 9 }).cos;
    for (let row = 0; row < 9; ++row) {
      const at = row * 16;
      expect(Array.from(cos.data.subarray(at, at + 8))).toEqual(
        Array(8).fill(1),
      );
      expect(cos.data.subarray(at + 8, at + 16)).toEqual(
        half.data.subarray(row * 8, row * 8 + 8),
      );
    }
  });

  it('gives scores that depend on both distances alone', () => {
    const [q, k] = [noise(32, 1), noise(32, 2)];
    const score = (a: number[], b: number[]) => {
      const at = (x: Float32Array, place: number[]) =>
        rope.rotate(x, { heads: 1, positions: place.map((p) => [p]) }).data;
      return dot(at(q, a), at(k, b));
    };
    const near = score([3, 5], [1, 9]);
    expect(score([1003, 70005], [1001, 70009])).toBeCloseTo(near, 4);
    expect(Math.abs(score([4, 5], [1, 9]) - near)).toBeGreaterThan(1e-3);
  });

  it('goes through a grid in blocks that are merged later', () => {
    const merged = pe.rope({ headDim: 32, axes: { ...axes, merge: 2 } });
    const h = [0, 0, 1, 1, 0, 0, 1, 1];
    const w = [0, 1, 0, 1, 2, 3, 2, 3];
    const want = rope.cosSin({ positions: [h, w] });
    expect(merged.cosSin({ grid: [2, 4] })).toEqual(want);
    // A length before those of the axes repeats the grid.
    const twice = merged.cosSin({ grid: [3, 2, 4] }).cos;
    expect(twice.shape).toEqual([24, 16]);
    expect(twice.data.subarray(16 * 16)).toEqual(want.cos.data);
  });

  it('leaves the rows of a prefix as they are', () => {
    const dino = pe.rope({
      headDim: 32,
      theta: 100,
      axes: { ...axes, normalise: 'centres', unit: 'turns' },
    });
    const x = noise(9 * 2 * 32, 4);
    const { data } = dino.rotate(x, { heads: 2, grid: [2, 2], prefix: 5 });
    expect(data.subarray(0, 5 * 64)).toEqual(x.subarray(0, 5 * 64));
    expect(data.subarray(5 * 64, 6 * 64)).not.toEqual(
      x.subarray(5 * 64, 6 * 64),
    );
  });

  it.each([
    ['own', [-0.5, 0.5], [-0.75, -0.25, 0.25, 0.75]],
    ['longest', [-0.75, -0.25], [-0.75, -0.25, 0.25, 0.75]],
    ['shortest', [-0.5, 0.5], [-0.5, 0.5, 1.5, 2.5]],
  ] as const)('places the centres of cells, extent %s', (extent, h, w) => {
    const form = { ...axes, normalise: 'centres', extent } as const;
    const grid = pe.rope({ headDim: 32, axes: form }).cosSin({ grid: [2, 4] });
    const positions = [h.flatMap((y) => Array(4).fill(y)), [...w, ...w]];
    expect(grid).toEqual(rope.cosSin({ positions }));
  });

  it('adds offsets, and stretches to the grid of training', () => {
    const form = { ...axes, offsets: [10, 0], reference: [4, 8] } as const;
    const grid = pe.rope({ headDim: 32, axes: form }).cosSin({ grid: [1, 2] });
    const positions = [
      [40, 40],
      [0, 4],
    ];
    expect(grid).toEqual(rope.cosSin({ positions }));
  });

  it('takes positions of the sequences of a batch', () => {
    const x = noise(6 * 2 * 32, 8);
    const h = [0, 1, 2, 7, 8, 9];
    const w = [5, 5, 5, 1, 2, 3];
    const batch = rope.rotate(x, { heads: 2, batch: 2, positions: [h, w] });
    const one = rope.rotate(x, { heads: 2, positions: [h, w] });
    expect(batch.data).toEqual(one.data);
    expect(batch.shape).toEqual([2, 3, 2, 32]);
    const shared = rope.rotate(x, { heads: 2, batch: 2, grid: [1, 3] });
    expect(shared.data.subarray(0, 6 * 32)).toEqual(
      rope.rotate(x.slice(0, 6 * 32), { heads: 2, grid: [1, 3] }).data,
    );
    // The position of one row is kept, on each axis.
    const row = x.slice(0, 64);
    const at = (y: number, z: number) =>
      rope.rotate(row, { heads: 2, positions: [[y], [z]] }).data;
    const before = at(3, 4);
    expect(at(3, 5)).not.toEqual(before);
    expect(at(3, 4)).toEqual(before);
  });

  it('takes a tensor of positions only in the order of the batch', () => {
    const x = tensor(noise(6 * 2 * 32, 8), [2, 3, 2, 32]);
    const numbers = Float32Array.from([0, 1, 2, 7, 8, 9, 5, 5, 5, 1, 2, 3]);
    const turn = (shape: readonly number[], of = x) =>
      rope.rotate(of, { positions: tensor(numbers, shape) });
    const lists = [numbers.subarray(0, 6), numbers.subarray(6)];
    const wanted = rope.rotate(x, { positions: lists });
    expect(turn([2, 2, 3])).toEqual(wanted);
    expect(turn([2, 6])).toEqual(wanted);
    const one = tensor(x.data, [6, 2, 32]);
    expect(turn([2, 1, 6], one).data).toEqual(wanted.data);
    expect(thrown(() => turn([2, 3, 2])).message).toMatch(
      /positions\.shape must be \[2, 3\] or \[2, 2, 3\], got \[2, 3, 2\]$/,
    );
    expect(thrown(() => turn([2, 2, 3], one)).message).toMatch(
      /positions\.shape must be \[2, 6\], got \[2, 2, 3\]$/,
    );
  });

  it('takes three axes of other widths', () => {
    const wide = pe.rope({
      headDim: 80,
      rotaryDim: 78,
      axes: { ...axes, count: 3 },
    });
    expect(wide.axes).toBe(3);
    expect(wide.frequencies[13]).toBe(1);
    expect(wide.frequencies[1]).toBe(wide.frequencies[27]);
    const own = { ...axes, widths: [8, 24] };
    expect(pe.rope({ headDim: 32, axes: own }).frequencies[4]).toBe(1);
  });

  it('takes coordinates far apart in ggml precision as pair by pair', () => {
    const ggml = pe.rope({ headDim: 32, axes, precision: 'ggml' });
    const lone = pe.rope({ headDim: 16, precision: 'ggml' });
    const got = ggml.cosSin({ positions: [[7], [12345]] }).cos.data;
    const h = lone.cosSin({ positions: [7] }).cos.data;
    const w = lone.cosSin({ positions: [12345] }).cos.data;
    expect([...got]).toEqual([...h, ...w]);
  });
});

describe('mixed axes', () => {
  it('turn each head by its own frequencies', () => {
    const data = Float32Array.of(1, 0.5, 0.25, 2, 0, 0, 3, 1);
    const frequencies = { data, shape: [2, 2, 2], dtype: 'float32' } as const;
    const axes = { type: 'mixed', frequencies } as const;
    const rope = pe.rope({ headDim: 4, axes });
    expect([rope.axes, rope.sets]).toEqual([2, 2]);
    const { cos } = rope.cosSin({ positions: [[3], [5]] });
    const angles = [3, 1.5, 0.75 + 15, 6 + 5];
    angles.forEach((angle, i) => {
      expect(cos.data[i]).toBe(Math.fround(Math.cos(angle)));
    });
    const { message } = thrown(() => rope.rotate(noise(12, 1), { heads: 3 }));
    expect(message).toMatch(/heads must be a multiple of 2, .*, got 3$/);
  });
});

describe('xPos', () => {
  const decay = { type: 'xpos', scaleBase: 64, centre: 500 } as const;
  const rope = pe.rope({ headDim: 64, decay });
  const ones = new Float32Array(64).fill(1);
  const score = (i: number, j: number) =>
    dot(
      rope.rotate(ones, { heads: 1, start: i, side: 'query' }).data,
      rope.rotate(ones, { heads: 1, start: j, side: 'key' }).data,
    );

  it('gives scores that depend on the distance alone, and decay', () => {
    for (const distance of [0, 3, 200]) {
      const near = score(500 + distance, 500);
      for (const start of [0, 77, 1000]) {
        expect(score(start + distance, start) / near).toBeCloseTo(1, 3);
      }
    }
    expect(score(500, 500)).toBeCloseTo(64, 3);
    // The length of every pair shrinks by zeta^(400/64).
    const bound = Array.from({ length: 32 }, (_, k) => {
      return 2 * ((k / 32 + 0.4) / 1.4) ** (400 / 64);
    }).reduce((sum, x) => sum + x);
    expect(bound).toBeLessThan(16);
    expect(Math.abs(score(900, 500))).toBeLessThan(bound);
  });

  it('does not change the scores of attention with its centre', () => {
    const [q, k] = [noise(6 * 64, 5), noise(6 * 64, 6)];
    const scores = (centre: number) =>
      pe.attention({
        ...{ q, k, heads: 1 },
        rotary: pe.rope({ headDim: 64, decay: { ...decay, centre } }),
      }).scores.data;
    const [a, b] = [scores(0), scores(300)];
    a.forEach((x, i) => {
      expect(x).toBeCloseTo(b[i] ?? Number.NaN, 4);
    });
  });
});

describe('FoPE', () => {
  const options = { headDim: 8, theta: 100 };
  const eye = [
    [1, 0],
    [0, 1],
  ];
  const swap = [
    [0, 1],
    [1, 0],
  ];
  const fope = (cosines: number[][][], more: object = { count: 2 }) =>
    pe.rope({
      ...options,
      scaling: { type: 'fope', cosines, sines: cosines, ...more } as never,
    });

  it('by the identity is a plain rope whose last pairs do not turn', () => {
    const { cos, sin } = fope([eye]).cosSin({ length: 30 });
    const plain = pe.rope(options).cosSin({ length: 30 });
    cos.data.forEach((c, i) => {
      const turns = i % 4 < 2;
      expect(c).toBe(turns ? plain.cos.data[i] : 1);
      expect(sin.data[i]).toBe(turns ? plain.sin.data[i] : 0);
    });
  });

  it('mixes for each key head', () => {
    const rope = fope([eye, swap]);
    expect(rope.sets).toBe(2);
    const { cos } = rope.cosSin({ positions: [7] });
    expect(cos.shape).toEqual([1, 2, 4]);
    expect(cos.data[4]).toBe(cos.data[1]);
    expect(cos.data[5]).toBe(cos.data[0]);
    // Four query heads share the two sets.
    const x = noise(4 * 8, 2);
    const turned = rope.rotate(x, { heads: 4, start: 7 }).data;
    const one = fope([swap]).rotate(x, { heads: 4, start: 7 }).data;
    expect(turned.subarray(16)).toEqual(one.subarray(16));
    expect(turned.subarray(0, 16)).not.toEqual(one.subarray(0, 16));
  });

  it('takes the waves that complete a turn in training', () => {
    // Frequencies 1, 0.316, 0.1, 0.0316: 2π/20 is 0.314.
    expect(fope([eye], { maxPosition: 20 }).frequencies.length).toBe(2);
    const { message } = thrown(() => fope([eye], { maxPosition: 100 }));
    expect(message).toMatch(
      /^rope: scaling\.cosines must be .* = \[sets, 3, 3\] .*, got \[(1, )?2, 2\]$/,
    );
    const both = thrown(() => fope([eye], { maxPosition: 20, count: 2 }));
    expect(both.message).toMatch(/scaling\.count and scaling\.maxPosition/);
  });

  it('cannot move keys in a cache', () => {
    const { message } = thrown(() =>
      fope([eye]).shift(noise(8, 1), { by: 3, heads: 1 }),
    );
    expect(message).toMatch(/^rope\.shift: the rope has scaling "fope"/);
  });
});

describe('positions of M-RoPE', () => {
  const rows = ({
    data,
    shape,
  }: {
    data: Int32Array | Float64Array;
    shape: readonly number[];
  }) =>
    [0, 1, 2].map((axis) => [
      ...data.subarray(axis * Number(shape[1]), (axis + 1) * Number(shape[1])),
    ]);

  it('count text, and go on behind the largest position', () => {
    const { positions, delta } = pe.mropePositions({
      segments: [
        { type: 'text', length: 3 },
        { type: 'image', grid: [1, 2, 8] },
        { type: 'text', length: 2 },
      ],
      start: 10,
    });
    expect(rows(positions)).toEqual([
      [10, 11, 12, 13, 13, 13, 13, 17, 18],
      [10, 11, 12, 13, 13, 13, 13, 17, 18],
      [10, 11, 12, 13, 14, 15, 16, 17, 18],
    ]);
    expect(delta).toBe(19 - 9);
  });

  it('count seconds of a video', () => {
    const video = { type: 'video', grid: [3, 2, 2], secondsPerGrid: 1.25 };
    const { positions, delta } = pe.mropePositions({
      segments: [video as never, { type: 'text', length: 1 }],
      tokensPerSecond: 2,
    });
    expect(rows(positions)[0]).toEqual([0, 2, 5, 6]);
    expect(delta).toBe(3);
    const counted = pe.mropePositions({ segments: [video as never] });
    expect(rows(counted.positions)[0]).toEqual([0, 1, 2]);
  });

  it('put the time stamps of frames before them', () => {
    const grid = [2, 2, 4];
    const video = pe.mropePositions({
      segments: [{ type: 'video', grid, timestamps: [2, 1] }],
    });
    const frame = { type: 'image', grid: [1, 2, 4] } as const;
    const parts = pe.mropePositions({
      segments: [
        ...[{ type: 'text', length: 2 } as const, frame],
        ...[{ type: 'text', length: 1 } as const, frame],
      ],
    });
    expect(video).toEqual(parts);
  });
});

describe('wrong axes', () => {
  const rope = (options: object) => () =>
    pe.rope({ headDim: 64, ...options } as never);
  const axial = pe.rope({ headDim: 64, axes: { type: 'axial' } });
  const merged = pe.rope({ headDim: 64, axes: { type: 'axial', merge: 2 } });
  const plain = pe.rope({ headDim: 64 });
  const xpos = pe.rope({ headDim: 64, decay: { type: 'xpos' } });
  const table = (r: typeof plain, options: object) => () =>
    r.cosSin(options as never);
  it.each<readonly [() => unknown, RegExp]>([
    [
      rope({ axes: { type: 'sections', sections: [16, 8, 9] } }),
      /^rope: axes\.sections must be numbers with the sum 32, .*, got 33$/,
    ],
    [
      rope({ axes: { type: 'interleaved', sections: [0, 20, 12] } }),
      /^rope: axes\.sections\[1\] must be at most a third of the 32 pairs, got 20$/,
    ],
    [
      rope({ axes: { type: 'alternating', sections: [10, 12, 10] } }),
      /^rope: axes\.sections\[2\] must be 12, as sections\[1\].*, got 10$/,
    ],
    [
      rope({ axes: { type: 'axial', count: 3 } }),
      /^rope: axes\.count must be such that 6, .* divides rotaryDim = 64.*, got 3$/,
    ],
    [
      rope({ axes: { type: 'axial', widths: [33, 31] } }),
      /^rope: axes\.widths\[0\] must be an even integer, got 33$/,
    ],
    [
      rope({ axes: { type: 'axial', offsets: [1] } }),
      /^rope: axes\.offsets\.length must be 2, .*, got 1$/,
    ],
    [
      rope({ axes: { type: 'axial', bands: 'linear' }, precision: 'ggml' }),
      /^rope: precision "ggml" is for geometric bands/,
    ],
    [
      // As DINOv3 has them, whose units are turns.
      rope({
        axes: { type: 'axial', normalise: 'centres', unit: 'turns' },
        precision: 'ggml',
      }),
      /^rope: precision "ggml" is for .* in radians, only$/,
    ],
    [
      rope({ axes: { type: 'mixed', frequencies: [[[1, 2]]] } }),
      /^rope: axes\.frequencies must be .* = \[axes, heads, 32\], got \[1, 1, 2\]$/,
    ],
    [
      rope({ axes: { type: 'axial' }, decay: { type: 'xpos' } }),
      /^rope: decay and axes exclude each other/,
    ],
    [
      table(axial, { positions: [[1], [2], [3]] }),
      /^rope\.cosSin: positions\.length must be 2, .*, got 3$/,
    ],
    [
      table(axial, { positions: [[1], [2, 3]] }),
      /^rope\.cosSin: positions\[1\]\.length must be 1, as positions\[0\], got 2$/,
    ],
    [
      table(axial, { positions: tensor(new Float32Array(3), [3, 1]) }),
      /^rope\.cosSin: positions\.shape must be \[2, rows\].*, got \[3, 1\]$/,
    ],
    [
      table(axial, { grid: [4] }),
      /^rope\.cosSin: grid\.length must be at least 2, .*, got 1$/,
    ],
    [
      table(merged, { grid: [4, 5] }),
      /^rope\.cosSin: grid\[1\] must be a multiple of 2, .*, got 5$/,
    ],
    [
      table(plain, { grid: [4, 5] }),
      /^rope\.cosSin: grid needs a rope with axes/,
    ],
    [
      table(axial, { length: 4, prefix: 1 }),
      /^rope\.cosSin: prefix needs grid/,
    ],
    [
      table(axial, { length: 4, grid: [2, 2] }),
      /^rope\.cosSin: length and grid exclude each other/,
    ],
    [table(xpos, { length: 4 }), /^rope\.cosSin: side is required/],
    [
      table(xpos, { length: 1e6, side: 'key' }),
      /^rope\.cosSin: length must be from -355.* to 355.*, got 999999$/,
    ],
    [
      () => pe.mropePositions({ segments: [{ type: 'image' }] }),
      /^mropePositions: segments\[0\]\.grid is required/,
    ],
    [
      () =>
        pe.mropePositions({ segments: [{ type: 'image', grid: [1, 4, 5] }] }),
      /^mropePositions: segments\[0\]\.grid\[2\] must be a multiple of spatialMerge = 2, got 5$/,
    ],
  ])('%#: says which rule, and the value', (call, message) => {
    expect(thrown(call).message).toMatch(message);
  });

  it.each([
    [{ type: 'text', length: 1, grid: [1, 2, 2] }, 'grid'],
    [{ type: 'audio', length: 1, timestamps: [1] }, 'timestamps'],
    [{ type: 'image', length: 1, grid: [1, 2, 2] }, 'length'],
    [{ type: 'image', grid: [1, 2, 2], timestamps: [1] }, 'timestamps'],
    [{ type: 'video', length: 1, grid: [1, 2, 2] }, 'length'],
  ] as const)('%o: says which option is for others', (segment, option) => {
    const error = thrown(() => pe.mropePositions({ segments: [segment] }));
    const param = `segments[0].${option}`;
    expect(error).toMatchObject({
      ...{ code: 'ERR_CONFLICT', param },
      message: `mropePositions: ${param} is not for type "${segment.type}"`,
    });
  });
});
