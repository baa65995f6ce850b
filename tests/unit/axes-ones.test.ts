/**
 * Axes of length 1 before those of an option are left out, also where another
 * form of the option has as many axes: `[1, rows, width]` of a checkpoint is not
 * a table for each head, and `[1, rows, columns]` not one for each item.
 */

import { load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

/** A tensor of numbers that are all different. */
function made(...shape: readonly number[]): Tensor<'float32'> {
  const count = shape.reduce((product, length) => product * length, 1);
  const data = Float32Array.from({ length: count }, (_, i) => Math.sin(i + 1));
  return tensor(data, shape);
}

/** The same numbers with axes of length 1 before. */
const behind = ({ data, shape }: Tensor<'float32'>, ones = 1) =>
  tensor(data, [...new Array<number>(ones).fill(1), ...shape]);

const [q, k, v] = [made(5, 4, 6), made(7, 4, 6), made(7, 4, 6)];
const items = { q: made(2, 5, 4, 6), k: made(2, 7, 4, 6) };

describe('axes of length 1 before those of', () => {
  it('tables that heads share, as checkpoints of VITS hold them', () => {
    const [keyTable, valueTable] = [made(9, 6), made(9, 6)];
    const of = (keys: typeof keyTable, values: typeof valueTable) =>
      pe.attention({
        ...{ q, k, v },
        relative: { method: 'shaw', keyTable: keys, valueTable: values },
      });
    const given = of(behind(keyTable), behind(valueTable));
    expect(given).toEqual(of(keyTable, valueTable));
    const shared = behind(made(9, 6));
    expect(pe.shaw({ q, k, keyTable: shared })).toEqual(
      pe.shaw({ q, k, keyTable: made(9, 6) }),
    );
    const each = thrown(() => pe.shaw({ q, k, keyTable: made(3, 9, 6) }));
    expect(each).toMatchObject({ code: 'ERR_SHAPE', param: 'keyTable' });
  });

  it.each([1, 2, 3])('tables, %i of them', (ones) => {
    const [table, slopes] = [made(32, 4), made(4)];
    const places = { queries: 5, keys: 7 };
    expect(pe.t5Bias({ table: behind(table, ones), ...places })).toEqual(
      pe.t5Bias({ table, ...places }),
    );
    expect(pe.alibi({ slopes: behind(slopes, ones), ...places })).toEqual(
      pe.alibi({ slopes, ...places }),
    );
    const rows = made(12, 8);
    expect(pe.learned({ table: behind(rows, ones), length: 9 })).toEqual(
      pe.learned({ table: rows, length: 9 }),
    );
  });

  it('masks and biases that all items share', () => {
    const mask = Uint8Array.from({ length: 35 }, (_, i) => (i % 3 ? 1 : 0));
    const masked = (shape: readonly number[], batch: boolean) =>
      pe.attention({
        ...(batch ? items : { q, k }),
        mask: { data: mask, dims: shape, type: 'bool' },
      });
    for (const batch of [true, false]) {
      const want = masked([5, 7], batch);
      expect(masked([1, 5, 7], batch)).toEqual(want);
      expect(masked([1, 1, 5, 7], batch)).toEqual(want);
    }
    const bias = made(4, 5, 7);
    expect(pe.attention({ ...items, bias: behind(bias) })).toEqual(
      pe.attention({ ...items, bias }),
    );
    const documents = [0, 0, 1, 1, 2];
    const packed = { q: made(2, 5, 4, 6), k: made(2, 5, 4, 6) };
    const first = { data: Int32Array.from(documents), dims: [1, 5] };
    expect(
      pe.attention({ ...packed, documents: { ...first, type: 'int32' } }),
    ).toEqual(pe.attention({ ...packed, documents }));
  });

  it('but not before an axis of the items, which is the first', () => {
    const data = new Uint8Array(2 * 35).fill(1);
    const mask = { data, dims: [1, 2, 5, 7], type: 'bool' };
    const error = thrown(() => pe.attention({ ...items, mask }));
    expect(error).toMatchObject({ code: 'ERR_SHAPE', param: 'mask' });
  });

  it('queries, keys and values with all heads of a row on one axis', () => {
    const flat = ({ data, shape: [rows = 0] }: Tensor<'float32'>) =>
      tensor(data, [1, rows, data.length / rows]);
    const sizes = { heads: 4, headDim: 6 };
    const given = { q: flat(q), k: flat(k), v: flat(v) };
    expect(pe.attention({ ...given, ...sizes })).toEqual(
      pe.attention({ q, k, v }),
    );
    const grouped = { k: made(7, 2, 6), v: made(7, 2, 3) };
    const rows = { k: flat(grouped.k), v: flat(grouped.v) };
    expect(
      pe.attention({ q: flat(q), ...rows, ...sizes, keyHeads: 2 }),
    ).toEqual(pe.attention({ q, ...grouped }));
  });
});

describe('the message of a shape that does not fit', () => {
  it('names the axes of the option, whatever their number', () => {
    const table = made(1, 2, 3, 8);
    const sizes = { from: [2, 3], to: [4, 5] };
    expect(thrown(() => pe.resample({ table, ...sizes })).message).toBe(
      'resample: table must be [rows, dim] = [6, dim], got [1, 2, 3, 8]',
    );
  });

  it('names the queries if it is them that do not fit', () => {
    const turned = { q: made(1, 4, 5, 6), k: made(1, 4, 5, 6) };
    const sizes = { heads: 4, headDim: 6 };
    expect(thrown(() => pe.attention({ ...turned, ...sizes })).message).toBe(
      'attention: q must be [batch, queries, heads, headDim] = [1, 5, 4, 6], ' +
        'got [1, 4, 5, 6]',
    );
  });
});
