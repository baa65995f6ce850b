/** A bias or gate that is given as a finished tensor. */

import { type Given, inputOf, shapeError } from '../arrays/operand.js';
import { makeTensor } from '../arrays/tensor.js';
import type { Heap } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import type { PlannedTerms, Tile } from '../terms/term.js';
import { scoreParameters } from './scores.description.js';
import type { Sizes } from './sizes.js';

/**
 * The term of a tensor [heads, queries, keys], which may have one head for all,
 * and an axis of the batch before. Its gradient is summed in float32, over the
 * items and heads that share a number.
 */
export function planTensorTerm(
  heap: Heap,
  method: string,
  name: string,
  given: Given<'float32'>,
  { batch, heads, items, queries, keys }: Sizes,
): PlannedTerms {
  const { shape, length } = inputOf(heap, method, given);
  const known = { batch: batch ?? null, heads, queries, keys };
  const { param } = given;
  fitAxes({ method, param }, scoreParameters.gate, shape, known);
  const axes = mapAxes(shape, batch) ?? [
    ...[length / (queries * keys), queries, keys],
  ];
  const [last, before, own = 1, first] = [...axes].reverse();
  const fits =
    axes.length >= 2 &&
    axes.length <= 4 &&
    last === keys &&
    before === queries &&
    (own === heads || own === 1) &&
    (first === undefined || first === batch);
  if (!fits) {
    const map = `${heads}, ${queries}, ${keys}]`;
    const all = batch === undefined ? '' : ` or [${batch}, ${map}`;
    const rule = `[${map}${all}, where the heads may be 1`;
    throw shapeError(method, given.param, rule, shape ?? [length]);
  }
  /** Index of the first number of a tile's rows of a head. */
  const at = ({ item, row }: Tile, head: number) => {
    const map = (first === undefined ? 0 : item) * own;
    return ((map + (own === 1 ? 0 : head)) * queries + row) * keys;
  };
  return {
    names: [name],
    cost: items * heads * queries * keys,
    load(_, gradient) {
      const sums = new Float32Array(gradient ? length : 0);
      const term = {
        name,
        write(tile: Tile, out: number) {
          const count = tile.rows * keys;
          const { array } = inputOf(heap, method, given).operand;
          const map = new Float32Array(heap.buffer, out, heads * count);
          for (let head = 0; head < heads; ++head) {
            const from = at(tile, head);
            map.set(array.subarray(from, from + count), head * count);
          }
        },
        back(tile: Tile, upstream: number) {
          const count = tile.rows * keys;
          const by = new Float32Array(heap.buffer, upstream, heads * count);
          for (let head = 0; head < heads; ++head) {
            const to = at(tile, head);
            for (let i = 0; i < count; ++i) {
              sums[to + i] =
                (sums[to + i] as number) + (by[head * count + i] as number);
            }
          }
        },
      };
      return {
        terms: [term],
        gradients: () => ({ [name]: makeTensor(sums, axes, 'float32') }),
      };
    },
  };
}

/**
 * The axes of a tensor without those of length 1 before its maps; none if it is
 * a flat list.
 */
function mapAxes(
  shape: readonly number[] | undefined,
  batch: number | undefined,
): readonly number[] | undefined {
  if (!shape || shape.length === 1) return undefined;
  const each = shape.length >= 4 && shape.at(-4) === batch;
  return shape.slice(each ? -4 : -3);
}
