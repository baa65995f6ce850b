/** The override of a stretch in the spelling of each engine. */

import { wrongValue } from '../../base/errors.js';
import type { TowerSection } from '../model.js';
import { isObject, valueAt } from '../section.js';
import type { Json, LayerFacts, Tower } from '../types.js';
import {
  type Change,
  namesOf,
  restated,
  type Values,
  withValue,
} from './change.js';
import { seesAll, type TurningLayer, turns } from './open-layers.js';
import type { Engine, Settings } from './options.js';
import type { Stretch } from './stretch.js';

/** What settings are made of. */
export interface Wanted {
  readonly to: number;
  /** The word of the architecture in a GGUF file, if it was given. */
  readonly arch: string | undefined;
  readonly stretch: Stretch;
  readonly change: Change;
  readonly place: TowerSection;
  /** The tower as the changed configuration has it. */
  readonly tower: Tower<LayerFacts>;
}

type Keys = { readonly [key: string]: Json };

/**
 * Schedules that engines lack. `--rope-scaling` of llama.cpp takes `none`,
 * `linear` and `yarn`, and its files hold the divisors of llama3 as a tensor;
 * `initialize_rope` of mlx-lm stops at `dynamic`.
 */
const lacking: Partial<Record<Engine, readonly string[]>> = {
  'llama.cpp': ['dynamic', 'llama3', 'proportional'],
  ollama: ['dynamic', 'llama3', 'proportional'],
  mlx: ['dynamic'],
};

/** The settings; `ERR_CHOICE` if the engine does not have the schedule. */
export function settingsOf(engine: Engine, wanted: Wanted): Settings {
  const { type, factor } = wanted.stretch;
  if (factor !== null && lacking[engine]?.includes(type)) {
    const rule = `an engine that stretches "${type}"`;
    throw wrongValue('extend', 'for', rule, engine, 'ERR_CHOICE');
  }
  return spellings[engine](wanted);
}

const spellings: Record<Engine, (wanted: Wanted) => Settings> = {
  vllm: (wanted) =>
    flags('--hf-overrides', overrides(wanted), '--max-model-len', wanted.to),
  sglang: (wanted) =>
    flags(
      '--json-model-override-args',
      overrides(wanted),
      '--context-length',
      wanted.to,
    ),
  transformers: overrides,
  mlx: ({ stretch, change, place }) => {
    if (stretch.factor === null) return {};
    const [first] = namesOf(place.section.path);
    const { path, maxKey, max, config } = change;
    // `load` replaces values of the file as they are, sections as a whole.
    const keys = first === undefined ? [path[0] ?? ''] : [first];
    if (first === undefined && max !== null) keys.push(maxKey);
    return Object.fromEntries(keys.map((key) => [key, config[key]])) as Keys;
  },
  'llama.cpp': (wanted) => {
    const { to, stretch } = wanted;
    const { type, factor, original } = stretch;
    const size = ['--ctx-size', `${to}`];
    if (factor === null) return size;
    const scale = ['--rope-scaling', type, '--rope-scale', `${factor}`];
    if (type === 'yarn') {
      return [...scale, '--yarn-orig-ctx', `${original}`, ...size];
    }
    // The server cuts texts at the length of the file; it raises that of YaRN
    // alone by itself.
    const length = `${archOf(wanted)}.context_length=int:${to}`;
    return [...scale, ...size, '--override-kv', length];
  },
  ollama: (wanted) => {
    const { to, stretch } = wanted;
    const { type, factor, original } = stretch;
    const parameters = { num_ctx: to };
    if (factor === null) return { parameters };
    const arch = archOf(wanted);
    const scaling = `${arch}.rope.scaling`;
    const gguf = {
      [`${arch}.context_length`]: to,
      [`${scaling}.type`]: type,
      [`${scaling}.factor`]: factor,
      ...(type === 'yarn' && {
        [`${scaling}.original_context_length`]: original,
      }),
    };
    return { parameters, gguf };
  },
};

/** Flags with an override, and one with the length; no flag for no override. */
function flags(
  override: string,
  keys: Keys,
  length: string,
  to: number,
): readonly string[] {
  const json =
    Object.keys(keys).length > 0 ? [override, JSON.stringify(keys)] : [];
  return [...json, length, `${to}`];
}

/** Keys for a class of transformers, below the section of the tower. */
function overrides(wanted: Wanted): Keys {
  const { stretch, change, place } = wanted;
  if (stretch.factor === null) return {};
  const { maxKey, max } = change;
  const below = {
    rope_parameters: parametersOf(wanted),
    ...(max !== null && { [maxKey]: max }),
  };
  const [first, ...rest] = namesOf(place.section.path);
  if (first === undefined) return below;
  return withValue({}, [first, ...rest], below) as Keys;
}

/** Rope parameters that hold for all layers, or those of each kind of layers. */
function parametersOf({ to, change, place, tower }: Wanted): Keys {
  const { section, family } = place;
  const given = valueAt(change.config, change.path) as Values;
  const sees = seesAll(to);
  const [open] = tower.layers.filter(turns).filter(sees);
  const nested = Object.values(given).some(isObject);
  if (nested || open === undefined) return given as Keys;
  const share = section.fact('share', { min: 0, max: 1 });
  const own = (parameters: Values, layer: TurningLayer) =>
    restated(parameters, layer.spec.theta ?? 0, share);
  if (family.scaled === undefined) return own(given, open);
  const parts = kindsOf(tower).map((layer) => [
    `${layer.attention}_attention`,
    own(sees(layer) ? given : { rope_type: 'default' }, layer),
  ]);
  return Object.fromEntries(parts);
}

/** A layer of each kind of attention that turns. */
function kindsOf(tower: Tower<LayerFacts>): readonly TurningLayer[] {
  const layers = tower.layers.filter(turns);
  return [...new Map(layers.map((layer) => [layer.attention, layer])).values()];
}

/** The word before the keys of a GGUF file, or what stands for it. */
function archOf({ arch, change: { config } }: Wanted): string {
  const own = arch ?? valueAt(config, ['gguf', 'arch']);
  return typeof own === 'string' ? own : 'ARCH';
}
