// The worker that draws long sequences. It gets an ask with its number, or
// `null` to stop; an ask ends the one before. It first answers with a coarse
// picture of each side, then with some rows of one side and of the other in
// turns. It says each step that it takes, so that silence means that it hangs.

import { load, type Posenc } from 'posenc';
import { failureOf, failureOfAny } from '../../shell/failure.js';
import {
  coarseOptions,
  headOf,
  type LongAnswer,
  type LongAsk,
  longOptions,
} from './long-ask.js';
import { type SideName, sides } from './state.js';
import type { Sent } from './watched.js';

/** The scope of a worker; the types of the page have only that of a window. */
interface Scope {
  onmessage: (event: {
    readonly data: { readonly id: number; readonly ask: LongAsk } | null;
  }) => void;
  postMessage(sent: Sent<LongAnswer>): void;
}

const scope = self as unknown as Scope;
let control = new AbortController();

scope.onmessage = ({ data }) => {
  control.abort();
  control = new AbortController();
  if (data !== null) void draw(data.id, data.ask, control.signal);
};

async function draw(
  id: number,
  ask: LongAsk,
  signal: AbortSignal,
): Promise<void> {
  const answer = (answer?: LongAnswer) => {
    scope.postMessage(answer ? { id, answer } : { id });
  };
  const drawSide = async (side: SideName): Promise<void> => {
    try {
      await (await begin(side))();
    } catch (error) {
      if (signal.aborted) return;
      if (failureOf(error) === null) console.error(error);
      // A rejected promise of a worker fires no event on the page.
      answer({ side, failure: failureOfAny(error) });
    }
  };
  let pe: Posenc;
  try {
    pe = await load();
  } catch (error) {
    for (const side of sides) answer({ side, failure: failureOfAny(error) });
    return;
  }
  answer();

  /** Draws the coarse picture of a side, and gives what refines it. */
  async function begin(side: SideName): Promise<() => Promise<void>> {
    await turn();
    signal.throwIfAborted();
    const options = longOptions(pe, ask, side);
    const head = headOf(ask, side);
    answer();
    await turn();
    signal.throwIfAborted();
    answer({ side, coarse: coarseOf(pe, ask, options, head) });
    return async () => {
      const plan = pe.plan({ method: 'attentionMap', ...options });
      await plan.runInParts({
        signal,
        onProgress({ rows, part }) {
          const size = (rows[1] - rows[0]) * ask.cells;
          const values = part.data.slice(head * size, (head + 1) * size);
          answer({ side, rows, values });
        },
      });
    };
  }

  await Promise.all(sides.map(drawSide));
}

/** A picture with one query in each row. */
function coarseOf(
  pe: Posenc,
  ask: LongAsk,
  options: ReturnType<typeof longOptions>,
  head: number,
): Float32Array {
  const { data } = pe.attentionMap(coarseOptions(ask, options));
  const size = ask.cells * ask.cells;
  return data.slice(head * size, (head + 1) * size);
}

/** Lets messages pass that wait, such as one that ends this work. */
function turn(): Promise<void> {
  return new Promise((go) => {
    setTimeout(go);
  });
}
