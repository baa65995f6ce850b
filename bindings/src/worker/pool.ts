/** Workers, and the tasks that they work on: one task a worker at a time. */

import type { Answer, Ask } from './messages.js';
import {
  hear,
  hold,
  visible,
  type WorkerLike,
  workerError,
} from './started.js';

/** What a task asks; the pool gives it a number. */
export type Question = Ask extends infer A
  ? A extends { readonly id: number; readonly job: number }
    ? Omit<A, 'id'>
    : never
  : never;

/** A question, and who hears the answers. */
export interface Task {
  readonly job: number;
  /** The question to a worker, which may know the job already. */
  question(known: boolean): Question;
  /** Milliseconds to the next answer, about. */
  estimate: number;
  /** Hears facts and progress. */
  told(answer: Answer): void;
  ended(answer: Answer): void;
  failed(error: unknown): void;
}

/** A worker and what it does. */
interface Slot {
  readonly worker: WorkerLike;
  /** The jobs that it knows. */
  readonly jobs: Set<number>;
  task?: Task | undefined;
  id: number;
  /** Milliseconds since its last answer. */
  waited: number;
  /** Whether it has ever answered. */
  heard: boolean;
  alive: boolean;
}

const send = (worker: WorkerLike, ask: Ask, transfer: ArrayBuffer[] = []) =>
  worker.postMessage(ask, transfer);

/** Milliseconds in which an aborted task must end, or its worker is replaced. */
const ABORT_MS = 40;

/** A worker hangs after so many milliseconds, and so many estimates. */
const HUNG_MS = 5000;
const HUNG_TIMES = 50;

/** Milliseconds until a new worker has loaded, at most. */
const OPEN_MS = 1000;

/** Milliseconds between two looks at the time. */
const LOOK_MS = 250;

export class Pool {
  readonly #size: number;
  readonly #make: () => WorkerLike;
  readonly #slots = new Set<Slot>();
  #queue: Task[] = [];
  #last = 0;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(size: number, make: () => WorkerLike) {
    this.#size = size;
    this.#make = make;
  }

  /** Number of workers that there can be. */
  get size(): number {
    return this.#size;
  }

  /** Runs a task as soon as a worker is free. */
  run(task: Task): void {
    this.#queue.push(task);
    this.#next();
  }

  /** Gives up all tasks of a job, and the worker of one that does not end. */
  cancel(job: number): void {
    this.#queue = this.#queue.filter((task) => task.job !== job);
    for (const slot of this.#slots) {
      const { task, id } = slot;
      if (task?.job !== job) continue;
      send(slot.worker, { kind: 'abort', id });
      setTimeout(() => {
        if (slot.alive && slot.id === id && slot.task) this.#end(slot);
      }, ABORT_MS);
    }
    this.forget(job);
  }

  /** Tells the workers that a job is over. */
  forget(job: number): void {
    for (const { worker, jobs } of this.#slots) {
      if (!jobs.delete(job)) continue;
      send(worker, { kind: 'forget', job });
    }
  }

  /** Ends all workers, and rejects what they had. */
  async close(error: unknown): Promise<void> {
    const tasks = this.#queue.splice(0);
    const ends = [...this.#slots].map((slot) => {
      if (slot.task) tasks.push(slot.task);
      return this.#end(slot);
    });
    for (const task of tasks) task.failed(error);
    await Promise.all(ends);
  }

  /** Gives waiting tasks to free workers. */
  #next(): void {
    for (let task = this.#queue[0]; task; task = this.#queue[0]) {
      const { job } = task;
      const free = [...this.#slots].filter((slot) => !slot.task);
      const slot =
        free.find(({ jobs }) => jobs.has(job)) ?? free[0] ?? this.#start(task);
      if (!slot) break;
      this.#queue = this.#queue.filter((one) => one !== task);
      this.#give(slot, task);
    }
    this.#look();
  }

  /** A new worker, if there may be one more. A failure is that of the task. */
  #start(task: Task): Slot | undefined {
    if (this.#slots.size >= this.#size) return undefined;
    try {
      const worker = this.#make();
      const slot: Slot = {
        ...{ worker, jobs: new Set<number>(), id: 0, waited: 0 },
        ...{ heard: false, alive: true },
      };
      this.#slots.add(slot);
      hear(worker, {
        message: (data) => this.#heard(slot, data as Answer),
        death: (why) => this.#died(slot, why),
      });
      return slot;
    } catch (error) {
      this.#queue = this.#queue.filter((one) => one !== task);
      task.failed(workerError((error as Error).message));
      return undefined;
    }
  }

  #give(slot: Slot, task: Task): void {
    slot.id += 1;
    slot.waited = 0;
    const { id, jobs, worker } = slot;
    try {
      const question = task.question(jobs.has(task.job));
      const lent = question.kind === 'rows' ? question.lent : undefined;
      send(worker, { ...question, id } as Ask, Object.values(lent ?? {}));
    } catch (error) {
      task.failed(error);
      return;
    }
    slot.task = task;
    jobs.add(task.job);
    hold(worker, true);
  }

  #heard(slot: Slot, answer: Answer): void {
    const { task, id } = slot;
    slot.waited = 0;
    slot.heard = true;
    if (!task || answer.id !== id) return;
    if (answer.kind === 'facts' || answer.kind === 'progress') {
      task.told(answer);
      return;
    }
    slot.task = undefined;
    hold(slot.worker, false);
    task.ended(answer);
    this.#next();
  }

  #died(slot: Slot, why: string): void {
    if (!slot.alive) return;
    const { task } = slot;
    this.#end(slot);
    task?.failed(workerError(why));
  }

  /** Ends a worker; the next task makes another one. */
  #end(slot: Slot): unknown {
    slot.alive = false;
    slot.task = undefined;
    this.#slots.delete(slot);
    const ended = slot.worker.terminate();
    this.#next();
    return ended;
  }

  /** Looks at the time while a worker works. */
  #look(): void {
    const busy = [...this.#slots].some(({ task }) => task);
    if (busy === (this.#watch !== undefined)) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
    if (!busy) return;
    this.#last = performance.now();
    this.#watch = setInterval(() => this.#count(), LOOK_MS);
  }

  /** Counts how long each worker has been silent. */
  #count(): void {
    const now = performance.now();
    // A program that slept, or that was busy itself, has not heard its workers.
    const passed = visible() ? Math.min(now - this.#last, 2 * LOOK_MS) : 0;
    this.#last = now;
    for (const slot of this.#slots) {
      if (!slot.task) continue;
      slot.waited += passed;
      const estimate = slot.task.estimate + (slot.heard ? 0 : OPEN_MS);
      const most = Math.max(HUNG_MS, HUNG_TIMES * estimate);
      if (slot.waited > most) this.#died(slot, 'it does not answer');
    }
    this.#look();
  }
}
