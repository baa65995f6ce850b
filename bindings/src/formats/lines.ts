/** Writes numbers as lines of text. */

import { product } from '../arrays/tensor.js';
import type { AnyDType, ArrayOf } from '../base/dtype.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { decimalWriter } from './decimal.js';

/** The lines of an array as text. */
export interface Lines {
  readonly dtype: AnyDType;
  readonly shape: readonly number[];
  /** Number of axes that count lines. Defaults to 1. */
  readonly lineAxes?: number | undefined;
}

/** Numbers of a line; throws unless the number of axes that count fits. */
export function lineWidth(
  method: string,
  { shape, lineAxes = 1 }: Omit<Lines, 'dtype'>,
): number {
  const rule = `an integer from 0 to ${shape.length}, the number of axes`;
  const param = 'lineAxes';
  if (typeof lineAxes !== 'number') {
    throw wrongKind(method, param, rule, lineAxes);
  }
  // A single number has no axes, and is a line by default.
  const most = Math.max(1, shape.length);
  if (!(Number.isInteger(lineAxes) && lineAxes >= 0 && lineAxes <= most)) {
    throw wrongValue(method, param, rule, lineAxes);
  }
  return product(shape.slice(lineAxes));
}

/**
 * Makes a function that writes whole lines of an array as text.
 *
 *   shapes   the first `lineAxes` axes count lines, all others together are one
 *            line
 */
export function lineWriter(
  method: string,
  array: Lines,
  word: (text: string) => string = (text) => text,
) {
  const { dtype } = array;
  const width = lineWidth(method, array);
  const decimal = decimalWriter(dtype);
  const write = (
    data: ArrayOf[AnyDType],
    line: (numbers: string) => string,
  ): string => {
    const lines: string[] = [];
    // An array without numbers has no line, so that the loop does not run.
    for (let at = 0; at < data.length; at += width) {
      const texts: string[] = [];
      for (let i = at; i < at + width; ++i) {
        texts.push(word(decimal(data[i] as number)));
      }
      lines.push(line(texts.join()));
    }
    return lines.join('');
  };
  return { width, write };
}
