/** One call: it is planned by a worker, cut over several, and joined. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import type { AnyDType } from '../base/dtype.js';
import { PosencTypeError } from '../base/errors.js';
import type { Rows } from '../describe/method.js';
import { joinPart, wholeResult, withTensors } from '../entry/joined.js';
import { sentOf } from './copied.js';
import type { Answer, Facts, Measured } from './messages.js';
import type { Pool, Question } from './pool.js';
import { arraysIn, type Lent, newArrays, sharedRoom } from './room.js';
import { receivedError } from './sent-error.js';
import { PART, rowsOfTask, shareOf } from './share.js';

/** What a call asks of its run. */
export interface JobOptions {
  readonly shared: boolean;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A running call. */
export interface Job {
  readonly result: Promise<unknown>;
  /** Gives it up; `result` is rejected with the reason. */
  abort(reason: unknown): void;
}

/** How much shorter a worker's first parts are, by which it learns the time. */
const FIRST = 8;

/** Operations a millisecond, at least. */
const SLOW = 1e6;

let jobs = 0;

/** Plans a call, for its facts alone or to compute it. */
export function begin(
  pool: Pool,
  kind: 'open' | 'plan',
  name: string,
  given: unknown,
  { shared, onProgress }: JobOptions,
): Job {
  const job = ++jobs;
  let stop: (reason: unknown) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  stopped.catch(() => {});
  let facts: Facts | undefined;
  // All workers get the options as they are now.
  const call = { name, given: sentOf(given) };

  /**
   * Asks a worker; gives its last answer. Answers take `estimate` milliseconds,
   * about.
   */
  const ask = (
    question: (known: boolean) => Question,
    estimate: number,
    told: (done: number) => void,
  ) => {
    const answered = new Promise<Answer>((resolve, reject) => {
      const task = {
        ...{ job, question, estimate },
        told(answer: Answer) {
          if (answer.kind === 'progress') told(answer.done);
          if (answer.kind !== 'facts') return;
          facts = answer.facts;
          if (!facts.rows) task.estimate = facts.cost / SLOW;
        },
        ended(answer: Answer) {
          if (answer.kind === 'error') {
            reject(receivedError(answer.error, given));
          } else resolve(answer);
        },
        failed: (error: unknown) => reject(uncopied(name, error)),
      };
      pool.run(task);
    });
    return Promise.race([answered, stopped]);
  };

  const run = async () => {
    const first = await ask(
      () => ({ kind, job, call, shared }),
      PART.ms,
      (done) => tell(done),
    );
    if (kind === 'plan') return facts;
    const known = facts as Facts;
    const [from, to] = known.rows ?? [0, 1];
    if (first.kind === 'result') {
      tell(to - from);
      return withTensors(first.result, owned);
    }
    return join(known, first as Answer & Measured);
  };

  let last = 0;
  const tell = (done: number) => {
    const [from, to] = facts?.rows ?? [0, 1];
    try {
      if (done > last) onProgress?.(done, to - from);
      last = done;
    } catch (error) {
      stop(error);
    }
  };

  /** Computes all rows in as many workers as serve, and joins them. */
  const join = async (facts: Facts, measured: Measured) => {
    const { outputs, bytes } = facts;
    const [first, end] = facts.rows as Rows;
    const count = end - first;
    let { partMs } = measured;
    const { size } = pool;
    const share = shareOf(bytes, count, measured, { size, shared });
    const { workers } = share;
    let { rowMs } = share;
    const room = shared ? sharedRoom(outputs) : undefined;
    const whole = room || workers === 1 ? undefined : newArrays(outputs);
    const cut = room || whole ? workers : 1;
    const rowBytes = whole ? bytes / count : 0;
    /** Memory that workers have sent back. */
    const spare: Lent[] = [];
    let next = first;
    let done = 0;
    let form: unknown;
    /** Has the next rows computed; gives what takes the answer. */
    const nextRows = async () => {
      const part = Math.max(PART.ms, PART.times * partMs);
      const share = { workers: cut, rowMs };
      const to = next + rowsOfTask(end - next, share, partMs, rowBytes);
      const rows = [next, to] as const;
      next = to;
      let before = 0;
      const begin = performance.now();
      const answer = await ask(
        (known) => ({
          ...{ kind: 'rows', job, call: known ? undefined : call, rows },
          first: PART.ms / rowMs / FIRST,
          ...{ room, lent: spare.pop() },
        }),
        part,
        (now) => {
          done += now - before;
          before = now;
          tell(done);
        },
      );
      const told = answer as Extract<Answer, { kind: 'result' }>;
      const { result } = told;
      partMs = told.partMs || partMs;
      rowMs = (performance.now() - begin) / (to - rows[0]);
      return () => {
        form = result;
        if (!whole) return;
        const place = { row: rows[0] - first, count };
        const parts = joinPart(outputs, whole, place, result);
        const memory = Object.entries(parts).map(
          ([name, { buffer }]) => [name, buffer as ArrayBuffer] as const,
        );
        spare.push(Object.fromEntries(memory));
      };
    };
    const work = async () => {
      let take = next < end ? await nextRows() : undefined;
      while (take) {
        // The worker computes while its rows are copied.
        const later = next < end ? nextRows() : undefined;
        take();
        take = await later;
      }
    };
    await Promise.all(Array.from({ length: cut }, work));
    if (whole) return wholeResult(outputs, whole, form);
    if (room) return wholeResult(outputs, arraysIn(outputs, room), form);
    return withTensors(form, owned);
  };

  const result = run().finally(() => pool.cancel(job));
  return { result, abort: stop };
}

/** A tensor as a direct call gives it. */
const owned = ({ data, shape, dtype }: Tensor<AnyDType>) =>
  makeTensor(data, shape, dtype);

/** An error for what cannot be sent; any other as it is. */
function uncopied(caller: string, error: unknown): unknown {
  const { name, message } = Object(error) as Partial<Error>;
  if (name !== 'DataCloneError') return error;
  return new PosencTypeError(
    `${caller}: options must be what can be copied to a worker: ${message}`,
    { code: 'ERR_TYPE', param: 'options', cause: error },
  );
}
