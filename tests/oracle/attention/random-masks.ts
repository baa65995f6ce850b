/** Random masks of attention. */

import { type AttentionOptions, tensor } from 'posenc';
import { range } from '../../support/attention-oracle/array.js';
import {
  causal,
  either,
  every,
  only,
  prefixed,
  type Sees,
  sameDocument,
  windowed,
} from '../../support/attention-oracle/masks.js';
import type { Random } from '../random.js';
import type { Sizes } from './made.js';
import type { Places } from './random-kit.js';

export interface Masked {
  readonly options: AttentionOptions;
  /** What the queries of an item see. */
  readonly sees: (item: number) => Sees;
}

/** None of most masks, and all kinds sometimes. */
export function masksOf(
  random: Random,
  { heads, queries, keys }: Sizes,
  { queryAt, keyAt }: Places,
  batch: number | undefined,
  law?: 'causal',
): Masked {
  const rare = () => random.next() < 0.25;
  const flags = (count: number) =>
    range(count).map(() => (random.next() < 0.7 ? 1 : 0));
  const places: Sees[] = [];
  const others: Sees[] = [];
  const options: Record<string, unknown> = {};
  if (rare() || rare() || law) {
    options.causal = true;
    places.push(causal(queryAt, keyAt));
  }
  if (rare()) {
    const window = [random.integer(0, 9), random.integer(0, 9)] as const;
    options.window = [...window];
    places.push(windowed(queryAt, keyAt, window));
  }
  let byPlace = every(...places);
  if (rare() && !law) {
    const prefix = random.integer(0, 12);
    options.prefix = prefix;
    byPlace = either(byPlace, prefixed(keyAt, prefix));
  }
  if (rare()) {
    const [ofQueries, ofKeys] = [queries, keys].map((count) =>
      range(count).map(() => random.integer(0, 2)),
    ) as [number[], number[]];
    Object.assign(options, { documents: ofQueries, keyDocuments: ofKeys });
    others.push(sameDocument(ofQueries, ofKeys));
  }
  if (rare()) {
    const own = random.of([1, heads]);
    const list = flags(own * queries * keys);
    const shape = own === 1 ? [queries, keys] : [heads, queries, keys];
    const whole = batch === undefined || own === 1;
    if (whole) {
      options.mask = tensor(Float32Array.from(list), shape);
      others.push((i, j, head) => {
        const map = own === 1 ? 0 : head;
        return list[(map * queries + i) * keys + j] === 1;
      });
    }
  }
  const padded = rare() ? range(batch ?? 1).map(() => flags(keys)) : undefined;
  if (padded) options.keyMask = batch === undefined ? padded[0] : padded;
  return {
    options: options as AttentionOptions,
    sees: (item) => {
      const present = padded?.[item]?.map((flag) => flag === 1);
      return every(byPlace, ...others, ...(present ? [only(present)] : []));
    },
  };
}
