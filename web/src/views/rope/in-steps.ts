// Work that is cut into steps: a few milliseconds of it, then the page may
// answer, then on. New work replaces what is not done.

import { begin } from '../../state/pending.js';

/** Milliseconds of work before the page may answer. */
const share = 6;

export interface InSteps<T> {
  /** Begins; `done` gets the result unless other work came in between. */
  run(
    work: Generator<undefined, T, undefined>,
    done: (result: T) => void,
  ): void;
  cancel(): void;
}

export function createInSteps<T>(): InSteps<T> {
  let stop: (() => void) | null = null;

  function cancel(): void {
    stop?.();
    stop = null;
  }

  return {
    cancel,
    run(work, done) {
      cancel();
      const end = begin('studies');
      let timer: ReturnType<typeof setTimeout> | undefined;
      const finish = () => {
        clearTimeout(timer);
        end();
      };
      stop = finish;
      const go = () => {
        const start = performance.now();
        try {
          do {
            const { done: over, value } = work.next();
            if (!over) continue;
            stop = null;
            done(value);
            finish();
            return;
          } while (performance.now() - start < share);
        } catch (error) {
          stop = null;
          finish();
          throw error;
        }
        timer = setTimeout(go);
      };
      timer = setTimeout(go);
    },
  };
}
