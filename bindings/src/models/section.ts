/**
 * A section of a configuration: an object of the file, such as `text_config`,
 * and the defaults of its class. Only own properties are read, each when it is
 * asked for, so that no file costs more than what is read of it.
 */

import { keysOf } from './fact-keys.js';
import type { Fact } from './facts.js';
import type { Family } from './family.js';
import { Notes } from './notes.js';
import type { Finding, FindingKind, Json } from './types.js';

/** An option, or none if its value is `null`. */
export function optional(name: string, value: Json): Record<string, Json> {
  return value === null ? {} : { [name]: value };
}

/** Facts that some files list for each layer. */
const layerFacts = ['heads', 'keyHeads', 'theta', 'share'] as const;

/** Key of an object with what layers have of their own, by their numbers. */
const OVERRIDES = 'per_layer_config';

/** Longest list that is read: no model has as many layers or factors. */
const LONGEST_LIST = 2 ** 13;

/** Least of the numbers that must be above 0. */
export const TINY = 2 ** -40;

/** Limits of a number. */
export interface Limits {
  readonly integer?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** The limits of counts, such as layers and widths. */
export const count: Limits = { integer: true, min: 1, max: 2 ** 31 };

/** The limits of other numbers. */
export const anyNumber: Limits = { min: -1e38, max: 1e38 };

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What stands at a path of an object, such as `attn_config.alibi`: the object
 * itself without a path, `undefined` where an object lacks the next name.
 */
export function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Whether a value is a switch; Python takes numbers for switches, too. */
function isSwitch(value: unknown): value is boolean | number {
  return typeof value === 'boolean' || typeof value === 'number';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= LONGEST_LIST;
}

function isLayerFact(fact: Fact): boolean {
  return layerFacts.some((one) => one === fact);
}

/** One section as the reader of one family, and of one layer, sees it. */
export class Section {
  constructor(
    /** Path of the section, with a dot at its end, or nothing. */
    readonly path: string,
    private readonly values: object,
    readonly notes: Notes,
    private readonly family: Family,
    /** Keys that were asked for; other code asks which were not. */
    readonly asked: Set<string> = new Set(),
    /** The layer whose facts are read where the file lists one for each. */
    private readonly layer = 0,
  ) {}

  /** The same section for another record. */
  as(family: Family): Section {
    return this.seen(family, this.layer);
  }

  /** The same section as a layer sees it. */
  at(layer: number): Section {
    return this.seen(this.family, layer);
  }

  private seen(family: Family, layer: number): Section {
    const { path, values, notes, asked } = this;
    return new Section(path, values, notes, family, asked, layer);
  }

  /** The same section for a reader whose notes do not count. */
  aside(notes: Notes): Section {
    const asked = new Set(this.asked);
    return new Section(this.path, this.values, notes, this.family, asked);
  }

  /** What the file says; `undefined` if it is silent. */
  raw(key: string): unknown {
    const path = key.split('.');
    this.asked.add(path[0] ?? key);
    return valueAt(this.values, path);
  }

  /** All keys of the section. */
  get names(): readonly string[] {
    return this.notes.namesOf(this.values);
  }

  /** What the file says, or else its class, which is noted. */
  get(key: string): unknown {
    const value = this.raw(key);
    if (value !== undefined) return value;
    const fallback = this.family.defaults?.[key];
    if (fallback === undefined) return undefined;
    if (fallback !== null) this.assume(key, fallback);
    return fallback;
  }

  /** The key that says a fact here, and its value; that of the class is noted. */
  said(fact: Fact): readonly [key: string, value: unknown] {
    const { key, value, ofClass } = this.found(fact);
    if (ofClass && value !== null) this.assume(key, value as Json);
    return [key, value];
  }

  /** The key that says a fact, its value, and whether the class says it. */
  private found(fact: Fact): {
    readonly key: string;
    readonly value: unknown;
    readonly ofClass?: boolean;
  } {
    const names = keysOf(fact, this.family);
    let silent: string | undefined;
    const own = this.overrides
      ? names.map((name) => `${OVERRIDES}.${this.layer}.${name}`)
      : [];
    for (const key of [...own, ...names]) {
      const value = this.raw(key);
      if (value !== undefined && value !== null) return { key, value };
      if (value === null) silent ??= key;
    }
    // A key with null counts where no other key has a value.
    if (silent !== undefined) return { key: silent, value: null };
    for (const key of names) {
      const value = this.family.defaults?.[key];
      if (value !== undefined) return { key, value, ofClass: true };
    }
    return { key: names[0] ?? fact, value: undefined };
  }

