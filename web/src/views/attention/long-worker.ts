// The worker that draws long sequences. It gets an ask with its number, or
// `null` to stop; an ask ends the one before. It answers with some rows of a
// picture after another, of one side and then of the other.

import { load } from 'posenc';
import { failureOf, failureOfAny } from '../../shell/failure.js';
import {
  headOf,
  type LongAnswer,
  type LongAsk,
  longOptions,
} from './long-ask.js';
import { type SideName, sides } from './state.js';

export interface NumberedAsk extends LongAsk {
  readonly id: number;
}

/** The scope of a worker; the types of the page have only that of a window. */
interface Scope {
  onmessage: (event: { readonly data: NumberedAsk | null }) => void;
  postMessage(answer: LongAnswer): void;
}

const scope = self as unknown as Scope;
let control = new AbortController();

scope.onmessage = ({ data }) => {
  control.abort();
  control = new AbortController();
  if (data !== null) void draw(data, control.signal);
};

async function draw(ask: NumberedAsk, signal: AbortSignal): Promise<void> {
  for (const side of sides) {
    try {
      await drawSide(ask, side, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (failureOf(error) === null) console.error(error);
      // A rejected promise of a worker fires no event on the page.
      scope.postMessage({ id: ask.id, side, failure: failureOfAny(error) });
    }
  }
}

async function drawSide(
  ask: NumberedAsk,
  side: SideName,
  signal: AbortSignal,
): Promise<void> {
  const pe = await load();
  signal.throwIfAborted();
  const { id, cells } = ask;
  const options = longOptions(pe, ask, side);
  const plan = pe.plan({ method: 'attentionMap', ...options });
  const head = headOf(ask, side);
  await plan.runInParts({
    signal,
    onProgress({ rows, part }) {
      const size = (rows[1] - rows[0]) * cells;
      const values = part.data.slice(head * size, (head + 1) * size);
      scope.postMessage({ id, side, rows, values });
    },
  });
}
