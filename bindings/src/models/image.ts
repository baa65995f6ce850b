/** The grid of an image tower, and the tokens around its cells. */

import type { Family, ImageRule } from './family.js';
import { count, isObject, type Section } from './section.js';

/** The tokens of an image tower. */
export interface ImageTokens {
  /** Lengths of the axes, slowest first; `null` if no key says them. */
  readonly grid: readonly number[] | null;
  /** Number of tokens before the cells, such as class tokens. */
  readonly prefix: number;
  /** Number of tokens behind the cells, such as detection tokens. */
  readonly suffix: number;
}

const none: ImageTokens = { grid: null, prefix: 0, suffix: 0 };

/** The tokens of a tower; none that is known in a tower without images. */
export function imageTokens(section: Section, { image }: Family): ImageTokens {
  if (!image) return none;
  return {
    grid: gridOf(section, image),
    prefix: sumOf(section, image.prefix),
    suffix: sumOf(section, image.suffix),
  };
}

/** The number of cells of a grid. */
export function cellsOf(grid: readonly number[] | null): number {
  return (grid ?? []).reduce((product, length) => product * length, 1);
}

/** The sum of numbers and of the values of keys. */
function sumOf(section: Section, terms: number | string = 0): number {
  if (typeof terms === 'number') return terms;
  let sum = 0;
  for (const term of terms.split(' ')) {
    if (/^\d+$/.test(term)) sum += Number(term);
    // A switch of a class token counts as one token.
    else if (typeof section.get(term) === 'boolean') {
      sum += Number(section.get(term));
    } else sum += section.number(term, { ...count, min: 0 }) ?? 0;
  }
  return sum;
}

function gridOf(section: Section, image: ImageRule): readonly number[] | null {
  const { cells, lengths, sizes, steps, frames } = image;
  if (cells !== undefined) {
    const side = Math.sqrt(section.number(cells, count) ?? 0);
    return side > 0 && side % 1 === 0 ? [side, side] : null;
  }
  if (lengths !== undefined) return namedNumbers(section, lengths);
  const size = sizes
    ? namedNumbers(section, sizes)
    : numbersOf(section, section.said('image')[0]);
  const patch = numbersOf(section, section.said('patch')[0]);
  if (size.length === 0 || patch.length === 0) return null;
  const step = steps ? namedNumbers(section, steps) : patch;
  const plane = [-2, -1].map((axis) => {
    const [whole, part, by] = [size, patch, step].map(
      (list) => list.at(axis) ?? list[0] ?? 1,
    ) as [number, number, number];
    return Math.max(1, Math.floor((whole - part) / by) + 1);
  });
  if (frames === undefined) return plane;
  const [number = 1, each = patch[0] ?? 1] = namedNumbers(section, frames);
  const behind = image.alone ? number - 1 : number;
  const time = Math.floor(behind / each) + (image.alone ? 1 : 0);
  const depth = image.depth ? section.number(image.depth, count) : null;
  return [Math.max(1, Math.ceil(time / (depth ?? 1))), ...plane];
}

/** The numbers of several keys, one after the other. */
function namedNumbers(section: Section, keys: string): readonly number[] {
  return keys.split(' ').flatMap((key) => numbersOf(section, key));
}

/** A key's number, or the numbers of its list or of its height and width. */
function numbersOf(section: Section, key: string): readonly number[] {
  const value = section.get(key);
  if (Array.isArray(value)) return section.numbers(key, count) ?? [];
  if (isObject(value)) {
    return namedNumbers(section, `${key}.height ${key}.width`);
  }
  const number = section.number(key, count);
  return number === null ? [] : [number];
}
