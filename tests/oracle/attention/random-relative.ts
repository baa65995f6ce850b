/** Relative terms with random weights. */

import { Array64, dot, range } from '../../support/attention-oracle/array.js';
import type { Pair, Term } from '../../support/attention-oracle/attention.js';
import { cope } from '../../support/attention-oracle/cope.js';
import { decomposed } from '../../support/attention-oracle/grids.js';
import {
  linear,
  mapRows,
  type Norm,
  normalised,
  project,
} from '../../support/attention-oracle/networks.js';
import {
  deberta,
  key as keyOf,
  product,
  query,
  relativeKey,
  segments,
  shaw,
  sines,
  transformerXL,
} from '../../support/attention-oracle/relative.js';
import { tupe, tupeRow } from '../../support/attention-oracle/tupe.js';
import type { Random } from '../random.js';
import { inHeads } from './layout.js';
import {
  arrays,
  type Context,
  drawn,
  given,
  largest,
  largestNorm,
  type Maker,
} from './made.js';
import { FARTHEST, type Image } from './random-biases.js';

/** The sum of terms. */
const total =
  (terms: Readonly<Record<string, Term>>): Term =>
  (pair) =>
    Object.values(terms).reduce((sum, term) => sum + term(pair), 0);

const coin = (random: Random) => random.next() < 0.5;

const shaws: Maker = (random, { heads, headDim, valueDim }) => {
  const [left, right] = [random.integer(0, 5), random.integer(0, 5)];
  const beyond = random.of(['clip', 'zero'] as const);
  const own = coin(random);
  const count = left + right + 1;
  // The package has the axis of heads first, the oracle after that of rows.
  const table = (width: number) =>
    drawn(random, own ? [heads, count, width] : [count, width]);
  const [keyTable, valueTable] = [table(headDim), table(valueDim)];
  const values = coin(random);
  const vectors = (one: Array64) =>
    shaw(own ? exchanged(one) : one, { left, right, beyond });
  const learned = { keyTable, ...(values && { valueTable }) };
  return {
    spec: { method: 'shaw', left, right, beyond, ...arrays(learned) },
    learned,
    scaled: () => product(query, vectors(keyTable)),
    ...(values && { values: () => vectors(valueTable) }),
    size: (q) => q * largestNorm(keyTable),
  };
};

const exchanged = (x: Array64): Array64 =>
  Array64.of([x.size(1), x.size(0), x.size(2)], (i, j, c) =>
    x.at(j as number, i as number, c as number),
  );

const relativeKeys: Maker = (random, { headDim }) => {
  const maxPosition = 2 * FARTHEST + 1;
  const table = drawn(random, [2 * maxPosition - 1, headDim]);
  const form = random.of(['key', 'keyQuery'] as const);
  const vectors = relativeKey(table);
  const both = form === 'keyQuery' && { keys: product(keyOf, vectors) };
  return {
    spec: { method: 'relativeKey', maxPosition, form, table: given(table) },
    learned: { table },
    scaled: () => total({ queries: product(query, vectors), ...both }),
    size: (q, k) => (q + k) * largestNorm(table),
  };
};

