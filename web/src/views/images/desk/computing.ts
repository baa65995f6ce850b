// How alike patches are, computed in the worker of the view. The rows of the newest
// few ways are kept, because a reader who goes from patch to patch asks for the same.

import { alikeTo } from '../../../figures/desk/alike.js';
import type { Grid } from '../../../plot/grid.js';
import { PageLimit } from '../../../shell/failure.js';
import { keyOf } from '../asked-key.js';
import type { Asked } from '../calls.js';
import { checkSize, type Package, patchRows } from '../patch-rows.js';
import type { Alike, BeyondAsk, BeyondMaps, MapsAsk } from './jobs.js';

/** Lets others have their turn, in a long loop. */
export type Pause = () => Promise<void>;

/** As many as one picture and its larger ones need. */
const mostKept = 6;

export function createComputing(pe: Package) {
  const kept = new Map<string, Grid>();

  function rowsOf(asked: Asked, head: number): Grid {
    const key = keyOf([asked, head]);
    const held = kept.get(key);
    kept.delete(key);
    const rows = held ?? patchRows(pe, asked, head);
    kept.set(key, rows);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return rows;
  }

  async function alike(
    asked: Asked,
    head: number,
    row: number,
    pause: Pause,
  ): Promise<Alike> {
    const rows = rowsOf(asked, head);
    const work = alikeTo(rows, row);
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await pause();
    }
  }

  return {
    async maps({ left, right, head, row }: MapsAsk, pause: Pause) {
      return {
        left: await alike(left, head, row, pause),
        right: await alike(right, head, row, pause),
      };
    },
    async beyond(ask: BeyondAsk, pause: Pause): Promise<BeyondMaps> {
      const { asked, head, hows, row, rowBeyond } = ask;
      checkSize('grid', asked.grid);
      const to = checkSize('to', ask.to);
      if (to.some((length, axis) => length < (asked.grid[axis] as number))) {
        throw new PageLimit({
          ...{ code: 'PAGE_RANGE', param: 'to' },
          message:
            `to must be at least ${asked.grid.join(' × ')}, the grid of the ` +
            `training, got ${to.join(' × ')}`,
        });
      }
      const trained = await alike(asked, head, row, pause);
      const larger: Partial<Record<(typeof hows)[number], Alike>> = {};
      for (const how of hows) {
        const own = { ...asked, larger: { to, how } };
        larger[how] = await alike(own, head, rowBeyond, pause);
      }
      return { trained, larger };
    },
  };
}
