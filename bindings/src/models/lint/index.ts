/** Judges what was read of a configuration. */

import type { MakeRope } from '../make-rope.js';
import type { Notes } from '../notes.js';
import { isNested, ropeObject, typeOf } from '../rope-parameters.js';
import type { Section } from '../section.js';
import type { Layer } from '../types.js';
import { ropeRules } from './rope-rules.js';
import { findingsOf, type RopePlace, type TowerPlace } from './rule.js';
import { towerRules } from './tower-rules.js';

/** Notes what is wrong with the sections of all towers. */
export function lint(
  places: readonly TowerPlace[],
  notes: Notes,
  makeRope: MakeRope,
): void {
  for (const place of places) {
    for (const rope of ropePlaces(place, makeRope)) {
      for (const one of findingsOf(ropeRules, rope, rope.inner)) notes.add(one);
    }
    for (const one of findingsOf(towerRules, place, place.section)) {
      notes.add(one);
    }
  }
}

/** The objects of rope parameters of a section. */
function ropePlaces(
  place: TowerPlace,
  makeRope: MakeRope,
): readonly RopePlace[] {
  const outer = ropeObject(place.section);
  const turned = place.tower.layers.some(({ positions }) =>
    positions.some(({ method }) => method === 'rope'),
  );
  if (outer === null || !turned) return [];
  const common = { ...place, makeRope };
  const placeOf = (inner: Section, kind: string | null): RopePlace => {
    const type = typeOf(inner);
    const layer = layerOf(place, type, kind);
    return { ...common, inner, nested: kind !== null, type, layer };
  };
  if (!isNested(outer)) return [placeOf(outer, null)];
  const whole = { ...common, inner: outer, nested: false, layer: undefined };
  const kinds = outer.names.flatMap((name) => {
    const inner = kindOf(outer, name);
    return inner === null ? [] : [placeOf(inner, name)];
  });
  return [{ ...whole, type: 'kinds' }, ...kinds];
}

function kindOf(outer: Section, name: string): Section | null {
  const value = outer.raw(name);
  const isKind = typeof value === 'object' && value !== null;
  return isKind && !Array.isArray(value) ? outer.inner(name) : null;
}

/** A layer that parameters turn. */
function layerOf(
  { tower }: TowerPlace,
  type: string,
  kind: string | null,
): Layer | undefined {
  const fits = tower.layers.filter(({ attention, positions }) =>
    positions.some(({ method, scaling }) => {
      const word = (scaling as { type?: string } | undefined)?.type;
      const own = kind === null || kind.startsWith(`${attention}`);
      return method === 'rope' && own && (word ?? 'default') === type;
    }),
  );
  return fits[0] ?? tower.layers.find(({ rope }) => rope !== null);
}
