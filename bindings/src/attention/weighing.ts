/** How scores become weights. The laws are in `cpp/posenc/attention`. */

import type { Pairs } from '../arrays/pairs.js';
import { conflict } from '../arrays/positions.js';
import { wrongValue } from '../base/errors.js';
import type { Scratch } from '../core/memory.js';
import type { WeighingLaw } from '../core/wasm/calls.js';
import type { CheckedCall } from './call-parameters.js';

/** A law other than the softmax. */
export interface Weighing {
  readonly law: WeighingLaw;
  /** The key at the position of each query, or -1, if it is treated apart. */
  readonly own?: Int32Array | undefined;
  readonly current?: boolean;
  readonly remainder?: boolean;
}

/** Reads the law of a call; undefined if it is the softmax. */
export function readWeighing(
  method: string,
  checked: CheckedCall,
  pairs: Pairs,
): Weighing | undefined {
  const { weighing } = checked;
  if (!weighing || weighing.type === 'softmax') return undefined;
  if (checked.sinks !== undefined) throw conflict(method, 'sinks', 'weighing');
  const { type: law } = weighing;
  if (law !== 'stick-breaking') return { law };
  const { current, remainder } = weighing;
  if (checked.prefix !== undefined) {
    throw conflict(method, 'prefix', 'weighing');
  }
  const rule = 'by stick-breaking, whose keys come before the query';
  if (!checked.causal && checked.window?.[1] !== 0) {
    throw wrongValue(method, 'causal', `true ${rule}`, false);
  }
  const { keyAt } = pairs;
  for (let key = 1; key < keyAt.length; ++key) {
    if (keyAt.at(key) > keyAt.at(key - 1)) continue;
    const param = `keyPositions[${key}]`;
    const after = `above the one before it by stick-breaking, in which near keys come last`;
    throw wrongValue(method, param, after, keyAt.at(key));
  }
  const own = current && !remainder ? undefined : ownKeys(pairs);
  return { law, own, current, remainder };
}

/** The key at the position of each query, or -1, where positions of keys rise. */
function ownKeys({ queryAt, keyAt }: Pairs): Int32Array {
  return Int32Array.from({ length: queryAt.length }, (_, query) => {
    const at = queryAt.at(query);
    let [low, high] = [0, keyAt.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keyAt.at(middle) < at) low = middle + 1;
      else high = middle;
    }
    return low < keyAt.length && keyAt.at(low) === at ? low : -1;
  });
}

/** Loads the law of a call, which has some biases, for the core. */
export function loadWeighing(
  scratch: Scratch,
  weighing: Weighing | undefined,
  biases: number,
) {
  const { law = 'softmax', own, current, remainder } = weighing ?? {};
  return {
    ...{ law, own: own ? scratch.copy(own) : 0 },
    ...{ current: current ?? true, remainder: remainder ?? false },
    logs: law === 'linear' || law === 'retention' ? biases : 0,
  };
}
