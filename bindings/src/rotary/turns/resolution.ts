/**
 * The schedules of pictures that are larger than those of training, which each
 * axis follows by itself.
 */

import { PosencTypeError, wrongValue } from '../../base/errors.js';
import type { Checked } from '../../describe/checks.js';
import type { ropeParameters } from '../rope.description.js';
import type { Of } from './scaling.js';

/** The schedule of one axis. */
export const ofAxis = (
  scaling: Of<'resolution'>,
  axis: number,
): Of<'resolution'> => ({
  ...scaling,
  patches: [scaling.patches[axis] as number],
});

/** Throws unless the axes of a rope can follow the schedule. */
export function checkResolution(
  { axes, precision, theta }: Checked<typeof ropeParameters>,
  { patches, form }: Of<'resolution'>,
  count: number,
): void {
  const plain =
    !axes ||
    (axes.type === 'axial' &&
      axes.bands === 'geometric' &&
      axes.unit === 'radians');
  if (!plain || precision === 'ggml') {
    const rule = plain
      ? 'precision "ggml" has no scaling "resolution"'
      : 'scaling "resolution" needs one axis, or axial ones with geometric ' +
        'bands in radians';
    throw new PosencTypeError(`rope: ${rule}`, {
      code: 'ERR_CONFLICT',
      param: plain ? 'precision' : 'scaling',
    });
  }
  if (patches.length !== count) {
    const at = 'scaling.patches.length';
    const rule = `${count}, a number for each axis`;
    throw wrongValue('rope', at, rule, patches.length, 'ERR_SHAPE');
  }
  if (form !== 'yarn') return;
  const rule = 'a finite number > 1 for the form "yarn"';
  const thetas = axes && 'thetas' in axes ? axes.thetas : undefined;
  for (const [i, base] of (thetas ?? [theta]).entries()) {
    const at = thetas ? `axes.thetas[${i}]` : 'theta';
    if (base <= 1) throw wrongValue('rope', at, rule, base);
  }
}
