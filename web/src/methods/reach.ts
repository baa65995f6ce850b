// The range of a slider, from the description of its parameter and the values
// that the example and the presets have. The field beside it takes any number.

import type { MethodDescription, Parameter } from 'posenc/descriptions';
import type { SliderRange } from '../controls/stops.js';
import { isList, isRecord, type SpecValue } from '../state/spec.js';
import { exampleOf } from './defaults.js';

/** What a parameter says of its numbers. */
interface Numeric {
  readonly kind: Parameter['kind'];
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
}

/** Ranges of at most this size are covered from end to end. */
const narrow = 1000;
/** The end of the slider of a position. */
const far = 1e6;

type Reach = Omit<SliderRange, 'integer'>;

function even(low: number, high: number): Reach {
  return { low, high, spacing: 'even' };
}

/** The next power of two. */
function octave(value: number): number {
  return 2 ** Math.ceil(Math.log2(value));
}

function numbersIn(values: readonly unknown[]): readonly number[] {
  return values.flat().filter((value) => typeof value === 'number');
}

/**
 * `usual` is the value of the example, or the default; `others` are the values
 * of the presets.
 */
export function reachOf(
  parameter: Numeric,
  usual: unknown,
  others: readonly unknown[],
): SliderRange {
  const list = parameter.kind !== 'number';
  const integer = list ? parameter.kind === 'integers' : !!parameter.integer;
  const { min = -Infinity, max = Infinity } = parameter;
  const most = Math.max(0, ...numbersIn(others));
  const least = Math.min(0, ...numbersIn([usual]));
  let size = Math.max(0, ...numbersIn([usual]));

  function reach(): Reach {
    if (max - min <= narrow && (min <= 0 || max / min <= narrow)) {
      return even(min, max);
    }
    if (size === 0) {
      // A parameter that may be negative is a position, not a size.
      if (min < 0 && least < 0) return even(4 * least, -4 * least);
      if (min < 0) return { low: 0, high: far, spacing: 'decades' };
      size = most;
    }
    if (size === 0) return even(min, min + (integer ? 100 : 4));
    if (integer) {
      const low = Math.max(min, 1);
      return { low, high: octave((list ? 4 : 16) * size), spacing: 'octaves' };
    }
    if (min <= 0) return even(Math.max(min, 0), 4 * size);
    const low = Math.max(min, size / 1e4);
    return { low, high: 100 * size, spacing: 'decades' };
  }

  const { low, high, spacing } = reach();
  return { low, high: Math.min(max, Math.max(high, most)), spacing, integer };
}

/**
 * The values that an option has in others, all records of a list taken
 * together.
 */
function valuesAt(
  value: SpecValue | undefined,
  [name, ...rest]: readonly string[],
): readonly SpecValue[] {
  if (value === undefined) return [];
  if (name === undefined) return [value];
  if (isList(value)) return value.flatMap((item) => valuesAt(item, rest));
  return isRecord(value) ? valuesAt(value[name], rest) : [];
}

/** The range of a slider of a method: of the option at a path. */
export function rangeIn(
  method: MethodDescription,
  path: string,
  parameter: Parameter,
): SliderRange {
  const names = path.split(/[.[\]]+/);
  const [usual] = valuesAt(exampleOf(method), names);
  const others = Object.values(method.presets);
  return reachOf(
    parameter,
    usual ?? ('default' in parameter ? parameter.default : undefined),
    others.flatMap((preset) => valuesAt(preset, names)),
  );
}