const debertas: Maker = (random, { heads, headDim }) => {
  const bucketed = coin(random);
  const buckets = bucketed ? random.of([4, 8]) : undefined;
  const maxRelativePositions = random.of([12, 30]);
  const span = buckets ?? random.integer(1, 12);
  const dim = random.integer(1, 6);
  const width = heads * headDim;
  const sign = random.of(['code', 'paper'] as const);
  const parts = { c2p: coin(random), p2c: coin(random), p2p: coin(random) };
  if (!parts.c2p && !parts.p2c && !parts.p2p) parts.c2p = true;
  const keyed = parts.c2p || parts.p2p;
  const asked = parts.p2c || parts.p2p;
  const norm = coin(random);
  const learned = {
    table: drawn(random, [2 * span, dim]),
    ...(keyed && { keyWeight: drawn(random, [width, dim]) }),
    ...(keyed && coin(random) && { keyBias: drawn(random, [width]) }),
    ...(asked && { queryWeight: drawn(random, [width, dim]) }),
    ...(asked && coin(random) && { queryBias: drawn(random, [width]) }),
    ...(norm && { normWeight: drawn(random, [dim]) }),
    ...(norm && { normBias: drawn(random, [dim]) }),
  } as Readonly<Record<string, Array64>>;
  const projected = (name: 'key' | 'query') => {
    const eps = 1e-7;
    const weight = learned[`${name}Weight`];
    if (!weight) return new Array64([2 * span, heads, headDim]);
    const { table, normWeight, normBias } = learned;
    const rows =
      normWeight && normBias
        ? mapRows(table as Array64, (row) =>
            normalised({ weight: normWeight, bias: normBias, eps }, row),
          )
        : (table as Array64);
    const bias = learned[`${name}Bias`];
    return inHeads(project({ weight, bias }, rows), heads);
  };
  const distances = { span, buckets, maxDistance: maxRelativePositions };
  const scaled = () => {
    const tables = { keys: projected('key'), queries: projected('query') };
    const all = deberta(tables, { ...distances, form: sign });
    return total(
      Object.fromEntries(
        Object.entries(all).filter(([name]) => parts[name as 'c2p']),
      ),
    );
  };
  const count = Object.values(parts).filter(Boolean).length;
  return {
    spec: {
      method: 'deberta',
      ...{ ...parts, sign, maxRelativePositions },
      ...(bucketed && { buckets }),
      ...arrays(learned),
    },
    learned,
    scaled,
    divisor: 1 + count,
    size: (q, k) => {
      const K = largestNorm(projected('key'));
      const Q = largestNorm(projected('query'));
      return q * K + k * Q + Q * K;
    },
  };
};

/** Keys of distances by Transformer-XL: [heads] of headDim for each distance. */
type Encoding = (delta: number, head: number) => number[];

const projectedSines = (
  weight: Array64,
  dim: number,
  headDim: number,
): Encoding => {
  const known = new Map<number, number[]>();
  return (delta, head) => {
    const all = known.get(delta) ?? linear({ weight }, sines(delta, dim));
    known.set(delta, all);
    return all.slice(head * headDim, (head + 1) * headDim);
  };
};

/** The learned vectors that both recurrent methods may have. */
function recurrent(random: Random, heads: number, headDim: number) {
  const vector = () => drawn(random, [heads, headDim]);
  return {
    ...(coin(random) && { contentBias: vector() }),
    ...(coin(random) && { positionBias: vector() }),
  } as Readonly<Record<string, Array64>>;
}

const zeros = (heads: number, headDim: number) => new Array64([heads, headDim]);

const transformerXLs: Maker = (random, { heads, headDim }) => {
  const dim = 2 * random.integer(1, 4);
  const clampLength = coin(random) ? random.integer(0, 9) : undefined;
  const learned: Readonly<Record<string, Array64>> = {
    positionWeight: drawn(random, [heads * headDim, dim]),
    ...recurrent(random, heads, headDim),
  };
  const none = zeros(heads, headDim);
  const { positionWeight, contentBias = none, positionBias = none } = learned;
  const weight = positionWeight as Array64;
  return {
    spec: {
      method: 'transformerXL',
      ...(clampLength !== undefined && { clampLength }),
      ...arrays(learned),
    },
    learned,
    scaled: () =>
      total(
        transformerXL({
          u: contentBias,
          v: positionBias,
          clamp: clampLength,
          position: projectedSines(weight, dim, headDim),
        }),
      ),
    size: (q, k) => {
      const position = Math.sqrt(weight.size(0) * dim * (dim / 2));
      const v = largestNorm(positionBias);
      return (q + v) * position + largestNorm(contentBias) * k;
    },
  };
};

