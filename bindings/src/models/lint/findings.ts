/** The findings of rules about a place of a configuration. */

import type { Section } from '../section.js';
import type { Finding } from '../types.js';
import { mends } from './mends.js';
import type { Rule, Said } from './rule.js';

/** The findings of rules about a place, whose keys stand in `section`. */
export function findingsOf<Place extends object>(
  rules: Readonly<Record<string, Rule<Place>>>,
  place: Place,
  section: Section,
): readonly Finding[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const said = rule.when(place);
    if (said === false) return [];
    return [said].flat().map((one) => {
      const all = { ...place, ...(one as Said) };
      const changes = mends[name]?.(all as never) ?? [];
      const finding = findingOf(rule, all, section);
      return changes.length > 0 ? { ...finding, mends: changes } : finding;
    });
  });
}

function findingOf<Place>(
  { kind, severity, key, message, advice }: Rule<Place>,
  said: Said,
  section: Section,
): Finding {
  const name = filled(key, said);
  return {
    severity,
    kind,
    key: section.path + name,
    value: section.raw(name),
    message: filled(message, said),
    advice: filled(advice, said),
    ...(said.engines && { engines: said.engines }),
  };
}

/** A text with values in its gaps. */
function filled(text: string, said: Said): string {
  return text.replace(/\{(\w+)\}/g, (_, gap) => {
    const value = said[gap];
    return typeof value === 'number' ? `${+value.toPrecision(6)}` : `${value}`;
  });
}
