/**
 * Layers of models with learned tables, beside the formulas of their classes:
 * which row a pair looks up, what multiplies it, and by what it is scaled.
 */

import { describe, expect, it } from 'vitest';
import {
  at,
  clamp,
  classOf,
  DIM,
  dot,
  expectClass,
  HEADS,
  k,
  pe,
  q,
  row,
  tensor,
  v,
} from './class-oracle.js';

const base = {
  hidden_size: HEADS * DIM,
  num_hidden_layers: 1,
  num_attention_heads: HEADS,
};
const scale = 1 / Math.sqrt(DIM);

it('VITS: vectors of keys and values within a window, none beyond', () => {
  const model = pe.model({ model_type: 'vits', ...base, window_size: 2 });
  const [keyTable, valueTable] = [tensor([5, DIM], 0.4), tensor([5, DIM], 0.6)];
  expectClass(
    { model, relative: { method: 'shaw', keyTable, valueTable } },
    classOf(
      (h, i, j) => {
        const place = Math.abs(j - i) > 2 ? [] : row(keyTable, j - i + 2);
        const query = at(q, i, h);
        return scale * (dot(query, at(k, j, h)) + dot(place, query));
      },
      (h, i, j) => {
        const place = Math.abs(j - i) > 2 ? [] : row(valueTable, j - i + 2);
        return Array.from(at(v, j, h), (x, c) => x + (place[c] ?? 0));
      },
    ),
  );
});

it('wav2vec2-bert: keys farther than its sides get the last vector', () => {
  const model = pe.model({
    ...{ model_type: 'wav2vec2-bert', ...base },
    ...{ left_max_position_embeddings: 4, right_max_position_embeddings: 1 },
  });
  const keyTable = tensor([6, DIM], 0.4);
  expectClass(
    { model, relative: { method: 'shaw', keyTable } },
    classOf((h, i, j) => {
      const place = row(keyTable, clamp(j - i, -4, 1) + 4);
      const query = at(q, i, h);
      return scale * (dot(query, at(k, j, h)) + dot(query, place));
    }),
  );
});

it.each(['relative_key', 'relative_key_query'])(
  'BERT with %s: vectors of query minus key',
  (position_embedding_type) => {
    const model = pe.model({
      ...{ model_type: 'bert', ...base, max_position_embeddings: 12 },
      position_embedding_type,
    });
    const table = tensor([23, DIM], 0.4);
    const both = position_embedding_type === 'relative_key_query';
    expectClass(
      { model, relative: { method: 'relativeKey', table } },
      classOf((h, i, j) => {
        const place = row(table, i - j + 11);
        const [query, key] = [at(q, i, h), at(k, j, h)];
        const more = both ? dot(key, place) : 0;
        return scale * (dot(query, key) + dot(query, place) + more);
      }),
    );
  },
);

it('the audio tower of Phi-4: a bias for each distance from -d to d - 1', () => {
  const model = pe.model({
    ...{ model_type: 'phi4_multimodal_audio', hidden_size: HEADS * DIM },
    ...{ num_blocks: 1, num_attention_heads: HEADS, bias_max_distance: 3 },
  });
  const table = tensor([6, HEADS], 0.4);
  expectClass(
    { model, bias: { method: 'clippedBias', table } },
    classOf((h, i, j) => {
      const bias = row(table, clamp(j - i, -3, 2) + 3, HEADS)[h] ?? 0;
      return scale * dot(at(q, i, h), at(k, j, h)) + bias;
    }),
  );
});

/** T5's bucket of a distance, key minus query. */
function bucket(distance: number, bidirectional: boolean): number {
  const count = bidirectional ? 16 : 32;
  const base = bidirectional && distance > 0 ? count : 0;
  const n = bidirectional ? Math.abs(distance) : Math.max(-distance, 0);
  // Nearer than half of the buckets, each distance has its own.
  expect(n).toBeLessThan(16);
  if (n < count / 2) return base + n;
  const share = Math.log(n / (count / 2)) / Math.log(128 / (count / 2));
  return base + count / 2 + Math.floor(share * (count / 2) + 1e-9);
}

describe('biases by buckets', () => {
  const table = tensor([32, HEADS], 0.4);
  const bias = { method: 't5Bias', table };
  const of = (h: number, distance: number, bidirectional: boolean) =>
    row(table, bucket(distance, bidirectional), HEADS)[h] ?? 0;

  it.each(['encoder', 'decoder'])('T5, %s: no factor of scores', (tower) => {
    const model = pe.model({
      ...{ model_type: 't5', d_model: 16, d_kv: DIM, num_heads: HEADS },
      num_layers: 1,
    });
    const causal = tower === 'decoder';
    expectClass(
      { model, tower, bias },
      classOf((h, i, j) =>
        causal && j > i
          ? -Infinity
          : dot(at(q, i, h), at(k, j, h)) + of(h, j - i, !causal),
      ),
    );
  });

  it('MPNet: the bias is not divided by √headDim', () => {
    const model = pe.model({ model_type: 'mpnet', ...base });
    expectClass(
      { model, bias },
      classOf(
        (h, i, j) => scale * dot(at(q, i, h), at(k, j, h)) + of(h, j - i, true),
      ),
    );
  });
});

/** Row of a distance of DeBERTa-v2: logarithmic buckets that round up. */
function logRow(distance: number, buckets: number, farthest: number): number {
  const middle = buckets / 2;
  const n = Math.abs(distance);
  if (n <= middle) return distance + buckets;
  const share = Math.log(n / middle) / Math.log((farthest - 1) / middle);
  const far = Math.ceil(share * (middle - 1)) + middle;
  return Math.sign(distance) * far + buckets;
}

describe.each([
  ['deberta', 0],
  ['deberta-v2', 4],
] as const)('%s', (model_type, buckets) => {
  it('multiplies content by position and position by content', () => {
    const farthest = 6;
    const width = HEADS * DIM;
    const span = buckets || farthest;
    const model = pe.model({
      ...{ model_type, ...base, relative_attention: true },
      ...{ max_relative_positions: farthest, pos_att_type: ['c2p', 'p2c'] },
      ...(buckets && { position_buckets: buckets }),
    });
    const table = tensor([2 * span, width], 0.2);
    const keyWeight = tensor([width, width], 0.4);
    const queryWeight = tensor([width, width], 0.6);
    const projected = (weight: typeof table, h: number, index: number) =>
      Array.from({ length: DIM }, (_, c) =>
        dot(row(weight, h * DIM + c, width), row(table, index, width)),
      );
    const place = (distance: number) => {
      const found = buckets
        ? logRow(distance, buckets, farthest)
        : distance + span;
      return clamp(found, 0, 2 * span - 1);
    };
    const relative = { method: 'deberta', table, keyWeight, queryWeight };
    expectClass(
      { model, relative },
      classOf((h, i, j) => {
        const [query, key] = [at(q, i, h), at(k, j, h)];
        const c2p = dot(query, projected(keyWeight, h, place(i - j)));
        // The row of c2p for the pair the other way round.
        const p2c = dot(key, projected(queryWeight, h, place(i - j)));
        return (dot(query, key) + c2p + p2c) / Math.sqrt(3 * DIM);
      }),
    );
  });
});
