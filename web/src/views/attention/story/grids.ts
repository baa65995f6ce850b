// The maps of the main figure: their lines and columns, and their numbers.

import type { Grid } from '../../../plot/grid.js';
import { gridOf } from '../numbers/attend.js';
import { apartOf, type Story } from '../numbers/story.js';
import type { Shown } from '../state/state.js';
import { bySide } from '../state/state.js';

/** What the maps of a line show. */
export const lines = ['a', 'b', 'apart'] as const;
export type Line = (typeof lines)[number];

/** What the maps of a column show. */
export const columns = ['early', 'late', 'change'] as const;
export type Column = (typeof columns)[number];

export const lineNames: Readonly<Record<Line, string>> = {
  ...{ a: 'A', b: 'B', apart: 'B minus A' },
};
export const columnNames: Readonly<Record<Column, string>> = {
  ...{ early: 'early', late: 'late' },
  change: 'late minus early, word by word',
};

/** The same where there is room for a word alone. */
export const columnWords: Readonly<Record<Column, string>> = {
  ...{ early: 'early', late: 'late', change: 'change' },
};

export type Grids = Readonly<Record<Line, Readonly<Record<Column, Grid>>>>;

/** All maps of a head. */
export function gridsOf(story: Story, head: number, show: Shown): Grids {
  const of = bySide((side) => {
    const { early, late, change } = story.sides[side];
    return {
      early: gridOf(early[show], head),
      late: gridOf(late[show], head),
      change: gridOf(change[show], head),
    };
  });
  const apart = (column: Column) => apartOf(of.a[column], of.b[column]);
  return {
    ...of,
    apart: {
      early: apart('early'),
      late: apart('late'),
      change: apart('change'),
    },
  };
}
