/** What a tower adds to its embeddings. */

import { type Fact, factKeys } from './facts.js';
import type { Family, TableRule } from './family.js';
import { count, type Section } from './section.js';
import type { Json, ModelSpec } from './types.js';

/** The spec of the table of a tower, or `null`. */
export function tableOf(
  section: Section,
  { table }: Family,
  width: number | null,
): ModelSpec | null {
  if (!table) return null;
  const own = table.width === undefined ? null : named(section, table.width);
  const dim = own ?? width;
  if (dim === null) return null;
  const offset = offsetOf(section, table);
  const { grid, rows } = rowsOf(section, table, offset);
  if (rows <= offset) return null;
  const common: Record<string, Json> = { dim, ...table.options };
  for (const [option, key] of Object.entries(table.lists ?? {})) {
    common[option] = section.numbers(key, count) ?? [];
  }
  if (table.offset === 'padding') {
    const zeros = table.method === 'learned' ? 'paddingIndex' : 'zeroPosition';
    common[zeros] = offset - 1;
  }
  if (offset > 0)
    common[table.method === 'learned' ? 'offset' : 'start'] = offset;
  if (grid !== null) common.grid = grid;
  if (table.method !== 'learned') {
    return { method: table.method, length: rows - offset, ...common };
  }
  return {
    method: 'learned',
    length: rows - offset,
    tableLength: rows,
    ...common,
  };
}

/** The specs of the tables of boxes, by side. */
export function boxesOf(
  section: Section,
  { boxes = {} }: Family,
): Readonly<Record<string, ModelSpec>> {
  const specs: Record<string, ModelSpec> = {};
  for (const [side, key] of Object.entries(boxes)) {
    const rule: TableRule = {
      method: 'learned',
      rows: 'max_2d_position_embeddings',
      width: key,
    };
    const spec = tableOf(section, { table: rule }, null);
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

function rowsOf(section: Section, table: TableRule, offset: number) {
  const extra = table.extra === 'padding' ? offset : (table.extra ?? 0);
  const more = extra + (table.prefix ?? 0);
  if (table.rows !== 'patches') {
    const rows = table.rows
      .split('+')
      .reduce((sum, name) => sum + (named(section, name) ?? 0), more);
    return { grid: null, rows };
  }
  const [rows, columns] = patchGrid(section);
  return { grid: [rows, columns], rows: rows * columns + more };
}

/** The numbers of patches along the height and the width of an image. */
export function patchGrid(section: Section): readonly [number, number] {
  const image = pairOf(section, 'image');
  const patch = pairOf(section, 'patch');
  return [Math.floor(image[0] / patch[0]), Math.floor(image[1] / patch[1])];
}

/** A size that the file says as one number or as two. */
function pairOf(section: Section, fact: Fact): readonly [number, number] {
  const [key, value] = section.said(fact);
  if (Array.isArray(value)) {
    const [first, second = first] = section.numbers(key, count) ?? [];
    return [first ?? 1, second ?? 1];
  }
  const one = section.fact(fact) ?? 1;
  return [one, one];
}
