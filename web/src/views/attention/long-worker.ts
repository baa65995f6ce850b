// The worker that draws long sequences. It gets an ask with its number, or
// `null` to stop; an ask ends the one before. It answers with some rows of a
// picture after another, of one side and then of the other.

import { load } from 'posenc';
import { failureOf } from '../../shell/failure.js';
import {
  headOf,
  type LongAnswer,
  type LongAsk,
  longOptions,
} from './long-ask.js';
import { sides } from './state.js';

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
  const pe = await load();
  const { id, cells } = ask;
  for (const side of sides) {
    if (signal.aborted) return;
    try {
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
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      if (failure === null) throw error;
      scope.postMessage({ id, side, failure });
    }
  }
}
