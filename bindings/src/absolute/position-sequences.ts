/** Positions of packed sequences, of their chunks, and of trees of drafts. */

import { conflict } from '../arrays/positions.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { positionIdsParameters } from './position-ids.description.js';
import {
  LARGEST_INDEX,
  sequencesVariants,
} from './position-sequences.description.js';

type Sequences = NonNullable<
  Checked<typeof positionIdsParameters>['sequences']
>;
type Of<T extends Sequences['type']> = Extract<Sequences, { readonly type: T }>;
type Packed = Of<'packed' | 'chunked'>;

/** Where options of sequences stand. */
interface Place {
  readonly method: string;
  readonly path: string;
}

/** Plans the positions of sequences without padding, or of a tree. */
export function planSequences(place: Place, sequences: Sequences) {
  const ids = idsOf(place, sequences);
  return {
    outputs: { ids: { shape: [ids.tokens], dtype: 'int32' as const } },
    cost: ids.tokens,
    run: () => {
      const out = allocateResult(place.method, 'int32', [ids.tokens]);
      ids.write(out);
      return out;
    },
  };
}

/** The number of tokens, and what writes their positions. */
interface Ids {
  readonly tokens: number;
  readonly write: (out: Int32Array) => void;
}

function idsOf(place: Place, sequences: Sequences): Ids {
  if (sequences.type === 'tree') return treeIds(place, sequences);
  if (sequences.type === 'segments') return segmentIds(place, sequences);
  return packedIds(place, sequences);
}

function packedIds(place: Place, sequences: Packed): Ids {
  const { method, path } = place;
  const lengths = lengthsOf(place, sequences);
  const { starts } = sequences;
  if (starts && starts.length !== lengths.length) {
    const rule = `${lengths.length}, the number of sequences`;
    const at = `${path}.starts.length`;
    throw wrongValue(method, at, rule, starts.length, 'ERR_SHAPE');
  }
  const chunk = sequences.type === 'chunked' ? sequences.chunkSize : Infinity;
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const last = lengths.reduce(
    (most, length, s) => Math.max(most, (starts?.[s] ?? 0) + length - 1),
    0,
  );
  if (Math.max(tokens, last) > LARGEST_INDEX) {
    const rule = 'such that positions and tokens are below 2^31';
    throw wrongValue(method, path, rule, Math.max(tokens, last));
  }
  return {
    tokens,
    write(out) {
      let done = 0;
      lengths.forEach((length, s) => {
        const start = starts?.[s] ?? 0;
        for (let i = 0; i < length; ++i, ++done)
          out[done] = (start + i) % chunk;
      });
    },
  };
}

/** The length of each sequence, by itself or by the boundaries of all. */
function lengthsOf(
  { method, path }: Place,
  { lengths, boundaries }: Packed,
): readonly number[] {
  if (lengths && boundaries) {
    throw conflict(method, `${path}.boundaries`, `${path}.lengths`);
  }
  if (lengths) return lengths;
  if (!boundaries) {
    const rule = ruleOf(sequencesVariants.packed.lengths);
    throw missing(method, `${path}.lengths`, rule);
  }
  if (boundaries[0] !== 0) {
    throw wrongValue(method, `${path}.boundaries[0]`, '0', boundaries[0]);
  }
  return boundaries.slice(1).map((end, s) => {
    const from = boundaries[s] as number;
    if (end >= from) return end - from;
    const at = `${path}.boundaries[${s + 1}]`;
    throw wrongValue(method, at, `at least ${from}, the one before it`, end);
  });
}

/**
 * Positions on two levels (He et al. 2024, BiPE, arXiv:2401.16421): in a segment,
 * and of segments. A separator belongs to the segment that it ends.
 */
function segmentIds({ method, path }: Place, sequences: Of<'segments'>): Ids {
  const { tokens, level, largest = LARGEST_INDEX } = sequences;
  const { lengths = [tokens.length] } = sequences;
  const all = lengths.reduce((sum, length) => sum + length, 0);
  if (all !== tokens.length) {
    const rule = `such that their sum is ${tokens.length}, the number of tokens`;
    throw wrongValue(method, `${path}.lengths`, rule, all, 'ERR_SHAPE');
  }
  if (level === 'inter' && sequences.largest !== undefined) {
    throw conflict(method, `${path}.largest`, `${path}.level`);
  }
  const separators = new Set(sequences.separators);
  return {
    tokens: tokens.length,
    write(out) {
      let done = 0;
      for (const length of lengths) {
        const end = done + length;
        let [within, segment] = [0, 0];
        for (; done < end; ++done) {
          out[done] = level === 'intra' ? Math.min(within, largest) : segment;
          const ends = separators.has(tokens[done] as number);
          within = ends ? 0 : within + 1;
          if (ends) segment += 1;
        }
      }
    },
  };
}

function treeIds(place: Place, { parents, past }: Of<'tree'>): Ids {
  const depths = treeDepths(place, parents);
  const last = depths.reduce((most, depth) => Math.max(most, depth), 0) + past;
  if (last > LARGEST_INDEX) {
    const rule = 'such that positions are below 2^31';
    throw wrongValue(place.method, `${place.path}.past`, rule, past);
  }
  return {
    tokens: depths.length,
    write: (out) => out.set(depths.map((depth) => past + depth)),
  };
}

/** The number of tokens before each node, on its way from the root. */
export function treeDepths(
  { method, path }: Place,
  parents: readonly number[],
): readonly number[] {
  const depths: number[] = [];
  parents.forEach((parent, node) => {
    if (parent >= node) {
      const rule = `less than ${node}, the index of the token itself`;
      const at = path === '' ? 'parents' : `${path}.parents`;
      throw wrongValue(method, `${at}[${node}]`, rule, parent);
    }
    depths.push(parent < 0 ? 0 : (depths[parent] as number) + 1);
  });
  return depths;
}
