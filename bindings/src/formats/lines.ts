/** Writes rows of numbers as lines of text. */

import { product } from '../arrays/tensor.js';
import type { AnyDType, ArrayOf } from '../base/dtype.js';
import { decimalWriter } from './decimal.js';

/**
 * Makes a function that writes the rows of a table as text.
 *
 *   shapes   the first axis counts rows, all others together are one row; a
 *            single number is one row
 */
export function lineWriter(
  dtype: AnyDType,
  shape: readonly number[],
  word: (text: string) => string = (text) => text,
) {
  const width = product(shape.slice(1));
  const decimal = decimalWriter(dtype);
  const write = (
    data: ArrayOf[AnyDType],
    line: (numbers: string) => string,
  ): string => {
    const lines: string[] = [];
    // Rows without numbers make no lines.
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
