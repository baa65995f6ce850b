/** How tables meet embeddings: the options of `addTo` and `concat`. */

import type { Parameters } from '../describe/form.js';

/** Which rows of a table stand beside the embeddings. */
const start = {
  kind: 'number',
  integer: true,
  min: 0,
  optional: true,
  doc:
    'Row of the table for the first embedding; with it the table may have ' +
    'more rows than there are positions.',
} as const;

/** Factors of the two parts of a sum. */
export const scaleParameters = {
  /** Factor of the table. Defaults to 1. */
  scale: { kind: 'number', default: 1, doc: 'Factor of the table.' },
  /**
   * Factor of the embeddings: a number, or `'rootDim'` for the root of their
   * width, by which most Transformers multiply. Defaults to 1.
   */
  embeddingScale: {
    kind: 'other',
    defaultsTo: '1',
    doc:
      "Factor of the embeddings: a number, or `'rootDim'` for the root of " +
      'their width, by which most Transformers multiply.',
  },
} as const satisfies Parameters;

/** What a sum is written into. */
const out = {
  kind: 'output',
  defaultsTo: 'a new one',
  doc: 'Array or tensor to write into; the embeddings themselves will do.',
} as const;

/** Parameters by method. */
export const combineParameters = {
  addTo: {
    ...scaleParameters,
    /**
     * Row of the table for the first embedding; with it the table may have
     * more rows than there are positions.
     */
    start,
    /**
     * Array or tensor to write into; the embeddings themselves will do.
     * Defaults to a new one.
     */
    out,
  },
  concat: {
    /**
     * Row of the table for the first embedding; with it the table may have
     * more rows than there are positions.
     */
    start,
    /** Array or tensor to write into. Defaults to a new one. */
    out: { ...out, doc: 'Array or tensor to write into.' },
  },
} as const satisfies Readonly<Record<string, Parameters>>;
