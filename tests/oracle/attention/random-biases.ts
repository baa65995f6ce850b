/** Biases and gates with random weights. */

import { Array64 } from '../../support/attention-oracle/array.js';
import type { Term } from '../../support/attention-oracle/attention.js';
import {
  alibi,
  alibiSlopes,
  clippedBias,
  sortedSlopes,
  t5Bias,
} from '../../support/attention-oracle/biases.js';
import { urpeBucket } from '../../support/attention-oracle/distances.js';
import { urpe } from '../../support/attention-oracle/gates.js';
import {
  continuousGridBias,
  distanceBias,
  type Grid,
  gridBias,
} from '../../support/attention-oracle/grids.js';
import {
  arrays,
  drawn,
  given,
  largest,
  type Made,
  type Maker,
} from './made.js';

/** A bias of a table, whose values are those of the table. */
function tabled(
  method: string,
  table: Array64,
  options: object,
  added: Term,
): Made {
  return {
    spec: { method, table: given(table), ...options },
    learned: { table },
    added: () => added,
    size: () => largest(table),
  };
}

const FORMS = ['symmetric', 'causal', 'key'] as const;

/** Positions are at most this far from 0. */
export const FARTHEST = 40;

const learnedAlibi: Maker = (random, { heads }) => {
  const [left, right] = [0, 1].map(() => drawn(random, [heads], 0, 1)) as [
    Array64,
    Array64,
  ];
  const form = random.of(FORMS);
  const both = form === 'symmetric' && random.next() < 0.5;
  const learned = { slopes: left, ...(both && { rightSlopes: right }) };
  return {
    spec: { method: 'alibi', form, ...arrays(learned) },
    learned,
    added: () => alibi(form, left, both ? right : left),
    size: () => 2 * FARTHEST,
  };
};

const fixedAlibi: Maker = (random, { heads }) => {
  const form = random.of(FORMS);
  const order = random.of(['original', 'sorted'] as const);
  const maxBias = random.of([8, 4, 16.5]);
  const slopes = order === 'original' ? alibiSlopes : sortedSlopes;
  const biasScale = random.of([1, -0.25]);
  const own = new Array64([heads], slopes(heads, maxBias));
  const term = alibi(form, own);
  return {
    spec: { method: 'alibi', form, order, maxBias, biasScale },
    // Slopes that follow from a rule have a gradient, too.
    learned: { slopes: own },
    added: () => (pair) => biasScale * term(pair),
    size: () => 2 * FARTHEST,
  };
};

/** Linear attention: its slopes, on earlier keys alone. */
const learnedDecay: Maker = (random, { heads }) => {
  const slopes = drawn(random, [heads], 0, 1);
  return {
    spec: { method: 'decay', ...arrays({ slopes }) },
    learned: { slopes },
    added: () => alibi('causal', slopes),
    size: () => 2 * FARTHEST,
  };
};

const t5: Maker = (random, { heads }) => {
  const buckets = random.of([4, 8, 14, 32]);
  const maxDistance = random.of([33, 40, 128]);
  const bidirectional = random.next() < 0.5;
  const table = drawn(random, [buckets, heads]);
  const options = { maxDistance, bidirectional };
  const term = t5Bias({ table, ...options });
  return tabled('t5Bias', table, { buckets, ...options }, term);
};

const clipped: Maker = (random, { heads }) => {
  const [left, right] = [random.integer(0, 6), random.integer(0, 6)];
  const beyond = random.of(['clip', 'zero'] as const);
  const table = drawn(random, [left + right + 1, heads]);
  const term = clippedBias(table, left, right, beyond);
  return tabled('clippedBias', table, { left, right, beyond }, term);
};

/** Distances from -d to d - 1. */
const halfOpen: Maker = (random, { heads }) => {
  const maxDistance = random.integer(1, 6);
  const table = drawn(random, [2 * maxDistance, heads]);
  const term = clippedBias(table, maxDistance, maxDistance - 1, 'clip');
  return tabled('clippedBias', table, { maxDistance }, term);
};

