/** What runs inside a worker: it computes what the client asks. */

import { formOf } from '../arrays/forms.js';
import { PosencTypeError } from '../base/errors.js';
import type { Prepared, Rows } from '../describe/method.js';
import { outputsOfRows, withTensors } from '../entry/joined.js';
import { type PartRows, rowsByTime } from '../entry/part-rows.js';
import type { InParts, Parted } from '../entry/parts.js';
import type { Plan } from '../entry/plan.js';
import { received } from './copied.js';
import type { Answer, Ask, Facts, Measured, SentCall } from './messages.js';
import { arraysIn, arraysLent, newArrays, sharedArray } from './room.js';
import { sentError } from './sent-error.js';
import { isWritten, PART, shareOf } from './share.js';

/** An object that an entry loads, as far as a worker calls it. */
interface Api {
  plan(spec: never): unknown;
}

/** Where messages come from and go to. */
export interface Port {
  /** Calls `hear` for each message. */
  listen(hear: (ask: Ask) => void): void;
  send(answer: Answer, transfer: ArrayBuffer[]): void;
}

/** A plan whose parts are as long as the caller says. */
interface Timed extends Plan {
  runInParts(options?: InParts, parted?: Parted): Promise<unknown>;
  prepare(): Prepared | undefined;
}

/** A call that was planned, and what is known of its parts. */
interface Job {
  readonly plan: Timed;
  /** Operations of a row, about. */
  readonly rowCost: number;
  /** What was learned of the time of parts. */
  sizes?: PartRows;
  /** What all parts have in common, while the worker works on them. */
  prepared?: Prepared | undefined;
}

/** Operations of a call that is run at once, about: less than 10 ms. */
const SHORT = 2 ** 22;

/**
 * Operations of a call that is worth several workers whatever its rows take, if
 * they are so many times its bytes.
 */
const LONG = 2 ** 31;
const LONG_TIMES = 2 ** 8;

/** Operations by which it is measured how long rows take, about. */
const MEASURED = 2 ** 18;

/** Operations of long work that take a millisecond, about. */
const USUAL = 2 ** 25;

/** Answers all messages with an instance that `load` gives. */
export function serve(load: () => Promise<Api>, port: Port): void {
  const jobs = new Map<number, Promise<Job>>();
  const running = new Map<number, AbortController>();
  /** The call whose parts are ready: the last one, of which rows were asked. */
  let ready: { readonly number: number; readonly job: Job } | undefined;

  const free = () => {
    ready?.job.prepared?.free();
    if (ready) ready.job.prepared = undefined;
    ready = undefined;
  };

  const open = (job: number, call: SentCall): Promise<Job> => {
    const opened = load().then((api) => jobOf(api, call));
    jobs.set(job, opened);
    return opened;
  };

  const answer = async (ask: Exclude<Ask, { kind: 'abort' | 'forget' }>) => {
    const { id, kind } = ask;
    const control = new AbortController();
    running.set(id, control);
    const { signal } = control;
    const send = (answer: Answer, transfer: ArrayBuffer[] = []) =>
      port.send(answer, transfer);
    const progress = ({ done }: { readonly done: number }) =>
      send({ id, kind: 'progress', done });
    try {
      const job = await (ask.call
        ? open(ask.job, ask.call)
        : jobs.get(ask.job));
      if (!job) throw new Error('the worker does not know the call');
      const how = { signal, onProgress: progress };
      if (ready?.job !== job) free();
      if (kind === 'rows') {
        ready = { number: ask.job, job };
        const result = await someRows(job, ask, how);
        const partMs = job.sizes?.fixed() ?? 0;
        send({ id, kind: 'result', result, partMs }, buffersOf(result));
        return;
      }
      const { plan } = job;
      send({ id, kind: 'facts', facts: factsOf(plan) });
      if (kind === 'plan') {
        send({ id, kind: 'result', result: undefined });
      } else if (isWorthTasks(plan, ask.shared)) {
        const measured = await measure(job, signal, ask.shared);
        send({ id, kind: 'measured', ...measured });
      } else {
        const sizes = rowsByTime(job.rowCost, PART);
        const made = await plan.runInParts(how, { sizes });
        refuseHandle(plan.method, made);
        const result = ask.shared ? shared(made) : made;
        send({ id, kind: 'result', result }, buffersOf(result));
      }
    } catch (error) {
      send({ id, kind: 'error', error: sentError(error) });
    } finally {
      running.delete(id);
      if (kind === 'plan') jobs.delete(ask.job);
    }
  };

  port.listen((ask) => {
    if (ask.kind === 'abort') running.get(ask.id)?.abort();
    else if (ask.kind === 'forget') {
      jobs.delete(ask.job);
      if (ready?.number === ask.job) free();
    } else void answer(ask);
  });
}

/** Whether several workers may be faster than the one that planned a call. */
const isWorthTasks = (plan: Plan, shared: boolean) =>
  plan.rows && plan.cost > SHORT && (shared || !isWritten(plan));

/** Plans a call; throws what the direct call throws. */
function jobOf(api: Api, { name, given }: SentCall): Job {
  const options = received(given);
  const plan = api.plan.bind(api) as (spec: unknown) => Timed;
  const planned =
    name === 'plan'
      ? plan(options)
      : name === 'make'
        ? named('make', () => plan(options))
        : named('client', () => plan(specOf(api, name, options)));
  const [first, end] = planned.rows ?? [0, 1];
  return { plan: planned, rowCost: planned.cost / Math.max(end - first, 1) };
}

