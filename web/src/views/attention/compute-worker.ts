// The worker that computes what the view draws, where that takes long. It gets a
// state with its number, or `null` to stop, which it cannot: the page takes no
// notice of what it answers then.

import { load } from 'posenc';
import type { Outcome } from '../../shell/failure.js';
import { failureOf, failureOfAny } from '../../shell/failure.js';
import { type Computed, compute } from './computed.js';
import type { AttentionState } from './state.js';
import type { Sent } from './watched.js';

interface Wish {
  readonly id: number;
  readonly ask: AttentionState;
}

/** The scope of a worker; the types of the page have only that of a window. */
interface Scope {
  onmessage: (event: { readonly data: Wish | null }) => void;
  postMessage(sent: Sent<Outcome<Computed>>, transfer: ArrayBuffer[]): void;
}

const scope = self as unknown as Scope;
let newest: Wish | null = null;

scope.onmessage = ({ data }) => {
  newest = data;
  if (data !== null) void answer(data);
};

async function answer(wish: Wish): Promise<void> {
  const { id, ask } = wish;
  const outcome = await outcomeOf(wish);
  if (outcome === null) return;
  const buffers = new Set<ArrayBuffer>();
  collect(outcome, buffers);
  scope.postMessage({ id, answer: outcome }, [...buffers]);

  async function outcomeOf(own: Wish): Promise<Outcome<Computed> | null> {
    try {
      const pe = await load();
      scope.postMessage({ id }, []);
      // Wishes that came meanwhile are older than the last of them.
      await new Promise((go) => {
        setTimeout(go);
      });
      return newest === own ? compute(pe, ask) : null;
    } catch (error) {
      if (failureOf(error) === null) console.error(error);
      return { value: null, failure: failureOfAny(error) };
    }
  }
}

/** Collects the memory of all arrays in a value, to hand it over. */
function collect(value: unknown, into: Set<ArrayBuffer>): void {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) into.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) collect(part, into);
  }
}
