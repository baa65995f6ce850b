/**
 * Texts that the command line's help, the reference pages and the demo page
 * share.
 */

import type { Paper } from './description.js';

/** The address of a paper; '' if it has none. */
export function paperAddress({ arxiv, doi, url }: Paper): string {
  if (arxiv) return `https://arxiv.org/abs/${arxiv}`;
  return doi ? `https://doi.org/${doi}` : (url ?? '');
}

/** A JSON value as a JavaScript literal: `{ type: 'yarn', factor: 4 }`. */
export function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${keyOf(name)}: ${literalOf(member)}`,
    );
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? quoted(value) : String(value);
}

const keyOf = (name: string) =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);

const quoted = (text: string) =>
  `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
