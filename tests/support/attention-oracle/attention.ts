/**
 * Attention of one sequence, a pair of a query and a key at a time:
 *
 *   score   = cap(scale · (R q · R k + Σ relative terms) + Σ biases)
 *   softmax = e^score / (Σ over visible keys e^score + e^sink)
 *   weight  = gate · softmax
 *   output  = Σ over keys weight · (v + value term)
 *
 * A key that a query does not see is absent, whatever it holds: its score is
 * -∞, and it adds nothing. So is one that has -∞ as a term.
 *
 * Other laws than the softmax stand in `weighing.ts`.
 *
 * cap(s) = c · tanh(s / c). Query head h reads key head ⌊h·keyHeads / heads⌋.
 */

import { Array64, add, dot, range, sum } from './array.js';

/** A query and a key of one head. Everything a term may depend on. */
export interface Pair {
  readonly head: number;
  readonly keyHead: number;
  /** Indices of the query and of the key. */
  readonly i: number;
  readonly j: number;
  /** Positions of the query and of the key. */
  readonly queryAt: number;
  readonly keyAt: number;
  /** keyAt - queryAt */
  readonly distance: number;
  /** The query and the key as given, before rotation. */
  readonly q: number[];
  readonly k: number[];
  /** scale · R q · R k of this query and the key of any index. */
  content(j: number): number;
  /** Whether this query sees the key of any index. */
  sees(j: number): boolean;
}

export type Term = (pair: Pair) => number;

/** The keys of a query in a head. */
export interface Line {
  readonly head: number;
  readonly i: number;
  /** -Infinity for keys that are not visible. */
  readonly scores: readonly number[];
  /** The sums of biases that stand apart. */
  readonly biases: readonly number[];
}

/** Gives the weights of a line. */
export type Weigh = (line: Line) => readonly number[];

/** Turns a query or a key of a head by its position. */
export type Turn = (row: number[], position: number, head: number) => number[];

export interface Scene {
  /** [queries, heads, headDim] */
  readonly q: Array64;
  /** [keys, keyHeads, headDim] */
  readonly k: Array64;
  /** [keys, keyHeads, valueDim] */
  readonly v?: Array64;
  readonly queryAt: readonly number[];
  readonly keyAt: readonly number[];
  readonly scale: number;
  readonly turnQuery?: Turn;
  readonly turnKey?: Turn;
  /** Terms that the scale multiplies. */
  readonly relative?: Readonly<Record<string, Term>>;
  /** Terms that are added after the scale. */
  readonly bias?: Readonly<Record<string, Term>>;
  readonly softCap?: number;
  /** Whether query i sees key j in a head. All see all without it. */
  readonly sees?: (i: number, j: number, head: number) => boolean;
  /** [heads] */
  readonly sinks?: Array64;
  /** How scores become weights: by the softmax without it. */
  readonly weigh?: Weigh;
  /** Biases that are no summands of scores, but what `weigh` reads. */
  readonly apart?: readonly string[];
  readonly gate?: Term;
  /** What is added to the value of a pair. */
  readonly values?: (pair: Pair) => number[];
}

export interface Seen {
  /** Each part of the scores before cap and mask, [heads, queries, keys]. */
  readonly terms: Readonly<Record<string, Array64>>;
  /** The sum of the terms, before cap and mask. */
  readonly sums: Array64;
  /** After cap and mask: -Infinity for keys that are not visible. */
  readonly scores: Array64;
  /** The softmax, before the gate. */
  readonly softmax: Array64;
  /** After the gate. */
  readonly weights: Array64;
  /** [queries, heads, valueDim], if the scene has values. */
  readonly output?: Array64;
}

