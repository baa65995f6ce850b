/** Maps of distances onto trained ones, counted here without the core. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import type { OwnArray } from '../base/dtype.js';
import { PosencRangeError, wrongValue } from '../base/errors.js';
import { allocateResult } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { positionMapParameters } from './position-map.description.js';

const name = 'positionMap';

/** Options of `positionMap`. */
export interface PositionMapOptions
  extends OptionsOf<typeof positionMapParameters> {}

/** Positions with which queries and keys are rotated for some of the scores. */
export interface PositionSet {
  /** What the set serves: `near` and `far`, or the relation of two chunks. */
  readonly name: 'near' | 'far' | 'intra' | 'successive' | 'inter';
  /** A position for each query, for the option `positions` of `rope.rotate`. */
  readonly queries: OwnArray<'Float64Array'>;
  /** A position for each key. */
  readonly keys: OwnArray<'Float64Array'>;
}

/** Positions that keep every distance within those of the training. */
export interface PositionMap {
  /** The sets of positions; each gives scores of all queries and keys. */
  readonly sets: readonly PositionSet[];
  /** Number of the set whose score counts, [queries, keys], row by row. */
  readonly which: OwnArray<'Int32Array'>;
  /** The distance that the rotation sees, query minus key, [queries, keys]. */
  readonly distances: Tensor<'float64'>;
}

export interface PositionMapMethod {
  /**
   * The positions with which ReRoPE, Self-Extend and dual chunk attention
   * rotate queries and keys, so that no distance exceeds those of the training.
   *
   *   formula  r = i - j, near where r < window. ReRoPE: window + slope · (r -
   *            window) beyond it; Self-Extend (Jin et al. 2024): ⌊i/G⌋ - ⌊j/G⌋ +
   *            window - ⌊window/G⌋; dual chunk (An et al. 2024) with C =
   *            chunkSize - localSize: keys j mod C, queries i mod C in the same
   *            chunk, min(i mod C + C, chunkSize) for the chunk before,
   *            min(2C - 1, chunkSize) for all earlier chunks
   *   shapes   two or three sets of [queries] and [keys] positions; `which`
   *            and `distances` [queries, keys]
   *   range    queries and keys up to 2^20; localSize < chunkSize
   *   error    exact, but for the rounding of slope · position
   *   cost     one pass over queries · keys, of 12 bytes each
   *
   * @example
   * ```ts
   * const map = { type: 'rerope', window: 512 } as const;
   * const { sets, which } = pe.positionMap({ map, queries: 1, keys: 4096 });
   * const turned = sets.map(({ queries, keys }) => ({
   *   q: rope.rotate(q, { heads, positions: queries }),
   *   k: rope.rotate(k, { heads, positions: keys }),
   * }));
   * ```
   */
  positionMap(options: PositionMapOptions): PositionMap;
}

export const positionMap: Method<
  PositionMapMethod,
  typeof positionMapParameters,
  PositionMap
> = {
  name,
  parameters: positionMapParameters,
  plan(_, checked) {
    const { queries, keys } = checked;
    const start = checked.queryStart ?? keys - queries;
    if (start < 0) {
      const rule = `at least queries = ${queries}, or queryStart must be given`;
      throw wrongValue(name, 'keys', rule, keys);
    }
    const rules = rulesOf(checked.map);
    const shape = [queries, keys];
    const lists = rules.sets.flatMap((set) => [
      [`${set.name}.queries`, { shape: [queries], dtype: 'float64' }] as const,
      [`${set.name}.keys`, { shape: [keys], dtype: 'float64' }] as const,
    ]);
    return {
      outputs: {
        distances: { shape, dtype: 'float64' },
        which: { shape, dtype: 'int32' },
        ...Object.fromEntries(lists),
      },
      cost: queries * keys * OPERATIONS,
      run: () => mapPositions(rules, start, queries, keys),
    };
  },
};

/** Arithmetic operations for each score, about. */
const OPERATIONS = 4;

/** How a map places queries and keys. */
interface Rules {
  readonly sets: readonly {
    readonly name: PositionSet['name'];
    readonly query: (i: number) => number;
    readonly key: (j: number) => number;
  }[];
  /** Number of the set that counts for a query and an earlier key. */
  readonly which: (i: number, j: number) => number;
}

const same = (position: number) => position;

function rulesOf(map: Checked<typeof positionMapParameters>['map']): Rules {
  if (map.type === 'dualChunk') return chunkRules(map);
  const { window } = map;
  const near = { name: 'near', query: same, key: same } as const;
  const which = (i: number, j: number) => (i - j < window ? 0 : 1);
  if (map.type === 'rerope') {
    const { slope } = map;
    const query = (i: number) => slope * i + (1 - slope) * window;
    const key = (j: number) => slope * j;
    return { sets: [near, { name: 'far', query, key }], which };
  }
  const group = (position: number) => Math.floor(position / map.groupSize);
  const query = (i: number) => group(i) + window - group(window);
  return { sets: [near, { name: 'far', query, key: group }], which };
}

function chunkRules(map: {
  readonly chunkSize: number;
  readonly localSize: number;
}): Rules {
  const { chunkSize, localSize } = map;
  const length = chunkSize - localSize;
  if (length < 1) {
    const rule = `less than map.chunkSize = ${chunkSize}`;
    throw wrongValue(name, 'map.localSize', rule, localSize);
  }
  const key = (j: number) => j % length;
  const after = (i: number) => Math.min((i % length) + length, chunkSize);
  const far = Math.min(2 * length - 1, chunkSize);
  const chunk = (position: number) => Math.floor(position / length);
  return {
    sets: [
      { name: 'intra', query: key, key },
      { name: 'successive', query: after, key },
      { name: 'inter', query: () => far, key },
    ],
    which: (i, j) => Math.min(chunk(i) - chunk(j), 2),
  };
}

function mapPositions(
  rules: Rules,
  start: number,
  queries: number,
  keys: number,
): PositionMap {
  const sets = rules.sets.map((set) => ({
    name: set.name,
    queries: Float64Array.from({ length: queries }, (_, i) =>
      set.query(start + i),
    ),
    keys: Float64Array.from({ length: keys }, (_, j) => set.key(j)),
  }));
  const shape = [queries, keys];
  const distances = allocateResult(name, 'float64', shape);
  const which = countsOf(queries * keys);
  for (let i = 0; i < queries; ++i) {
    for (let j = 0; j < keys; ++j) {
      const at = i * keys + j;
      const set = j > start + i ? 0 : rules.which(start + i, j);
      const { queries: q = [], keys: k = [] } = sets[set] ?? {};
      which[at] = set;
      distances[at] = (q[i] ?? 0) - (k[j] ?? 0);
    }
  }
  return { sets, which, distances: makeTensor(distances, shape, 'float64') };
}

/** A list of counts, or an error that says how much room it needs. */
function countsOf(length: number): OwnArray<'Int32Array'> {
  try {
    return new Int32Array(length);
  } catch (cause) {
    throw new PosencRangeError(
      `${name}: queries · keys must fit into memory, got ${length}`,
      { code: 'ERR_MEMORY', param: 'queries', value: length, cause },
    );
  }
}
