/**
 * The rope parameters of a section in all spellings: `rope_scaling` or
 * `rope_parameters`, flat or with an object for each kind of layer, with `type`
 * or `rope_type`.
 */

import type { Family } from './family.js';
import { isObject, type Section } from './section.js';

/** The words that name kinds of layers in nested rope parameters. */
const kindWords = /_attention$|^(main|compress|local|global|hybrid)$/;

/** Base of frequencies that programs take where nothing says one. */
export const USUAL_THETA = 10000;

/** Other words for the types of this package. */
const aliases = new Map(
  Object.entries({
    su: 'longrope',
    'telechat3-yarn': 'yarn',
    mrope: 'default',
    // Marks of layouts or of position schemes; they change no frequency.
    gptj: 'default',
    axial: 'default',
    // Hunyuan's name for M-RoPE with a base that alpha stretches.
    xdrope: 'dynamic',
    imrope: 'default',
  }),
);

/** Rope parameters of one kind of layers. */
export interface RopeParameters {
  /** The object that holds them; `null` if there is none. */
  readonly inner: Section | null;
  /** The schedule; `default` if nothing names one. */
  readonly type: string;
}

/**
 * The object of the file with rope parameters, if it has one. A class that reads
 * no base sets its frequencies itself, and reads no such object either.
 */
export function ropeObject(
  section: Section,
  family: Family = {},
): Section | null {
  if (family.keys?.theta === '' && !family.everyKey) return null;
  for (const key of ['rope_scaling', 'rope_parameters']) {
    const inner = section.inner(key, silent(family));
    if (inner !== null && inner.names.length > 0) return inner;
  }
  return null;
}

/** A record of what an object of rope parameters leaves out. */
function silent({ ropeDefaults = {} }: Family): Family {
  return { defaults: ropeDefaults };
}

/** Whether rope parameters have an object for each kind of layers. */
export function isNested(outer: Section): boolean {
  return outer.names.some(
    (name) => kindWords.test(name) && isObject(outer.raw(name)),
  );
}

/** The rope parameters of layers of the kind `word`. */
export function ropeParameters(
  section: Section,
  family: Family,
  word: string,
): RopeParameters {
  const outer = ropeObject(section, family);
  if (outer === null) return { inner: null, type: 'default' };
  if (isNested(outer)) {
    const key = family.ropeKeys?.[word] ?? word;
    const inner = outer.inner(key, silent(family));
    return { inner, type: typeOf(inner) };
  }
  const { scaled } = family;
  if (scaled !== undefined && ![scaled].flat().includes(word)) {
    return { inner: null, type: 'default' };
  }
  return { inner: outer, type: typeOf(outer) };
}

/** The schedule that rope parameters name. */
export function typeOf(inner: Section | null): string {
  const word = inner?.text('rope_type') ?? inner?.text('type') ?? 'default';
  // The first files of Phi-3 call LongRoPE yarn; only that has such lists.
  const long = word === 'yarn' && Array.isArray(inner?.raw('long_factor'));
  return long ? 'longrope' : typeWord(word);
}

/** The word of this package for a type. */
export function typeWord(word: string): string {
  return aliases.get(word) ?? word;
}
