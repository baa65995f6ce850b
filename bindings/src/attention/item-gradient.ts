/**
 * Takes the gradients by queries, keys and values of an item further back:
 * through the rotation, the factors of queries, what normalised them, and the
 * weights that made them.
 */

import { type Given, inputOf } from '../arrays/operand.js';
import type { PositionedRows } from '../arrays/positions.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import type { Scratch } from '../core/memory.js';
import type { Where } from '../core/wasm/calls.js';
import { type RopeCore, turnsOf } from '../rotary/core.js';
import { rowsGradient } from './by-position.js';
import type { Call } from './call.js';
import { earlyTurns } from './early-turns.js';
import { clear, type ItemGradient } from './gradients.js';
import type { Item } from './items.js';
import type { LoadedCall } from './loaded-call.js';
import type { Embedding } from './sizes.js';
import { turner } from './turner.js';

/** Where the gradients of a call go. */
interface GradientEnds {
  /** Address of the gradient of a weight, to which items add; by its option. */
  readonly weights: (name: string) => number;
  /** Address of the gradient of the frequencies; 0 if it is not computed. */
  readonly frequencies: number;
  /** A tensor of the result by its name, if the call gives it. */
  readonly resultOf: (name: string) => Tensor<'float32'> | undefined;
}

/** The backward pass of items. */
export interface ItemBackward {
  /** Where the tiles of an item add their gradients, with zeros. */
  begin(): ItemGradient;
  /** Takes the gradients of an item back, and copies them to the results. */
  end(item: number, at: Item, by: ItemGradient): void;
  /** The gradient of a table that is a tensor, after all items. */
  table(): Tensor<'float32'> | undefined;
  /** The gradient of the factors of queries, if they are a tensor. */
  queryScale(): Tensor<'float32'> | undefined;
  /** The gradients of what normalises queries and keys, by option. */
  norms(): Readonly<Record<string, Tensor<'float32'>>>;
}

