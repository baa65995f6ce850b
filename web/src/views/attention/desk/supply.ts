// The package for this view: attention with the tables that come with it, and all
// others once a side has one of them.

import type { Absolute } from 'posenc/absolute';
import type { Attention } from 'posenc/attention';
import type { AttentionState } from '../state/state.js';

/** What a state needs of the package. */
type Needs = Pick<AttentionState, 'a' | 'b'>;

export interface Supply {
  /** What there is of the package. */
  readonly pe: Attention;
  /** Whether there is all that a state needs. */
  has(needs: Needs): boolean;
  /** Brings what a state needs. */
  bring(needs: Needs): Promise<void>;
}

/** `attention` whose functions that take specs know the tables of `absolute`. */
function withTables(attention: Attention, absolute: Absolute): Attention {
  const entryOf = ({ method }: { readonly method: string }) =>
    (Object.hasOwn(attention, method) ? attention : absolute) as Attention;
  return {
    ...{ ...absolute, ...attention },
    make: (spec) => entryOf(spec).make(spec),
    plan: (spec) => entryOf(spec).plan(spec),
  };
}

/** @param loadTables loads the entry of all tables */
export function createSupply(
  attention: Attention,
  loadTables: () => Promise<Absolute>,
): Supply {
  let pe = attention;
  const has = ({ a, b }: Needs) =>
    [a, b].every(
      ({ table }) => table === undefined || Object.hasOwn(pe, table.method),
    );
  return {
    get pe() {
      return pe;
    },
    has,
    async bring(needs) {
      if (!has(needs)) pe = withTables(attention, await loadTables());
    },
  };
}
