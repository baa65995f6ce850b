/** Reads where a command writes its tables. */

import type { MethodDescription } from '../descriptions.js';
import { FORMATS, type Format } from '../formats/index.js';
import { misuse } from './failure.js';
import { kebab } from './flags.js';
import type { Call } from './spec.js';
import { isRequired } from './words.js';

/** Where a command writes, and in which format. */
export interface Destination {
  readonly out: string;
  readonly format: Format;
}

/** The required flags of a method that are missing, such as `--dim`. */
export function missing({ parameters }: MethodDescription, { plain }: Call) {
  return Object.entries(parameters)
    .filter(([name, one]) => isRequired(one) && plain[name] === undefined)
    .map(([name]) => `--${kebab(name)}`);
}

/**
 * Where to write, and in which format. `lacking` are missing flags, which an
 * error about --out names, too.
 */
export function readDestination(
  values: ReadonlyMap<string, string>,
  lacking: readonly string[],
): Destination {
  const out = values.get('out');
  const format = values.get('format');
  const list = FORMATS.join(', ');
  const isFormat = (text: string): text is Format =>
    FORMATS.includes(text as Format);
  if (format !== undefined && !isFormat(format)) {
    throw misuse(`--format must be one of ${list}, got "${format}"`);
  }
  if (out === undefined) {
    const others = lacking.length > 0 ? `${lacking.join(', ')} and ` : '';
    throw misuse(
      `${others}--out ${others ? 'are' : 'is'} required; --out names a file, ` +
        'or is - for standard output',
    );
  }
  if (format !== undefined) {
    const binary = format === 'npy' || format === 'safetensors';
    if (out === '-' && binary && process.stdout.isTTY) {
      throw misuse(
        `a terminal cannot show ${format}: write it to a file or a pipe`,
      );
    }
    return { out, format };
  }
  if (out === '-') {
    throw misuse(`--out - needs a --format, one of ${list}`);
  }
  const end = /\.([^./]*)$/.exec(out)?.[1]?.toLowerCase() ?? '';
  if (isFormat(end)) return { out, format: end };
  throw misuse(
    `--out must end in ${FORMATS.map((word) => `.${word}`).join(', ')}, or ` +
      `--format must be given, got "${out}"`,
  );
}
