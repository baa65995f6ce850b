/** Lengths on the command line of an engine, and how long a text it serves. */

import { openLayers, seesAll, turns } from '../models/extend/open-layers.js';
import { type ReadPlaces, readPlaces } from '../models/model.js';
import type { Judged, LineEngine } from './engine-line.js';
import { libraryError, misuse } from './failure.js';
import type { JsonObject } from './json.js';

/** Values of a variable that engines take for yes. */
const YES = { vllm: /^\s*(1|true)\s*$/i, sglang: /^(1|true|yes|y)$/i };

/** Notes a length that is above what an engine serves. */
export function checkLength(
  { line, given, find }: Judged,
  flag: string,
  longest: number,
  [engine, variable]: readonly [keyof typeof YES, string],
): void {
  const length = lengthIn(`--${flag}`, line.flags.get(flag));
  if (length === null || length <= longest) return;
  const allowed = YES[engine].test(line.variables.get(variable) ?? '');
  find(
    allowed ? 'warning' : 'error',
    'out_of_range',
    `--${flag}`,
    length,
    `is above ${longest}, which the configuration reaches` +
      (allowed ? '' : `: ${line.engine} stops without ${variable}=1`),
    canStretch(given, length)
      ? 'stretch the rope as far'
      : `write at most ${longest}: this model cannot be stretched`,
  );
}

/** Whether a model has a rope that can be stretched for texts of a length. */
export function canStretch({ main }: ReadPlaces, length: number): boolean {
  try {
    return openLayers(main.tower, seesAll(length)).length > 0;
  } catch (error) {
    if (libraryError(error)) return false;
    throw error;
  }
}

/** Multipliers of lengths such as `128k`, as vLLM reads them. */
const MULTIPLIERS: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  K: 2 ** 10,
  M: 2 ** 20,
};

/** A number of tokens; `null` where nothing was said, or the engine chooses. */
export function lengthIn(
  name: string,
  text: string | undefined,
): number | null {
  if (text === undefined || text === 'auto' || text === '-1') return null;
  const [, digits, letter = ''] = /^(\d+(?:\.\d+)?)([kKmM]?)$/.exec(text) ?? [];
  const length = Math.floor(Number(digits) * (MULTIPLIERS[letter] ?? 1));
  if (!(length >= 0)) {
    throw misuse(`${name} must be a number of tokens, got "${text}"`);
  }
  return length;
}

/** Numbers of the rope of the layers that see all keys. */
export function ropeOf({ main }: ReadPlaces) {
  const { section, tower, family } = main;
  const layers = tower.layers.filter(turns);
  const layer = layers.find(seesAll(Number.POSITIVE_INFINITY)) ?? layers[0];
  const scaling = (layer?.spec.scaling ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const max = section.fact('maxPosition') ?? Number.POSITIVE_INFINITY;
  return {
    type: String(scaling.type ?? 'default'),
    factor: Number(scaling.factor ?? 1),
    original: Number(scaling.originalMaxPosition ?? max),
    max,
    trained: family.scaled !== undefined,
  };
}

/** The longest text that an engine serves with a configuration. */
export function served(config: JsonObject, engine: LineEngine): number {
  const { type, factor, original, max, trained } = ropeOf(readPlaces(config));
  if (engine === 'ollama') return max;
  if (type === 'yarn') return engine === 'vllm' ? original * factor : max;
  const multiplied = type === 'linear' || type === 'dynamic';
  return multiplied && !trained ? max * factor : max;
}
