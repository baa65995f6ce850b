/** What a tower adds to its embeddings. */

import { weight } from './encoding.js';
import { type Fact, factKeys } from './facts.js';
import type { Family, TableRule } from './family.js';
import { cellsOf, type ImageTokens } from './image.js';
import { limitsOf } from './limits.js';
import { count, type Section, TINY } from './section.js';
import type { Json, ModelSpec, PositionDetails } from './types.js';

/** The spec of the table of a tower, or `null`. */
export function tableOf(
  section: Section,
  { table }: Family,
  width: number | null,
  tokens: ImageTokens,
): ModelSpec | null {
  if (!table) return null;
  const { method } = table;
  const own = table.width === undefined ? null : named(section, table.width);
  const dim = own ?? width;
  if (dim === null) return null;
  const options: Record<string, Json> = { dim, ...table.options };
  for (const [option, key] of Object.entries(table.named ?? {})) {
    const value = named(section, key);
    if (value !== null) options[option] = value;
  }
  const offset = offsetOf(section, table);
  for (const [option, key] of Object.entries(table.lists ?? {})) {
    options[option] = section.numbers(key, count) ?? [];
  }
  const learned = method === 'learned';
  if (table.offset === 'padding') {
    options[learned ? 'paddingIndex' : 'zeroPosition'] = offset - 1;
  }
  if (offset > 0) options[learned ? 'offset' : 'start'] = offset;
  if (method === 'sinusoidalGrid') {
    if (tokens.grid !== null) options.grid = tokens.grid;
    if (tokens.grid?.length === 3) Object.assign(options, volume(dim));
    const divisors = tokens.grid && divisorsOf(section, table, tokens.grid);
    if (divisors) options.divisors = divisors;
    if (tokens.prefix > 0) options.classTokens = tokens.prefix;
    return { method, ...options };
  }
  const rows = lengthOfTable(section, table, offset, tokens);
  if (rows === null) return { method, ...options };
  if (rows <= offset) return null;
  const length = rows - offset;
  return learned
    ? { method, length, tableLength: rows, ...options }
    : { method, length, ...options };
}

/**
 * The columns of a volume: a quarter for the time, then those of the columns and
 * those of the rows.
 */
const volume = (dim: number) => ({
  widths: [dim / 4, (3 * dim) / 8, (3 * dim) / 8],
  order: [0, 2, 1],
});

/** What the coordinates of each axis are divided by; `null` if nothing says it. */
function divisorsOf(
  section: Section,
  { base, plane, side, time }: TableRule,
  grid: readonly number[],
): readonly number[] | null {
  const limits = { min: TINY, max: 2 ** 20 };
  const trained =
    typeof base === 'string' ? section.number(base, limits) : null;
  const patches =
    trained === null
      ? base
      : Math.floor(trained / (section.fact('patch') ?? 1));
  if (typeof patches === 'number' && patches > 0) {
    return grid.map((length) => length / patches);
  }
  let by = plane === undefined ? null : section.number(plane, limits);
  if (by === null && side !== undefined) {
    by = Math.max(1, Math.floor((section.number(side, limits) ?? 0) / 64));
    if (plane !== undefined) section.assume(plane, by);
  }
  if (by === null) return null;
  const along = time === undefined ? null : section.number(time, limits);
  return grid.map((_, axis) => (axis < grid.length - 2 ? (along ?? 1) : by));
}

/** The methods of tables that `make` has. */
const made = new Set(['learned', 'sinusoidal', 'sinusoidalGrid']);

/** What is known of a table besides its spec. */
export function tableDetails(
  spec: ModelSpec,
  section: Section,
  family: Family,
): PositionDetails {
  const { method, tableLength, dim, classTokens } = spec;
  const rows = typeof tableLength === 'number' ? tableLength : null;
  return {
    missing:
      method === 'learned'
        ? { table: weight('rows dim', rows, Number(dim)) }
        : {},
    facts: {
      // Rows of the tokens before a grid.
      ...(classTokens !== undefined && { classValue: 0 }),
      ...(family.position === 'none' && limitsOf(section, family, 2)),
    },
    made: made.has(method),
  };
}

/** The specs of the tables of boxes, by side. */
export function boxesOf(
  section: Section,
  { boxes = {} }: Family,
  tokens: ImageTokens,
): Readonly<Record<string, ModelSpec>> {
  const specs: Record<string, ModelSpec> = {};
  for (const [side, key] of Object.entries(boxes)) {
    const rule: TableRule = {
      method: 'learned',
      rows: 'max_2d_position_embeddings',
      width: key,
    };
    const spec = tableOf(section, { table: rule }, null, tokens);
    if (spec !== null) specs[side] = spec;
  }
  return specs;
}

function offsetOf(section: Section, { offset = 0 }: TableRule): number {
  if (offset !== 'padding') return offset;
  return (section.fact('padding', { ...count, min: 0 }) ?? 0) + 1;
}

/** A fact or a key of the file. */
function named(section: Section, name: string): number | null {
  return Object.hasOwn(factKeys, name)
    ? section.fact(name as Fact)
    : section.number(name, count);
}

/** The rows of a table, or `null` of one that any length has. */
function lengthOfTable(
  section: Section,
  table: TableRule,
  offset: number,
  { grid, prefix, suffix }: ImageTokens,
): number | null {
  const { rows } = table;
  if (rows === undefined) return null;
  const extra = table.extra === 'padding' ? offset : (table.extra ?? 0);
  const patches = rows === 'patches';
  if (patches || rows === 'cells') {
    const around = patches ? prefix + suffix : 0;
    return grid && cellsOf(grid) + around + extra;
  }
  return rows
    .split('+')
    .reduce((sum, name) => sum + (named(section, name) ?? 0), extra);
}
