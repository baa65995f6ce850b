/** Fourier position embedding: learned mixtures of cosines and of sines. */

import { readGiven, recheck } from '../../arrays/operand.js';
import {
  checkNumbers,
  PosencTypeError,
  wrongValue,
} from '../../base/errors.js';
import type { Precision } from '../../core/oscillators.js';
import { fitAxes } from '../../describe/axes.js';
import type { Checked } from '../../describe/checks.js';
import { missing } from '../../describe/missing.js';
import { fopeParameters } from './fope.description.js';
import type { Mixture } from './turns.js';

const name = 'rope';

type Fope = Checked<typeof fopeParameters>;

/** What the waves follow from. */
interface Spectrum {
  readonly theta: number;
  readonly pairs: number;
}

/** Number of waves that are mixed. */
export function wavesOf(
  { count, maxPosition }: Fope,
  { theta, pairs }: Spectrum,
): number {
  if (count !== undefined) return count;
  const slowest = (2 * Math.PI) / (maxPosition ?? 1);
  const all = Array.from({ length: pairs }, (_, k) => theta ** (-k / pairs));
  return all.filter((frequency) => frequency > slowest).length;
}

/** Reads the mixtures of a schedule; undefined if it is another one. */
export function readMixture({
  scaling,
  precision,
  ...spectrum
}: Spectrum & {
  readonly scaling: { readonly type: string };
  readonly precision: Precision;
}): Mixture | undefined {
  if (scaling.type !== 'fope') return undefined;
  const fope = scaling as unknown as Fope;
  if (precision === 'ggml') {
    throw new PosencTypeError(
      `${name}: precision "ggml" has no scaling "fope"`,
      { code: 'ERR_CONFLICT', param: 'precision' },
    );
  }
  checkOne(fope);
  const { pairs } = spectrum;
  const mixed = wavesOf(fope, spectrum);
  if (mixed > pairs || mixed === 0) {
    const given = fope.count === undefined ? 'maxPosition' : 'count';
    const rule = `such that from 1 to ${pairs} waves are mixed`;
    throw wrongValue(name, `scaling.${given}`, rule, fope[given]);
  }
  const cosines = coefficients(fope, 'cosines', mixed);
  const sines = coefficients(fope, 'sines', mixed);
  if (sines.length !== cosines.length) {
    const rule = `${cosines.length}, that of cosines`;
    const at = 'scaling.sines.length';
    throw wrongValue(name, at, rule, sines.length, 'ERR_SHAPE');
  }
  return { cosines, sines, sets: cosines.length / mixed ** 2, mixed, pairs };
}

function checkOne({ count, maxPosition }: Fope): void {
  if (count === undefined && maxPosition === undefined) {
    throw missing(name, 'scaling.count', 'or scaling.maxPosition');
  }
  if (count === undefined || maxPosition === undefined) return;
  throw new PosencTypeError(
    `${name}: scaling.count and scaling.maxPosition exclude each other`,
    { code: 'ERR_CONFLICT', param: 'scaling.count' },
  );
}

/** Copies coefficients, which are finite and of a whole number of sets. */
function coefficients(
  fope: Fope,
  option: 'cosines' | 'sines',
  mixed: number,
): Float32Array {
  const param = `scaling.${option}`;
  const given = readGiven(name, param, fope[option], 'float32');
  const { array, shape } = recheck(name, given);
  const place = { method: name, param };
  fitAxes(place, fopeParameters[option], shape, { waves: mixed });
  const copy = array.slice();
  const sets = copy.length / mixed ** 2;
  if (!Number.isInteger(sets) || sets === 0) {
    const rule = `a multiple of ${mixed} × ${mixed}, the mixed waves`;
    throw wrongValue(name, `${param}.length`, rule, copy.length, 'ERR_SHAPE');
  }
  checkNumbers(name, param, copy, 'a finite number');
  return copy;
}
