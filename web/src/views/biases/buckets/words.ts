// What the view says of the row that a pair reads.

import { writeCount } from '../../../plot/ticks.js';
import type { CellsLook, LineLook, Looked, Stretch } from './look-up.js';
import { cellsOf } from './scheme.js';

const side = (distance: number) => (distance < 0 ? 'before' : 'after');

/** Where a key stands from its query. */
function apart(distance: number): string {
  if (distance === 0) return 'stand at the same position';
  const steps = Math.abs(distance);
  const unit = steps === 1 ? 'position' : 'positions';
  return `are ${writeCount(steps)} ${unit} apart: the key stands ${side(distance)} the query`;
}

/** A stretch of distances in words, without its side. */
function stretchWords(
  { from, to }: Stretch,
  beyond: LineLook['beyond'],
  span: number,
): string {
  const far = (distance: number) => writeCount(Math.abs(distance));
  const openBefore = beyond.before && from === -span;
  const openAfter = beyond.after && to === span;
  if (openBefore && openAfter) return 'every distance there is';
  if (openBefore) {
    if (to < 0) return `all from ${far(to)} before the query on`;
    return to === 0
      ? 'the query itself and all before it'
      : `all before the query and up to ${far(to)} after it`;
  }
  if (openAfter) {
    if (from > 0) return `all from ${far(from)} after the query on`;
    return from === 0
      ? 'the query itself and all after it'
      : `all after the query, and from ${far(from)} before it`;
  }
  if (from === to) {
    return from === 0 ? 'the query itself' : `${far(from)} ${side(from)} it`;
  }
  if (from < 0 && to > 0)
    return `${far(from)} before it to ${far(to)} after it`;
  if (from === 0) return `0 to ${far(to)} after it`;
  if (to === 0) return `${far(from)} to 0 before it`;
  const [near, other] = from < 0 ? [to, from] : [from, to];
  return `${far(near)} to ${far(other)} ${side(from)} it`;
}

const rowWords = ({ row, rows }: Looked) =>
  `row ${writeCount(row)} of the table, which has ${writeCount(rows)}`;

function lineWords(looked: LineLook): string {
  const { query, key, row, shared, beyond, span } = looked;
  const start = `Query ${writeCount(query)} and key ${writeCount(key)} ${apart(key - query)}.`;
  if (row < 0) {
    return `${start} They read no row: such a distance adds nothing.`;
  }
  const open = beyond.before || beyond.after;
  const count = shared.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (count === 1 && !open) {
    return `${start} They read ${rowWords(looked)}. No other distance does.`;
  }
  const list = shared
    .map((one) => stretchWords(one, beyond, span))
    .join(', and ');
  return (
    `${start} They read ${rowWords(looked)}. So does every key at these ` +
    `distances: ${list}. The model cannot tell them apart.`
  );
}

/** A token in words: its cell, or that it stands before the cells. */
export function tokenWords(looked: Looked, token: number): string {
  const { width, prefix } = cellsOf(looked.scheme);
  if (token < prefix) return 'before the cells';
  const cell = token - prefix;
  return `line ${Math.floor(cell / width)}, column ${cell % width}`;
}

function cellsWords(looked: CellsLook): string {
  const { query, key, row, pairs, count } = looked;
  const start = [query, key]
    .map((token, i) => {
      const name = i === 0 ? 'Query' : 'key';
      return `${name} ${writeCount(token)} (${tokenWords(looked, token)})`;
    })
    .join(' and ');
  const sharing = pairs.length / 2;
  const shared =
    sharing === 1
      ? 'No other pair does.'
      : `So do ${writeCount(sharing - 1)} of the other ${writeCount(count - 1)} pairs, which the model cannot tell from it by their places.`;
  return row < 0
    ? `${start} read no row.`
    : `${start} read ${rowWords(looked)}. ${shared}`;
}

/** The row of a pair, and what else reads it. */
export const lookedWords = (looked: Looked): string =>
  looked.kind === 'line' ? lineWords(looked) : cellsWords(looked);
