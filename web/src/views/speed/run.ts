// Runs all measures one after the other: each work in one worker, then in several at
// the same time.

import { createSpeedDesk, type SpeedDesk } from './desk/desk.js';
import type { Measured } from './desk/jobs.js';
import { type WorkName, workNames } from './works.js';

/** The most workers that run at the same time. */
const most = 4;

/** Milliseconds for which workers run a work at the same time. */
const together = 500;

export const workersOf = (cores: number): number =>
  Math.max(1, Math.min(most, cores));

export interface Result extends Measured {
  readonly name: WorkName;
  /** Runs a second: of one worker, and of all workers at the same time. */
  readonly alone: number;
  readonly all: number;
}

export interface Run {
  readonly results: readonly Result[];
  readonly workers: number;
  /** Whether nobody could see the page for a part of the time. */
  readonly hidden: boolean;
}

/** What is done, as a part of all. */
export type Told = (share: number, results: readonly Result[]) => void;

async function sumOf(
  desks: readonly SpeedDesk[],
  name: WorkName,
  signal: AbortSignal,
): Promise<number> {
  const ask = { name, milliseconds: together };
  const rates = await Promise.all(
    desks.map((desk) => desk.ask('rate', ask, { signal })),
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
}

/** Throws the reason of the signal where it is stopped, and what workers throw. */
export async function runAll(
  cores: number,
  signal: AbortSignal,
  told: Told,
): Promise<Run> {
  const workers = workersOf(cores);
  const desks = Array.from({ length: workers }, createSpeedDesk);
  const [first] = desks as [SpeedDesk];
  let hidden = document.visibilityState === 'hidden';
  const look = () => {
    hidden ||= document.visibilityState === 'hidden';
  };
  document.addEventListener('visibilitychange', look);
  const results: Result[] = [];
  const steps = 3 * workNames.length;
  let done = 0;
  const step = () => {
    done += 1;
    told(done / steps, results);
  };
  try {
    await Promise.all(desks.map((one) => one.ask('ready', null, { signal })));
    for (const name of workNames) {
      const measured = await first.ask('measure', { name }, { signal });
      step();
      const alone = await sumOf([first], name, signal);
      step();
      const all = workers > 1 ? await sumOf(desks, name, signal) : alone;
      results.push({ ...measured, name, alone, all });
      step();
    }
    return { results, workers, hidden };
  } finally {
    document.removeEventListener('visibilitychange', look);
    for (const desk of desks) desk.close();
  }
}
