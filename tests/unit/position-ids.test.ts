/** Positions of padded sequences. */

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

it('padding has its index, on either side', () => {
  const tokens = [1, 1, 31, 7, 2, /**/ 31, 7, 2, 1, 1];
  const ids = pe.positionIds({ tokens, length: 5 });
  expect(ids).toEqual(Int32Array.of(1, 1, 2, 3, 4, 2, 3, 4, 1, 1));
  const other = pe.positionIds({ tokens, length: 5, paddingIndex: 7 });
  expect(Array.from(other)).toEqual([8, 9, 10, 7, 11, 8, 7, 9, 10, 11]);
});

it('with a mask, a padding token may count', () => {
  const mask = Uint8Array.of(0, 1, 1, 1, 1, 0);
  const ids = pe.positionIds({ mask, length: 3 });
  expect(Array.from(ids)).toEqual([1, 2, 3, 2, 3, 1]);
});

it('past and skipped tokens are counted', () => {
  const past = pe.positionIds({ mask: [1, 1, 0], past: 5 });
  expect(Array.from(past)).toEqual([7, 8, 1]);
  const skipped = pe.positionIds({ mask: [1, 0, 1, 1], skip: 2 });
  expect(Array.from(skipped)).toEqual([3, 4]);
  expect(pe.positionIds({ mask: [] })).toEqual(new Int32Array(0));
});

it('more positions than memory has are refused', () => {
  const sequenceStart = Array.from({ length: 8 }, () => 0);
  const length = 2 ** 31 - 1;
  const error = thrown(() => pe.positionIds({ sequenceStart, length }));
  expect(error).toMatchObject({ code: 'ERR_MEMORY', value: 32 * length });
});

it('sequences of a batch begin where they say', () => {
  const batch = { sequenceStart: [0, 2, 4], length: 4 };
  const ids = pe.positionIds(batch);
  expect(Array.from(ids)).toEqual([0, 1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 0]);
  const next = pe.positionIds({ ...batch, past: 7, skip: 1 });
  expect(Array.from(next)).toEqual([8, 9, 10, 0, 7, 8, 0, 0, 0]);
  // A learned table reads the same rows.
  const drawn = { dim: 4, seed: 3, tableLength: 8 };
  const rows = pe.learned({ ...drawn, positions: ids });
  expect(rows).toEqual(pe.learned({ ...drawn, ...batch }));
});

it.each([
  [{}, 'ERR_MISSING', 'tokens'],
  [{ sequenceStart: [1] }, 'ERR_MISSING', 'length'],
  [{ sequenceStart: [1], length: 2, mask: [1, 1] }, 'ERR_CONFLICT', 'mask'],
  [{ sequenceStart: [-1], length: 2 }, 'ERR_RANGE', 'sequenceStart[0]'],
  [{ sequenceStart: [], length: 2 }, 'ERR_SHAPE', 'sequenceStart.length'],
  [{ sequenceStart: [1], length: 2, skip: 3 }, 'ERR_RANGE', 'skip'],
  [{ tokens: [1], mask: [1] }, 'ERR_CONFLICT', 'tokens'],
  [{ tokens: [1, 2, 3], length: 2 }, 'ERR_SHAPE', 'tokens.length'],
  [{ tokens: [1, -2] }, 'ERR_RANGE', 'tokens[1]'],
  [{ tokens: [1.5] }, 'ERR_RANGE', 'tokens[0]'],
  [{ tokens: ['1'] }, 'ERR_TYPE', 'tokens[0]'],
  [{ tokens: Float32Array.of(1) }, 'ERR_TYPE', 'tokens'],
  [{ mask: [2] }, 'ERR_RANGE', 'mask[0]'],
  [{ mask: [1, 1], length: 2, skip: 3 }, 'ERR_RANGE', 'skip'],
])('%j is refused', (options, code, param) => {
  const run = () => pe.positionIds(options as never);
  expect(thrown(run)).toMatchObject({ code, param });
});
