/** The override of a stretch in the spelling of each engine. */

import { wrongValue } from '../../base/errors.js';
import type { TowerSection } from '../model.js';
import { isObject, valueAt } from '../section.js';
import type { Json, LayerFacts, Tower } from '../types.js';
import {
  type Change,
  restated,
  sectionOf,
  stale,
  type Values,
  withValue,
} from './change.js';
import { unreached } from './engine-limits.js';
import { type Sees, type TurningLayer, turns } from './open-layers.js';
import type { Engine, Settings } from './options.js';
import type { Stretch } from './stretch.js';

/** What settings are made of. */
export interface Wanted {
  readonly to: number;
  /** Whether a layer is one that is stretched, if it turns. */
  readonly sees: Sees;
  /** The word of the architecture in a GGUF file, if it was given. */
  readonly arch: string | undefined;
  readonly stretch: Stretch;
  readonly change: Change;
  readonly place: TowerSection;
  /** The tower as the changed configuration has it. */
  readonly tower: Tower<LayerFacts>;
}

type Keys = { readonly [key: string]: Json };

/** The settings; `ERR_CHOICE` if the engine cannot be told so. */
export function settingsOf(engine: Engine, wanted: Wanted): Settings {
  const { stretch, tower, place } = wanted;
  if (stretch.factor !== null) {
    const section = sectionOf(place);
    const [what, why] =
      unreached(engine, stretch.type, tower.family, section) ?? [];
    if (what !== undefined) {
      const rule = `an engine that stretches ${what}`;
      throw wrongValue('extend', 'for', rule, engine, 'ERR_CHOICE', `: ${why}`);
    }
  }
  return spellings[engine](wanted);
}

const spellings: Record<Engine, (wanted: Wanted) => Settings> = {
  vllm: (wanted) =>
    flags(
      '--hf-overrides',
      overrides(wanted, sectionOf(wanted.place).length > 0),
      '--max-model-len',
      wanted.to,
    ),
  sglang: (wanted) =>
    flags(
      '--json-model-override-args',
      overrides(wanted),
      '--context-length',
      wanted.to,
    ),
  transformers: (wanted) => overrides(wanted),
  mlx: ({ stretch, change, tower, sees }) => {
    const { path, maxKey, max, config } = change;
    const before = path.slice(0, -1);
    let changes: Values = max === null ? {} : { [maxKey]: max };
    if (stretch.factor !== null) {
      const rope = valueAt(config, path) as Values;
      const flat = path.at(-1) !== 'rope_scaling' && !hasKinds(rope);
      const theta = tower.layers.filter(turns).find(sees)?.spec.theta ?? null;
      // Most classes read the schedule from `rope_scaling` alone, some of them the
      // base from `rope_parameters`.
      const older = flat && { rope_theta: theta, rope_scaling: rope };
      changes = { ...older, [path.at(-1) ?? '']: rope, ...changes };
    }
    // `load` replaces values of the file as they are, sections as a whole.
    const [first] = before;
    if (first === undefined || Object.keys(changes).length === 0) {
      return changes as Keys;
    }
    const inside = { ...(valueAt(config, before) as Values), ...changes };
    return { [first]: withValue(config, before, inside)[first] } as Keys;
  },
  'llama.cpp': (wanted) => {
    const { to, stretch } = wanted;
    const { type, factor, original, max } = stretch;
    const size = ['--ctx-size', `${to}`];
    // The server cuts texts at the length of the file; it raises that of YaRN
    // alone by itself.
    const length = `${archOf(wanted)}.context_length=int:${to}`;
    const longer = [...size, '--override-kv', length];
    if (factor === null) return max === null ? size : longer;
    const scale = ['--rope-scaling', type, '--rope-scale', `${factor}`];
    if (type === 'yarn') {
      return [...scale, '--yarn-orig-ctx', `${original}`, ...size];
    }
    return [...scale, ...longer];
  },
  ollama: (wanted) => {
    const { to, stretch } = wanted;
    const { type, factor, original, max } = stretch;
    const parameters = { num_ctx: to };
    if (factor === null && max === null) return { parameters };
    const arch = archOf(wanted);
    const scaling = `${arch}.rope.scaling`;
    const longest = { [`${arch}.context_length`]: to };
    if (factor === null) return { parameters, gguf: longest };
    const gguf = {
      ...longest,
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

/**
 * Keys for a class of transformers, below the section of the tower. What is merged
 * with the object of the file also says what must not stay of that.
 */
function overrides(wanted: Wanted, merged = false): Keys {
  const { stretch, change, place } = wanted;
  const { maxKey, max, path } = change;
  const below: Record<string, Json> = {};
  if (stretch.factor !== null) {
    const rope = parametersOf(wanted);
    const old = merged ? place.section.raw(path.at(-1) ?? '') : undefined;
    below.rope_parameters = { ...stale(old, rope.rope_type), ...rope };
  }
  if (max !== null) below[maxKey] = max;
  const section = sectionOf(place);
  if (section.length === 0 || Object.keys(below).length === 0) return below;
  return withValue({}, section, below) as Keys;
}

/** Whether rope parameters have an object for each kind of layers. */
const hasKinds = (parameters: Values) =>
  Object.values(parameters).some(isObject);

/** Rope parameters that hold for all layers, or those of each kind of layers. */
function parametersOf({ sees, change, place, tower }: Wanted): Keys {
  const { section, family } = place;
  const given = valueAt(change.config, change.path) as Values;
  const [open] = tower.layers.filter(turns).filter(sees);
  if (hasKinds(given) || open === undefined) return given as Keys;
  // What the file lists for each layer is no part of the object.
  const share = section.varies
    ? null
    : section.fact('share', { min: 0, max: 1 });
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
