/** Which methods and positions a random configuration has. */

import type { AttentionOptions } from 'posenc';
import { range } from '../../support/attention-oracle/array.js';
import type { Random } from '../random.js';
import type { Made, Maker, Sizes } from './made.js';
import {
  biases,
  FARTHEST,
  gates,
  type Image,
  imageBiases,
} from './random-biases.js';
import { closedBiases } from './random-closed.js';
import { imageRelatives, relatives } from './random-relative.js';

/** Positions of queries and keys. */
export interface Places {
  readonly options: AttentionOptions;
  readonly queryAt: readonly number[];
  readonly keyAt: readonly number[];
  /** The grid, if positions are tokens of an image. */
  readonly image?: Image;
}

/** The methods of a configuration. */
export interface Kit {
  readonly relative: readonly Made[];
  readonly bias: readonly Made[];
  readonly gate: Made | undefined;
}

/** Different positions below `end`, in any order. */
function positions(random: Random, count: number, end: number): number[] {
  const all = range(end);
  return range(count).map(() => {
    const [position = 0] = all.splice(random.integer(0, all.length - 1), 1);
    return position;
  });
}

/** Positions of a text: by default, from a start, or lists with gaps. */
export function textPlaces(random: Random): Places {
  const keys = random.integer(1, 9);
  const form = random.of(['tail', 'starts', 'lists'] as const);
  if (form === 'tail') {
    const queries = random.integer(1, keys);
    const queryAt = range(queries).map((i) => keys - queries + i);
    return { options: {}, queryAt, keyAt: range(keys) };
  }
  const queries = random.integer(1, 7);
  if (form === 'starts') {
    const [queryStart, keyStart] = [
      random.integer(0, 20),
      random.integer(0, 9),
    ];
    return {
      options: { queryStart, keyStart },
      queryAt: range(queries).map((i) => queryStart + i),
      keyAt: range(keys).map((j) => keyStart + j),
    };
  }
  const queryPositions = positions(random, queries, FARTHEST);
  const keyPositions = positions(random, keys, FARTHEST);
  return {
    options: { queryPositions, keyPositions },
    queryAt: queryPositions,
    keyAt: keyPositions,
  };
}

/** Tokens of an image: all of them, or some. */
export function imagePlaces(random: Random): Places {
  const grid = [random.integer(1, 3), random.integer(2, 3)] as const;
  const prefix = random.integer(0, 1);
  const tokens = prefix + grid[0] * grid[1];
  const image = { grid, prefix };
  if (random.next() < 0.5) {
    const all = range(tokens);
    return { options: {}, queryAt: all, keyAt: all, image };
  }
  const queryPositions = positions(random, random.integer(1, tokens), tokens);
  const keyPositions = positions(random, random.integer(1, tokens), tokens);
  return {
    options: { queryPositions, keyPositions },
    queryAt: queryPositions,
    keyAt: keyPositions,
    image,
  };
}

/** Up to `most` of the makers. */
function some(random: Random, makers: readonly Maker[], most: number): Maker[] {
  return range(random.integer(0, most)).map(() => random.of(makers));
}

export function kitOf(
  random: Random,
  sizes: Sizes,
  { image }: Places,
  only?: readonly Maker[],
): Kit {
  const make = (list: readonly Maker[]) =>
    list.map((maker) => maker(random, sizes));
  const gated = random.next() < 0.3;
  const gate = gated ? random.of(Object.values(gates)) : undefined;
  const inImage = (of: Readonly<Record<string, (image: Image) => Maker>>) =>
    image ? Object.values(of).map((maker) => maker(image)) : [];
  // Cells alone have rows of LeViT's and SwinV2's tables.
  const cells = inImage(imageBiases).slice(0, image?.prefix ? 1 : undefined);
  const relative = image ? inImage(imageRelatives) : Object.values(relatives);
  const texts = [biases, closedBiases].flatMap((one) => Object.values(one));
  const bias = only ?? (image ? cells : texts);
  return {
    relative: make(some(random, relative, 2)),
    bias: make(some(random, bias, 2)),
    gate: gate?.(random, sizes),
  };
}
