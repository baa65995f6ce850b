// The works that are measured: plain JavaScript gives what the package gives. The
// turns by a clock of the test, and the ratios that are printed of their times.

import { load } from 'posenc/attention';
import { expect, it } from 'vitest';
import { numbersIn } from '../../plot/read-numbers.js';
import {
  barsOf,
  cellsOf,
  disturbances,
  headsOf,
  markdownOf,
  ratiosOf,
} from './report.js';
import { type Result, type Run, workersOf } from './run.js';
import { measure, type Sample, sampleOf, spreadOf, stepOf } from './timing.js';
import { makeWork, workNames } from './works.js';

it.each(workNames)('%s: both ways give the same numbers', async (name) => {
  const work = makeWork(await load(), name);
  work.posenc();
  work.plain();
  work.yardstick();
  const [own, plain] = work.results();
  expect(own.length).toBe(plain.length);
  expect(own.length).toBeGreaterThan(60_000);
  let [most, size] = [0, 0];
  for (let i = 0; i < own.length; i++) {
    most = Math.max(most, Math.abs(Number(own[i]) - Number(plain[i])));
    size = Math.max(size, Math.abs(Number(own[i])));
  }
  expect(size).toBeGreaterThan(0.005);
  expect(most).toBeLessThan(1e-6);
});

/** Runs that take known times by a clock of their own. */
function machine(step = 0) {
  let now = 0;
  const order: string[] = [];
  const run = (name: string, takes: (turn: number) => number) => {
    let turn = 0;
    return () => {
      order.push(name);
      now += takes(turn++);
    };
  };
  const clock = () => {
    if (step > 0) {
      now += step / 7;
      return Math.floor(now / step) * step;
    }
    now += 1e-6;
    return now;
  };
  return { run, clock, order };
}

function finish<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

it('measures in turns that begin with another contestant each', () => {
  const { run, clock, order } = machine();
  const runs = [run('a', () => 30), run('b', (i) => 40 + (i % 5))];
  const [a, b] = finish(measure(runs, { turns: 4, shortest: 20 }, clock));
  expect(a?.median).toBeCloseTo(30, 4);
  expect(b?.median).toBeGreaterThanOrEqual(40);
  expect(b?.median).toBeLessThan(44.1);
  expect(order.slice(-8).join('')).toBe('abbaabba');
});

it('repeats what is short, and longer where the clock is coarse', () => {
  for (const [step, least] of [
    [0, 20],
    [5, 100],
  ] as const) {
    const { run, clock, order } = machine(step);
    const [one] = finish(
      measure([run('a', () => 0.5)], { turns: 2, shortest: 20 }, clock),
    );
    expect(Math.abs(Number(one?.median) - 0.5)).toBeLessThan(0.1);
    // Two turns of so many runs each, after those that warm it.
    expect(order.length).toBeGreaterThan((2 * least) / 0.5);
  }
});

it('has quartiles, their distance, and the step of a clock', () => {
  const sample = sampleOf([5, 1, 4, 2, 3]);
  expect(sample).toEqual({ lower: 2, median: 3, upper: 4 });
  expect(spreadOf(sample)).toBeCloseTo(2 / 3, 12);
  expect(stepOf(machine(2).clock)).toBe(2);
});

const of = (median: number, off = 0): Sample => ({
  ...{ lower: median * (1 - off), median, upper: median * (1 + off) },
});

const resultOf = (more: Partial<Result> = {}): Result => ({
  name: 'table',
  samples: { posenc: of(2), plain: of(50), yardstick: of(0.5, 0.02) },
  ...{ clockStep: 0.1, alone: 400, all: 1000 },
  engine: { version: '1.2.3', simd: true },
  ...more,
});

const runOf = (more: Partial<Run> = {}): Run => ({
  ...{ results: [resultOf()], workers: 4, hidden: false },
  ...more,
});

it('prints ratios of medians alone', () => {
  expect(ratiosOf(resultOf())).toMatchObject({
    ...{ plain: 25, yardstick: 0.25, workers: 2.5 },
  });
  const [, ...cells] = cellsOf(ratiosOf(resultOf()));
  expect(cells.flatMap(numbersIn)).toEqual([25, 25, 2.5, 4]);
  expect(headsOf(4)[3]).toBe('4 workers, times one');
  expect(headsOf(1)[3]).toBe('1 worker, times one');
  const text = markdownOf(runOf(), { agent: 'a browser', cores: 16 });
  expect(text.split('\n').slice(0, 2)).toEqual([
    'posenc 1.2.3, WebAssembly with SIMD, 16 cores',
    'a browser',
  ]);
  expect(text).toContain('| 25 | 25 % | 2.5 | 4 % |');
  expect(text).toMatch(/Nothing was seen to disturb it\.$/);
  expect(text).not.toMatch(/\d ms/);
  expect(barsOf([resultOf()]).map(({ ratio }) => ratio)).toEqual([25, 1]);
});

it('says what disturbed it', () => {
  expect(disturbances(runOf(), 16)).toEqual([]);
  expect(disturbances(runOf({ hidden: true }), 16)[0]).toMatch(/was hidden/);
  const samples = { posenc: of(2, 0.3), plain: of(50), yardstick: of(1) };
  const busy = runOf({ results: [resultOf({ samples })] });
  expect(disturbances(busy, 16)[0]).toMatch(/2048 × 512 by 60 %/);
  const slow = runOf({ results: [resultOf({ clockStep: 1 })] });
  expect(disturbances(slow, 16)[0]).toMatch(/steps of 1 ms/);
  expect(disturbances(runOf(), 4)[0]).toMatch(/4 cores: 4 workers share/);
  expect(disturbances(runOf({ workers: 1 }), 1)).toEqual([]);
  expect([1, 2, 64].map(workersOf)).toEqual([1, 2, 4]);
});
