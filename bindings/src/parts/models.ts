/**
 * The entry `posenc/models`: reads configurations of models, says what is wrong
 * with them, and changes them for longer texts. It needs no WebAssembly, and
 * nothing has to be loaded.
 *
 * @example
 * ```ts
 * import { readModel } from 'posenc/models';
 *
 * const { layers, findings } = readModel(JSON.parse(text));
 * layers[5].spec; // { method: 'rope', headDim: 128, … }
 * ```
 *
 * @packageDocumentation
 */

import { extend as stretched } from '../models/extend/index.js';
import type {
  Engine,
  Extended,
  ExtendOptions,
} from '../models/extend/options.js';
import { mend as mended } from '../models/mend.js';
import { readModel as read } from '../models/model.js';
import type { ModelOptions } from '../models/options.js';
import type * as types from '../models/types.js';

export {
  type ErrorCode,
  type PosencError,
  PosencRangeError,
  PosencTypeError,
} from '../base/errors.js';
export { version } from '../entry/version.js';
export type {
  Engine,
  Extended,
  ExtendOptions,
  SettingNote,
  Settings,
  StretchSchedule,
} from '../models/extend/options.js';
export type { Divisors, ModelOptions } from '../models/options.js';
export type * from '../models/types.js';
export type { RopeSpec } from '../rotary/rope.js';

/** One layer of a tower. */
export type Layer = types.LayerFacts;

/** A part of a model with layers of its own. */
export type Tower = types.Tower<Layer>;

/** The position encodings of a model. */
export type Model = types.Model<Layer>;

/**
 * The position encodings of a model, layer by layer, from its configuration:
 * what `pe.model` of `posenc` gives, but for the ropes of layers, which `make` of
 * `posenc/rotary`, `posenc/attention` or `posenc` makes of their `spec`.
 *
 *   range    any `config.json` of Hugging Face, as `JSON.parse` gives it, or what
 *            `readGguf` of `posenc/gguf` makes of a GGUF file
 *   options  `divisors`: whether the lists of LongRoPE are rounded to float32, as
 *            checkpoints were trained with (the default), or taken as they are
 *            written (`'float64'`)
 *   error    as `pe.model`: a family that is unknown, in a file without keys of
 *            rotary encodings or of a decoder; anything else that is wrong is
 *            one of `findings`
 *   cost     under 5 ms
 *
 * @example
 * ```ts
 * const { towers, findings } = readModel(config);
 * ```
 */
export function readModel(config: unknown, options?: ModelOptions): Model {
  return read(config, options);
}

/**
 * The settings of an engine with which a model reads longer texts: what
 * `pe.extend` of `posenc` gives.
 *
 *   range    `config` as `readModel` takes it
 *   options  `to`: number of tokens; `for`: the engine; `schedule` of a model
 *            without one, YaRN by default; `original`: length of the texts of the
 *            first training, where the configuration says another one
 *   error    as `pe.extend`
 *   cost     under 10 ms
 *
 * @example
 * ```ts
 * const { settings } = extend(config, { to: 131072, for: 'vllm' });
 * ```
 */
export function extend<E extends Engine>(
  config: unknown,
  options: ExtendOptions<E>,
): Extended<E> {
  return stretched(config, options);
}

/**
 * The configuration with a change after which a finding is gone: one of its
 * `mends`. The given configuration is not changed.
 *
 *   range    a configuration as `readModel` takes it, and values by the paths of
 *            their keys; `null` takes a key away
 *   error    `PosencTypeError` if one of the two is no object
 *   cost     a copy of the objects on the paths
 *
 * @example
 * ```ts
 * const [{ mends = [] }] = readModel(config).findings;
 * const right = mend(config, mends[0] ?? {});
 * ```
 */
export function mend(
  config: unknown,
  changes: types.Mend,
): { readonly [key: string]: unknown } {
  return mended(config, changes);
}
