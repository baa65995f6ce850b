/** `out`: it is written completely or not at all, and returned. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../support/same.js';
import { thrown } from './thrown.js';

const pe = await load();
const rope = pe.rope({ headDim: 8, rotaryDim: 6 });
const x = Float32Array.from({ length: 90 * 2 * 8 }, (_, i) => Math.sin(i));

it('is the data of the result', () => {
  const out = new Float32Array(12).fill(9);
  const result = pe.sinusoidal({ length: 3, dim: 4, out });
  expect(result.data).toBe(out);
  expect(result.shape).toEqual([3, 4]);
  expect(out).toEqual(pe.sinusoidal({ length: 3, dim: 4 }).data);
});

it('may be a tensor, which is then the result', () => {
  const out = tensor(new Float64Array(12), [3, 4]);
  const options = { length: 3, dim: 4, dtype: 'float64' } as const;
  expect(pe.sinusoidal({ ...options, out })).toBe(out);
  expect(out.data).toEqual(pe.sinusoidal(options).data);
});

it('may be part of a larger array, whose other numbers stay', () => {
  const large = new Float32Array(20).fill(9);
  pe.sinusoidal({ length: 3, dim: 4, out: large.subarray(4, 16) });
  expect(large.subarray(4, 16)).toEqual(
    pe.sinusoidal({ length: 3, dim: 4 }).data,
  );
  const rest = [...large.subarray(0, 4), ...large.subarray(16)];
  expect(rest.every((value) => value === 9)).toBe(true);
});

it('takes tables larger than the scratch', () => {
  const options = { length: 1000, dim: 777, start: 5 };
  const out = new Float32Array(777_000);
  pe.sinusoidal({ ...options, out });
  expectSame(out, pe.sinusoidal(options).data);
  const row = pe.sinusoidal({ length: 1, dim: 777, start: 1004 }).data;
  expectSame(out.subarray(999 * 777), row);
});

describe('rotate', () => {
  const expected = rope.rotate(x, { heads: 2 }).data;

  it('in place', () => {
    const own = x.slice();
    const result = rope.rotate(own, { heads: 2, out: own });
    expect(result.data).toBe(own);
    expect(own).toEqual(expected);
  });

  it.each([-500, -16, -3, 3, 16, 500])(
    'onto itself, shifted by %i',
    (shift) => {
      // Longer than the scratch: no number may be read after it was
      // overwritten.
      const length = 20_000 * 16;
      const long = Float32Array.from({ length }, (_, i) => Math.sin(i));
      const { data } = rope.rotate(long, { heads: 2 });
      const buffer = new Float32Array(length + 1000);
      const from = buffer.subarray(500, 500 + length);
      const out = buffer.subarray(500 + shift, 500 + shift + length);
      from.set(long);
      rope.rotate(from, { heads: 2, out });
      expect(out.every((value, i) => value === data[i])).toBe(true);
    },
  );

  it('onto itself in the memory of the instance', () => {
    const room = pe.resident({ shape: [x.length + 8] });
    room.data.set(x);
    const from = room.data.subarray(0, x.length);
    const out = room.data.subarray(8);
    rope.rotate(from, { heads: 2, out });
    expect(room.data.subarray(8)).toEqual(expected);
    room.dispose();
  });

  it('into a tensor with heads in an axis of their own or not', () => {
    for (const shape of [[90, 2, 8], [90, 16], [1440]]) {
      const out = tensor(new Float32Array(1440), shape);
      expect(rope.rotate(x, { heads: 2, out })).toBe(out);
      expect(out.data).toEqual(expected);
    }
  });

  it('does not change x otherwise', () => {
    const own = x.slice();
    rope.rotate(own, { heads: 2 });
    expect(own).toEqual(x);
  });
});

describe('cosSin', () => {
  it('writes both', () => {
    const out = { cos: new Float32Array(15), sin: new Float32Array(15) };
    const result = rope.cosSin({ length: 5, out });
    expect(result.cos.data).toBe(out.cos);
    expect(result.sin.data).toBe(out.sin);
    expect(result).toEqual(rope.cosSin({ length: 5 }));
  });

  const cos = new Float32Array(15);
  const sin = new Float32Array(15);
  it.each<[unknown, string, string]>([
    [cos, 'ERR_MISSING', 'out.cos'],
    [null, 'ERR_TYPE', 'out'],
    [{ cos }, 'ERR_MISSING', 'out.sin'],
    [{ sin }, 'ERR_MISSING', 'out.cos'],
    [{ cos, sin: cos }, 'ERR_CONFLICT', 'out.cos'],
    [{ cos, sin: new Float32Array(14) }, 'ERR_SHAPE', 'out.sin.length'],
    [{ cos: 1, sin }, 'ERR_TYPE', 'out.cos'],
  ])('%o is refused', (out, code, param) => {
    cos.fill(7);
    const run = () => rope.cosSin({ length: 5, out: out as never });
    expect(thrown(run)).toMatchObject({ code, param });
    expect(cos.every((value) => value === 7)).toBe(true);
  });
});

describe('an out that does not fit is not written', () => {
  const fits = (length: number) => new Float32Array(length).fill(7);
  const detached = fits(12);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });

  it.each<[string, unknown, string]>([
    ['too short', fits(11), 'ERR_SHAPE'],
    ['too long', fits(13), 'ERR_SHAPE'],
    ['of another dtype', new Float64Array(12).fill(7), 'ERR_TYPE'],
    ['of another shape', tensor(fits(12), [4, 3]), 'ERR_SHAPE'],
    ['flat', tensor(fits(12), [12]), 'ERR_SHAPE'],
    ['an array', new Array(12).fill(7), 'ERR_TYPE'],
    ['detached', detached, 'ERR_DETACHED'],
    ['null', null, 'ERR_TYPE'],
    ['false', false, 'ERR_TYPE'],
  ])('%s', (_, out, code) => {
    const run = () => pe.sinusoidal({ length: 3, dim: 4, out } as never);
    expect(thrown(run).code).toBe(code);
    const array =
      out === detached ? [] : ((out as { data?: unknown })?.data ?? out);
    const values =
      Array.isArray(array) || ArrayBuffer.isView(array)
        ? Array.from(array as Float32Array)
        : [];
    expect(values.every((value) => value === 7)).toBe(true);
  });

  it('nor one beside another wrong argument', () => {
    const out = fits(12);
    const wrong = [
      { length: 3, dim: 4, out, base: 0 },
      { positions: [1, 2, Number.NaN], dim: 4, out },
      { length: 3, dim: 4, out, precision: 'best' },
    ];
    for (const options of wrong) {
      expect(() => pe.sinusoidal(options as never)).toThrow(RangeError);
    }
    expect(out.every((value) => value === 7)).toBe(true);
  });
});
