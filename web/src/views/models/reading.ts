// Reads a configuration: its text, its towers, and how far it reaches.

import { extend, type Model, readModel, type Tower } from 'posenc/models';
import { writeCount } from '../../plot/ticks.js';
import { attempt, PageLimit } from '../../shell/failure.js';
import type { KnownGroup } from './list.js';

/** A configuration that the page has by itself. */
export interface Known {
  readonly name: string;
  readonly group: KnownGroup;
  /** Where it is from. */
  readonly source: string;
  readonly config: unknown;
}

/** The most characters of a configuration; real ones have some thousands. */
export const mostCharacters = 4_000_000;

/** The most layers of a tower that are drawn; the deepest models have 126. */
const mostLayers = 512;

export interface NamedTower {
  readonly name: string;
  readonly tower: Tower;
}

export interface Reading {
  readonly config: unknown;
  readonly model: Model;
  /** The towers, the main one first. */
  readonly towers: readonly [NamedTower, ...NamedTower[]];
}

const refuse = (code: string, message: string) =>
  new PageLimit({ code, param: 'config', message });

/** The failure of a file that is too large to be a configuration. */
export const tooLarge = (size: number) =>
  refuse(
    'PAGE_RANGE',
    'config must be a text of at most ' +
      `${writeCount(mostCharacters)} characters, got ${writeCount(size)}`,
  );

/** Words of Python that JSON lacks, outside of its strings. */
const pythonic = /"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g;

/** As Python reads it: its files may say Infinity and NaN. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const plain = text.replace(pythonic, (word) => {
      if (word.startsWith('"')) return word;
      return word === 'NaN' ? 'null' : word.replace('Infinity', '1e999');
    });
    if (plain === text) throw error;
    return JSON.parse(plain);
  }
}

/** The value of the text of a config.json. */
export function parseConfig(text: string): unknown {
  if (text.length > mostCharacters) throw tooLarge(text.length);
  if (text.trim() === '') {
    throw refuse(
      'PAGE_JSON',
      'config must be the text of a config.json, got none',
    );
  }
  try {
    // The mark of byte order is no part of the text.
    return parsed(text.charCodeAt(0) === 0xfe_ff ? text.slice(1) : text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refuse(
      'PAGE_JSON',
      `config must be JSON, got ${startOf(text)}: ${why}`,
    );
  }
}

/** The beginning of a text, in a few words. */
function startOf(text: string): string {
  const start = text.trim().slice(0, 24).replace(/\s+/g, ' ');
  return `\u201c${start}${text.trim().length > 24 ? '\u2026' : ''}\u201d`;
}

/**
 * The model of a configuration. Throws what the package throws of it, and a
 * refusal of the page if it has more layers than can be drawn.
 */
export function readConfig(config: unknown): Reading {
  const model = readModel(config);
  const named = Object.entries(model.towers).map(([name, tower]) => ({
    name,
    tower: tower as Tower,
  }));
  const most = Math.max(...named.map(({ tower }) => tower.layers.length));
  if (most > mostLayers) {
    throw refuse(
      'PAGE_RANGE',
      `config must have at most ${mostLayers} layers to be drawn, got ${most}`,
    );
  }
  const isMain = ({ tower }: NamedTower) => tower.layers === model.layers;
  const towers = [
    ...named.filter(isMain),
    ...named.filter((one) => !isMain(one)),
  ] as unknown as Reading['towers'];
  return { config, model, towers };
}

/**
 * The number of tokens that a model reaches as it is: what `extend` says of a
 * length that needs no change. Undefined where it stretches nothing.
 */
export function reachOf(config: unknown): number | undefined {
  const asked = { to: 1, for: 'transformers' } as const;
  const { value } = attempt(() => extend(config, asked));
  const why = value?.notes.find(({ key }) => key === 'to')?.why ?? '';
  const [, reach] = /^is not above ([\d.e+]+),/.exec(why) ?? [];
  return reach === undefined ? undefined : Number(reach);
}
