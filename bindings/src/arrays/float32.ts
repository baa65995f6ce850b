/**
 * Converts tensors to float32, also from types that have no typed array in
 * JavaScript.
 */

import { widenFloat16 } from '../base/half.js';
import { readTensor, settled } from './operand.js';
import type { TensorLike } from './tensor.js';

/**
 * The values of a tensor as float32, to plot or to compare.
 *
 * float16 and bfloat16 values are float32 values, so nothing is rounded;
 * float64 values are rounded to the nearest float32.
 *
 *   cost     one pass and a new array; for a float32 tensor none, its `data` is
 *            returned
 *
 * @example
 * ```ts
 * toFloat32(pe.sinusoidal({ length: 4, dim: 8, dtype: 'float16' }));
 * ```
 */
export function toFloat32(tensor: TensorLike): Float32Array {
  const given = readTensor('toFloat32', 'tensor', tensor);
  const { array: data, dtype } = settled('toFloat32', given);
  if (dtype === 'float32') return data as Float32Array;
  if (dtype === 'float64') return Float32Array.from(data);
  const values = new Float32Array(data.length);
  if (dtype === 'bfloat16') {
    // The bits of a bfloat16 are the upper half of those of a float32.
    const bits = new Uint32Array(values.buffer);
    for (let i = 0; i < bits.length; ++i) bits[i] = (data[i] as number) << 16;
  } else {
    widenFloat16(data, values);
  }
  return values;
}