/** Allocates the gradients of an item. */
export function itemBackward(
  scratch: Scratch,
  call: Call,
  { shared, rope }: Pick<LoadedCall, 'shared' | 'rope'>,
  { weights, frequencies, resultOf }: GradientEnds,
): ItemBackward {
  const { core, heap } = scratch;
  const { pairs, rotaryRows, terms, sizes, table } = call;
  const { queries, keys, heads, keyHeads, headDim } = sizes;
  const inverse = call.rotaryInverse;
  const counts = {
    q: queries * heads * headDim,
    k: keys * keyHeads * headDim,
    v: call.v ? call.v.rows * call.v.width : 0,
  };
  const own = (count: number) => (count ? scratch.bytes(count * 4) : 0);
  const turned = { q: own(counts.q), k: own(counts.k), v: own(counts.v) };
  // Relative terms read q and k before rotation.
  const early = earlyTurns(scratch, call, rope, true);
  const late = early ? undefined : rope;
  const separate = late !== undefined && terms.relative;
  const unturned = separate ? { q: own(counts.q), k: own(counts.k) } : turned;
  const turnBack = {
    q: turner(scratch, call, late, {
      ...{ side: 'query', at: rotaryRows.queries, heads, back: true },
    }),
    k: turner(scratch, call, late, {
      ...{ side: 'key', at: rotaryRows.keys, heads: keyHeads, back: true },
    }),
  };
  const byTurned = own(Math.max(0, ...(early ?? []).map(({ count }) => count)));
  const x = embeddingGradient(scratch, call.x);
  const context = embeddingGradient(scratch, call.context);
  const tableGradient =
    table?.given.tensor &&
    rowsGradient(
      heap,
      call.method,
      table.given.tensor,
      (call.x ?? (call.context as Embedding)).dim,
    );

  const { norms } = shared;
  const normLast = call.norms?.turned;
  /** Takes gradients back through what normalised queries and keys. */
  const normBack = (at: Item, q: number, k: number) => {
    norms?.q.back(at.plainQ, queries, q);
    norms?.k.back(at.plainK, keys, k);
  };
  const factorGradient =
    call.queryFactors && factorSums(scratch, call.queryFactors);

  /** Takes the gradient by q or k after rotation back to before it. */
  const back = (side: 'q' | 'k', item: number) => {
    const by = turnBack[side](turned[side], item);
    const count = counts[side];
    if (separate) {
      scratch.check(core.add({ x: by, y: unturned[side], count, out: by }));
    }
    return by;
  };
  /** Copies a gradient to its result, or takes it to weights and embeddings. */
  const finish = (name: Name, item: number, by: number, at: Item) => {
    const part = call[name.part];
    if (!part) return;
    const { rows, width, from } = part;
    if (!from) {
      copyTo(scratch, resultOf(name.part), item, by, rows * width);
      return;
    }
    const other = from === call.context;
    const out = (other ? context : x)?.pointer ?? 0;
    const embedded = other ? at.context : at.x;
    const turn = { q: early?.[0], k: early?.[1], v: undefined }[name.part];
    const count = rows * from.dim;
    let byEmbedded = by;
    if (part.weight) {
      // What was turned is turned back before it is added to the rest.
      byEmbedded = turn ? byTurned : out;
      if (turn) clear(scratch, byTurned, count);
      scratch.check(
        core.linearGradient({
          sizes: { rows, in: from.dim, out: width },
          x: { q: at.ofQ, k: at.ofK, v: embedded }[name.part],
          ...{ weight: shared.of(part.weight), upstream: by },
          xGradient: byEmbedded,
          weightGradient: weights(`${name.weight}Weight`),
          biasGradient: part.bias ? weights(`${name.weight}Bias`) : 0,
        }),
        8 * 4 * Math.max(width, 256),
      );
    }
    if (turn && rope && frequencies) {
      const sums = { rope, inverse, gradient: frequencies, headDim };
      const place = [turn.at[0], turn.heads] as const;
      addFrequencies(scratch, sums, ...place, embedded, byEmbedded);
    }
    if (turn) byEmbedded = turn.turn(byEmbedded, item);
    if (byEmbedded === out) return;
    scratch.check(core.add({ x: out, y: byEmbedded, count, out }));
  };

  return {
    begin() {
      for (const side of ['q', 'k', 'v'] as const) {
        if (turned[side]) clear(scratch, turned[side], counts[side]);
      }
      if (separate) {
        clear(scratch, unturned.q, counts.q);
        clear(scratch, unturned.k, counts.k);
      }
      return { ...unturned, turnedQ: turned.q, turnedK: turned.k, v: turned.v };
    },
    end(item, at, by) {
      if (normLast) normBack(at, turned.q, turned.k);
      if (late && frequencies) {
        const sums = { rope: late, inverse, gradient: frequencies, headDim };
        addFrequencies(scratch, sums, pairs.queryAt, heads, at.q, by.turnedQ);
        addFrequencies(scratch, sums, pairs.keyAt, keyHeads, at.k, by.turnedK);
      }
      const [q, k] = [back('q', item), back('k', item)];
      const { factors } = shared;
      if (factors) {
        const { unscaledQ } = at;
        factorGradient?.add(unscaledQ, q, heads * headDim);
        const rows = { rows: queries, width: heads * headDim };
        scratch.check(core.scaleRows({ x: q, factors, ...rows, out: q }));
      }
      if (!normLast) normBack(at, q, k);
      x?.clear();
      context?.clear();
      finish({ part: 'q', weight: 'query' }, item, q, at);
      finish({ part: 'k', weight: 'key' }, item, k, at);
      finish({ part: 'v', weight: 'value' }, item, by.v, at);
      const sides = [
        { name: 'x', of: x, at: pairs.queryAt },
        { name: 'context', of: context, at: pairs.keyAt },
      ];
      for (const { name, of, at } of sides) {
        if (!of) continue;
        copyTo(scratch, resultOf(name), item, of.pointer, of.count);
        const rows = new Float32Array(heap.buffer, of.pointer, of.count);
        tableGradient?.add(at, rows, table?.scale ?? 1);
      }
    },
    table: () => tableGradient?.tensor(),
    queryScale: () => factorGradient?.tensor(),
    norms: () => ({ ...norms?.q.gradients(), ...norms?.k.gradients() }),
  };
}

