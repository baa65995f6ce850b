// Sets an option of a rope. A schedule that the reader has just chosen begins
// with useful values: of several, the first that makes a rope, as the worker
// says.

import type { Lengths } from '../../figures/spans/lengths.js';
import { begin } from '../../state/pending.js';
import { type Spec, type SpecValue, withOption } from '../../state/spec.js';
import type { RopeDesk } from './desk/desk.js';
import { method } from './method.js';
import { beginnings } from './schedule.js';

/** One of the ropes of the view. */
export interface Target {
  /** Null while there is no such rope. */
  spec(): Spec | null;
  /** The lengths that a schedule of it begins with. */
  lengths(spec: Spec): Lengths;
  take(changed: Spec): void;
}

export type SetOption = (name: string, value: SpecValue | undefined) => void;

export function createSetOption(desk: RopeDesk, target: Target): SetOption {
  let last = 0;

  function take(name: string, value: SpecValue | undefined): void {
    const spec = target.spec();
    if (spec !== null) target.take(withOption(spec, name, value));
  }

  /** The first schedule that makes a rope; the first of all if none does. */
  async function firstOf(
    spec: Spec,
    values: readonly (SpecValue | undefined)[],
  ): Promise<SpecValue | undefined> {
    const specs = values.map((value) => withOption(spec, 'scaling', value));
    try {
      return values[Math.max(0, await desk.ask('first', { specs }))];
    } catch {
      // The picture of what is taken tells of the worker.
      return values[0];
    }
  }

  return (name, value) => {
    const spec = target.spec();
    if (spec === null) return;
    // Another choice replaces one that the worker has not answered.
    if (name === 'scaling') last += 1;
    const values =
      name === 'scaling'
        ? beginnings(method, spec, value, target.lengths(spec))
        : [value];
    if (values.length === 1) {
      take(name, value);
      return;
    }
    const own = last;
    const end = begin('picture');
    void firstOf(spec, values).then((first) => {
      if (own === last) take(name, first);
      end();
    });
  };
}
