// Asks a worker, and watches it: the newest ask wins, and a worker that dies or
// falls silent is replaced and asked again. While it works, the work counts as
// pending.

import { begin, type Work } from '../../state/pending.js';

/** What a worker sends: an answer, or without one that it is at work. */
export interface Sent<Answer> {
  readonly id: number;
  readonly answer?: Answer;
}

/** What is needed of a worker. */
export type Asked = Pick<
  Worker,
  'postMessage' | 'terminate' | 'onmessage' | 'onerror'
>;

export interface WatchedOptions<Answer> {
  make(): Asked;
  /** What is pending while it works. */
  readonly work: Work;
  /** @returns whether there is more to come */
  answered(answer: Answer): boolean;
  /** The worker stopped, and another one begins anew. */
  replaced(): void;
  /** Workers stopped again and again; nothing more will come. */
  broken(): void;
}

/**
 * Milliseconds of silence after which a worker is taken for hung. Its longest
 * steps take a second on a slow machine.
 */
export const silenceMs = 10_000;

/** The same for one that is still being loaded, over a slow line maybe. */
export const loadingMs = 60_000;

/**
 * Milliseconds between two looks at the clock. Only time counts in which the page
 * runs and is looked at: a browser may stop both, and the worker with them.
 */
const lookMs = 250;

const isHidden = () =>
  typeof document !== 'undefined' && document.visibilityState === 'hidden';

/** How often a worker is replaced for one ask. */
const mostReplacements = 2;

export interface Watched<Ask> {
  /** Begins an ask; the one before is given up. */
  ask(ask: Ask): void;
  /** Gives up what was asked for. */
  stop(): void;
  /** The same, and ends the worker. The next ask begins another one. */
  close(): void;
}

export function createWatched<Ask, Answer>({
  make,
  work,
  answered,
  replaced,
  broken,
}: WatchedOptions<Answer>): Watched<Ask> {
  let worker: Asked | undefined;
  let id = 0;
  let open: Ask | undefined;
  let replacements = 0;
  let end: (() => void) | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  /** Whether this worker has ever been heard. */
  let loaded = false;

  function rest(): void {
    clearInterval(watch);
    open = undefined;
    end?.();
    end = undefined;
  }

  /** Begins to count the time of silence. */
  function listen(): void {
    clearInterval(watch);
    let [silent, last] = [0, performance.now()];
    const limit = loaded ? silenceMs : loadingMs;
    watch = setInterval(() => {
      const now = performance.now();
      // In a longer gap the page itself did not run.
      if (!isHidden()) silent += Math.min(now - last, 2 * lookMs);
      last = now;
      if (silent >= limit) fail();
    }, lookMs);
  }

  function fail(): void {
    clearInterval(watch);
    loaded = false;
    worker?.terminate();
    worker = undefined;
    const asked = open;
    if (asked === undefined) return;
    if (replacements >= mostReplacements) {
      rest();
      broken();
      return;
    }
    replacements++;
    replaced();
    send(asked);
  }

  function create(): Asked {
    const made = make();
    made.onmessage = ({ data }: { readonly data: Sent<Answer> }) => {
      if (data.id !== id || made !== worker) return;
      loaded = true;
      listen();
      if (data.answer !== undefined && !answered(data.answer)) rest();
    };
    made.onerror = () => {
      if (made === worker) fail();
    };
    return made;
  }

  function send(ask: Ask): void {
    open = ask;
    id++;
    worker ??= create();
    listen();
    worker.postMessage({ id, ask });
  }

  function stop(): void {
    if (open === undefined) return;
    id++;
    worker?.postMessage(null);
    rest();
  }

  return {
    ask(ask) {
      replacements = 0;
      end ??= begin(work);
      send(ask);
    },
    stop,
    close() {
      stop();
      worker?.terminate();
      worker = undefined;
      loaded = false;
    },
  };
}
