/** `.npy` files equal NumPy's byte for byte, and all of NumPy's are read. */

import { type Tensor, tensor } from 'posenc';
import { decodeNpy, encodeNpy } from 'posenc/formats';
import { describe, expect, it } from 'vitest';
import { thrown } from '../unit/thrown.js';
import { bytes, letters, npy } from './vectors.js';

describe('encodeNpy', () => {
  it('writes what numpy.save writes', () => {
    const data = Float32Array.of(0, 1, -2, 0.5, 3, 4, 5, 6, 7, 8, 9, 10);
    const file = encodeNpy(tensor(data, [3, 4]));
    const header =
      "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, " +
      "'shape': (3, 4), }";
    expect(letters(file.subarray(0, 128))).toBe(`${header.padEnd(127, ' ')}\n`);
    expect(file.length).toBe(128 + 48);
    expect([...file.subarray(128, 144)]).toEqual([
      0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f,
    ]);
  });

  it.each<[Tensor, RegExp]>([
    [tensor(new Float64Array(2), [2]), /'<f8', .* 'shape': \(2,\), }/],
    [tensor(new Float32Array(1), []), /'<f4', .* 'shape': \(\), }/],
    [tensor(new Uint16Array(0), [0, 3], 'float16'), /'<f2', .* \(0, 3\), }/],
  ])('writes the header of %o', (given, header) => {
    expect(letters(encodeNpy(given))).toMatch(header);
  });

  it('ends every header at a multiple of 64', () => {
    for (let axes = 0; axes < 40; ++axes) {
      const file = encodeNpy(
        tensor(new Float32Array(), [0, ...Array(axes).fill(1234567)]),
      );
      expect(file.length % 64).toBe(0);
      expect(file.at(-1)).toBe(0x0a);
      expect(decodeNpy(file).shape.length).toBe(axes + 1);
    }
  });

  it('has no word for bfloat16, and says which format has', () => {
    const given = tensor(new Uint16Array(2), [2], 'bfloat16');
    const error = thrown(() => encodeNpy(given));
    expect(error).toMatchObject({ code: 'ERR_CHOICE', param: 'dtype' });
    expect(error.message).toContain('safetensors');
  });
});

