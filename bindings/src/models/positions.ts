/** The specs of layers besides rotations: biases and relative encodings. */

import { gridBias, gridBiases } from './grid-bias.js';
import type { Place } from './place.js';
import { count, optional, type Section } from './section.js';
import type { Json, ModelSpec } from './types.js';

type Options = Record<string, Json>;

/** The options of one spec, or of several. */
type Reader = (place: Place) => Options | readonly Options[];

/** Integers of which -1 stands for none. */
const countOrNone = { ...count, min: -1 };

/** A count, or nothing where the file says none, 0 or -1. */
function some(section: Section, key: string): number | null {
  const value = section.number(key, countOrNone) ?? 0;
  return value > 0 ? value : null;
}

/** Biases by the bucket of a distance. */
function t5Bias(
  heads: number,
  buckets: number | null,
  maxDistance: number | null,
  bidirectional: boolean,
): Options {
  return {
    method: 't5Bias',
    heads,
    buckets: buckets ?? 32,
    maxDistance: maxDistance ?? 128,
    bidirectional,
  };
}

/** A bias for each axis of a page. */
function ofAxes(bias: Options, more: Options = {}): readonly Options[] {
  return ['x', 'y'].map((axis) => ({ ...bias, axis, ...more }));
}

/** The encodings of the family of Transformer-XL. */
function recurrent(
  method: string,
  { section, heads }: Place,
  more: Options,
): Options {
  return {
    method,
    heads,
    dim: section.fact('width') ?? 1,
    base: 10000,
    ...optional('clampLength', some(section, 'clamp_len')),
    untied: section.boolean('untie_r') ?? false,
    ...more,
  };
}

/** The terms of DeBERTa besides content by content, such as `c2p`. */
export function termsOf(section: Section): readonly string[] {
  const said = section.get('pos_att_type');
  const words =
    typeof said === 'string'
      ? said.toLowerCase().split('|')
      : (section.list('pos_att_type') ?? []);
  return ['c2p', 'p2c', 'p2p'].filter((term) => words.includes(term));
}

/** What acts in a layer, by the words of a record's `position`. */
const readers: Readonly<Record<string, Reader>> = {
  alibi: ({ section, heads, bidirectional }) => ({
    method: 'alibi',
    heads,
    ...optional('maxBias', section.fact('largestBias', { min: 0 })),
    ...(bidirectional ? { symmetric: true } : {}),
  }),
  t5Bias: ({ section, heads, bidirectional }) => {
    const [buckets, farthest] = [
      section.fact('buckets'),
      section.fact('farthest'),
    ];
    return t5Bias(heads, buckets, farthest, bidirectional);
  },
  // LayoutLM: biases by the distances of boxes on the page.
  boxBias: ({ section, heads }) => {
    const buckets = section.number('rel_2d_pos_bins', count) ?? 64;
    const farthest = section.number('max_rel_2d_pos', count) ?? 256;
    return ofAxes(t5Bias(heads, buckets, farthest, true));
  },
  // UDOP: the same, by hundredths of the page.
  pageBias: ({ heads }) =>
    ofAxes(t5Bias(heads, 32, 100, true), { positionScale: 100 }),
  deberta: ({ section, heads }) => {
    if (!section.boolean('relative_attention')) return [];
    const farthest =
      some(section, 'max_relative_positions') ??
      section.fact('maxPosition') ??
      512;
    const near = some(section, 'position_buckets');
    const span = near ?? farthest;
    return {
      method: 'deberta',
      heads,
      dim: section.fact('width') ?? 1,
      tableLength: 2 * span,
      span,
      ...optional('buckets', near),
      maxRelativePositions: farthest,
      terms: termsOf(section),
      shareKeys: section.boolean('share_att_key') ?? false,
      normalised: (section.text('norm_rel_ebd') ?? '').includes('layer_norm'),
    };
  },
  transformerXL: (place) =>
    recurrent('transformerXL', place, { bidirectional: place.bidirectional }),
  xlnet: (place) =>
    recurrent('xlnet', place, {
      bothDirections: place.section.boolean('bi_data') ?? false,
      attentionType: place.bidirectional ? 'bi' : 'uni',
    }),
  // BERT: a row for each distance up to the longest text, added to the keys,
  // or to keys and queries.
  relativeKey: ({ section, headDim }) => {
    const maxPosition = section.fact('maxPosition') ?? 512;
    return {
      method: 'relativeKey',
      dim: headDim,
      tableLength: 2 * maxPosition - 1,
      maxPosition,
      queries: section.text('position_embedding_type') === 'relative_key_query',
    };
  },
  // Shaw: a row for each distance up to `left` before and `right` behind a
  // query, which all heads share.
  shaw: ({ section, family, headDim }) => {
    const clip = section.fact('clip');
    const left = clip ?? section.fact('clipLeft') ?? 1;
    const most = clip ?? section.fact('clipRight') ?? 1;
    const right = family.clipOdd ? most - 1 : most;
    const tableLength = left + right + 1;
    return { method: 'shaw', dim: headDim, tableLength, left, right };
  },
  // Inkling: what a query makes of itself for each distance up to an extent.
  relativeLogits: ({ section, heads, window }) => ({
    method: 'relativeLogits',
    heads,
    dim: section.number('d_rel', count) ?? 1,
    extent: window ?? section.number('rel_extent', count) ?? 1,
  }),
  // A learned bias for each distance from -d to d - 1, the others as the nearest.
  clippedBias: ({ section, heads }) => {
    const maxDistance = section.fact('farthest') ?? 1;
    const tableLength = 2 * maxDistance;
    return { method: 'clippedBias', heads, tableLength, maxDistance };
  },
  ...Object.fromEntries(gridBiases.map((word) => [word, gridBias])),
};

/** The specs of a layer besides its rotation. */
export function positionsOf(place: Place): readonly ModelSpec[] {
  const { position = 'rope', options, biasScaled } = place.family;
  const scaled = biasScaled ? { biasScale: 1 / Math.sqrt(place.headDim) } : {};
  return position
    .split(' ')
    .flatMap((word) => readers[word]?.(place) ?? [])
    .map((spec) => ({ ...spec, ...scaled, ...options }) as ModelSpec);
}