/** A bias that is a finished map, of all heads or of each. */
const finished: Maker = (random, { heads, queries, keys }) => {
  const own = random.of([1, heads]);
  const map = drawn(random, [own, queries, keys]);
  return {
    spec: given(map) as never,
    learned: { '': map },
    added:
      () =>
      ({ head, i, j }) =>
        map.at(own === 1 ? 0 : head, i, j),
    size: () => 1,
  };
};

export const biases: Readonly<Record<string, Maker>> = {
  learnedAlibi,
  fixedAlibi,
  learnedDecay,
  t5,
  clipped,
  halfOpen,
  finished,
};

/** Biases of 1 at most. */
export const mildBiases = [learnedDecay, clipped, halfOpen, finished];

/** The grid of an image, whose tokens are positions. */
export interface Image {
  readonly grid: Grid;
  readonly prefix: number;
}

const grids = (
  random: Parameters<Maker>[0],
  { heads }: { heads: number },
  { grid, prefix }: Image,
): Made => {
  const [height, width] = grid;
  const rows = (2 * height - 1) * (2 * width - 1) + (prefix ? 3 : 0);
  const table = drawn(random, [rows, heads]);
  const term = gridBias(grid, prefix, table);
  return tabled('gridBias', table, { grid: [...grid], prefix }, term);
};

/** Biases of the cells of a grid. */
export const imageBiases: Readonly<Record<string, (image: Image) => Maker>> = {
  grid: (image) => (random, sizes) => grids(random, sizes, image),
  distance:
    ({ grid }) =>
    (random, { heads }) => {
      const table = drawn(random, [grid[0] * grid[1], heads]);
      const term = distanceBias(grid, table);
      return tabled('distanceBias', table, { grid: [...grid] }, term);
    },
  continuous:
    ({ grid }) =>
    (random, { heads }) => {
      // An axis of one cell has no differences to scale.
      const own = grid[0] > 1 && random.next() < 0.5;
      const trained: Grid = own ? grid : [4, 5];
      const hidden = random.integer(1, 5);
      const learned = {
        firstWeight: drawn(random, [hidden, 2]),
        firstBias: drawn(random, [hidden]),
        secondWeight: drawn(random, [heads, hidden]),
      };
      const layers = [
        { weight: learned.firstWeight, bias: learned.firstBias },
        { weight: learned.secondWeight },
      ];
      return {
        spec: {
          method: 'continuousGridBias',
          ...{ grid: [...grid], trainedGrid: [...trained], hidden },
          ...arrays(learned),
        },
        learned,
        added: () => continuousGridBias(grid, trained, layers),
        size: () => 16,
      };
    },
};

const gate = (table: Array64, options: object, row: (r: number) => number) => ({
  spec: { method: 'urpe', table: given(table), ...options },
  learned: { table },
  gate: () => urpe(table, row),
});

/** Gates. */
export const gates: Readonly<Record<string, Maker>> = {
  buckets: (random, { heads }) => {
    const buckets = random.of([8, 16]);
    const maxDistance = random.of([9, 20]);
    const table = drawn(random, [buckets + 1, heads], 0, 2);
    const form = 'bucket';
    // Far enough for the last bucket.
    const scheme = { buckets, maxDistance, length: 1000 };
    const row = (r: number) => urpeBucket(r, scheme);
    return gate(table, { form, buckets, maxDistance }, row);
  },
  offsets: (random, { heads }) => {
    const maxLength = 2 * FARTHEST + 1;
    const table = drawn(random, [2 * maxLength - 1, heads], 0, 2);
    const row = (r: number) => r + maxLength - 1;
    return gate(table, { form: 'offset', maxLength }, row);
  },
  finished: (random, { heads, queries, keys }) => {
    const map = drawn(random, [heads, queries, keys], 0, 2);
    return {
      spec: given(map) as never,
      learned: { '': map },
      gate:
        () =>
        ({ head, i, j }) =>
          map.at(head, i, j),
    };
  },
};
