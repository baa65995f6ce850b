/** Resident tensors: they are used in place, and freed. */

import { create, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await create();
const rope = pe.rope({ headDim: 8 });

function pattern(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin(i + 1));
}

it('holds the given numbers, or zeros', () => {
  const data = pattern(6);
  const made = pe.resident({ shape: [2, 3], data });
  expect(Array.from(made.data)).toEqual(Array.from(data));
  expect(made.shape).toEqual([2, 3]);
  made.dispose();
  // Probably the same memory again, whose old numbers must be gone.
  const zeros = pe.resident({ shape: [2, 3] });
  expect(Array.from(zeros.data)).toEqual([0, 0, 0, 0, 0, 0]);
  zeros.dispose();
});

it.each(['float32', 'float64', 'float16', 'bfloat16'] as const)(
  'can be an out of %s',
  (dtype) => {
    const out = pe.resident({ shape: [70, 9], dtype });
    const options = { length: 70, dim: 9, dtype };
    expect(pe.sinusoidal({ ...options, out })).toBe(out);
    expect(out.data).toEqual(pe.sinusoidal(options).data);
    out.dispose();
  },
);

it('can be input and output in every combination', () => {
  const data = pattern(5 * 2 * 8);
  const expected = rope.rotate(data, { heads: 2, start: 3 }).data;
  const shape = [5, 2, 8];
  const x = pe.resident({ shape, data });
  const out = pe.resident({ shape });
  expect(rope.rotate(x, { start: 3 }).data).toEqual(expected);
  expect(x.data).toEqual(data);
  expect(rope.rotate(x, { start: 3, out })).toBe(out);
  expect(out.data).toEqual(expected);
  out.data.fill(0);
  rope.rotate(data, { heads: 2, start: 3, out });
  expect(out.data).toEqual(expected);
  rope.rotate(x, { start: 3, out: x });
  expect(x.data).toEqual(expected);
  x.dispose();
  out.dispose();
});

it('can also be passed as a plain view of its memory', () => {
  const data = pattern(16);
  const x = pe.resident({ shape: [24], data: new Float32Array(24) });
  x.data.set(data, 4);
  const expected = rope.rotate(data, { heads: 1 }).data;
  const part = x.data.subarray(4, 20);
  expect(rope.rotate(part, { heads: 1 }).data).toEqual(expected);
  const out = x.data.subarray(4, 20);
  const { data: result } = rope.rotate(data, { heads: 1, out });
  expect(result).toEqual(expected);
  expect(x.data.subarray(4, 20)).toEqual(expected);
  expect(Array.from(x.data.subarray(0, 4))).toEqual([0, 0, 0, 0]);
  x.dispose();
});

it('takes part in attention without being changed', () => {
  const data = pattern(6 * 8);
  const q = pe.resident({ shape: [6, 1, 8], data });
  const owned = tensor(data, [6, 1, 8]);
  const options = { rotary: rope, causal: true };
  const here = pe.attention({ q: owned, k: owned, v: owned, ...options });
  const there = pe.attention({ q, k: q, v: q, ...options });
  expect(there).toEqual(here);
  expect(q.data).toEqual(data);
  q.dispose();
});

it('serves another instance as a plain tensor', async () => {
  const other = await create();
  const x = other.resident({ shape: [2, 1, 8], data: pattern(16) });
  const expected = rope.rotate(pattern(16), { heads: 1 }).data;
  expect(rope.rotate(x).data).toEqual(expected);
  rope.rotate(x, { out: x });
  expect(x.data).toEqual(expected);
});

it('data is a new view when the memory has grown', async () => {
  const own = await create();
  const small = own.resident({ shape: [3], data: pattern(3) });
  const before = small.data;
  const large = own.resident({ shape: [2 ** 24] });
  expect(before.length).toBe(0);
  expect(small.data).toEqual(pattern(3));
  large.dispose();
});

it('takes hardly more of the heap than its size', async () => {
  const own = await create();
  const before = own.heapBytes;
  using large = own.resident({ shape: [2 ** 26] });
  const more = own.heapBytes - before;
  // Memory grows by a fifth, at most, more than is asked for.
  expect(more).toBeLessThan(1.2 * large.data.byteLength);
});

it('is valid in a call that grows the memory', async () => {
  const own = await create();
  const dim = 2 ** 17;
  const out = own.resident({ shape: [40, dim] });
  const view = out.data;
  const { heapBytes } = own;
  const made = own.sinusoidal({ length: 40, dim, out: view });
  expect(own.heapBytes).toBeGreaterThan(heapBytes);
  expect(made.data.length).toBe(40 * dim);
  expect(made.data[39 * dim]).toBe(Math.fround(Math.sin(39)));
});

