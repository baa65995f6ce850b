/**
 * The slopes of linear attention: options in, list out. The mathematics is in
 * `cpp/posenc/bias/decay.hpp`.
 */

import { readOptional } from '../arrays/operand.js';
import type { ResultOptions } from '../arrays/plan-table.js';
import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { checkNumbers, wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { headsOf } from '../terms/head-table.js';
import { readWeight } from '../terms/weights.js';
import {
  decaySlopesParameters,
  slopesOrLaw,
} from './decay-slopes.description.js';
import { formulaSlopes, type LoadSlopes, planSlopes } from './slopes.js';

const name = 'decaySlopes';

/** Options of `decaySlopes`; `D` is the dtype of the result. */
export type DecaySlopesOptions<D extends DType = DType> = Omit<
  ResultOptions<D>,
  'rows'
> &
  OptionsOf<typeof decaySlopesParameters, D, 'dtype' | 'out'>;

export interface DecaySlopesMethod {
  /**
   * The slope of each head of linear attention with decay.
   *
   *   formula  `minimax`: 2^(-8 (h+1)/heads) (1 - layer/(layers - 1 + 1e-5) +
   *            1e-5) (transformers); `lightning`: 8 h/heads
   *            (1 - layer/layers) (flash-linear-attention); `retnet`:
   *            -ln(1 - 2^(-5-h)) (Sun et al. 2023, arXiv:2307.08621); `ring`:
   *            those of ALiBi times 1 - (layer-1)/(layers-1) + 1e-5
   *            (Ling team 2025, arXiv:2510.19338); `minimax-text01`: times
   *            1 - layer/(layers-1) + 1e-5 (MiniMax 2025, arXiv:2501.08313)
   *   shapes   [heads]
   *   range    any number of heads; 0 ≤ layer < layers
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 4 ulp
   *   cost     about 6000 operations a head
   *
   * @example
   * ```ts
   * const slopes = pe.decaySlopes({ heads: 2, law: 'retnet' });
   * slopes.data; // 0.0317…, 0.0157…: heads keep 31/32 and 63/64 a step
   * ```
   */
  decaySlopes<D extends DType = 'float32'>(
    options: DecaySlopesOptions<D>,
  ): Tensor<D>;
}

export const decaySlopes: Method<
  DecaySlopesMethod,
  typeof decaySlopesParameters,
  Tensor<DType>
> = {
  name,
  parameters: decaySlopesParameters,
  plan(heap, checked) {
    const { heads, dtype } = checked;
    const out = readOptional(name, 'out', checked.out, dtype);
    const load = decaySlopesLoader(name, checked);
    return planSlopes(heap, name, { heads, load, dtype, out });
  },
};

/** What says the slopes: a law, and the layer if they change with it. */
type Law = Pick<
  Checked<typeof decaySlopesParameters>,
  'heads' | 'law' | 'layer' | 'layers'
>;

/** Makes what loads the slopes of a law; checks its options. */
function decaySlopesLoader(
  method: string,
  { heads, law, layer, layers }: Law,
): LoadSlopes {
  if (law === 'retnet') {
    if (layer !== undefined) throw conflict(method, 'layer', 'law');
    if (layers !== undefined) throw conflict(method, 'layers', 'law');
  } else {
    const rule = `by the law ${law}, an integer`;
    if (layers === undefined) throw missing(method, 'layers', `${rule} ≥ 1`);
    if (layer === undefined) throw missing(method, 'layer', `${rule} ≥ 0`);
    if ((law === 'ring' || law === 'minimax-text01') && layers < 2) {
      const least = `at least 2 by the law ${law}`;
      throw wrongValue(method, 'layers', least, layers);
    }
    if (layer >= layers) {
      throw wrongValue(method, 'layer', `below layers, ${layers}`, layer);
    }
  }
  const place = { layer: layer ?? 0, layers: layers ?? 1 };
  return formulaSlopes(heads, (core, slopes) =>
    core.decaySlopes({ heads, law, ...place, slopes }),
  );
}

/** Slopes that were given, or those of the law that says them. */
export function readSlopesOrLaw(
  heap: Heap,
  method: string,
  checked: Checked<typeof slopesOrLaw>,
): { readonly heads: number; readonly load: LoadSlopes } {
  const { slopes: given, law, layer, layers } = checked;
  const shaped = slopesOrLaw.slopes;
  const heads = headsOf(heap, method, checked.heads, [
    ['slopes', given, shaped],
  ]);
  if (given === undefined) {
    if (law === undefined) throw missing(method, 'law', '', ' without slopes');
    return {
      heads,
      load: decaySlopesLoader(method, { heads, law, layer, layers }),
    };
  }
  for (const other of ['law', 'layer', 'layers']) {
    if (checked.given.has(other)) throw conflict(method, other, 'slopes');
  }
  const slopes = readWeight(heap, method, 'slopes', given, [heads], shaped);
  return {
    heads,
    load(scratch) {
      const at = slopes.float64(scratch);
      const values = new Float64Array(heap.buffer, at, heads);
      checkNumbers(
        ...([method, 'slopes', values, 'finite and at least 0'] as const),
        (slope) => slope >= 0 && slope < Infinity,
      );
      return at;
    },
  };
}
