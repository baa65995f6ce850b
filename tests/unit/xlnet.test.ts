/** What XLNet adds to Transformer-XL: segments, directions, streams. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { expectSame } from '../support/same.js';
import { dot, expectSlopes } from '../support/slopes.js';
import { thrown } from './thrown.js';

const pe = await load();

const sizes = { heads: 2, headDim: 3 };
const { heads, headDim } = sizes;
const [queries, keys, dim] = [3, 5, 4];
const width = heads * headDim;

const given = () => ({
  q: noise(queries * width, 1),
  k: noise(keys * width, 2),
  positionWeight: noise(width * dim, 3),
  segmentTable: noise(2 * width, 4),
  segmentBias: noise(width, 5),
});
const segments = [0, 0, 7, 7, 1];
const input = { ...sizes, ...given(), segments };

const entries = heads * queries * keys;
const at = (n: number) => ({
  head: Math.floor(n / (queries * keys)),
  query: Math.floor(n / keys) % queries,
  key: n % keys,
});

describe('segments', () => {
  it('choose one of two vectors for each pair', () => {
    const terms = pe.xlnet({ ...input, terms: true });
    for (let n = 0; n < entries; ++n) {
      const { head, query, key } = at(n);
      const differ = segments[query + keys - queries] !== segments[key];
      const row = (Number(differ) * heads + head) * headDim;
      const vector = input.segmentTable.subarray(row, row + headDim);
      const first = (query * heads + head) * headDim;
      const q = input.q.subarray(first, first + headDim);
      expect(terms.segment?.data[n]).toBeCloseTo(dot(q, vector), 6);
      const s = input.segmentBias.subarray(
        head * headDim,
        (head + 1) * headDim,
      );
      expect(terms.segmentBias?.data[n]).toBeCloseTo(dot(s, vector), 6);
    }
  });

  it('of queries are the last ones unless they are given', () => {
    const querySegments = segments.slice(-queries);
    expectSame(
      pe.xlnet({ ...input, querySegments }).data,
      pe.xlnet(input).data,
    );
    const others = pe.xlnet({ ...input, querySegments: [3, 3, 3] });
    expect(others.data).not.toEqual(pe.xlnet(input).data);
  });

  it('may differ between the items of a batch', () => {
    const { q, k, positionWeight, segmentTable } = input;
    const lists = [segments, [1, 2, 3, 1, 2]];
    const attend = (batch: number, own: readonly number[][]) =>
      pe.attention({
        q: Float32Array.from(own.flatMap(() => Array.from(q))),
        k: Float32Array.from(own.flatMap(() => Array.from(k))),
        ...{ batch, ...sizes },
        relative: {
          ...{ method: 'xlnet', positionWeight, segmentTable },
          segments: own,
        },
      }).scores.data;
    const both = attend(2, lists);
    lists.forEach((list, item) => {
      const part = both.slice(item * entries, (item + 1) * entries);
      expect(part).toEqual(attend(1, [list]));
    });
  });
});

describe('distances', () => {
  it('are those of Transformer-XL', () => {
    const { segmentTable: _, segmentBias: __, segments: ___, ...rest } = input;
    const more = {
      contentBias: noise(width, 6),
      positionBias: noise(width, 7),
    };
    expectSame(
      pe.xlnet({ ...rest, ...more }).data,
      pe.transformerXL({ ...rest, ...more }).data,
    );
  });

  it('count in the other direction if they are mirrored', () => {
    const positions = (sign: number) => ({
      queryPositions: [2, 3, 4].map((position) => sign * position),
      keyPositions: [0, 1, 2, 3, 4].map((position) => sign * position),
    });
    const [mirrored, turned] = [
      pe.xlnet({ ...input, mirrored: true, terms: true }),
      pe.xlnet({ ...input, ...positions(-1), terms: true }),
    ];
    expect(mirrored.position?.data).toEqual(turned.position?.data);
    const plain = pe.xlnet({ ...input, terms: true });
    expect(mirrored.position?.data).not.toEqual(plain.position?.data);
    expect(mirrored.segment?.data).toEqual(plain.segment?.data);
  });
});

it('the second stream is a call with other queries and another mask', () => {
  const { q, k, positionWeight } = input;
  const text = k.slice(0, queries * width);
  const order = [2, 0, 1];
  const streamOf = (asking: Float32Array, own: number) =>
    pe.attention({
      ...{ q: asking, k: text, v: text, ...sizes },
      relative: { method: 'xlnet', positionWeight },
      mask: order.map((at) => order.map((other) => Number(other < at + own))),
    }).output?.data;
  // A token's own content must not reach the stream that predicts it. Token 0
  // is the last one in the order, so that no other stream sees it either.
  const before = [streamOf(text, 1), streamOf(q, 0)].map((x) => x?.slice());
  const first = text.subarray(0, width);
  first.forEach((x, c) => {
    first[c] = x + 1;
  });
  const after = [streamOf(text, 1), streamOf(q, 0)];
  expect(after[1]).toEqual(before[1]);
  expect(after[0]).not.toEqual(before[0]);
});

it('the gradient is the slope, for queries and segments', () => {
  const { q, k, ...weights } = given();
  const scoresUpstream = noise(entries, 8);
  const options = {
    ...{ q, k, ...sizes },
    relative: { method: 'xlnet', ...weights, segments, mirrored: true },
  } as const;
  const loss = () => dot(pe.attention(options).scores.data, scoresUpstream);
  const found = pe.attentionGradient({ ...options, scoresUpstream });
  const relative = found.relative as Record<string, { data: Float32Array }>;
  expectSlopes(q, found.q?.data, loss);
  for (const [name, numbers] of Object.entries(weights)) {
    expectSlopes(numbers, relative[name]?.data, loss);
  }
});

describe('wrong options', () => {
  it.each([
    [{ segments: undefined }, 'segments is required'],
    [{ segmentTable: undefined }, 'segmentTable is required'],
    [{ segments: [0, 1] }, 'segments.length must be 5, a segment for each'],
    [{ segments: [0, 1, 2, 3, -1] }, 'segments[4] must be an integer from 0'],
    [{ segmentTable: noise(width, 1) }, 'segmentTable.length must be 12'],
  ])('are named: %o', (wrong, message) => {
    const error = thrown(() => pe.xlnet({ ...input, ...wrong }));
    expect(error.message).toContain('xlnet: ');
    expect(error.message).toContain(message);
  });
});
