/** The rows of any scheme by which tables are indexed. */

import {
  type DebertaScheme,
  planDeberta,
  planT5,
  planUrpe,
  type T5Scheme,
  type UrpeScheme,
} from '../terms/buckets.js';
import {
  type BertScheme,
  type ClipScheme,
  type GridScheme,
  type PlannedIndices,
  planBert,
  planClip,
  planGrid,
} from '../terms/indices.js';

/** How distances become rows. */
type Scheme =
  | ClipScheme
  | ({ readonly type: 'bert' } & BertScheme)
  | ({ readonly type: 't5' } & T5Scheme)
  | ({ readonly type: 'deberta' } & DebertaScheme)
  | ({ readonly type: 'urpe' } & UrpeScheme)
  | GridScheme;

/**
 * Plans the rows of a scheme. Errors name the options of the scheme below
 * `path`, such as `scheme.`.
 */
export function planScheme(
  method: string,
  scheme: Scheme,
  path: string,
): PlannedIndices {
  switch (scheme.type) {
    case 'clip':
    case 'zero':
      return planClip(scheme);
    case 'bert':
      return planBert(scheme);
    case 't5':
      return planT5(method, scheme, path);
    case 'urpe':
      return planUrpe(method, scheme, path);
    case 'deberta':
      return planDeberta(method, scheme, path);
    case 'grid':
    case 'absoluteGrid':
      return planGrid(method, scheme);
  }
}
