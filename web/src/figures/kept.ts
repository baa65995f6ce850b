// What saved files of a table's figures say of the table.

import { writeBytes, writeCount } from '../plot/ticks.js';
import { optionsOf } from '../state/spec.js';
import type { Table } from './desk/tables.js';

/** The size of a table in words. */
export function sizeOf({ shape, dtype, bytes }: Table): string {
  const [rows = 0, columns = 0] = shape;
  const size = `${writeCount(rows)} × ${writeCount(columns)}`;
  return `${size} · ${dtype} · ${writeBytes(bytes)}`;
}

/** The options of the call that are not sizes. */
function wordsOf({ spec }: Table): string[] {
  return Object.entries(optionsOf(spec))
    .filter(([name]) => !['length', 'dim', 'dtype'].includes(name))
    .map(([name, value]) => {
      const written = typeof value === 'object' ? JSON.stringify(value) : value;
      return `${name} ${String(written)}`;
    });
}

/** `what` is what the figure shows of the table; nothing where it is all. */
export function toldOf(table: Table, what = '') {
  const { method, cells, subject, spec } = table;
  const errors = subject === 'errors' ? '-errors' : '';
  const end = what === '' ? '' : `-${what}`;
  return {
    name: `${method.name}-${cells.rows}x${cells.columns}${errors}${end}`,
    caption: [method.title, sizeOf(table), ...wordsOf(table)].join(' · '),
    spec,
  };
}

/** The same of two tables and their difference, whose numbers are saved. */
export function toldOfTwo(first: Table, second: Table) {
  const [one, other] = [toldOf(first), toldOf(second)];
  return {
    name: `${first.method.name}-minus-${second.method.name}`,
    caption: `${one.caption}, minus ${other.caption}`,
    spec: { first: first.spec, second: second.spec },
  };
}

/** The same of two tables of which a figure shows something beside each other. */
export function toldOfBoth(first: Table, second: Table, what: string) {
  const { caption, spec } = toldOfTwo(first, second);
  return {
    name: `${first.method.name}-and-${second.method.name}-${what}`,
    ...{ caption: caption.replace(', minus ', ', and '), spec },
  };
}
