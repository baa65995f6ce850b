/**
 * Sinusoidal position encodings: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/sinusoidal.hpp`.
 */

import { checkOptions } from './checks.js';
import type { DType } from './dtype.js';
import type { Heap } from './memory.js';
import type { OptionsOf } from './methods/describe.js';
import { sinusoidalDescription } from './methods/sinusoidal.js';
import { readOptional, targetOf } from './operand.js';
import { computeFrequencies, makeOscillators } from './oscillators.js';
import {
  type Positions,
  type positionParameters,
  readPositions,
} from './positions.js';
import { streamRows } from './stream.js';
import type { Tensor } from './tensor.js';
import { CODE } from './wasm/raw.js';

const { name, parameters } = sinusoidalDescription;

/**
 * Options of `sinusoidal`: positions, as `length`, `start` and `step` or as a
 * list, and what the table is like. `D` is the dtype of the table.
 */
export type SinusoidalOptions<D extends DType = DType> = Positions &
  OptionsOf<
    (typeof sinusoidalDescription)['parameters'],
    D,
    keyof typeof positionParameters
  >;

/** The method `sinusoidal`; its contract stands at `Posenc.sinusoidal`. */
export function sinusoidal<D extends DType>(
  heap: Heap,
  options: SinusoidalOptions<D>,
): Tensor<D> {
  const checked = checkOptions(name, parameters, options);
  const { dim, base, precision } = checked;
  const dtype = checked.dtype as D;
  const rows = readPositions(name, checked);
  const shape = [rows.length, dim];
  const given = readOptional(name, 'out', checked.out, dtype);
  const out = targetOf(heap, name, given, { dtype, shape });

  // An odd width has one sine more than cosines.
  const frequencies = computeFrequencies(heap, name, {
    base,
    width: dim,
    count: Math.ceil(dim / 2),
    precision,
  });
  heap.scope(name, (scratch) => {
    const bank = makeOscillators(scratch, frequencies);
    const table = {
      dim,
      layout: CODE.columns[checked.layout],
      dtype: CODE.dtype[dtype],
    };
    const lanes = [{ width: dim, to: out.operand }];
    streamRows(scratch, rows, lanes, (where, count, at) =>
      bank.sinusoidal(table, where, count, at.to),
    );
  });
  return out.tensor();
}
