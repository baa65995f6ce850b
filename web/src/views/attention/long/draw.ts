// Draws pictures of a long sequence inside the worker: both sides in turns, first
// of few queries, then of one for each row, then of all.

import type { AttentionMapOptions } from 'posenc';
import type { Attention } from 'posenc/attention';
import type { Turn } from '../../../engine/serve.js';
import { failureOf, failureOfAny } from '../../../shell/failure.js';
import { type SideName, sides } from '../state/state.js';
import {
  coarseLevels,
  coarseOptions,
  headOf,
  type LongAnswer,
  type LongAsk,
  longOptions,
} from './ask.js';

/**
 * Operations of a part, which take some 50 ms. Each part copies and turns all
 * keys, so that shorter ones would do little else.
 */
const partCost = 1e9;

/** Tells of a picture; a side that fails says why, and the other goes on. */
export async function drawLong(
  loaded: Promise<Attention>,
  ask: LongAsk,
  turn: Turn<LongAnswer | null>,
): Promise<null> {
  async function drawSide(side: SideName): Promise<void> {
    const pe = await loaded;
    const options = await longOptions(pe, ask, side, turn.pause);
    const head = headOf(ask, side);
    for (const level of coarseLevels(ask)) {
      const coarse = coarseOptions(ask, options, level);
      await inParts(pe, coarse, ({ rows, values }) => {
        turn.tell({ side, level, rows, values }, values.buffer);
      });
    }
    await inParts(pe, options, ({ rows, values }) => {
      turn.tell({ side, rows, values }, values.buffer);
    });

    /** Draws some rows after the other, as the package cuts them. */
    async function inParts(
      own: Attention,
      map: AttentionMapOptions,
      told: (part: {
        rows: readonly [from: number, to: number];
        values: Float32Array<ArrayBuffer>;
      }) => void,
    ): Promise<void> {
      const plan = own.plan({ method: 'attentionMap', ...map });
      await plan.runInParts({
        cost: partCost,
        signal: turn.signal,
        onProgress({ rows, part }) {
          const size = (rows[1] - rows[0]) * ask.cells.columns;
          told({
            rows,
            values: part.data.slice(head * size, (head + 1) * size),
          });
        },
      });
    }
  }

  await Promise.all(
    sides.map(async (side) => {
      try {
        await drawSide(side);
      } catch (error) {
        if (turn.signal.aborted) return;
        if (failureOf(error) === null) console.error(error);
        turn.tell({ side, failure: failureOfAny(error) });
      }
    }),
  );
  return null;
}
