/** How far from zero the positions of a rope's rows may be. */

import type { RowPositions } from '../../arrays/positions.js';
import { wrongValue } from '../../base/errors.js';
import { checkReach } from '../../core/oscillators.js';
import type { RopeCore } from '../core.js';

/** Throws at a position that is too far for the rope. */
export function checkRows(
  method: string,
  core: Pick<RopeCore, 'maxFrequency' | 'turns'>,
  rows: RowPositions,
): void {
  checkReach(method, rows, core.maxFrequency);
  const { decay } = core.turns;
  if (!decay) return;
  const { centre, scaleBase, smoothing } = decay;
  const steepest = Math.log1p(1 / smoothing);
  const limit = (LARGEST_POWER / steepest) * scaleBase;
  for (const row of rows.extremes()) {
    const position = rows.at(row);
    if (Math.abs(position - centre) <= limit) continue;
    const rule =
      `from ${centre - limit} to ${centre + limit}, where the rope's decay ` +
      'stays within float32; its centre can be moved';
    throw wrongValue(method, rows.nameOf(row), rule, position);
  }
}

/** e to this power, and its inverse, are normal numbers of float32. */
const LARGEST_POWER = 87;