/** Errors about the spec itself begin with the name of what was called. */
function named<T>(caller: 'make' | 'client', body: () => T): T {
  try {
    return body();
  } catch (error) {
    const { message } = error as Error;
    (error as Error).message = message.replace(/^plan: /, `${caller}: `);
    throw error;
  }
}

/** The spec of a call by name. */
function specOf(api: Api, method: string, options: unknown): unknown {
  const direct = (api as unknown as Record<string, unknown>)[method];
  const plain =
    typeof options === 'object' &&
    options !== null &&
    !Array.isArray(options) &&
    !ArrayBuffer.isView(options) &&
    !('method' in options);
  if (typeof direct !== 'function' || plain) {
    return { ...Object(options), method };
  }
  // The call throws the error of wrong options, unless the method needs none.
  direct(options);
  return { method };
}

const factsOf = (plan: Plan): Facts => {
  const { method, outputs, shape, dtype, bytes, cost, rows } = plan;
  return { method, outputs, shape, dtype, bytes, cost, rows };
};

/**
 * Computes a few rows, and four times as many: what every part does anew takes
 * the same time in both.
 */
async function measure(
  { plan, rowCost }: Job,
  signal: AbortSignal,
  shared: boolean,
): Promise<Measured> {
  const [first, end] = plan.rows as Rows;
  const least = { rowMs: rowCost / USUAL, partMs: 0 };
  // Where they share memory, several serve even if rows take the least time.
  const two = { size: 2, shared };
  if (shared && shareOf(plan.bytes, end - first, least, two).workers > 1) {
    return least;
  }
  const few = Math.ceil(MEASURED / rowCost);
  const many = 4 * few;
  // New memory takes nearly all of the time.
  if (isWritten(plan)) return { rowMs: 0, partMs: 0 };
  const long = plan.cost > Math.max(LONG, LONG_TIMES * plan.bytes);
  // A few rows would be much of all: the heads of a gradient are few.
  if (long || 16 * many > end - first) return least;
  // Under a causal mask the first queries see few keys, and the last all.
  const middle = first + Math.floor((end - first) / 2);
  const time = async (count: number) => {
    const begin = performance.now();
    await plan.runInParts({
      ...{ signal, rows: [middle, middle + count], cost: Infinity },
    });
    return performance.now() - begin;
  };
  // The first run takes longer: code is compiled, and memory grows.
  await time(few);
  const less = await time(few);
  const more = await time(many);
  const each = (more - less) / Math.max(many - few, 1);
  // A pause of the machine can make the run of few rows the longer one.
  const rowMs = Math.max(each, more / many / 16);
  return { rowMs, partMs: Math.max(more - many * rowMs, 0) };
}

/** Computes some rows of a result, into shared memory if there is any. */
async function someRows(
  job: Job,
  { rows, first: share, room, lent }: Extract<Ask, { kind: 'rows' }>,
  how: InParts & { onProgress(progress: { done: number }): void },
): Promise<unknown> {
  const { plan, rowCost } = job;
  const [first, end] = plan.rows as Rows;
  const count = end - first;
  const [from] = rows;
  const outputs = outputsOfRows(plan.outputs, count, rows);
  const whole = room && arraysIn(plan.outputs, room);
  const own =
    whole ?? (lent && arraysLent(outputs, lent)) ?? newArrays(outputs);
  // There is no memory for the result: the call throws the error that says so.
  if (!own) return plan.run();
  const place = whole && { row: from - first, count };
  job.prepared ??= plan.prepare();
  const { prepared } = job;
  // Then parts do nothing anew, and a pause of the machine must not look so.
  const times = prepared ? 0 : PART.times;
  job.sizes ??= rowsByTime(rowCost, { ...PART, times, first: share });
  const { sizes } = job;
  const result = await plan.runInParts(
    { ...how, rows, into: own },
    { sizes, place, prepared },
  );
  if (!whole) return result;
  // The client has the memory already; it needs to know the form alone.
  return withTensors(result, ({ shape, dtype }) => ({ data: 0, shape, dtype }));
}

/** The same result in shared memory. */
const shared = (result: unknown) =>
  withTensors(result, ({ data, shape, dtype }) => {
    const memory = new SharedArrayBuffer(data.byteLength);
    const copy = sharedArray(dtype, data.length, memory);
    copy.set(data as never);
    return { data: copy, shape, dtype };
  });

/** The buffers of a result, which the worker needs no more. */
function buffersOf(result: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const look = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    } else if (typeof value === 'object' && value !== null) {
      if (formOf(value)) look((value as { data: unknown }).data);
      else for (const one of Object.values(value)) look(one);
    }
  };
  look(result);
  return [...found];
}

/** Throws if a result is a handle: its functions cannot leave the worker. */
function refuseHandle(method: string, result: unknown): void {
  const functions = Object.values(Object(result)).some(
    (one) => typeof one === 'function',
  );
  if (!functions) return;
  throw new PosencTypeError(
    `${method}: what it gives cannot leave a worker; give its spec to the ` +
      'methods that take it, or call it without a worker',
    { code: 'ERR_WORKER', param: 'method', value: method },
  );
}
