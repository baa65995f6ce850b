// Pictures of what a worker holds, for a heat map. A reader who zooms asks for
// them faster than they can be painted: one is painted at a time, and of those
// that wait the newest.

import { createNewest } from '../../engine/newest.js';
import type { Cells } from '../../plot/grid.js';
import type { Remote } from '../../plot/heatmap.js';
import type { PaintAsk } from './jobs.js';

export type Pixels = Uint32Array<ArrayBuffer>;

/** What a picture is of is known; this is how it is painted. */
type Given = Omit<PaintAsk, 'source' | 'across'>;

interface How {
  readonly signal: AbortSignal;
  readonly told: (pixels: Pixels) => void;
}

export function createRemote(
  cells: Cells,
  ask: (given: Given, how: How) => Promise<Pixels>,
  failed: (error: unknown) => void,
): Remote {
  const work = createNewest('picture');
  /** Lets go of whoever waits for the newest picture. */
  let release = () => {};
  let asked = 0;
  /** Gives up what is painted, if a coarse picture of it is there already. */
  let refined = () => {};

  return {
    ...cells,
    paint({ width, height }, { map, range, pool, crop }, put) {
      const look = { map: { pixels: map.pixels }, range, pool, crop };
      release();
      refined();
      asked += 1;
      const turn = asked;
      return new Promise((resolve) => {
        release = resolve;
        work.want(async (late) => {
          const control = new AbortController();
          const { signal } = control;
          late.addEventListener('abort', () => control.abort());
          const told = (pixels: Pixels) => {
            put(pixels);
            refined = () => control.abort();
            if (turn !== asked) refined();
          };
          try {
            put(await ask({ width, height, look }, { signal, told }));
          } catch (error) {
            if (!signal.aborted) failed(error);
          } finally {
            refined = () => {};
            resolve();
          }
        });
      });
    },
  };
}
