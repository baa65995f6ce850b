/** Judges what was read of a configuration. */

import type { Family } from '../family.js';
import { Notes } from '../notes.js';
import { isNested, ropeObject, typeOf } from '../rope-parameters.js';
import { isObject, type Section } from '../section.js';
import type { LayerFacts, ModelSpec, Tower } from '../types.js';
import { findingsOf } from './findings.js';
import { ropeRules } from './rope-rules.js';
import { numberOf, type RopePlace, type TowerPlace } from './rule.js';
import { towerRules } from './tower-rules.js';
import { unreadRules } from './unread-rules.js';

/** Notes what is wrong with the section of a tower. */
export function lint(
  read: Section,
  family: Family,
  tower: Tower<LayerFacts>,
  guessed: boolean,
  notes: Notes,
): void {
  // What the rules look up must not be noted as an assumption of the model.
  const section = read.aside(new Notes());
  const max = numberOf(section.said('maxPosition')[1]);
  const layer = tower.layers.find(ropeSpec);
  const asked = new Set(read.asked);
  const place = { section, family, tower, guessed, read: asked, layer, max };
  for (const rope of ropePlaces(place)) {
    for (const one of findingsOf(ropeRules, rope, rope.inner)) notes.add(one);
  }
  for (const rules of [towerRules, unreadRules]) {
    for (const one of findingsOf(rules, place, section)) notes.add(one);
  }
}

/** The spec of the rope of a layer. */
function ropeSpec(layer: LayerFacts): ModelSpec | undefined {
  return layer.positions.find(({ method }) => method === 'rope');
}

/** The objects of rope parameters of a section. */
function ropePlaces(place: TowerPlace): readonly RopePlace[] {
  const outer = ropeObject(place.section, place.family);
  if (outer === null || !place.layer) return [];
  if (!isNested(outer)) return [placeOf(place, outer)];
  const kinds = outer.names.flatMap((name) => {
    const inner = isObject(outer.raw(name)) ? outer.inner(name) : null;
    return inner === null ? [] : placeOf(place, inner, name);
  });
  return [{ ...placeOf(place, outer), type: 'kinds' }, ...kinds];
}

/** What rules ask about rope parameters, those of one kind of layers or all. */
function placeOf(place: TowerPlace, inner: Section, kind?: string): RopePlace {
  const type = typeOf(inner);
  const layer = place.tower.layers.find((layer) => {
    const own = ropeSpec(layer);
    const scaling = own?.scaling as ModelSpec | undefined;
    const fits = kind === undefined || kind.startsWith(`${layer.attention}`);
    return own && fits && (scaling?.type ?? 'default') === type;
  });
  const seen = layer ?? place.layer;
  const spec = (seen && ropeSpec(seen)) as ModelSpec;
  const scaling = (spec.scaling ?? {}) as ModelSpec;
  return {
    ...place,
    inner,
    nested: kind !== undefined,
    type,
    layer: seen,
    spec,
    scaling,
    pairs: Math.floor(numberOf(spec.rotaryDim ?? spec.headDim) / 2),
    original: numberOf(inner.raw('original_max_position_embeddings')),
    factor: numberOf(inner.raw('factor')),
    given: numberOf(inner.raw('attention_factor')),
    usual: usualFactor(type, scaling),
  };
}

/** The attention factor of a schedule where a file names none. */
function usualFactor(type: string, scaling: ModelSpec): number {
  const stretch = Math.log(Math.max(1, numberOf(scaling.factor)));
  const original = numberOf(scaling.originalMaxPosition);
  if (type === 'yarn') return 1 + 0.1 * stretch;
  if (type === 'longrope') return Math.sqrt(1 + stretch / Math.log(original));
  return Number.NaN;
}
