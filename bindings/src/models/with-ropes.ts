/** Completes what was read of a model by the ropes of its layers. */

import type { Rope, RopeSpec } from '../rotary/rope.js';
import type { LayerFacts, Model } from './types.js';

/** Gives each layer its rope, which layers with the same spec share. */
export function withRopes(
  model: Model<LayerFacts>,
  make: (spec: RopeSpec) => Rope,
): Model {
  const ropes = new Map<RopeSpec, Rope>();
  const ropeOf = (spec: RopeSpec) => {
    const rope = ropes.get(spec) ?? make(spec);
    ropes.set(spec, rope);
    return rope;
  };
  for (const tower of Object.values(model.towers)) {
    for (const layer of tower?.layers ?? []) {
      Object.assign(layer, { rope: layer.spec && ropeOf(layer.spec) });
    }
  }
  return model as Model;
}
