/** CSV and JSON, written and read. */

import { type Tensor, tensor } from 'posenc';
import { decodeCsv, decodeJson, encodeCsv, encodeJson } from 'posenc/formats';
import { describe, expect, it } from 'vitest';
import { thrown } from '../unit/thrown.js';
import { bytes, text } from './vectors.js';

const given = tensor(Float32Array.of(0, 1, 0.1, -0, 1e-7, 123456.79), [2, 3]);

describe('CSV', () => {
  it('is a row a line, with nothing else', () => {
    const expected = '0,1,0.1\n-0,1e-7,123456.79\n';
    expect(text(encodeCsv(given))).toBe(expected);
  });

  it('can have names of columns', () => {
    const file = encodeCsv(given, { header: true });
    expect(text(file).split('\n')[0]).toBe('d0,d1,d2');
    expect(decodeCsv(file)).toEqual(given);
  });

  it('has the later axes side by side', () => {
    const cube = tensor(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), [2, 2, 2]);
    expect(text(encodeCsv(cube))).toBe('1,2,3,4\n5,6,7,8\n');
    expect(text(encodeCsv(tensor(Float32Array.of(1, 2), [2])))).toBe('1\n2\n');
    expect(text(encodeCsv(tensor(new Float32Array(), [0, 2])))).toBe('');
  });

  it('may have a line for each row of the last axis', () => {
    const cube = tensor(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), [2, 2, 2]);
    const header = true;
    expect(text(encodeCsv(cube, { lineAxes: 2, header }))).toBe(
      'd0,d1\n1,2\n3,4\n5,6\n7,8\n',
    );
    expect(text(encodeCsv(cube, { lineAxes: 0 }))).toBe('1,2,3,4,5,6,7,8\n');
    expect(text(encodeCsv(cube, { lineAxes: 3 })).split('\n').length).toBe(9);
    expect(text(encodeJson(cube, { lineAxes: 2 }))).toContain(
      '"data":[\n1,2,\n3,4,\n5,6,\n7,8\n]',
    );
  });

  it.each<[unknown, string]>([
    [4, 'ERR_RANGE'],
    [-1, 'ERR_RANGE'],
    [0.5, 'ERR_RANGE'],
    ['2', 'ERR_TYPE'],
  ])('refuses %j axes of lines', (lineAxes, code) => {
    const cube = tensor(new Float32Array(8), [2, 2, 2]);
    const write = encodeCsv as (...given: unknown[]) => unknown;
    expect(thrown(() => write(cube, { lineAxes }))).toMatchObject({
      ...{ code, param: 'lineAxes' },
      message: expect.stringContaining('from 0 to 3, the number of axes'),
    });
  });

  it('is read as others write it', () => {
    const file =
      '\r\n a , b\r\n 1.0e+00 , -.5 \r\n\r\n+2.,nan\r\ninf,-Infinity';
    expect(decodeCsv(file)).toEqual(
      tensor(
        Float32Array.of(1, -0.5, 2, Number.NaN, Infinity, -Infinity),
        [3, 2],
      ),
    );
    // As `numpy.savetxt(file, array, delimiter=',', header='made, by\\nNumPy')`.
    const saved =
      '# made, by\n# NumPy\n1.0e+00,2.0e+00\n # 3\n3.0e+00,4.0e+00\n';
    expect(decodeCsv(saved)).toEqual(
      tensor(Float32Array.of(1, 2, 3, 4), [2, 2]),
    );
    expect(decodeCsv(bytes('1\n'), { dtype: 'float64' })).toEqual(
      tensor(Float64Array.of(1), [1, 1]),
    );
    expect(decodeCsv('')).toEqual(tensor(new Float32Array(), [0, 0]));
    const none = tensor(new Float32Array(), [0, 2]);
    expect(decodeCsv(encodeCsv(none, { header: true }))).toEqual(none);
  });

  it.each<[string, RegExp]>([
    ['1,2\n3\n', /line 2 must have 2 numbers like the others, got 1/],
    ['a,b\n1,2,3\n', /line 2 must have 2 numbers like the others, got 3/],
    ['1,2\n3,x\n', /line 2, column 2 must be a number, got "x"/],
    ['# a\n1,2\n3 # b,4\n', /line 3, column 1 must be a number/],
    ['1,\n', /line 1, column 2 must be a number, got ""/],
    ['1,0x10\n', /column 2 must be a number, got "0x10"/],
    ['1,constructor\n', /got "constructor"/],
    ['hello\n', /there must be a line of numbers, got "hello" alone/],
    ['d0,d2', /there must be a line of numbers, got "d0,d2" alone/],
  ])('refuses %j', (file, message) => {
    const error = thrown(() => decodeCsv(file));
    expect(error).toMatchObject({ code: 'ERR_FORMAT', param: 'bytes' });
    expect(error.message).toMatch(message);
  });

  it('refuses what is no dtype or no file', () => {
    const read = decodeCsv as (...given: unknown[]) => unknown;
    expect(thrown(() => read('1', { dtype: 'int8' })).code).toBe('ERR_CHOICE');
    expect(thrown(() => read(1)).code).toBe('ERR_TYPE');
  });
});