/** The names of queries, keys or values: as an array, and of their weight. */
interface Name {
  readonly part: 'q' | 'k' | 'v';
  readonly weight: 'query' | 'key' | 'value';
}

/**
 * Collects the gradient of factors of queries that are a tensor: of each, the
 * sum over heads and items of its query times the gradient by the scaled query.
 */
function factorSums({ heap }: Scratch, given: Given<'float32'>) {
  const { shape, length } = inputOf(heap, 'attentionGradient', given);
  const sums = new Float64Array(length);
  return {
    add(query: number, upstream: number, width: number) {
      const count = length * width;
      const q = new Float32Array(heap.buffer, query, count);
      const by = new Float32Array(heap.buffer, upstream, count);
      for (let n = 0; n < count; ++n) {
        const own = by[n] as number;
        if (own === 0) continue;
        const row = Math.floor(n / width);
        sums[row] = (sums[row] as number) + own * (q[n] as number);
      }
    },
    tensor: () =>
      makeTensor(Float32Array.from(sums), shape ?? [length], 'float32'),
  };
}

/** Room for the gradient by the embeddings of an item. */
function embeddingGradient(scratch: Scratch, embedding: Embedding | undefined) {
  if (!embedding) return undefined;
  const count = embedding.rows * embedding.dim;
  const pointer = scratch.bytes(count * 4);
  return { pointer, count, clear: () => clear(scratch, pointer, count) };
}

/** Copies the numbers of an item to its part of a result. */
function copyTo(
  { heap }: Scratch,
  result: Tensor<'float32'> | undefined,
  item: number,
  pointer: number,
  count: number,
): void {
  const part = new Float32Array(heap.buffer, pointer, count);
  result?.data.set(part, item * count);
}

/** What a rope reads and writes where it turns by the opposite angles. */
const reversed = ({ layout, outLayout }: RopeCore) => ({
  ...{ layout: outLayout, outLayout: layout },
});

/** The opposite positions of rows, whose angles are the opposite ones. */
function opposite(rows: PositionedRows, list: Float64Array): Where {
  for (let row = 0; row < list.length; ++row) list[row] = -rows.at(row);
  return { start: 0, first: 0, positions: list.byteOffset, apart: 0 };
}

/** Adds the gradient by the frequencies of a rope, which turned some rows. */
function addFrequencies(
  scratch: Scratch,
  {
    rope,
    inverse,
    gradient,
    headDim,
  }: {
    readonly rope: RopeCore;
    readonly inverse: boolean;
    readonly gradient: number;
    readonly headDim: number;
  },
  rows: PositionedRows,
  heads: number,
  x: number,
  upstream: number,
): void {
  const { length } = rows;
  const { heap } = scratch;
  heap.scope('attentionGradient', (inner) => {
    const list = inner.bytes(length * 8);
    const { rotaryStart } = rope;
    const { layout, outLayout } = inverse ? reversed(rope) : rope;
    const at = {
      ...{ heads, headDim, headsFirst: false, sequences: 1, length },
      dtype: 'float32' as const,
    };
    const status = inner.core.frequencyGradient({
      turns: turnsOf(inner, rope.turns),
      options: {
        ...{ at, rotaryStart, layout, outLayout },
        ...{ inverse: false, constant: false },
      },
      where: inverse
        ? opposite(rows, new Float64Array(heap.buffer, list, length))
        : rows.where(0, length, heap.buffer, list),
      ...{ rows: length, x, upstream, gradient },
    });
    inner.check(status);
  });
}
