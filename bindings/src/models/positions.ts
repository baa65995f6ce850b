/** The encodings of layers besides rotations: biases and relative terms. */

import { type Encoding, extra, type Options, weight } from './encoding.js';
import { gridBias, gridBiases } from './grid-bias.js';
import type { Place } from './place.js';
import { count, optional, type Section } from './section.js';
import type { MissingWeight, ModelSpec, PositionDetails } from './types.js';

/** A spec with its details. */
export interface Position {
  readonly spec: ModelSpec;
  readonly details: PositionDetails;
}

/** One encoding, or several. */
type Reader = (place: Place) => Encoding | readonly Encoding[];

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
): Encoding {
  const rows = buckets ?? 32;
  return {
    options: {
      method: 't5Bias',
      heads,
      buckets: rows,
      maxDistance: maxDistance ?? 128,
      bidirectional,
    },
    missing: { table: weight('buckets heads', rows, heads) },
  };
}

/** A bias for each axis of a page. */
function ofAxes(
  { options, ...rest }: Encoding,
  more: Options = {},
): readonly Encoding[] {
  return ['x', 'y'].map((axis) => ({
    ...rest,
    options: { ...options, ...more },
    facts: { axis },
  }));
}

/** The encodings of the family of Transformer-XL. */
function recurrent(
  method: string,
  { section, family, heads, headDim }: Place,
  more: Readonly<Record<string, MissingWeight>> = {},
  facts: Options = {},
): Encoding {
  const dim = section.fact('width') ?? 1;
  const vectors = extra('heads headDim', heads, headDim);
  return {
    options: {
      method,
      dim,
      base: 10000,
      ...optional('clampLength', some(section, 'clamp_len')),
    },
    missing: {
      positionWeight: weight('heads·headDim dim', heads * headDim, dim),
      ...(family.facts?.biases !== false && {
        contentBias: vectors,
        positionBias: vectors,
      }),
      ...more,
    },
    facts: { heads, untied: section.boolean('untie_r') ?? false, ...facts },
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

/** DeBERTa's terms, with the projections that they need. */
function deberta({ section, heads, headDim }: Place): Encoding {
  const farthest =
    some(section, 'max_relative_positions') ??
    section.fact('maxPosition') ??
    512;
  const near = some(section, 'position_buckets');
  const span = near ?? farthest;
  const dim = section.fact('width') ?? 1;
  const terms = termsOf(section);
  const [c2p, p2c, p2p] = ['c2p', 'p2c', 'p2p'].map((one) =>
    terms.includes(one),
  ) as [boolean, boolean, boolean];
  const normalised = (section.text('norm_rel_ebd') ?? '').includes(
    'layer_norm',
  );
  const projection = weight('heads·headDim dim', heads * headDim, dim);
  const bias = extra('heads·headDim', heads * headDim);
  const norm = extra('dim', dim);
  return {
    options: {
      method: 'deberta',
      ...{ c2p, p2c, p2p },
      ...optional('buckets', near),
      maxRelativePositions: farthest,
      normalised,
    },
    missing: {
      table: weight('distances dim', 2 * span, dim),
      ...((c2p || p2p) && { keyWeight: projection, keyBias: bias }),
      ...((p2c || p2p) && { queryWeight: projection, queryBias: bias }),
      ...(normalised && { normWeight: norm, normBias: norm }),
    },
    facts: {
      ...{ heads, dim, tableLength: 2 * span, span, terms },
      shareKeys: section.boolean('share_att_key') ?? false,
    },
  };
}

/**
 * Shaw: a row for each distance up to `left` before and `right` behind a query,
 * which all heads share.
 */
function shaw({ section, family, headDim }: Place): Encoding {
  const { clipReversed, facts, options } = family;
  const clip = section.fact('clip');
  const before = clip ?? section.fact('clipLeft') ?? 1;
  const right = clip ?? section.fact('clipRight') ?? 1;
  const left = clipReversed === 'odd' ? before - 1 : before;
  const tableLength = left + right + 1;
  const table = weight('distances headDim', tableLength, headDim);
  const fixed = options?.source === 'sinusoidal';
  return {
    options: {
      method: 'shaw',
      ...{ left, right },
      ...(clipReversed !== undefined && { reversed: true }),
    },
    missing: {
      ...(!fixed && { keyTable: table }),
      ...(!fixed && facts?.values === true && { valueTable: table }),
    },
    facts: { dim: headDim, tableLength },
  };
}

/** What acts in a layer, by the words of a record's `position`. */
const readers: Readonly<Record<string, Reader>> = {
  alibi: ({ section, heads, bidirectional }) => ({
    options: {
      method: 'alibi',
      heads,
      ...optional('maxBias', section.fact('largestBias', { min: 0 })),
      ...(bidirectional ? { form: 'symmetric' } : {}),
    },
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
  deberta: (place) =>
    place.section.boolean('relative_attention') ? deberta(place) : [],
  transformerXL: (place) => recurrent('transformerXL', place),
  xlnet: (place) => {
    const { section, heads, headDim, bidirectional } = place;
    return recurrent(
      'xlnet',
      place,
      {
        segmentTable: extra('segments heads headDim', 2, heads, headDim),
        segmentBias: extra('heads headDim', heads, headDim),
      },
      {
        bothDirections: section.boolean('bi_data') ?? false,
        attentionType: bidirectional ? 'bi' : 'uni',
      },
    );
  },
  // BERT: a row for each distance up to the longest text, added to the keys,
  // or to keys and queries.
  relativeKey: ({ section, headDim }) => {
    const maxPosition = section.fact('maxPosition') ?? 512;
    const tableLength = 2 * maxPosition - 1;
    const both =
      section.text('position_embedding_type') === 'relative_key_query';
    return {
      options: {
        method: 'relativeKey',
        maxPosition,
        form: both ? 'keyQuery' : 'key',
      },
      missing: { table: weight('distances headDim', tableLength, headDim) },
      facts: { dim: headDim, tableLength },
    };
  },
  shaw,
  // Inkling: what a query makes of itself for each distance up to an extent.
  relativeLogits: ({ section, heads, window }) => {
    const dim = section.number('d_rel', count) ?? 1;
    const extent = window ?? section.number('rel_extent', count) ?? 1;
    return {
      options: { method: 'relativeLogits', dim, extent },
      missing: {
        relative: weight('queries heads dim', null, heads, dim),
        table: weight('dim extent', dim, extent),
      },
      facts: { heads },
    };
  },
  // A learned bias for each distance from -d to d - 1, the others as the nearest.
  clippedBias: ({ section, heads }) => {
    const maxDistance = section.fact('farthest') ?? 1;
    const tableLength = 2 * maxDistance;
    return {
      options: { method: 'clippedBias', heads, maxDistance },
      missing: { table: weight('distances heads', tableLength, heads) },
      facts: { tableLength },
    };
  },
  ...Object.fromEntries(gridBiases.map((word) => [word, gridBias])),
};

/** The encodings of a layer besides its rotation. */
export function positionsOf(place: Place): readonly Position[] {
  const { position = 'rope', options, facts, biasScaled } = place.family;
  const scaled = biasScaled ? { biasScale: 1 / Math.sqrt(place.headDim) } : {};
  return position
    .split(' ')
    .flatMap((word) => readers[word]?.(place) ?? [])
    .map((one) => ({
      spec: { ...one.options, ...scaled, ...options } as ModelSpec,
      details: {
        missing: one.missing ?? {},
        facts: { ...one.facts, ...facts },
        made: true,
      },
    }));
}
