// Values of a screen's state in its address. A lesson takes every address: what
// is out of range becomes the nearest value that a control could give.

import type { Field } from '../state/hash.js';

/** A number within a range, in steps from its lower end. */
export function within(
  initial: number,
  min: number,
  max: number,
  step = 1,
): Field<number> {
  return {
    initial,
    format: String,
    parse(text) {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      if (Number.isNaN(value)) return initial;
      const steps = Math.round((Math.min(value, max) - min) / step);
      return +(min + Math.max(steps, 0) * step).toFixed(6);
    },
  };
}

/** One of some numbers; any other is read as the nearest of them. */
export function nearestOf(
  initial: number,
  values: readonly number[],
): Field<number> {
  return {
    initial,
    format: String,
    parse(text) {
      const wanted = text.trim() === '' ? Number.NaN : Number(text);
      if (Number.isNaN(wanted)) return initial;
      return values.reduce((best, value) =>
        Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best,
      );
    },
  };
}

/** One of some words; an unknown one is read as the initial one. */
export function oneOf<W extends string>(
  initial: NoInfer<W>,
  words: readonly W[],
): Field<W> {
  return {
    initial,
    format: (word) => word,
    parse: (text) => words.find((word) => word === text) ?? initial,
  };
}

/** An order of things; one that leaves a thing out is read as the first. */
export function orderOf(count: number): Field<readonly number[]> {
  const initial = Array.from({ length: count }, (_, i) => i);
  return {
    initial,
    format: (order) => order.join('.'),
    parse(text) {
      const order = text.split('.').map(Number);
      const whole =
        order.length === count && initial.every((i) => order.includes(i));
      return whole ? order : initial;
    },
  };
}
