// What screen 7 knows, and how it prints it.

import { fixed } from '../paths.js';

export const heads = 8;
/** The farthest that a word is dragged. */
export const farthest = 100;

export interface State {
  /** The head that is lit, from 1. */
  readonly head: number;
  /** How many words before the reading one the dragged word stands. */
  readonly away: number;
}

export interface Numbers {
  /** Of each head of ALiBi. */
  readonly slopes: readonly number[];
  /** What each head adds to the score at the distance of the word. */
  readonly alibi: readonly number[];
  readonly t5: readonly number[];
  /** The bucket of that distance. */
  readonly bucket: number;
  /** The first distance of each bucket, and what T5 adds there, by head. */
  readonly edges: readonly number[];
  readonly steps: readonly (readonly number[])[];
}

/** The slope of a head, from 1, as people write it. */
export const slope = (head: number): string =>
  head === 1 ? '½' : head === 2 ? '¼' : `1/${2 ** head}`;

/** What is left of a weight when so much is added to the score; `below` stands
 *  before what is too little to print. */
export function share(added: number, below: string): string {
  const left = Math.exp(added);
  if (left < 0.0005) return `${below} 0.001`;
  return fixed(left, left < 0.1 ? 3 : 2);
}
