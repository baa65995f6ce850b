/** Tensors: making and checking them, and reading 16-bit numbers. */

import { load, tensor, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import { valueOfHalf } from '../../bindings/src/base/half.js';
import { thrown } from './thrown.js';

const pe = await load();

describe('tensor', () => {
  it('shares the array instead of copying it', () => {
    const data = Float32Array.of(1, 2, 3, 4, 5, 6);
    const made = tensor(data, [2, 3]);
    expect(made).toEqual({ data, shape: [2, 3], dtype: 'float32' });
    expect(made.data).toBe(data);
  });

  it('infers the dtype of its array', () => {
    expect(tensor(new Float64Array(4), [4]).dtype).toBe('float64');
    expect(tensor(new Uint16Array(4), [4], 'bfloat16').dtype).toBe('bfloat16');
  });

  it('keeps its shape', () => {
    const shape = [2, 3];
    const made = tensor(new Float32Array(6), shape);
    shape[0] = 7;
    expect(made.shape).toEqual([2, 3]);
    expect(() => (made.shape as number[]).push(1)).toThrow(TypeError);
  });

  it.each([
    [[[1, 2], [2]], 'ERR_TYPE', 'data'],
    [[new Uint16Array(2), [2]], 'ERR_MISSING', 'dtype'],
    [[new Float64Array(2), [2], 'float16'], 'ERR_TYPE', 'data'],
    [[new Float32Array(2), 2], 'ERR_TYPE', 'shape'],
    [[new Float32Array(2), ['2']], 'ERR_TYPE', 'shape[0]'],
    [[new Float32Array(2), [2, 0.5]], 'ERR_RANGE', 'shape[1]'],
    [[new Float32Array(2), [-1, -2]], 'ERR_RANGE', 'shape[0]'],
    [[new Float32Array(2), [3]], 'ERR_SHAPE', 'data.length'],
    [[new Float32Array(2), [2 ** 53, 2 ** 53]], 'ERR_SHAPE', 'data.length'],
    [[new Uint16Array(2), [2], 'float8'], 'ERR_CHOICE', 'dtype'],
  ])('%o is wrong: %s', (args, code, param) => {
    const make = tensor as (...args: unknown[]) => unknown;
    expect(thrown(() => make(...(args as unknown[])))).toMatchObject({
      code,
      param,
    });
  });
});

describe('toFloat32', () => {
  it.each([
    ['float16', 0x0000, 0],
    ['float16', 0x8000, -0],
    ['float16', 0x0001, 2 ** -24],
    ['float16', 0x83ff, -1023 * 2 ** -24],
    ['float16', 0x0400, 2 ** -14],
    ['float16', 0x3c00, 1],
    ['float16', 0x3555, 0.333251953125],
    ['float16', 0xc000, -2],
    ['float16', 0x7bff, 65504],
    ['float16', 0x7c00, Infinity],
    ['float16', 0xfc00, -Infinity],
    ['float16', 0x7e00, Number.NaN],
    ['bfloat16', 0x0000, 0],
    ['bfloat16', 0x8000, -0],
    ['bfloat16', 0x3f80, 1],
    ['bfloat16', 0xc049, -3.140625],
    ['bfloat16', 0x0001, 2 ** -133],
    ['bfloat16', 0x7f80, Infinity],
    ['bfloat16', 0x7fc0, Number.NaN],
  ] as const)('%s %i is %d', (dtype, bits, value) => {
    const [read] = toFloat32(tensor(Uint16Array.of(bits), [1], dtype));
    expect(read).toBe(value);
  });

  it('reads every float16 as the number that its bits stand for', () => {
    const bits = Uint16Array.from({ length: 2 ** 16 }, (_, i) => i);
    const read = toFloat32(tensor(bits, [bits.length], 'float16'));
    const wrong = Array.from(bits).filter(
      (i) => !Object.is(read[i], valueOfHalf('float16', i)),
    );
    expect(wrong).toEqual([]);
  });

  it('rounds float64 and returns float32 unchanged', () => {
    const double = tensor(Float64Array.of(0.1), [1]);
    expect(toFloat32(double)[0]).toBe(Math.fround(0.1));
    const single = tensor(Float32Array.of(3), [1]);
    expect(toFloat32(single)).toBe(single.data);
  });

  it('takes a structured clone of a tensor', () => {
    const table = pe.sinusoidal({ length: 3, dim: 4, dtype: 'float16' });
    const clone = structuredClone(table);
    expect(toFloat32(clone)).toEqual(toFloat32(table));
  });

  it.each([null, 5, new Float32Array(2), { data: 1, shape: [], dtype: 'x' }])(
    '%o is not a tensor',
    (value) => {
      expect(thrown(() => toFloat32(value as never)).message).toMatch(
        /^toFloat32: tensor/,
      );
    },
  );
});

it('the buffer of a result can be transferred', () => {
  const { data, shape } = pe.sinusoidal({ length: 3, dim: 4 });
  const moved = structuredClone(data, { transfer: [data.buffer] });
  expect(moved.length).toBe(12);
  expect(data.length).toBe(0);
  expect(shape).toEqual([3, 4]);
  expect(pe.sinusoidal({ length: 3, dim: 4 }).data).toEqual(moved);
});
