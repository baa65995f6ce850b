/** Chunks of positions that queries do not look out of. */

import type { Pairs } from '../arrays/pairs.js';
import type { Masks, PerItem } from './masks.js';

/** What hides no key. */
const OPEN: Masks = {
  ...{ byPosition: false, causal: false },
  ...{ left: Infinity, right: Infinity, prefix: -Infinity },
  ...{ documents: undefined, keyDocuments: undefined },
  ...{ keyMask: undefined, mask: undefined },
};

/** Masks with chunks of a length, each a document or a part of one. */
export function withChunks(
  masks: Masks | undefined,
  chunk: number | undefined,
  { queryAt, keyAt }: Pairs,
): Masks | undefined {
  if (chunk === undefined) return masks;
  const { documents, keyDocuments } = masks ?? OPEN;
  const numbers = new Map<string, number>();
  const of = (at: Pairs['queryAt'], whole: PerItem<Int32Array> | undefined) => {
    const { length } = at;
    const list = new Int32Array(whole?.list.length ?? length);
    for (let n = 0; n < list.length; ++n) {
      const place = Math.floor(at.at(n % length) / chunk);
      const key = `${whole?.list[n]} ${place}`;
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      list[n] = number;
    }
    return { list, length, each: whole?.each ?? false };
  };
  return {
    ...(masks ?? OPEN),
    documents: of(queryAt, documents),
    keyDocuments: of(keyAt, keyDocuments),
  };
}
