// A table beside another: a sentence with what they differ by, the second map,
// the map of the difference, and a column and a row of both as curves.

import '../figures.css';
import './compare.css';
import { createNewest } from '../../engine/newest.js';
import { readCrop } from '../../plot/crop.js';
import type { Cell } from '../../plot/cursor.js';
import type { Pool } from '../../plot/resample.js';
import { h, setText } from '../../shell/dom.js';
import {
  type Compared,
  DroppedTable,
  type Table,
  type Tables,
} from '../desk/tables.js';
import type { Readout } from '../readout.js';
import { createPairCurve } from './curves.js';
import { type CompareMapsEvents, createCompareMaps } from './maps.js';
import { comparedPart, differenceWords, nameBeside } from './words.js';

export interface CompareLook {
  readonly pool: Pool;
  readonly zoom: readonly number[];
  /** The column and the row that are drawn as curves. */
  readonly column: number;
  readonly row: number;
}

export interface CompareEvents extends CompareMapsEvents {
  /** The difference was found. */
  found(): void;
}

/** `readout` is the line below the maps, which the first map has, too. */
export function createCompare(
  tables: Tables,
  events: CompareEvents,
  readout: Readout,
) {
  const facts = h('p', { class: 'difference' });
  const part = h('p', { class: 'hint compared-part' });
  const maps = createCompareMaps(tables, events, readout);
  let names: readonly [string, string] = ['', ''];
  const curves = (['rows', 'columns'] as const).map((along) => ({
    along,
    curve: createPairCurve(tables, () => names, events.failed),
  }));
  const work = createNewest('picture');
  let compared: Compared | null = null;
  let asked: readonly [Table, Table] | null = null;

  const element = h(
    'div',
    { class: 'compare-curves', hidden: true },
    ...curves.map(({ curve }) => curve.element),
  );

  function drop(): void {
    if (compared !== null) tables.drop(compared.difference);
    compared = null;
  }

  function want(first: Table, second: Table): void {
    if (asked?.[0] === first && asked[1] === second) return;
    asked = [first, second];
    work.want(async (signal) => {
      try {
        const found = await tables.compare(first, second, signal);
        drop();
        compared = found;
        events.found();
      } catch (error) {
        // Another table has come meanwhile, and another difference will.
        if (signal.aborted || error instanceof DroppedTable) return;
        events.failed(error);
      }
    });
  }

  /** The cells that both have, of those that are chosen. */
  function within(index: number, count: number): number {
    return Math.min(index, Math.max(0, count - 1));
  }

  return {
    /** What stands in the plate of the first map. */
    plate: {
      words: [facts, part],
      maps: maps.elements,
      difference: maps.difference,
      key: maps.key,
    },
    curves: element,
    /** The second map and the third, to be saved. */
    pictures: maps.pictures,
    /** The difference of two tables; null until it is found. */
    of: (first: Table, second: Table | null) =>
      compared?.first === first && compared.second === second ? compared : null,
    point: (cell: Cell | null) => maps.point(cell),
    /** Makes room for the curves, or takes it away. */
    arrange(comparing: boolean): void {
      element.hidden = !comparing;
    },
    /** Draws two tables. */
    draw(first: Table, second: Table | null, look: CompareLook): void {
      if (second === null) {
        drop();
        maps.clear();
        for (const text of [facts, part]) setText(text, '');
        asked = null;
        return;
      }
      want(first, second);
      if (compared === null) return;
      const { difference } = compared;
      const [a, b] = [compared.first, compared.second];
      names = [nameBeside(a, b), nameBeside(b, a)];
      setText(facts, differenceWords(a, b, compared.facts));
      setText(part, comparedPart(a, b, compared.facts));
      maps.draw(
        compared,
        { second: names[1], difference: 'First minus second' },
        look,
      );
      const crop = readCrop(difference.cells, look.zoom);
      for (const { along, curve } of curves) {
        const [index, count] =
          along === 'rows'
            ? [look.column, difference.cells.columns]
            : [look.row, difference.cells.rows];
        const span = crop[along];
        curve.draw(compared, { along, index: within(index, count), span });
      }
    },
    refresh(): void {
      for (const { curve } of curves) curve.refresh();
    },
  };
}