describe('decodeNpy', () => {
  it.each<[string, Tensor]>([
    ['float32', tensor(Float32Array.of(1, -0, Number.NaN, 4), [2, 2])],
    ['float64', tensor(Float64Array.of(0.1, Infinity), [2, 1])],
    ['float16', tensor(Uint16Array.of(0x3c00, 1, 2), [3], 'float16')],
    ['nothing', tensor(new Float32Array(), [0, 4])],
    ['a number', tensor(Float32Array.of(7), [])],
  ])('reads back %s', (_, given) => {
    const file = encodeNpy(given);
    expect(decodeNpy(file)).toEqual(given);
    // Also from an address in memory that is not aligned.
    const shifted = new Uint8Array(file.length + 3).subarray(3);
    shifted.set(file);
    expect(decodeNpy(shifted)).toEqual(given);
    expect(decodeNpy(shifted.slice().buffer)).toEqual(given);
  });

  it('copies', () => {
    const file = encodeNpy(tensor(Float32Array.of(1), [1]));
    const { data } = decodeNpy(file);
    file.fill(0);
    expect(data[0]).toBe(1);
  });

  const shape = (axes: string, descr = '<i2', columns = 'False') =>
    `{'descr': '${descr}', 'fortran_order': ${columns}, 'shape': (${axes}), }`;

  it.each<[string, string, number[], unknown]>([
    [
      'int64',
      shape('2,', '<i8'),
      [1, 0, 0, 0, 0, 0, 0, 0].concat(Array(8).fill(255)),
      BigInt64Array.of(1n, -1n),
    ],
    [
      'uint64',
      shape('1,', '<u8'),
      Array(8).fill(255),
      BigUint64Array.of(2n ** 64n - 1n),
    ],
    ['int32', shape('1,', '<i4'), [1, 2, 0, 0], Int32Array.of(513)],
    ['uint32', shape('1,', '>u4'), [0, 0, 2, 1], Uint32Array.of(513)],
    ['int16', shape('1,', '>i2'), [255, 254], Int16Array.of(-2)],
    ['uint16', shape('1,', '<u2'), [1, 2], Uint16Array.of(513)],
    ['int8', shape('2,', '|i1'), [1, 255], Int8Array.of(1, -1)],
    ['uint8', shape('2,', '|u1'), [1, 255], Uint8Array.of(1, 255)],
    ['bool', shape('2,', '|b1'), [1, 0], Uint8Array.of(1, 0)],
    ['float32', shape('1,', '>f4'), [0x3f, 0x80, 0, 0], Float32Array.of(1)],
    [
      'float64',
      shape('1,', '>f8'),
      [0x3f, 0xf0, 0, 0, 0, 0, 0, 0],
      Float64Array.of(1),
    ],
    ['float16', shape('1,', '>f2'), [0x3c, 0], Uint16Array.of(0x3c00)],
  ])('reads %s of another writer', (dtype, header, numbers, data) => {
    for (const version of [1, 2, 3]) {
      expect(decodeNpy(npy(header, numbers, version))).toEqual({
        data,
        dtype,
        shape: [(data as Uint8Array).length],
      });
    }
  });

  it('turns column-major arrays into row-major ones', () => {
    // Fortran order: the first axis runs fastest.
    const numbers = Array.from({ length: 24 }, (_, i) => i);
    const read = decodeNpy(npy(shape('2, 3, 4', '|u1', 'True'), numbers));
    expect(read.shape).toEqual([2, 3, 4]);
    for (let i = 0; i < 2; ++i)
      for (let j = 0; j < 3; ++j)
        for (let k = 0; k < 4; ++k)
          expect(read.data[(i * 3 + j) * 4 + k]).toBe(i + 2 * j + 6 * k);
  });

  it('reads dictionaries with other quotes, order and long numbers', () => {
    const header =
      '{"shape": (2L, 1L), "fortran_order": False, "descr": "<i2"}';
    expect(decodeNpy(npy(header, [1, 0, 2, 0]))).toEqual({
      data: Int16Array.of(1, 2),
      shape: [2, 1],
      dtype: 'int16',
    });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', bytes(), /must begin with "\\x93NUMPY", got ""/],
    ['another file', bytes('GGUF and more'), /got "GGUF a"/],
    ['an npz', bytes('PK\x03\x04 and more'), /zip archive such as \.npz/],
    ['an empty npz', bytes('PK\x05\x06 and more'), /zip archive such as \.npz/],
    ['a future version', npy(shape('0,'), [], 4), /version .* got 4/],
    [
      'half a header',
      npy(shape('0,'), []).subarray(0, 30),
      /within the header/,
    ],
    ['half a length', bytes('\x93NUMPY\x01\x00v'), /within the header/],
    [
      'too few numbers',
      npy(shape('3,'), [1, 0, 2, 0]),
      /hold 6 bytes .* \[3\] int16, got 4/,
    ],
    ['two files in one', npy(shape('1,'), [1, 0, 2, 0]), /hold 2 .*got 4/],
    ['complex numbers', npy(shape('1,', '<c8'), []), /descr must be .*"<c8"/],
    [
      'records',
      npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': ()}", []),
      /descr must be/,
    ],
    ['pickled objects', npy(shape('1,', '|O'), []), /descr must be .*"\|O"/],
    [
      'no shape',
      npy("{'descr': '<f4', 'fortran_order': False}", []),
      /must have a shape/,
    ],
    ['no dictionary', npy('hello', []), /must have a descr .*"hello/],
    [
      'an endless shape',
      npy(shape('4503599627370496, 4503599627370496'), []),
      /must hold/,
    ],
  ])('refuses %s', (_, file, message) => {
    const error = thrown(() => decodeNpy(file));
    expect(error).toBeInstanceOf(RangeError);
    expect(error).toMatchObject({ code: 'ERR_FORMAT' });
    expect(error.message).toMatch(/^decodeNpy: /);
    expect(error.message).toMatch(message);
  });

  it.each([
    undefined,
    'text',
    [1],
    new Float32Array(2),
    new DataView(new ArrayBuffer(2)),
  ])('refuses %o as bytes', (given) => {
    const error = thrown(() => decodeNpy(given as never));
    expect(error).toMatchObject({ code: 'ERR_TYPE', param: 'bytes' });
  });
});
