/**
 * Arrays that are turned again and again in place, as at each token of a
 * generation. A call that differs from the one before in its position alone
 * skips most checks, and must give what any other call gives.
 */

import { create, load, type Rope, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

const LAYOUTS = ['half', 'interleaved'] as const;
const DTYPES = ['float32', 'float16', 'bfloat16'] as const;
const [HEADS, WIDTH] = [3, 44];

/** Numbers of a dtype between -1 and 1. */
function numbers(dtype: (typeof DTYPES)[number], count: number, seed: number) {
  const floats = Float32Array.from(noise(count, seed));
  if (dtype === 'float32') return floats;
  const words = new Uint32Array(floats.buffer);
  // Rounded towards zero, which gives numbers of bfloat16; their high bits are
  // numbers of float16, too, if they are finite.
  return Uint16Array.from(words, (word) => (word >>> 16) & 0xbfff);
}

/** What a rope that is used for nothing else makes of a copy. */
function turnedOnce(
  options: Parameters<typeof pe.rope>[0],
  x: Float32Array | Uint16Array,
  how: object,
) {
  const out = x.slice();
  pe.rope(options).rotate(out as never, { ...how, out } as never);
  return out;
}

const cases = LAYOUTS.flatMap((layout) =>
  LAYOUTS.flatMap((outLayout) =>
    DTYPES.map((dtype) => ({ layout, outLayout, dtype })),
  ),
);

describe.each(cases)('$dtype, $layout to $outLayout', (one) => {
  const { dtype, ...layouts } = one;
  const options = { headDim: WIDTH, rotaryDim: 40, rotaryStart: 2, ...layouts };
  for (const resident of [true, false]) {
    it(`a ${resident ? 'resident tensor' : "caller's array"} keeps its bits`, () => {
      const rope: Rope = pe.rope(options);
      for (const [batch, rows] of [
        [1, 1],
        [2, 5],
        [1, 70],
      ] as const) {
        const shape = [batch, rows, HEADS, WIDTH];
        const count = batch * rows * HEADS * WIDTH;
        const start = numbers(dtype, count, rows);
        const x = resident
          ? pe.resident({ shape, dtype, data: start as never })
          : start.slice();
        const data = () => ('shape' in x ? x.data : x);
        for (const at of [
          { start: 1000 },
          { start: 1001 },
          { start: 1001, inverse: true },
          { start: 1002, inverse: true },
          { start: -2 },
          { start: 2 ** 40 },
          { start: 0.5 },
          { start: 1.5 },
          { start: 7, step: 0 },
          { start: 8, step: 0 },
          { start: 8, step: 0.25 },
          { start: 9, headsFirst: true },
          { start: 10, headsFirst: true },
          {},
        ]) {
          if (resident && 'headsFirst' in at) continue;
          const how = { heads: HEADS, dtype, batch, ...at };
          const own = resident ? { dtype, ...at } : how;
          const want = turnedOnce(options, data() as never, how);
          const got = rope.rotate(x as never, { ...own, out: x } as never);
          expect(data()).toEqual(want);
          expect(got.data).toEqual(want);
          expect(got.shape.length).toBe(4);
        }
        if ('dispose' in x) x.dispose();
      }
    });
  }
});

describe('an array that was turned before', () => {
  const options = { headDim: 8 };
  const how = { heads: 2, start: 3 };
  const made = () => {
    const rope = pe.rope(options);
    const x = Float32Array.from(noise(16, 1));
    rope.rotate(x, { ...how, out: x });
    return { rope, x };
  };

  it('has its options checked', () => {
    const { rope, x } = made();
    for (const [param, value, code] of [
      ['heads', 3, 'ERR_SHAPE'],
      ['start', Number.NaN, 'ERR_RANGE'],
      ['start', 2 ** 54, 'ERR_RANGE'],
      ['start', '3', 'ERR_TYPE'],
      ['step', '1', 'ERR_TYPE'],
      ['side', 'left', 'ERR_CHOICE'],
      ['hedas', 2, 'ERR_UNKNOWN_OPTION'],
    ] as const) {
      const error = thrown(() =>
        rope.rotate(x, { ...how, out: x, [param]: value } as never),
      );
      expect(error).toMatchObject({ code });
    }
    for (const none of [null, 3, [how]]) {
      expect(thrown(() => rope.rotate(x, none as never))).toMatchObject({
        code: 'ERR_TYPE',
        param: 'options',
      });
    }
  });

  it('has each option read once', () => {
    const { rope, x } = made();
    const reads: string[] = [];
    const given = new Proxy(
      { ...how, out: x },
      {
        get(target, key) {
          reads.push(String(key));
          return Reflect.get(target, key);
        },
      },
    );
    for (const start of [4, 5]) {
      reads.length = 0;
      given.start = start;
      rope.rotate(x, given);
      expect(new Set(reads).size).toBe(reads.length);
      expect(reads).toContain('positions');
    }
  });

  it('is refused after its buffer was transferred', () => {
    const { rope, x } = made();
    structuredClone(x.buffer, { transfer: [x.buffer] });
    const error = thrown(() => rope.rotate(x, { ...how, out: x }));
    expect(error).toMatchObject({ param: 'x' });
  });

  it('is refused after dispose()', () => {
    const rope = pe.rope(options);
    const x = pe.resident({ shape: [1, 2, 8] });
    for (const start of [1, 2]) rope.rotate(x, { start, out: x });
    x.dispose();
    const error = thrown(() => rope.rotate(x, { start: 3, out: x }));
    expect(error).toMatchObject({ code: 'ERR_DISPOSED' });
  });

  it('may lie in memory that grows', async () => {
    const own = await create();
    const rope = own.rope(options);
    const data = Float32Array.from(noise(16, 2));
    const x = own.resident({ shape: [1, 2, 8], data });
    const y = data.slice();
    for (const start of [1, 2, 3]) {
      rope.rotate(x, { start, out: x });
      rope.rotate(y, { heads: 2, start, out: y });
      own.resident({ shape: [2 ** 22] });
      expect(y).toEqual(x.data);
    }
  });

  it('may belong to another instance', async () => {
    const other = await create();
    const rope = pe.rope(options);
    const data = Float32Array.from(noise(16, 3));
    const x = other.resident({ shape: [1, 2, 8], data });
    const y = data.slice();
    for (const start of [1, 2, 3]) {
      rope.rotate(x, { start, out: x });
      rope.rotate(y, { heads: 2, start, out: y });
      expect(y).toEqual(x.data);
    }
  });

  it('need not be the output', () => {
    const { rope, x } = made();
    const before = x.slice();
    const turned = rope.rotate(x, { ...how, start: 4 });
    expect(x).toEqual(before);
    rope.rotate(x, { ...how, start: 4, out: x });
    expect(turned.data).toEqual(x);
    expect(toFloat32(turned)).toEqual(x);
  });
});