  /**
   * A fact that is a number, or that of the layer in a list; `null` if it is
   * absent, null or wrong.
   */
  fact(fact: Fact, limits: Limits = count): number | null {
    const [key, value] = this.said(fact);
    const listed = Array.isArray(value) && isLayerFact(fact);
    if (!listed) return this.numberIn(key, value, limits);
    return this.numberIn(`${key}[${this.layer}]`, value[this.layer], limits);
  }

  /** Whether the file has an object of what single layers have of their own. */
  get overrides(): boolean {
    return isObject(this.raw(OVERRIDES));
  }

  /** Whether the file lists facts for each layer. */
  get varies(): boolean {
    // What is only looked up here must not count as read.
    const silent = this.aside(new Notes());
    return layerFacts.some((fact) => Array.isArray(silent.said(fact)[1]));
  }

  /** A number; `null` if it is absent, null or wrong. */
  number(key: string, limits: Limits = anyNumber): number | null {
    return this.numberIn(key, this.get(key), limits);
  }

  /** The value of a key; `null` if it is absent, null or of another type. */
  private typed<T>(
    key: string,
    rule: string,
    fits: (value: unknown) => value is T,
  ): T | null {
    const value = this.get(key) ?? null;
    if (value === null || fits(value)) return value;
    this.wrong(key, value, rule);
    return null;
  }

  /** A switch; `null` if it is absent, null or wrong. */
  boolean(key: string): boolean | null {
    const value = this.typed(key, 'true or false', isSwitch);
    return value === null ? null : Boolean(value);
  }

  /** A string; `null` if it is absent, null or wrong. */
  text(key: string): string | null {
    return this.typed(key, 'a string', isText);
  }

  /** A list; `null` if it is absent, null, too long or no list. */
  list(key: string): readonly unknown[] | null {
    return this.typed(key, `a list of at most ${LONGEST_LIST} values`, isList);
  }

  /** A list of numbers, as `list`. */
  numbers(key: string, limits: Limits = anyNumber): readonly number[] | null {
    const list = this.list(key);
    const whole = list?.every(
      (value, index) =>
        this.numberIn(`${key}[${index}]`, value, limits) !== null,
    );
    return whole ? (list as readonly number[]) : null;
  }

  /** A section inside this one; `null` if it is absent or no object. */
  inner(key: string, family: Family = {}): Section | null {
    const value = this.typed(key, 'an object', isObject);
    if (value === null) return null;
    return new Section(`${this.path}${key}.`, value, this.notes, family);
  }

  /** Notes what is taken for a key that the file does not have. */
  assume(key: string, value: Json, why = 'its class takes this'): void {
    this.notes.assume(this.path + key, value, why);
  }

  /** Notes what is wrong with a key, as an error. */
  fault(
    kind: FindingKind,
    key: string,
    message: string,
    advice: string,
    value: unknown = this.raw(key),
    mends?: Finding['mends'],
  ): void {
    const path = this.path + key;
    this.notes.find('error', kind, path, value, message, advice, mends);
  }

  /** Notes a value of the wrong kind, which is not used. */
  wrong(key: string, value: unknown, rule: string): void {
    this.notes.wrong(this.path + key, value, rule);
  }

  /** A value if it is a number within limits; else `null`, and it is noted. */
  private numberIn(key: string, value: unknown, limits: Limits): number | null {
    if (value === undefined || value === null) return null;
    const { integer = false, min = 0, max = 2 ** 53 } = limits;
    const kind = integer ? 'an integer' : 'a number';
    // JSON of some languages has 4096.0 where 4096 is meant; JavaScript reads
    // the same number.
    const fits = (one: number) =>
      one >= min && one <= max && !(integer && one % 1 !== 0);
    if (typeof value !== 'number' || Number.isNaN(value)) {
      const path = this.path + key;
      // A number between quotes; an item of a list has no path.
      const meant = isText(value) && /\d$/.test(value) ? Number(value) : NaN;
      const known = fits(meant) && !key.endsWith(']');
      this.notes.wrong(
        path,
        value,
        kind,
        known ? [{ [path]: meant }] : undefined,
      );
      return null;
    }
    if (fits(value)) return value;
    const least = min === TINY ? 'above 0' : `of at least ${min}`;
    const most = value > max ? ` and at most ${max}` : '';
    this.fault(
      'out_of_range',
      key,
      `must be ${kind} ${least}${most}, got ${value}; it is not used`,
      `write ${kind} in that range`,
      value,
    );
    return null;
  }
}