it('a second dispose does nothing, also to a later tensor', () => {
  const first = pe.resident({ shape: [64] });
  first.dispose();
  const second = pe.resident({ shape: [64] });
  first.dispose();
  first[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
  const third = pe.resident({ shape: [64] });
  third.data.fill(1);
  expect(second.data.every((x) => x === 0)).toBe(true);
  second.dispose();
  third.dispose();
});

it('using frees it, also when something is thrown', async () => {
  const own = await create();
  const use = () => {
    using x = own.resident({ shape: [2 ** 20] });
    x.data[0] = 1;
    throw new Error('mine');
  };
  expect(use).toThrow('mine');
  const { heapBytes } = own;
  for (let i = 0; i < 30; ++i) expect(use).toThrow('mine');
  expect(own.heapBytes).toBe(heapBytes);
});

it('cannot be used after dispose', () => {
  const gone = pe.resident({ shape: [1, 1, 8] });
  gone.dispose();
  const x = pattern(8);
  for (const run of [
    () => gone.data,
    () => rope.rotate(gone),
    () => rope.rotate(x, { out: gone }),
    () => pe.attention({ q: gone, k: gone }),
  ]) {
    const error = thrown(run);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.code).toBe('ERR_DISPOSED');
  }
  expect(x).toEqual(pattern(8));
});

it.each([
  [undefined, 'ERR_TYPE', 'options'],
  [{}, 'ERR_MISSING', 'shape'],
  [{ shape: 4 }, 'ERR_TYPE', 'shape'],
  [{ shape: [1.5] }, 'ERR_RANGE', 'shape[0]'],
  [{ shape: [2], dtype: 'int8' }, 'ERR_CHOICE', 'dtype'],
  [{ shape: [2], data: [1, 2] }, 'ERR_TYPE', 'data'],
  [{ shape: [2], data: new Float64Array(2) }, 'ERR_TYPE', 'data'],
  [{ shape: [2], data: new Float32Array(3) }, 'ERR_SHAPE', 'data.length'],
  [{ shape: [2 ** 29] }, 'ERR_MEMORY', 'shape'],
  [{ shape: [2 ** 32 + 1] }, 'ERR_MEMORY', 'shape'],
])('%o is wrong: %s', (options, code, param) => {
  const { heapBytes } = pe;
  const error = thrown(() => pe.resident(options as never));
  expect(error).toMatchObject({ code, param });
  expect(pe.heapBytes).toBe(heapBytes);
});

describe("a view of the memory that is no longer its tensor's", () => {
  const options = { length: 4, dim: 8 } as const;
  const shape = [4, 8];

  it.each<[string, (data: Float32Array) => Float32Array]>([
    ['what data gave', (data) => data],
    ['a part of it', (data) => data.subarray(0, 32)],
    ['a part of a part', (data) => data.subarray(0).subarray(0, 32)],
  ])('%s writes into no other tensor', (_, viewOf) => {
    const x = pe.resident({ shape });
    const out = viewOf(x.data);
    expect(pe.sinusoidal({ ...options, out }).data).toEqual(x.data);
    x.dispose();
    const y = pe.resident({ shape });
    expect(y.data.byteOffset).toBe(out.byteOffset);
    const error = thrown(() => pe.sinusoidal({ ...options, out }));
    expect(error).toMatchObject({ code: 'ERR_DISPOSED', param: 'out' });
    expect(y.data).toEqual(new Float32Array(32));
    y.dispose();
  });

  it('a view of its buffer is known from its first use on', () => {
    const x = pe.resident({ shape });
    const { buffer, byteOffset } = x.data;
    const out = new Float32Array(buffer, byteOffset, 32);
    expect(pe.sinusoidal({ ...options, out }).data).toEqual(x.data);
    x.dispose();
    const y = pe.resident({ shape });
    const error = thrown(() => pe.sinusoidal({ ...options, out }));
    expect(error).toMatchObject({ code: 'ERR_DISPOSED', param: 'out' });
    expect(y.data).toEqual(new Float32Array(32));
    y.dispose();
  });

  it.each([
    ['before', -4],
    ['beyond', 4],
  ])('a view that begins %s its tensor is refused', (_, bytes) => {
    const x = pe.resident({ shape });
    const { buffer, byteOffset } = x.data;
    const out = new Float32Array(buffer, byteOffset + bytes, 32);
    const error = thrown(() => pe.sinusoidal({ ...options, out }));
    expect(error).toMatchObject({ code: 'ERR_DISPOSED', param: 'out' });
    expect(x.data).toEqual(new Float32Array(32));
    x.dispose();
  });
});
