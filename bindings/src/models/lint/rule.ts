/**
 * The form of the rules by which a configuration is judged. A rule is data
 * besides its condition, so that documents can list the rules.
 */

import type { Family } from '../family.js';
import type { MakeRope } from '../make-rope.js';
import type { Section } from '../section.js';
import type { Finding, FindingKind, Layer, Severity, Tower } from '../types.js';

/** What a rule says of a section: the values for the gaps in its texts. */
export interface Said {
  readonly [gap: string]: unknown;
  /** The value that each program takes, where they differ. */
  readonly engines?: Readonly<Record<string, number | string>>;
}

/** A rule about a place of a configuration. */
export interface Rule<Place> {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** The key below the place; `{gap}` stands for a value. */
  readonly key: string;
  /** What is wrong here, once or several times; nothing where all is well. */
  readonly when: (place: Place) => Said | readonly Said[] | false;
  /** What is wrong, and what programs do with it; has gaps. */
  readonly message: string;
  /** What to write instead; has gaps. */
  readonly advice: string;
}

/** A section of the file that describes a tower. */
export interface TowerPlace {
  readonly section: Section;
  readonly family: Family;
  readonly tower: Tower;
  /** Whether the family is unknown. */
  readonly guessed: boolean;
}

/** Rope parameters of a tower, or of one kind of its layers. */
export interface RopePlace extends TowerPlace {
  /** The object that holds them. */
  readonly inner: Section;
  /** Whether they are those of one kind of layers. */
  readonly nested: boolean;
  /** Their schedule; `kinds` for an object that holds one for each kind. */
  readonly type: string;
  /** A layer that they turn. */
  readonly layer: Layer | undefined;
  readonly makeRope: MakeRope;
}

/** A number of the file; `undefined` if it is absent or no number. */
export function numberAt(section: Section, key: string): number | undefined {
  const value = section.raw(key);
  return typeof value === 'number' && Number.isFinite(value)
    ? value
    : undefined;
}

/** The findings of rules about a place, whose keys stand in `section`. */
export function findingsOf<Place>(
  rules: Readonly<Record<string, Rule<Place>>>,
  place: Place,
  section: Section,
): readonly Finding[] {
  return Object.values(rules).flatMap((rule) => {
    const said = rule.when(place);
    if (said === false) return [];
    return [said].flat().map((one) => findingOf(rule, one as Said, section));
  });
}

function findingOf<Place>(
  { kind, severity, key, message, advice }: Rule<Place>,
  said: Said,
  section: Section,
): Finding {
  const name = filled(key, said);
  const finding = {
    severity,
    kind,
    key: section.path + name,
    value: section.raw(name),
    message: filled(message, said),
    advice: filled(advice, said),
  };
  return said.engines ? { ...finding, engines: said.engines } : finding;
}

/** A text with values in its gaps. */
function filled(text: string, said: Said): string {
  return text.replace(/\{(\w+)\}/g, (_, gap) => {
    const value = said[gap];
    return typeof value === 'number'
      ? String(Number(value.toPrecision(6)))
      : String(value);
  });
}
