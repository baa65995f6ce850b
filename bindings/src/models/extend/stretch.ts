/** By how much a schedule must stretch a rope, and which numbers say so. */

import { wrongValue } from '../../base/errors.js';
import { missing } from '../../describe/missing.js';
import type { TowerSection } from '../model.js';
import type { TurningLayer } from './open-layers.js';
import type { Request } from './options.js';

/** How a rope is stretched. */
export interface Stretch {
  /** The schedule. */
  readonly type: string;
  /** Its factor; `null` if that stays as it is. */
  readonly factor: number | null;
  /** Length of the texts of the first training. */
  readonly original: number;
  /** Length that the model reaches as it is. */
  readonly reach: number;
  /** The longest context to write into the file; `null` if that stays. */
  readonly max: number | null;
  /** The option `original`, if the schedule has no use for it. */
  readonly unused: number | null;
  /** How the factor follows, in words. */
  readonly why: string;
}

/** Digits of a factor behind the point. */
const DIGITS = 1e6;

/**
 * The least factor of six digits by which `from` reaches `to`: engines refuse a
 * length that is above the product, in floating point.
 */
export function factorTo(to: number, from: number): number {
  let steps = Math.ceil((to / from) * DIGITS);
  while ((steps / DIGITS) * from < to) steps++;
  return steps / DIGITS;
}

/** Schedules whose files may say the length before the stretch. */
const fromBefore = ['yarn', 'linear', 'dynamic'];

/** Schedules that go on by a larger factor. */
const growing = [...fromBefore, 'llama3', 'proportional'];

/**
 * How the rope of the open layers is stretched.
 *
 *   error    `ERR_CHOICE` if it has another schedule than the wanted one;
 *            `ERR_RANGE` if its schedule cannot go on; `ERR_MISSING` if no length
 *            is known
 */
export function stretchOf(
  { section, family }: TowerSection,
  { spec }: TurningLayer,
  { to, schedule, original }: Request,
): Stretch {
  const scaling = (spec.scaling ?? {}) as Readonly<Record<string, unknown>>;
  const has = String(scaling.type ?? '');
  if (has !== '' && schedule !== undefined && schedule !== has) {
    const rule = `"${has}", which the weights are used to`;
    throw wrongValue('extend', 'schedule', rule, schedule, 'ERR_CHOICE');
  }
  const type = has || (schedule ?? 'yarn');
  const longest = section.fact('maxPosition', { min: 1, max: 2 ** 53 });
  const said = (scaling.originalMaxPosition as number | undefined) ?? longest;
  const first = original ?? said;
  // Gemma 3 was trained with its factor; other files say the length before it.
  const trained = has === 'linear' && family.scaled !== undefined;
  const fixed = scaling.form !== undefined;
  const whole = trained || fixed || !fromBefore.includes(type);
  const from = whole ? longest : first;
  if (from === null || first === null) {
    const [key] = section.said('maxPosition');
    const hint = ', or the option original';
    throw missing('extend', section.path + key, '', hint);
  }
  const factor = Number(scaling.factor ?? 1);
  const reach = whole ? from : from * factor;
  const unused = whole ? (original ?? null) : null;
  const same = { type, original: first, reach, unused, max: null, why: '' };
  // Engines know the length of the file alone.
  const served = whole ? reach : (said ?? first) * factor;
  if (to <= Math.min(reach, served)) return { ...same, factor: null };
  const beyond = original !== undefined && original > (said ?? first);
  if (to <= reach) {
    if (has === '') return { ...same, factor: null, max: to };
    const max = type === 'yarn' ? Math.floor(reach) : first;
    return { ...same, factor, max, why: 'of the file' };
  }
  if (fixed || !growing.includes(type)) throw endsAt(to, reach, type);
  const grown = whole ? factor : 1;
  const why = `${to} / ${from}${grown === 1 ? '' : `, times ${grown} of the file`}`;
  const max = whole || type === 'yarn' ? to : beyond ? first : null;
  return { ...same, factor: factorTo(to * grown, from), max, why };
}

/** The error for a schedule that cannot be stretched. */
function endsAt(to: number, reach: number, type: string) {
  const reason =
    type === 'longrope'
      ? ', for which its lists were searched'
      : `, as the divisors of "${type}" are fixed`;
  const rule = `at most ${reach} for this model${reason}`;
  return wrongValue('extend', 'to', rule, to);
}
