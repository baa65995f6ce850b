// @ts-check
// Compares the rope of a layer with what a case expects of it: each field has
// one comparison, which says what differs.

import {
  frequenciesDiffer,
  frequenciesOf,
  isInterleaved,
  rotaryFields,
  same,
  sectionsOf,
  specOf,
} from './group.mjs';

/** @typedef {import('posenc').Layer} Layer */
/** @typedef {import('posenc').Rope} Rope */
/** @typedef {Record<string, any>} Facts */
/** What differs; field by field, or `null` for one without a comparison. */
/** @typedef {[field: string, what: string | null]} Difference */

/** A context for which `longrope` takes its long divisors. */
const LONGEST = 2 ** 30;

/** The schedule of a layer. @param {Layer} layer @returns {Facts} */
const scalingOf = (layer) => specOf(layer).scaling ?? {};

/** @param {number} sum @param {number} width */
const add = (sum, width) => sum + width;

/** @param {string} field @param {unknown} got @param {unknown} wanted @returns {Difference[]} */
function unlike(field, got, wanted) {
  if (same(got, wanted)) return [];
  return [[field, `${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`]];
}

/**
 * @param {string} field @param {Rope} rope @param {Layer} layer
 * @param {Facts} wanted @returns {Difference[]}
 */
function frequencies(field, rope, layer, wanted) {
  const numbers = frequenciesOf(layer, rope.frequencies, wanted);
  const what = frequenciesDiffer(numbers, wanted);
  return what === null ? [] : [[field, what]];
}

/**
 * Compares the fields of an object, each by the comparison of its name; those
 * without one are named.
 * @param {string} field @param {Facts} wanted
 * @param {Record<string, (value: any) => Difference[]>} comparisons
 * @returns {Difference[]}
 */
function inside(field, wanted, comparisons) {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const compare = Object.hasOwn(comparisons, name) && comparisons[name];
    /** @type {Difference[]} */
    const unknown = [[`${field}.${name}`, null]];
    return compare ? compare(value) : unknown;
  });
}

/**
 * @type {Record<string, (rope: Rope, layer: Layer, wanted: any) => Difference[]>}
 */
const comparisons = {
  inv_freq: (rope, layer, wanted) =>
    frequencies('inv_freq', rope, layer, wanted),
  inv_freq_short: (rope, layer, wanted) =>
    frequencies('inv_freq_short', rope, layer, wanted),
  inv_freq_long: (rope, layer, wanted) =>
    frequencies('inv_freq_long', rope.at(LONGEST), layer, wanted),
  // The components of each axis, one behind the other, and their frequencies.
  axes: (rope, layer, list) => {
    const { axes } = specOf(layer);
    const even = list.map(() => rope.rotaryDim / list.length);
    const widths = axes?.widths ?? even;
    return list.flatMap(
      (/** @type {Facts} */ wanted, /** @type {number} */ n) => {
        const before = widths.slice(0, n);
        const offset = before.reduce(add, 0);
        const pairs = Array.from(rope.frequencies);
        const own = pairs.slice(offset / 2, (offset + widths[n]) / 2);
        const where = `axes.${n}`;
        return inside(where, wanted, {
          dim: (value) => unlike(where, widths[n], value),
          offset: (value) => unlike(where, offset, value),
          base: (value) =>
            unlike(where, axes?.thetas?.[n] ?? rope.theta, value),
          inv_freq: (value) => {
            const what = frequenciesDiffer(own, value);
            return what === null ? [] : [[where, what]];
          },
        });
      },
    );
  },
  // Axes take turns, so that each frequency stands three times in a row.
  frequencies: (rope, _, wanted) => {
    const pairs = Array.from(rope.frequencies);
    const thirds = [0, 1, 2].map((axis) =>
      pairs.filter((_, pair) => pair % 3 === axis),
    );
    return thirds.flatMap((own, axis) => {
      const what = frequenciesDiffer(own, wanted);
      return what === null ? [] : [[`frequencies of axis ${axis}`, what]];
    });
  },
  mrope: (_, layer, wanted) =>
    inside('mrope', wanted, {
      section: (value) => unlike('mrope', sectionsOf(layer), value),
      interleaved: (value) => unlike('mrope', isInterleaved(layer), value),
    }),
  // The longest context for which the short divisors are taken.
  switch: (rope, layer, wanted) => {
    const { originalMaxPosition } = scalingOf(layer);
    return inside('switch', wanted, {
      original_max_position_embeddings: (value) =>
        unlike('switch', originalMaxPosition, value),
      short_up_to_and_including: (value) => {
        const [short, long] = [value, value + 1].map((length) =>
          Array.from(rope.at(length).frequencies),
        );
        const first = Array.from(rope.frequencies);
        if (same(short, first) && !same(long, first)) return [];
        return [['switch', `divisors do not change beyond ${value}`]];
      },
    });
  },
  dynamic: (rope, layer, wanted) => {
    const { maxPosition } = scalingOf(layer);
    return inside('dynamic', wanted, {
      max_position_embeddings: (value) => unlike('dynamic', maxPosition, value),
      at_length: (list) =>
        list.flatMap((/** @type {Facts} */ one) => {
          const at = rope.at(one.length);
          const pairs = at.frequencies.length;
          const last = at.frequencies.at(-1) ?? Number.NaN;
          const base = last ** (-pairs / (pairs - 1));
          return inside('dynamic.at_length', one, {
            length: () => [],
            inv_freq: (value) => frequencies('dynamic', at, layer, value),
            effective_base: (value) => unlike('dynamic', base, value),
          });
        }),
    });
  },
};

/**
 * What differs between the rope of a layer and a case.
 * @param {Layer} layer @param {Facts} wanted @returns {Difference[]}
 */
export function ropeDiffers(layer, wanted) {
  const { rope } = layer;
  if (!rope) return [['rotary', 'there is no rope']];
  return Object.entries(wanted).flatMap(([field, value]) => {
    const compare = Object.hasOwn(comparisons, field) && comparisons[field];
    if (compare) return compare(rope, layer, value);
    const read = Object.hasOwn(rotaryFields, field) && rotaryFields[field];
    /** @type {Difference[]} */
    const unknown = [[field, null]];
    return read ? unlike(field, read(layer, value, wanted), value) : unknown;
  });
}
