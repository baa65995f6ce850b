// @ts-check
/**
 * Digests of relative terms that are looked up in tables: alone, and with their
 * gradients in attention.
 */

import { noise } from '../../support/noise.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {NonNullable<import('posenc').AttentionOptions['relative']>} Relative
 */

// More than a block of queries and keys, and parts of blocks and of lanes.
const [queries, keys, heads, keyHeads, headDim] = [40, 71, 4, 2, 13];
const width = heads * headDim;

const sizes = { heads, keyHeads, headDim };
const content = () => ({
  q: noise(queries * width, 1),
  k: noise(keys * keyHeads * headDim, 2),
});

/** Uneven positions: the rows of their pairs are a map, not a list. */
const places = {
  queryPositions: Array.from({ length: queries }, (_, i) => (i * 3) % 29),
  keyPositions: Array.from({ length: keys }, (_, i) => (i * 5) % 31),
};

const deberta = {
  ...{ method: 'deberta', p2p: true, normWeight: noise(6, 3) },
  ...{ keyWeight: noise(width * 6, 4), queryWeight: noise(width * 6, 5) },
};

/** @returns {Record<string, Record<string, unknown>>} */
const specs = () => ({
  shaw: { method: 'shaw', keyTable: noise(33 * headDim, 6), sharedTable: true },
  'shaw zero, each head': {
    ...{ method: 'shaw', beyond: 'zero', left: 20, right: 4 },
    keyTable: noise(heads * 25 * headDim, 7),
    valueTable: noise(25 * headDim, 8),
  },
  relativeKey: {
    ...{ method: 'relativeKey', form: 'keyQuery' },
    table: noise(199 * headDim, 9),
  },
  'deberta, a row for each distance': { ...deberta, table: noise(24 * 6, 10) },
  'deberta, buckets': {
    ...{ ...deberta, table: noise(32 * 6, 11), sign: 'paper' },
    ...{ buckets: 16, maxRelativePositions: 64 },
  },
  relativeLogits: {
    ...{ method: 'relativeLogits', table: noise(5 * 23, 12), dim: 5 },
    relative: noise(queries * heads * 5, 13),
  },
});

/** @param {Posenc} pe @param {Record<string, unknown>} spec */
function both(pe, spec) {
  const { valueTable: _, sharedTable: __, ...alone } = spec;
  const maps = [{}, places].map((at) =>
    pe.make(
      /** @type {never} */ ({
        ...{ ...alone, ...content(), ...sizes, ...at },
        ...{ scale: 0.3, terms: true },
      }),
    ),
  );
  const options = {
    ...{ ...content(), ...sizes, v: noise(keys * keyHeads * headDim, 14) },
    relative: /** @type {Relative} */ (spec),
  };
  const upstream = noise(queries * width, 15);
  const gradients = [{}, places].map((at) =>
    pe.attentionGradient({ ...options, ...at, upstream }),
  );
  return [maps, pe.attention(options), gradients];
}

/** Cells of grids of different sizes, with tables of other lengths.
 * @param {Posenc} pe */
function decomposed(pe) {
  const grids = { grid: [5, 8], keyGrid: [10, 7], prefix: 1 };
  const tables = {
    rowTable: noise(11 * headDim, 16),
    columnTable: noise(15 * headDim, 17),
  };
  const spec = { ...grids, ...tables };
  const at = { queryStart: 1, keyStart: 0 };
  return [
    pe.decomposedBias({ ...content(), ...sizes, ...spec, ...at, terms: true }),
    pe.attentionGradient({
      ...{ ...content(), ...sizes, ...at },
      relative: { method: 'decomposedBias', ...spec },
      scoresUpstream: noise(heads * queries * keys, 18),
    }),
  ];
}

/**
 * What each call gives.
 * @param {Posenc} pe @returns {[string, () => unknown][]}
 */
export function relativeCalls(pe) {
  return [
    ...Object.entries(specs()).map(
      ([title, spec]) =>
        /** @type {[string, () => unknown]} */ ([title, () => both(pe, spec)]),
    ),
    ['decomposedBias', () => decomposed(pe)],
    [
      'shawMemory',
      () => pe.shawMemory({ length: 512, headDim: 64, heads: 8, left: 16 }),
    ],
  ];
}
