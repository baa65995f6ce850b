/** What a tower adds to its embeddings. */

import { type Fact, factKeys } from './facts.js';
import type { Family, TableRule } from './family.js';
import { cellsOf, type ImageTokens } from './image.js';
import { count, type Section } from './section.js';
import type { Json, ModelSpec } from './types.js';

/** The spec of the table of a tower, or `null`. */
export function tableOf(
  section: Section,
  { table }: Family,
  width: number | null,
  tokens: ImageTokens,
): ModelSpec | null {
  if (!table) return null;
  const { method } = table;
  const dim = table.width === undefined ? width : named(section, table.width);
  if (dim === null) return null;
  const options: Record<string, Json> = { dim, ...table.options };
  for (const [option, key] of Object.entries(table.named ?? {})) {
    const value = named(section, key);
    if (value !== null) options[option] = value;
  }
  if (method === 'sinusoidalGrid') {
    if (tokens.grid !== null) options.grid = tokens.grid;
    if (tokens.prefix > 0) options.classTokens = tokens.prefix;
    return { method, ...options };
  }
  const rows = rowsOf(section, table, tokens);
  if (rows === null) return { method, ...options };
  const offset = offsetOf(section, table);
  const length = rows - offset;
  if (method === 'learned') {
    const start = offset > 0 ? { offset } : {};
    return { method, length, tableLength: rows, ...options, ...start };
  }
  const start = offset > 0 ? { start: offset } : {};
  return { method, length, ...options, ...start };
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
function rowsOf(
  section: Section,
  { rows, extra = 0 }: TableRule,
  { grid, prefix, suffix }: ImageTokens,
): number | null {
  if (rows === undefined) return null;
  if (rows === 'cells') return grid && cellsOf(grid) + extra;
  if (rows === 'patches') {
    return grid && cellsOf(grid) + prefix + suffix + extra;
  }
  return (named(section, rows) ?? 0) + extra;
}
