/**
 * Reads the arguments of a command: words, and flags with or without a value.
 */

import { optionHint } from '../base/foreign.js';
import { misuse } from './failure.js';

/** A flag that a command knows. */
export interface Flag {
  /** Name without dashes: `cosines-first`. */
  readonly name: string;
  /**
   * Placeholder for the value, such as `N` or `FILE`. Without one, the flag is
   * a switch, and its name with `no-` turns it off.
   */
  readonly value?: string;
}

/**
 * The arguments that were read. If a flag is given twice, the last one counts.
 */
export interface Given {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlyMap<string, boolean>;
}

/** `cosinesFirst` as a flag: `cosines-first`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Reads arguments.
 *
 *   range    `--name value`, `--name=value`, `--name`, `--no-name`; words
 *            between them, and all arguments after `--` as words
 *   error    for an unknown flag, with the one that may be meant; for a missing
 *            or superfluous value
 */
export function readArguments(
  given: readonly string[],
  flags: readonly Flag[],
): Given {
  const known = new Map(flags.map((flag) => [flag.name, flag]));
  const words: string[] = [];
  const values = new Map<string, string>();
  const switches = new Map<string, boolean>();
  const rest = [...given];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (next === '--') {
      words.push(...rest.splice(0));
    } else if (!next.startsWith('--')) {
      words.push(wordOf(next, known));
    } else {
      const [, name = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(next) ?? [];
      const flag = known.get(name);
      const positive = known.get(name.replace(/^no-/, ''));
      if (flag?.value !== undefined) {
        values.set(name, inline ?? nextValue(flag, rest));
      } else if (flag) {
        switches.set(name, inline === undefined || onOrOff(name, inline));
      } else if (positive && positive.value === undefined) {
        if (inline !== undefined) throw misuse(`--${name} takes no value`);
        switches.set(positive.name, false);
      } else {
        throw unknown(name, flags);
      }
    }
  }
  return { words, values, switches };
}

/**
 * Checks a word: it may be `-` or a negative number, but not begin with a dash
 * otherwise.
 */
function wordOf(word: string, known: ReadonlyMap<string, Flag>): string {
  if (!/^-[a-z]/i.test(word)) return word;
  const name = word.slice(1);
  if (known.has(name)) throw misuse(`write --${name} with two dashes`);
  throw unknown(name, [...known.values()], word);
}

function nextValue({ name, value }: Flag, rest: string[]): string {
  const [next] = rest;
  if (next === undefined || next.startsWith('--')) {
    throw misuse(`--${name} needs a value: --${name} ${value}`);
  }
  rest.shift();
  return next;
}

function onOrOff(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw misuse(`--${name} must be true or false, got "${text}"`);
}

function unknown(name: string, flags: readonly Flag[], shown = `--${name}`) {
  const names = flags.flatMap((flag) =>
    flag.value === undefined ? [flag.name, `no-${flag.name}`] : [flag.name],
  );
  const hint = optionHint(kebab(name), names, (meant) => `--${meant}`);
  return misuse(`there is no flag ${shown}${hint}`);
}
