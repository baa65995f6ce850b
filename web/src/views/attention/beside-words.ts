// What the page says of the words that two sentences share.

import { writeCount, writeSmall } from '../../plot/ticks.js';
import type { Beside, Pairing } from './beside.js';
import { isRounding } from './ledger-words.js';

/** What the figure says of its two sentences. */
export function describeBeside({ words, firstAt, secondAt }: Beside): string {
  const end = words.length - 1;
  const [first, second] = [firstAt, secondAt].map(
    (at) => `${writeCount(at)} to ${writeCount(at + end)}`,
  );
  return (
    `“${words.join(' ')}” stands at ${first} in the first sentence, and at ` +
    `${second} in the second.`
  );
}

/** What it says of the scores of a side. */
export function describePairing(title: string, pairing: Pairing): string {
  const { most, largest } = pairing;
  const note = isRounding(most, largest) ? ', which is rounding' : '';
  return (
    `${title}: largest difference of a score, of all heads: ` +
    `${writeSmall(most)}${note}`
  );
}