export function attend(scene: Scene): Seen {
  const { q, k, v, scale, softCap, sinks } = scene;
  const [queries, heads] = [q.size(0), q.size(1)];
  const [keys, keyHeads] = [k.size(0), k.size(1)];
  const sees = scene.sees ?? (() => true);
  const own = (head: number) => Math.floor((head * keyHeads) / heads);
  const turnedQ = turned(q, scene.queryAt, scene.turnQuery);
  const turnedK = turned(k, scene.keyAt, scene.turnKey);
  const content = Array64.of([heads, queries, keys], (head, i, j) => {
    return scale * dot(turnedQ.row(i, head), turnedK.row(j, own(head)));
  });
  const pairAt = (head: number, i: number, j: number): Pair => {
    const keyHead = own(head);
    const [from, to] = [scene.queryAt[i] as number, scene.keyAt[j] as number];
    return {
      ...{ head, keyHead, i, j },
      ...{ queryAt: from, keyAt: to, distance: to - from },
      q: q.row(i, head),
      k: k.row(j, keyHead),
      content: (t) => content.at(head, i, t),
      sees: (t) => sees(i, t, head),
    };
  };
  const map = (term: Term, factor: number) =>
    Array64.of(
      [heads, queries, keys],
      (head, i, j) => factor * term(pairAt(head, i, j)),
    );

  const terms: Record<string, Array64> = { content };
  for (const [name, term] of Object.entries(scene.relative ?? {})) {
    terms[name] = map(term, scale);
  }
  for (const [name, term] of Object.entries(scene.bias ?? {})) {
    terms[name] = map(term, 1);
  }
  const { apart = [] } = scene;
  const sumOf = (names: readonly string[]) =>
    Array64.of(content.shape, (...index) => {
      const all = names.map((name) => (terms[name] as Array64).at(...index));
      return all.includes(-Infinity) ? -Infinity : sum(all);
    });
  const sums = sumOf(Object.keys(terms));
  const biases = sumOf(apart);
  const added = sumOf(
    Object.keys(terms).filter((name) => !apart.includes(name)),
  );
  const scores = Array64.of(content.shape, (head, i, j) => {
    if (!sees(i, j, head)) return -Infinity;
    if (sums.at(head, i, j) === -Infinity) return -Infinity;
    const score = added.at(head, i, j);
    return softCap === undefined ? score : softCap * Math.tanh(score / softCap);
  });
  const softmax = mapRows(scores, (row, head, i) => {
    if (scene.weigh) {
      const line = { head, i, scores: row, biases: biases.row(head, i) };
      return [...scene.weigh(line)];
    }
    const sink = sinks?.at(head) ?? -Infinity;
    const most = Math.max(...row, sink);
    // Without a visible key and a sink, nothing is distributed.
    if (most === -Infinity) return row.map(() => 0);
    const total = sum(row.map((score) => Math.exp(score - most)));
    const whole = total + Math.exp(sink - most);
    return row.map((score) => Math.exp(score - most) / whole);
  });
  const { gate } = scene;
  const weights = Array64.of(content.shape, (head, i, j) => {
    const own = softmax.at(head, i, j);
    if (own === 0) return 0;
    const factor = gate ? gate(pairAt(head, i, j)) : 1;
    return own * factor;
  });
  if (!v) return { terms, sums, scores, softmax, weights };

  const rows = range(queries).flatMap((i) =>
    range(heads).flatMap((head) => {
      const weighted = range(keys).map((j) => {
        const pair = pairAt(head, i, j);
        const value = v.row(j, pair.keyHead);
        if (softmax.at(head, i, j) === 0) return value.map(() => 0);
        const whole = scene.values ? add(value, scene.values(pair)) : value;
        return whole.map((x) => x * weights.at(head, i, j));
      });
      return weighted.reduce(add, new Array<number>(v.size(2)).fill(0));
    }),
  );
  const output = new Array64([queries, heads, v.size(2)], rows);
  return { terms, sums, scores, softmax, weights, output };
}

/** Turns the rows [rows, heads, headDim] by their positions. */
function turned(
  x: Array64,
  at: readonly number[],
  turn: Turn = (row) => row,
): Array64 {
  const rows = range(x.size(0)).flatMap((row) =>
    range(x.size(1)).flatMap((head) =>
      turn(x.row(row, head), at[row] as number, head),
    ),
  );
  return new Array64(x.shape, rows);
}

/** Maps the rows of [heads, queries, keys]. */
function mapRows(
  map: Array64,
  change: (row: number[], head: number, i: number) => number[],
): Array64 {
  const rows = range(map.size(0)).flatMap((head) =>
    range(map.size(1)).flatMap((i) => change(map.row(head, i), head, i)),
  );
  return new Array64(map.shape, rows);
}
