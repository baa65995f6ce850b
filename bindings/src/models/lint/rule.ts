/**
 * The form of the rules by which a configuration is judged. A rule is data
 * besides its condition, so that documents can list the rules.
 */

import type { Family } from '../family.js';
import type { Section } from '../section.js';
import type {
  FindingKind,
  LayerFacts,
  ModelSpec,
  Severity,
  Tower,
} from '../types.js';

/** What a rule says of a place: more values for the gaps in its texts. */
export interface Said {
  readonly [gap: string]: unknown;
  /** The value that each program takes, where they differ. */
  readonly engines?: Readonly<Record<string, number | string>>;
}

/** A rule about a place of a configuration. */
export interface Rule<Place> {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** The key below the place; may have a gap, `{name}`. */
  readonly key: string;
  /** Whether something is wrong, or what, once or several times. */
  readonly when: (place: Place) => boolean | Said | readonly Said[];
  /** What is wrong, and what programs do with it. */
  readonly message: string;
  /** What to write instead. */
  readonly advice: string;
}

/**
 * A section of the file that describes a tower. Numbers that the file does not
 * say are NaN here: no comparison with them holds, so that rules need not ask
 * whether a number is there.
 */
export interface TowerPlace {
  readonly section: Section;
  readonly family: Family;
  readonly tower: Tower<LayerFacts>;
  /** Whether the family is unknown. */
  readonly guessed: boolean;
  /** The keys that were asked for while the tower was read. */
  readonly read: ReadonlySet<string>;
  /** The first layer that turns queries and keys. */
  readonly layer: LayerFacts | undefined;
  /** Longest context. */
  readonly max: number;
}

/** Rope parameters of a tower, or of one kind of its layers. */
export interface RopePlace extends TowerPlace {
  /** The object that holds them. */
  readonly inner: Section;
  /** Whether they are those of one kind of layers. */
  readonly nested: boolean;
  /** Their schedule; `kinds` for an object that holds one for each kind. */
  readonly type: string;
  /** The spec of a layer that they turn, and its option `scaling`. */
  readonly spec: ModelSpec;
  readonly scaling: ModelSpec;
  /** Number of pairs that turn. */
  readonly pairs: number;
  /** Context of the first training, as they say it. */
  readonly original: number;
  readonly factor: number;
  /** Attention factor, and the one that the schedule gives without it. */
  readonly given: number;
  readonly usual: number;
}

/** A value if it is a number, else NaN. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Whether two numbers differ by more than the rounding of those who wrote. */
export function differ(a: number, b: number): boolean {
  return Math.abs(a - b) > 0.01 * Math.abs(b);
}
