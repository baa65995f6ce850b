/** The entry `posenc`: all methods, all analyses, and `model`. */

import { type Analysis, analysis } from '../analysis/index.js';
import type { Attend } from '../analysis/order-input.js';
import { extend } from '../models/extend/index.js';
import type {
  Engine,
  Extended,
  ExtendOptions,
} from '../models/extend/options.js';
import { readModel } from '../models/model.js';
import type { ModelOptions } from '../models/options.js';
import type { Model } from '../models/types.js';
import { withRopes } from '../models/with-ropes.js';
import type { Entry, Instance } from './instance.js';
import type { SpecMethods } from './make.js';
import * as methods from './methods.js';
import { registryOf } from './registry.js';
import type { Methods } from './spec.js';

/**
 * Positional encodings, computed by one WebAssembly instance. Every method is
 * synchronous, and its result belongs to the caller. Wrong arguments cause a
 * `TypeError` or a `RangeError` with a `code`; they change nothing, and later
 * calls work.
 */
export interface Posenc extends Instance, Methods, SpecMethods {
  /** Analyses of tables, of ropes, and of attention. */
  readonly analysis: Analysis;

  /**
   * The position encodings of a model, layer by layer, from its configuration:
   * any `config.json` of Hugging Face as it is downloaded.
   *
   *   range    the object that `JSON.parse` gives, or what `readGguf` of
   *            `posenc/gguf` makes of a GGUF file
   *   options  `divisors`: whether the lists of LongRoPE are rounded to float32,
   *            as checkpoints were trained with (the default), or taken as they
   *            are written (`'float64'`)
   *   error    a family that is unknown, in a file without keys of rotary
   *            encodings or of a decoder; anything else that is wrong is one of `findings`
   *   cost     under 5 ms; tables are computed when they are asked for
   *
   * @example
   * ```ts
   * const { layers, findings } = pe.model(JSON.parse(text));
   * layers[5].rope.rotate(q, { heads: layers[5].heads, start: 1000 });
   * ```
   */
  model(config: unknown, options?: ModelOptions): Model;

  /**
   * The settings of an engine with which a model reads longer texts: the changed
   * configuration, the override in the spelling of the engine, a reason for each
   * number, and what it costs.
   *
   *   range    `config` as `model` takes it
   *   options  `to`: number of tokens; `for`: the engine; `schedule` of a model
   *            without one, YaRN by default; `original`: length of the texts of
   *            the first training, where the configuration says another one
   *   error    what `model` throws; a `RangeError` if the model cannot be
   *            stretched (`param` is `config`), not so far (`to`), not by that
   *            schedule (`schedule`) or not in that engine (`for`), and why
   *   cost     under 10 ms
   *
   * @example
   * ```ts
   * const { settings } = pe.extend(config, { to: 131072, for: 'vllm' });
   * ```
   */
  extend<E extends Engine>(
    config: unknown,
    options: ExtendOptions<E>,
  ): Extended<E>;
}

/** The entry `posenc`, which `posenc/compat` and `posenc/external` share. */
export const whole: Entry = {
  name: 'posenc',
  registry: /* @__PURE__ */ registryOf(methods),
  analysis: (heap, { attention }) => analysis(heap, attention as Attend),
  models: ({ make }) => ({
    model: (config: unknown, options?: ModelOptions) =>
      withRopes(readModel(config, options), (spec) => make(spec)),
    extend,
  }),
};