/** A learned vector for each distance, without a projection. */
const learnedDistances: Maker = (random, { heads, headDim }) => {
  const rows = random.integer(1, 9);
  const bidirectional = coin(random) && rows % 2 === 1;
  const own = coin(random);
  const learned: Readonly<Record<string, Array64>> = {
    table: drawn(random, [rows, heads, headDim]),
    ...(own && { tableBias: drawn(random, [rows, heads]) }),
    ...recurrent(random, heads, headDim),
  };
  if (own) delete (learned as Record<string, Array64>).positionBias;
  const none = zeros(heads, headDim);
  const { table, tableBias, contentBias = none, positionBias = none } = learned;
  const middle = bidirectional ? (rows - 1) / 2 : rows - 1;
  const row = (delta: number) =>
    Math.max(0, Math.min(middle - delta, rows - 1));
  const vectors = table as Array64;
  return {
    spec: { method: 'transformerXL', bidirectional, ...arrays(learned) },
    learned,
    scaled: () => {
      const terms = transformerXL({
        u: contentBias,
        v: positionBias,
        position: (delta, head) => vectors.row(row(delta), head),
      });
      if (tableBias) {
        terms.tableBias = ({ distance, head }) =>
          tableBias.at(row(-distance), head);
      }
      return total(terms);
    },
    size: (q, k) => {
      const v = largestNorm(positionBias);
      const own = tableBias ? 1 : 0;
      return (
        (q + v) * largestNorm(vectors) + largestNorm(contentBias) * k + own
      );
    },
  };
};

const xlnets: Maker = (random, { heads, headDim, queries, keys }) => {
  const dim = 2 * random.integer(1, 4);
  const mirrored = coin(random);
  const segmented = coin(random);
  const numbers = (count: number) =>
    range(count).map(() => random.integer(0, 2));
  const [ofKeys, ofQueries] = [numbers(keys), numbers(queries)];
  const learned: Readonly<Record<string, Array64>> = {
    positionWeight: drawn(random, [heads * headDim, dim]),
    ...recurrent(random, heads, headDim),
    ...(segmented && { segmentTable: drawn(random, [2, heads, headDim]) }),
    ...(segmented &&
      coin(random) && { segmentBias: drawn(random, [heads, headDim]) }),
  };
  const none = zeros(heads, headDim);
  const { positionWeight, segmentTable } = learned;
  const { contentBias = none, positionBias = none } = learned;
  const { segmentBias = none } = learned;
  const weight = positionWeight as Array64;
  return {
    spec: {
      ...{ method: 'xlnet', mirrored, ...arrays(learned) },
      ...(segmented && { segments: ofKeys, querySegments: ofQueries }),
    },
    learned,
    scaled: () => {
      const encode = projectedSines(weight, dim, headDim);
      const terms = transformerXL({
        u: contentBias,
        v: positionBias,
        position: (delta, head) => encode(mirrored ? -delta : delta, head),
      });
      if (segmentTable) {
        const differ = (i: number, j: number) => ofQueries[i] !== ofKeys[j];
        terms.segment = segments(segmentTable, segmentBias, differ);
      }
      return total(terms);
    },
    size: (q, k) => {
      const position = Math.sqrt(weight.size(0) * dim * (dim / 2));
      const v = largestNorm(positionBias);
      const s = largestNorm(segmentBias);
      const g = segmentTable ? largestNorm(segmentTable) : 0;
      return (q + v) * position + largestNorm(contentBias) * k + (q + s) * g;
    },
  };
};

const copes: Maker = (random, { headDim, keyHeads, keys }) => {
  const table = drawn(random, [random.integer(1, 6), headDim]);
  const scaled = coin(random);
  const causal = coin(random);
  const gateKeys = coin(random)
    ? drawn(random, [keys, keyHeads, headDim])
    : undefined;
  const learned = { table, ...(gateKeys && { gateKeys }) };
  const term = ({ scale, keyAt }: Context) =>
    cope(table, keys, (pair, t) => {
      if (!pair.sees(t)) return -Infinity;
      if (causal && (keyAt[t] as number) > pair.queryAt) return -Infinity;
      if (!gateKeys) return pair.content(t);
      return scale * dot(pair.q, gateKeys.row(t, pair.keyHead));
    });
  return {
    spec: { method: 'cope', causal, scaled, ...arrays(learned) },
    learned,
    ...(scaled ? { scaled: term } : { added: term }),
    size: (q, k) => {
      // A gate that is off by an error moves the place in the table.
      const logit = q * (gateKeys ? largestNorm(gateKeys) : k);
      return q * largestNorm(table) * (2 + keys * logit);
    },
  };
};

