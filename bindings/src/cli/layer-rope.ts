/** The rope of a layer of a model, as a spec. */

import {
  type Finding,
  type Layer,
  type Model,
  type ModelSpec,
  readModel,
} from '../parts/models.js';
import { type ConfigFile, modelOf, modelOptionsOf } from './config.js';
import { EXIT, Failure, misuse } from './failure.js';
import { rangesOf } from './layer-groups.js';
import type { SpecFile } from './spec-file.js';

/** The rope of a layer, and what is wrong with the model's configuration. */
export interface LayerRope extends SpecFile {
  readonly errors: readonly Finding[];
}

/** Gives the rope of the layer that `--tower` and `--layer` name. */
export function ropeOfLayer(
  given: ConfigFile,
  values: ReadonlyMap<string, string>,
): LayerRope {
  const model = modelOf(readModel, given, modelOptionsOf(values));
  const [tower, layers] = towerOf(model, values.get('tower'));
  const number = values.get('layer');
  const spec =
    number === undefined
      ? onlyRope(tower, layers)
      : ropeOf(layerOf(tower, layers, number));
  if (spec === undefined) {
    const where = number === undefined ? tower : `layer ${number} of ${tower}`;
    throw new Failure(`${where} in ${given.file} has no rope`, EXIT.failed);
  }
  const { method, ...options } = spec;
  const errors = model.findings.filter(({ severity }) => severity === 'error');
  return { file: given.file, method, values: options, errors };
}

/** The name of a tower, and its layers. */
function towerOf(
  { towers, layers: main }: Model,
  wanted: string | undefined,
): readonly [name: string, layers: readonly Layer[]] {
  const names = Object.keys(towers);
  const name =
    wanted ?? names.find((one) => towers[one]?.layers === main) ?? '';
  const layers = Object.hasOwn(towers, name) ? towers[name]?.layers : undefined;
  if (layers === undefined) {
    throw misuse(`--tower must be one of ${names.join(', ')}, got "${name}"`);
  }
  return [name, layers];
}

function layerOf(tower: string, layers: readonly Layer[], text: string): Layer {
  const layer = /^\d+$/.test(text) ? layers[Number(text)] : undefined;
  if (layer !== undefined) return layer;
  const rule = `a number from 0 to ${layers.length - 1}, a layer of ${tower}`;
  throw misuse(`--layer must be ${rule}, got "${text}"`);
}

function ropeOf({ positions }: Layer): ModelSpec | undefined {
  return positions.find(({ method }) => method === 'rope');
}

/** The rope that all turned layers of a tower have. */
function onlyRope(
  tower: string,
  layers: readonly Layer[],
): ModelSpec | undefined {
  const groups = new Map<string, number[]>();
  for (const layer of layers) {
    const spec = ropeOf(layer);
    if (spec === undefined) continue;
    const id = JSON.stringify(spec);
    groups.set(id, [...(groups.get(id) ?? []), layer.index]);
  }
  if (groups.size > 1) {
    const ranges = [...groups.values()].map(rangesOf).join(' and ');
    throw misuse(`layers ${ranges} of ${tower} differ: --layer names one`);
  }
  const first = layers.find((layer) => ropeOf(layer) !== undefined);
  return first && ropeOf(first);
}
