/** Positions as a range and as a list give the same results. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();
const dim = 8;

function rowsAt(positions: readonly number[]): Float32Array {
  const rows = positions.map((p) => pe.sinusoidal({ positions: [p], dim }));
  return Float32Array.from(rows.flatMap(({ data }) => Array.from(data)));
}

describe('a range equals the list of its positions', () => {
  it.each([
    { length: 5 },
    { length: 5, start: 7 },
    { length: 5, start: -3 },
    { length: 5, step: 3 },
    { length: 5, step: -1 },
    { length: 5, start: 10, step: -2.5 },
    { length: 5, start: 0.25 },
    { length: 4, step: 0 },
    { length: 3, start: 2 ** 53 - 2 },
    { length: 3, start: -(2 ** 53) },
    { length: 0, start: 9 },
  ])('%o', (range) => {
    const { length, start = 0, step = 1 } = range;
    const list = Array.from({ length }, (_, i) => start + i * step);
    const { data, shape } = pe.sinusoidal({ ...range, dim });
    expect(shape).toEqual([length, dim]);
    expect(data).toEqual(rowsAt(list));
    expect(pe.sinusoidal({ positions: list, dim }).data).toEqual(data);
  });
});

it('rows do not depend on the start or the length of a range', () => {
  const width = 1500;
  for (const start of [0, 0.1, -77, 123456]) {
    const whole = pe.sinusoidal({ start, length: 700, dim: width }).data;
    const row = whole.subarray(650 * width, 651 * width);
    expect(
      pe.sinusoidal({ start: start + 650, length: 1, dim: width }).data,
      // 0.1 + 650 is not exact, so this range cannot be compared.
    ).toEqual(start === 0.1 ? expect.anything() : row);
    const part = pe.sinusoidal({ start, length: 651, dim: width }).data;
    expect(part.subarray(650 * width)).toEqual(row);
  }
});

describe('lists of every kind', () => {
  it.each([
    [[1, 2, 3]],
    [Int8Array.of(1, 2, 3)],
    [Uint8Array.of(1, 2, 3)],
    [Uint8ClampedArray.of(1, 2, 3)],
    [Int16Array.of(1, 2, 3)],
    [Uint16Array.of(1, 2, 3)],
    [Int32Array.of(1, 2, 3)],
    [Uint32Array.of(1, 2, 3)],
    [Float32Array.of(1, 2, 3)],
    [Float64Array.of(1, 2, 3)],
    [BigInt64Array.of(1n, 2n, 3n)],
    [BigUint64Array.of(1n, 2n, 3n)],
  ])('%o', (positions) => {
    const { data } = pe.sinusoidal({ positions, dim });
    expect(data).toEqual(pe.sinusoidal({ start: 1, length: 3, dim }).data);
  });

  it('may be empty', () => {
    expect(pe.sinusoidal({ positions: [], dim }).shape).toEqual([0, dim]);
  });

  it('may be the array into which out writes', () => {
    const both = Float32Array.of(1, 2, 3, 4);
    const expected = pe.sinusoidal({ positions: [1, 2, 3, 4], dim: 1 }).data;
    pe.sinusoidal({ positions: both, dim: 1, out: both });
    expect(both).toEqual(expected);
  });
});

const detached = new Float64Array(3);
structuredClone(detached.buffer, { transfer: [detached.buffer] });

// Numbers that would be rounded to 2^53, or near 2^64.
const BEYOND = BigInt64Array.of(0n, -(2n ** 53n) - 1n);
const LARGEST = BigUint64Array.of(2n ** 64n - 1n);

describe('values that are no list of positions', () => {
  it.each<[string, unknown, string, string]>([
    ['a number', 3, 'ERR_TYPE', 'positions'],
    ['null', null, 'ERR_TYPE', 'positions'],
    ['a string', '123', 'ERR_TYPE', 'positions'],
    ['an iterator', [1].values(), 'ERR_TYPE', 'positions'],
    ['a DataView', new DataView(new ArrayBuffer(8)), 'ERR_TYPE', 'positions'],
    ['a buffer', new ArrayBuffer(8), 'ERR_TYPE', 'positions'],
    ['a detached array', detached, 'ERR_DETACHED', 'positions'],
    ['a hole', Object.assign([0], { 2: 2 }), 'ERR_TYPE', 'positions[1]'],
    ['a text', [0, '1'], 'ERR_TYPE', 'positions[1]'],
    ['a large BigInt', [0, 2n ** 53n + 1n], 'ERR_RANGE', 'positions[1]'],
    ['one in an array', BEYOND, 'ERR_RANGE', 'positions[1]'],
    ['an unsigned one', LARGEST, 'ERR_RANGE', 'positions[0]'],
    ['a list in it', [[0, 1]], 'ERR_TYPE', 'positions[0]'],
    ['NaN', Float32Array.of(0, 1, Number.NaN), 'ERR_RANGE', 'positions[2]'],
    ['Infinity', [-Infinity], 'ERR_RANGE', 'positions[0]'],
    ['too large', [2 ** 53, 2 ** 53 + 2], 'ERR_RANGE', 'positions[1]'],
    ['too long', new Array(2 ** 32 - 1), 'ERR_MEMORY', 'positions'],
  ])('%s', (_, positions, code, param) => {
    const out = new Float32Array(dim).fill(7);
    const options = { positions, dim, out } as never;
    expect(thrown(() => pe.sinusoidal(options))).toMatchObject({ code, param });
    expect(out.every((value) => value === 7)).toBe(true);
  });
});

describe('both forms, or none', () => {
  const positions = [1];
  it.each<[object, string, string]>([
    [{}, 'ERR_MISSING', 'length'],
    [{ start: 4 }, 'ERR_MISSING', 'length'],
    [{ positions, length: 1 }, 'ERR_CONFLICT', 'length'],
    [{ positions, start: 0 }, 'ERR_CONFLICT', 'start'],
    [{ positions, step: 1 }, 'ERR_CONFLICT', 'step'],
    [{ length: 2, start: 2 ** 53 }, 'ERR_RANGE', 'start'],
    [{ length: 2 ** 53, step: 2 }, 'ERR_RANGE', 'start'],
  ])('%o: %s', (options, code, param) => {
    for (const run of [pe.sinusoidal, pe.rope({ headDim: 4 }).cosSin]) {
      const given = run === pe.sinusoidal ? { dim, ...options } : options;
      const error = thrown(() => run(given as never));
      expect(error).toMatchObject({ code, param });
    }
  });

  it('undefined counts as not given', () => {
    const { data } = pe.sinusoidal({
      positions: [1],
      length: undefined,
      start: undefined,
      dim,
    });
    expect(data).toEqual(rowsAt([1]));
  });
});
