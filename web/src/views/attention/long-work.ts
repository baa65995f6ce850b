// Asks the worker for pictures of long sequences. It is made when the first
// picture is wanted. While it works, the work counts as pending.

import { begin } from '../../state/pending.js';
import type { LongAnswer, LongAsk } from './long-ask.js';
import type { NumberedAsk } from './long-worker.js';
import { type SideName, sides } from './state.js';

export interface LongEvents {
  /** Rows of a picture, or the reason why there are none. */
  answered(answer: LongAnswer): void;
  /** The worker itself failed. */
  broken(): void;
}

export function createLongWork({ answered, broken }: LongEvents) {
  let worker: Worker | undefined;
  let id = 0;
  let cells = 0;
  let end: (() => void) | undefined;
  /** The sides of which there is more to come. */
  const open = new Set<SideName>();

  function rest(): void {
    open.clear();
    end?.();
    end = undefined;
  }

  function make(): Worker {
    const made = new Worker(new URL('./long-worker.ts', import.meta.url), {
      type: 'module',
    });
    made.onmessage = ({ data }: { readonly data: LongAnswer }) => {
      if (data.id !== id) return;
      answered(data);
      if (data.failure || data.rows[1] === cells) open.delete(data.side);
      if (open.size === 0) rest();
    };
    made.onerror = () => {
      made.terminate();
      worker = undefined;
      rest();
      broken();
    };
    return made;
  }

  return {
    /** Begins pictures; those that were asked for before are given up. */
    ask(asked: LongAsk): void {
      id++;
      cells = asked.cells;
      end ??= begin('studies');
      for (const side of sides) open.add(side);
      worker ??= make();
      const numbered: NumberedAsk = { ...asked, id };
      worker.postMessage(numbered);
    },
    /** Gives up what was asked for. */
    stop(): void {
      if (open.size === 0) return;
      id++;
      worker?.postMessage(null);
      rest();
    },
  };
}
