/** Files written in pieces equal files written whole. */

import { type DType, type Tensor, tensor } from 'posenc';
import {
  encodeCsv,
  encodeJson,
  encodeNpy,
  encodeSafetensors,
  FORMATS,
  type Format,
  tableWriter,
} from 'posenc/formats';
import { describe, expect, it } from 'vitest';
import { thrown } from '../unit/thrown.js';

const spec = { method: 'sinusoidal', length: 7, dim: 3 };
const whole: Record<Format, (table: Tensor) => Uint8Array> = {
  npy: encodeNpy,
  safetensors: (table) =>
    encodeSafetensors({ pe: table }, { spec: JSON.stringify(spec) }),
  csv: (table) => encodeCsv(table, { header: true }),
  json: (table) => encodeJson(table, { spec }),
};

const numbers = Array.from({ length: 21 }, (_, i) => Math.sin(i) * 10 ** -i);
const tables: Record<DType, Tensor> = {
  float32: tensor(Float32Array.from(numbers), [7, 3]),
  float64: tensor(Float64Array.from(numbers), [7, 3]),
  float16: tensor(Uint16Array.from(numbers.keys()), [7, 3], 'float16'),
  bfloat16: tensor(Uint16Array.from(numbers.keys()), [7, 3], 'bfloat16'),
};
const cases = FORMATS.flatMap((format) =>
  Object.values(tables).map((table) => [format, table.dtype, table] as const),
).filter(([format, dtype]) => format !== 'npy' || dtype !== 'bfloat16');

describe.each(cases)('%s of %s', (format, dtype, { data, shape }) => {
  it.each([[7], [1, 6], [0, 3, 4], [1, 1, 1, 1, 1, 1, 1]])(
    'in pieces of %d, %d … rows',
    (...pieces) => {
      const file = { dtype, shape, spec, name: 'pe', header: true };
      const writer = tableWriter(format, file);
      const parts = [...writer.begin()];
      let at = 0;
      for (const rows of pieces) {
        parts.push(...writer.rows(data.slice(at, at + rows * 3)));
        at += rows * 3;
      }
      parts.push(...writer.end());
      const table = { data, shape, dtype } as Tensor;
      expect(Uint8Array.from(parts)).toEqual(whole[format](table));
    },
  );
});

it.each(FORMATS)('%s takes lines that are parts of a row', (format) => {
  const cube = tensor(Float32Array.from({ length: 24 }, Math.sin), [2, 4, 3]);
  const { data, shape, dtype } = cube;
  const writer = tableWriter(format, { dtype, shape, lineAxes: 2, name: 'x' });
  const parts = [...writer.begin()];
  for (const [from, to] of [
    [0, 3],
    [3, 18],
    [18, 24],
  ]) {
    parts.push(...writer.rows(data.slice(from, to)));
  }
  parts.push(...writer.end());
  const lines = { lineAxes: 2 };
  const files: Record<Format, Uint8Array> = {
    npy: encodeNpy(cube),
    safetensors: encodeSafetensors({ x: cube }),
    csv: encodeCsv(cube, lines),
    json: encodeJson(cube, lines),
  };
  expect(Uint8Array.from(parts)).toEqual(files[format]);
  const other = tableWriter(format, { dtype, shape, lineAxes: 2 });
  expect(thrown(() => other.rows(data.slice(0, 4)))).toMatchObject({
    ...{ code: 'ERR_SHAPE', param: 'data.length' },
  });
});

it('knows the header of a table that no memory could hold', () => {
  const file = { dtype: 'float32', shape: [2 ** 40, 4096] } as const;
  const head = new TextDecoder().decode(tableWriter('npy', file).begin());
  expect(head).toContain('(1099511627776, 4096)');
});

describe('wrong pieces', () => {
  const writer = () => tableWriter('npy', { dtype: 'float32', shape: [4, 3] });
  const some = (rows: number) => new Float32Array(rows * 3);

  it('are named', () => {
    const of = (work: () => unknown) => thrown(work);
    expect(of(() => writer().rows(new Float32Array(4)))).toMatchObject({
      code: 'ERR_SHAPE',
      param: 'data.length',
    });
    expect(of(() => writer().rows(some(5)))).toMatchObject({
      code: 'ERR_SHAPE',
      param: 'data.length',
    });
    expect(of(() => writer().rows(new Float64Array(3)))).toMatchObject({
      code: 'ERR_TYPE',
      param: 'data',
    });
    const begun = writer();
    begun.rows(some(3));
    expect(of(() => begun.end())).toMatchObject({ code: 'ERR_SHAPE' });
    expect(of(() => begun.rows(some(2)))).toMatchObject({ code: 'ERR_SHAPE' });
  });

  it.each<[unknown, unknown, string, string]>([
    ['xlsx', {}, 'ERR_CHOICE', 'format'],
    [7, {}, 'ERR_TYPE', 'format'],
    ['npy', { dtype: 'int8' }, 'ERR_CHOICE', 'dtype'],
    ['npy', { dtype: 'bfloat16' }, 'ERR_CHOICE', 'dtype'],
    ['csv', { shape: [0.5] }, 'ERR_RANGE', 'shape[0]'],
    ['npy', { lineAxes: 3 }, 'ERR_RANGE', 'lineAxes'],
  ])('so is %o with %o', (format, change, code, param) => {
    const make = tableWriter as (...given: unknown[]) => unknown;
    const file = { dtype: 'float32', shape: [4, 3], ...(change as object) };
    expect(thrown(() => make(format, file))).toMatchObject({ code, param });
  });
});
