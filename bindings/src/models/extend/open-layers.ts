/** The layers whose distances grow with the text, and why there may be none. */

import { PosencRangeError } from '../../base/errors.js';
import type { RopeSpec } from '../../rotary/rope.js';
import type { LayerFacts, Tower } from '../types.js';

/** A layer that turns queries and keys. */
export type TurningLayer = LayerFacts & { readonly spec: RopeSpec };

/** Whether a layer turns. */
export function turns(layer: LayerFacts): layer is TurningLayer {
  return layer.spec !== null;
}

/** Whether queries of a layer see all keys. */
export type Sees = (layer: LayerFacts) => boolean;

/** Whether queries of a layer see all keys of a text of `to` tokens. */
export function seesAll(to: number): Sees {
  return ({ attention, window }) =>
    attention === 'full' ||
    attention === 'sparse' ||
    (attention === 'sliding' && window !== null && window >= to);
}

/**
 * The layers that turn queries and see all keys. Only these can be stretched.
 *
 *   error    `ERR_RANGE` with what the model has instead, where it has none
 */
export function openLayers(
  tower: Tower<LayerFacts>,
  sees: Sees,
): readonly [TurningLayer, ...TurningLayer[]] {
  const [first, ...others] = tower.layers.filter(turns).filter(sees);
  const other = obstacle(tower, first !== undefined);
  if (first !== undefined && other === '') return [first, ...others];
  throw unfit(other);
}

/** The error for a model that cannot be stretched, with what it has instead. */
export function unfit(got: string): PosencRangeError {
  return new PosencRangeError(
    `extend: config must have layers that turn queries and see all keys, got ${got}`,
    { code: 'ERR_RANGE', param: 'config' },
  );
}

/** What cannot be stretched; '' if nothing stands in the way. */
function obstacle(
  { grid, table, layers }: Tower<LayerFacts>,
  found: boolean,
): string {
  if (grid !== null) return 'a tower of images';
  if (table?.method === 'learned') {
    return `a learned table of ${table.tableLength} rows, which ends there`;
  }
  if (found) return '';
  const [windowed, ...others] = layers.filter(turns);
  if (windowed) {
    // DeepSeek-V4 reaches beyond its windows in blocks.
    const [lack] = [windowed, ...others].flatMap(({ lacks }) => lacks);
    if (lack !== undefined) {
      return `a class that ${lack.what}`;
    }
    return `layers that turn and see ${windowed.window} keys of any text`;
  }
  const [method] = layers.flatMap(({ positions }) => positions);
  const name = method?.method ?? table?.method;
  return name === undefined
    ? 'layers without positions'
    : `${name}, which has no frequencies`;
}
