/**
 * Biases inside attention with a factor for each query, such as the gates that
 * WavLM makes of its hidden states (Chen et al. 2022, arXiv:2110.13900).
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import { makeTensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { growableBuffer } from '../core/growable-buffer.js';
import type { Heap } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import type { PlannedTerms, Term, TermSizes, Tile } from '../terms/term.js';

/** The option of factors that the spec of a bias has inside attention. */
export const gateParameters = {
  queryGate: {
    kind: 'floats',
    axes: [
      ['queries', 'heads'],
      ['batch', 'queries', 'heads'],
    ],
    optional: true,
  },
} as const;

/** The terms of a bias times the factors that its spec gives, if it does. */
export function gated(
  heap: Heap,
  method: string,
  planned: PlannedTerms,
  value: unknown,
  { heads, queries, items = 1 }: TermSizes,
): PlannedTerms {
  if (value === undefined) return planned;
  const place = { method, param: 'queryGate' };
  const given = readGiven(method, place.param, value, 'float32');
  const { shape, length } = inputOf(heap, method, given);
  const sizes = { batch: items, queries, heads };
  fitAxes(place, gateParameters.queryGate, shape, sizes);
  const one = queries * heads;
  const each = length === items * one;
  if (!each && length !== one) {
    const rule = `${one}, one for each query and head`;
    throw wrongValue(method, 'queryGate.length', rule, length, 'ERR_SHAPE');
  }
  return {
    ...planned,
    load(scratch, gradient) {
      const { core } = scratch;
      const loaded = planned.load(scratch, gradient);
      const rooms = {
        factors: growableBuffer(scratch),
        map: growableBuffer(scratch),
      };
      const sums = new Float64Array(gradient ? length : 0);
      /** The places of the factors of a map, row by row. */
      const placesOf = ({ item, row, rows }: Tile) =>
        Array.from({ length: heads * rows }, (_, n) => {
          const query = (each ? item * queries : 0) + row + (n % rows);
          return query * heads + Math.floor(n / rows);
        });
      /** Multiplies the rows of a map. */
      const scale = (tile: Tile, x: number, out: number) => {
        const places = placesOf(tile);
        const factors = rooms.factors(places.length * 4);
        const { array } = inputOf(heap, method, given).operand;
        const list = places.map((n) => array[n] as number);
        new Float32Array(heap.buffer, factors, list.length).set(list);
        const rows = { rows: list.length, width: tile.keys };
        scratch.check(core.scaleRows({ x, factors, ...rows, out }));
      };
      const times = (term: Term): Term => ({
        name: term.name,
        write(tile, out) {
          term.write(tile, out);
          scale(tile, out, out);
        },
        back(tile, upstream, into) {
          const { rows, keys } = tile;
          const count = heads * rows * keys;
          const map = rooms.map(count * 4);
          term.write(tile, map);
          const by = new Float32Array(heap.buffer, upstream, count);
          const own = new Float32Array(heap.buffer, map, count);
          for (const [row, n] of placesOf(tile).entries()) {
            let sum = 0;
            for (let at = row * keys; at < (row + 1) * keys; ++at) {
              // What is masked has no gradient, whatever its bias.
              if (by[at] !== 0) sum += (by[at] as number) * (own[at] as number);
            }
            sums[n] = (sums[n] as number) + sum;
          }
          scale(tile, upstream, map);
          term.back(tile, map, into);
        },
      });
      return {
        ...loaded,
        terms: loaded.terms.map(times),
        gradients: () => ({
          ...loaded.gradients?.(),
          queryGate: makeTensor(
            Float32Array.from(sums),
            shape ?? [...(each && items > 1 ? [items] : []), queries, heads],
            'float32',
          ),
        }),
      };
    },
  };
}