describe('JSON', () => {
  it('has the members of a tensor, and the spec', () => {
    const spec = { method: 'sinusoidal', length: 2 };
    const file = text(encodeJson(given, { spec }));
    expect(file).toBe(
      '{"spec":{"method":"sinusoidal","length":2},"dtype":"float32",' +
        '"shape":[2,3],"data":[\n0,1,0.1,\n-0,1e-7,123456.79\n]}\n',
    );
    expect(JSON.parse(file)).toEqual({
      spec,
      dtype: 'float32',
      shape: [2, 3],
      data: [0, 1, 0.1, -0, 1e-7, 123456.79],
    });
  });

  it.each<[string, Tensor]>([
    ['float32', given],
    ['float64', tensor(Float64Array.of(0.1, -0, 1e300), [3])],
    ['float16', tensor(Uint16Array.of(0x3c00, 0x8001), [2], 'float16')],
    ['bfloat16', tensor(Uint16Array.of(0x3f80, 0x7f80), [2], 'bfloat16')],
    ['no numbers', tensor(Float32Array.of(Number.NaN, -Infinity), [2, 1])],
    ['nothing', tensor(new Float32Array(), [0, 4])],
    ['a number', tensor(Float32Array.of(7), [])],
  ])('reads back %s', (_, one) => {
    expect(decodeJson(encodeJson(one))).toEqual({
      tensor: one,
      spec: undefined,
    });
    expect(decodeJson(text(encodeJson(one, { spec: [1] }))).spec).toEqual([1]);
  });

  it('writes 16-bit numbers as numbers', () => {
    const half = tensor(Uint16Array.of(0x3c00, 0x2e66), [2], 'float16');
    expect(JSON.parse(text(encodeJson(half))).data).toEqual([1, 0.1]);
  });

  it.each<[string, string, string]>([
    ['{', 'ERR_FORMAT', 'bytes'],
    ['[1]', 'ERR_TYPE', 'the file'],
    ['{"shape":[1],"data":[1]}', 'ERR_TYPE', 'dtype'],
    ['{"dtype":"int8","shape":[1],"data":[1]}', 'ERR_CHOICE', 'dtype'],
    ['{"dtype":"float32","data":[1]}', 'ERR_TYPE', 'shape'],
    ['{"dtype":"float32","shape":[-1],"data":[1]}', 'ERR_RANGE', 'shape[0]'],
    ['{"dtype":"float32","shape":[1]}', 'ERR_TYPE', 'data'],
    ['{"dtype":"float32","shape":[2],"data":[1]}', 'ERR_FORMAT', 'bytes'],
    ['{"dtype":"float32","shape":[1],"data":[null]}', 'ERR_TYPE', 'data[0]'],
    ['{"dtype":"float32","shape":[1],"data":["1"]}', 'ERR_TYPE', 'data[0]'],
  ])('refuses %s', (file, code, param) => {
    expect(thrown(() => decodeJson(file))).toMatchObject({ code, param });
  });
});
