// Follows the state with tables.

import { createFollower, type Follower } from '../../engine/follow.js';
import {
  DroppedTable,
  type Table,
  type Tables,
} from '../../figures/desk/tables.js';
import { tableNamed } from '../../methods/table-methods.js';
import { type Subject, sameTable } from '../../methods/table-spec.js';
import type { Refusal } from '../../shell/create-view.js';
import type { Failure } from '../../shell/failure.js';
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

export function createTableFollower(
  tables: Tables,
  { changed, painted }: FollowEvents,
): Follower<Wish, Table> {
  const follower = createFollower<Wish, Table>({
    work: 'picture',
    same: (one, other) =>
      one.show === other.show && sameTable(one.spec, other.spec),
    make: async ({ spec, show }, signal) => ({
      made: await tables.make(spec, show, signal),
    }),
    refuse: (failure, { wish, made, retry }) =>
      refusalOf(wish.spec, failure, made, retry),
    changed,
    async seen() {
      await new Promise<void>(afterFrame);
      await painted();
    },
    replaced: tables.drop,
  });
  return {
    ...follower,
    fail(error) {
      if (!(error instanceof DroppedTable)) follower.fail(error);
    },
  };
}