const logits: Maker = (random, { heads, queries }) => {
  const [dim, extent] = [random.integer(1, 4), random.integer(1, 12)];
  const relative = drawn(random, [queries, heads, dim]);
  const table = drawn(random, [dim, extent]);
  return {
    spec: {
      ...{ method: 'relativeLogits', dim, extent },
      ...arrays({ relative, table }),
    },
    learned: { relative, table },
    added:
      () =>
      ({ i, head, distance }) => {
        const back = -distance;
        if (back < 0 || back >= extent) return 0;
        const row = range(dim).map((c) => table.at(c, back));
        return dot(relative.row(i, head), row);
      },
    size: () => dim,
  };
};

const tupes: Maker = (random, { heads, headDim }) => {
  const dim = random.integer(1, 6);
  const width = heads * headDim;
  const classToken = coin(random);
  const buckets = random.of([4, 8]);
  const maxDistance = random.of([9, 20]);
  const [biased, normed, bucketed] = [coin(random), coin(random), coin(random)];
  const learned: Readonly<Record<string, Array64>> = {
    table: drawn(random, [FARTHEST + 2, dim]),
    queryWeight: drawn(random, [width, dim]),
    keyWeight: drawn(random, [width, dim]),
    ...(biased && { queryBias: drawn(random, [width]) }),
    ...(biased && { keyBias: drawn(random, [width]) }),
    ...(normed && { normWeight: drawn(random, [dim]) }),
    ...(normed && { normBias: drawn(random, [dim]) }),
    ...(bucketed && {
      relativeTable: drawn(random, [buckets + (classToken ? 1 : 0), heads]),
    }),
  };
  const ones = new Array64([dim], new Array(dim).fill(1));
  const { table, normWeight = ones, normBias = new Array64([dim]) } = learned;
  const norm: Norm = { weight: normWeight, bias: normBias, eps: 1e-5 };
  const { relativeTable } = learned;
  return {
    spec: {
      ...{ method: 'tupe', classToken, buckets, maxDistance },
      ...arrays(learned),
    },
    learned,
    divisor: 2,
    scaled: () =>
      tupe({
        table: table as Array64,
        ...{ norm, heads, classToken },
        query: {
          weight: learned.queryWeight as Array64,
          bias: learned.queryBias,
        },
        key: { weight: learned.keyWeight as Array64, bias: learned.keyBias },
      }),
    ...(relativeTable && {
      added:
        () =>
        ({ head, queryAt, keyAt }: Pair) =>
          relativeTable.at(
            tupeRow(queryAt, keyAt, { buckets, maxDistance, classToken }),
            head,
          ),
    }),
    size: () => {
      const row = Math.sqrt(dim) * largest(normWeight) + largest(normBias);
      const vector = Math.sqrt(width) * (Math.sqrt(dim) * row + 1);
      return vector * vector;
    },
  };
};

/** Relative methods of texts. */
export const relatives: Readonly<Record<string, Maker>> = {
  shaws,
  relativeKeys,
  debertas,
  transformerXLs,
  learnedDistances,
  xlnets,
  copes,
  logits,
  tupes,
};

/** Relative methods of images. */
export const imageRelatives: Readonly<Record<string, (image: Image) => Maker>> =
  {
    decomposed:
      ({ grid, prefix }) =>
      (random, { headDim }) => {
        const scaled = coin(random);
        const [rows, columns] = grid.map((length) => {
          const own = random.of([2 * length - 1, 2 * length + 2]);
          return drawn(random, [own, headDim]);
        }) as [Array64, Array64];
        const cells = (token: number) => token - prefix;
        const term = (): Term => {
          const inGrid = decomposed({
            ...{ queryGrid: grid, keyGrid: grid },
            ...{ rowTable: rows, columnTable: columns },
          });
          return (pair) => {
            const { queryAt, keyAt } = pair;
            if (queryAt < prefix || keyAt < prefix) return 0;
            const place = { queryAt: cells(queryAt), keyAt: cells(keyAt) };
            return inGrid({ ...pair, ...place });
          };
        };
        const learned = { rowTable: rows, columnTable: columns };
        return {
          spec: {
            ...{ method: 'decomposedBias', grid: [...grid], prefix, scaled },
            ...arrays(learned),
          },
          learned,
          ...(scaled ? { scaled: term } : { added: term }),
          size: (q) => q * (largestNorm(rows) + largestNorm(columns)),
        };
      },
  };
