// The second table, which the first is compared with: its choice, whose options
// the controls set, and the figure of the comparison.

import { createStrip } from '../../controls/segments.js';
import { createChooser } from '../../figures/chooser.js';
import { createCompare } from '../../figures/compare/compare.js';
import { isMoved, nameBeside } from '../../figures/compare/words.js';
import type { Table, Tables } from '../../figures/desk/tables.js';
import type { Readout } from '../../figures/readout.js';
import type { Beside } from '../../figures/table-map.js';
import { createThumbnails } from '../../figures/thumbnails.js';
import { carried } from '../../methods/defaults.js';
import { tables as methods, tableNamed } from '../../methods/table-methods.js';
import type { Cell } from '../../plot/cursor.js';
import type { ZoomEvents } from '../../plot/zoom.js';
import type { Drawn } from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import type { Store } from '../../state/store.js';
import { createTableFollower } from './follow.js';
import { columnsOf, rowOf } from './picks.js';
import { type EncodingsState, sides } from './state.js';

export interface BesideEvents {
  /** There is something new to draw. */
  changed(): void;
  move(cell: Cell | null): void;
  pick(cell: Cell): void;
  zoom: ZoomEvents;
}

export function createBeside(
  tables: Tables,
  store: Store<EncodingsState>,
  events: BesideEvents,
  readout: Readout,
) {
  const failed = (error: unknown) => follower.fail(error);
  const follower = createTableFollower(tables, {
    changed: events.changed,
    painted: () => Promise.resolve(),
  });
  const figure = createCompare(
    tables,
    { ...events, found: events.changed, failed },
    readout,
  );
  const chooser = createChooser(
    methods,
    createThumbnails(tables, failed),
    (next) => {
      const { spec, other } = store.get();
      const from = tableNamed((other ?? spec).method);
      // The same method begins as it is: its options are the difference.
      const same = other === null && next === from;
      store.step({
        other: same ? spec : carried(from, next, other ?? spec),
        side: 'second',
      });
    },
    { before: 'with', none: 'Compare with…' },
  );
  const stop = h('button', { type: 'button', class: 'stop' }, 'Stop comparing');
  stop.addEventListener('click', () =>
    store.step({ other: null, side: 'first' }),
  );
  const strip = createStrip('options of', sides, (side) => store.set({ side }));

  /** Names the second table, and shows what is there with it alone. */
  function arrange({ other, side }: EncodingsState): void {
    chooser.show(other && tableNamed(other.method));
    stop.hidden = strip.element.hidden = other === null;
    strip.set(side);
    figure.arrange(other !== null);
  }
  // As it is drawn first, so that nothing moves then.
  arrange(store.get());

  return {
    arrange,
    chooser: chooser.element,
    stop,
    strip: strip.element,
    plate: figure.plate,
    curves: figure.curves,
    point: figure.point,
    refresh: figure.refresh,
    failed,
    /** How the first table is drawn beside the second; null until it is found. */
    of(first: Table): Beside | null {
      const compared = figure.of(first, follower.made());
      if (compared === null) return null;
      const { second, difference } = compared;
      return {
        ...{ second, difference },
        name: nameBeside(first, compared.second),
        cells: compared.difference.cells,
        range: compared.shared,
        pictures: figure.pictures,
        moved: isMoved(first.rows, compared.second.rows),
      };
    },
    draw(state: EncodingsState, first: Table | null): Drawn {
      const { other } = state;
      if (other === null) follower.forget();
      const outcome = other && follower.want({ spec: other, show: 'values' });
      if (first === null) return outcome;
      figure.draw(first, other && follower.made(), {
        pool: state.pool,
        zoom: state.zoom,
        column: columnsOf(state, first.cells).at(-1) ?? 0,
        row: rowOf(state, first.cells),
      });
      return outcome;
    },
  };
}
