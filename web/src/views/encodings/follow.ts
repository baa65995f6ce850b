// Follows the state with tables: the newest spec is made, older ones are given
// up, and the last table stays until the next has come.

import { createNewest } from '../../engine/newest.js';
import { readError } from '../../engine/trouble.js';
import {
  DroppedTable,
  type Table,
  type Tables,
} from '../../figures/desk/tables.js';
import { tableNamed } from '../../methods/table-methods.js';
import { type Subject, sameTable } from '../../methods/table-spec.js';
import type { Drawn, Refusal } from '../../shell/create-view.js';
import type { Failure } from '../../shell/failure.js';
import { createLate } from '../../state/late.js';
import { afterFrame } from '../../state/schedule.js';
import type { Spec } from '../../state/spec.js';

interface Wish {
  readonly spec: Spec;
  readonly show: Subject;
}

export interface FollowEvents {
  /** There is something new to draw. */
  changed(): void;
  /** Kept once what was drawn last is painted. */
  painted(): Promise<void>;
}

/** Says what the reader sees when there is no table of the state. */
function refusalOf(
  spec: Spec,
  failure: Failure,
  table: Table | null,
  retry?: () => void,
): Refusal {
  const method = tableNamed(spec.method);
  const how = retry === undefined ? {} : { retry };
  // The table of another method must not stand under this one's title.
  return table?.method === method
    ? {
        ...{ failure, ...how },
        age: 'outdated',
        seen: sameTable(table.spec, spec)
          ? 'A part of this view is missing.'
          : 'The picture shows earlier values.',
      }
    : {
        ...{ failure, ...how },
        age: 'empty',
        seen:
          retry === undefined
            ? `${method.title} cannot be drawn with these values.`
            : `${method.title} is not drawn yet.`,
      };
}

export function createFollower(tables: Tables, events: FollowEvents) {
  const work = createNewest('picture');
  let wish: Wish | null = null;
  let table: Table | null = null;
  let refusal: Refusal | null = null;
  const late = createLate(events.changed);

  function again(): void {
    wish = null;
    events.changed();
  }

  /** Shows a failure of the table of the wish, or of a worker. */
  function fail(error: unknown): void {
    if (error instanceof DroppedTable) return;
    const spec = wish?.spec ?? table?.spec;
    if (spec === undefined) return;
    const { failure, lost } = readError(error);
    refusal = refusalOf(spec, failure, table, lost ? again : undefined);
    events.changed();
  }

  async function make({ spec, show }: Wish, signal: AbortSignal) {
    const before = table;
    try {
      table = await tables.make(spec, show, signal);
      refusal = null;
      if (before !== null) tables.drop(before);
      events.changed();
    } catch (error) {
      if (!signal.aborted) fail(error);
      return;
    }
    // The next wish begins when this one can be seen.
    await new Promise<void>(afterFrame);
    await events.painted();
  }

  /** Makes the table of a wish, and counts how long the reader waits. */
  async function answer(own: Wish, signal: AbortSignal): Promise<void> {
    await make(own, signal);
    // The reader asked for another table meanwhile.
    if (signal.aborted) return;
    const before = late.is;
    late.end();
    if (wish !== own) late.wait();
    if (before) events.changed();
  }

  return {
    /** The table that was made last. */
    table: () => table,
    /** Asks for the table of a state, and says what the pictures show. */
    want(spec: Spec, show: Subject): Drawn {
      if (wish === null || wish.show !== show || !sameTable(wish.spec, spec)) {
        const own = { spec, show };
        wish = own;
        late.wait();
        work.want((signal) => answer(own, signal));
      }
      if (refusal !== null) return refusal;
      return late.is && table !== null ? 'outdated' : null;
    },
    fail,
    /** Gives the table up: nobody wants one any more. */
    forget(): void {
      if (wish === null && table === null) return;
      work.stop();
      wish = null;
      refusal = null;
      late.end();
      if (table !== null) tables.drop(table);
      table = null;
    },
  };
}
