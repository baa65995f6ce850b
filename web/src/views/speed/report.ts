// What is said of the measures: ratios alone, for times hold on one machine only.

import { writeValue } from '../../plot/ticks.js';
import type { Result, Run } from './run.js';
import { spreadOf } from './timing.js';
import { contestants, workWords } from './works.js';

export interface Ratios {
  readonly title: string;
  /** How many times as fast as plain JavaScript. */
  readonly plain: number;
  /** The part of the speed of the yardstick. */
  readonly yardstick: number;
  /** How many times as much all workers do as one. */
  readonly workers: number;
  /** The widest distance of quartiles, as a part of the median. */
  readonly spread: number;
}

export function ratiosOf({ name, samples, alone, all }: Result): Ratios {
  const { posenc, plain, yardstick } = samples;
  return {
    title: workWords[name].title,
    plain: plain.median / posenc.median,
    yardstick: yardstick.median / posenc.median,
    workers: all / alone,
    spread: Math.max(...contestants.map((one) => spreadOf(samples[one]))),
  };
}

export const writeTimes = (ratio: number): string => writeValue(ratio, 2);

export const writePart = (part: number): string =>
  `${writeValue(100 * part, 2)} %`;

/** How fast a way of a work is, plain JavaScript being 1. */
export interface Bar {
  readonly title: string;
  readonly who: 'posenc' | 'plain JavaScript';
  readonly ratio: number;
  readonly text: string;
}

export function barsOf(results: readonly Result[]): readonly Bar[] {
  return results.flatMap((result): Bar[] => {
    const { title, plain } = ratiosOf(result);
    return [
      {
        ...{ title, who: 'posenc', ratio: plain },
        text: `${writeTimes(plain)} times`,
      },
      { title, who: 'plain JavaScript', ratio: 1, text: '1' },
    ];
  });
}

/** The heads of the table. */
export const headsOf = (workers: number): readonly string[] => [
  'work',
  'times plain JavaScript',
  'of the yardstick',
  `${workers === 1 ? '1 worker' : `${workers} workers`}, times one`,
  'spread of turns',
];

export const cellsOf = (ratios: Ratios): readonly string[] => [
  ratios.title,
  writeTimes(ratios.plain),
  writePart(ratios.yardstick),
  writeTimes(ratios.workers),
  writePart(ratios.spread),
];

/** A spread beyond which a machine was busy with something else. */
const wide = 0.2;

/** A clock with coarser steps, in milliseconds, makes turns longer. */
const coarse = 0.5;

/** What disturbed the run, as far as the page can know. */
export function disturbances(run: Run, cores: number): readonly string[] {
  const { results, hidden, workers } = run;
  const busy = results
    .map(ratiosOf)
    .filter(({ spread }) => spread > wide)
    .map(({ title, spread }) => `${title} by ${writePart(spread)}`);
  const step = Math.max(0, ...results.map(({ clockStep }) => clockStep));
  return [
    ...(hidden ? ['The page was hidden for a part of the time.'] : []),
    ...(busy.length > 0
      ? [
          `The machine was busy, and turns differ: ${busy.join(', ')}. Run ` +
            'again when it is at rest; until then, these ratios say little.',
        ]
      : []),
    ...(step > coarse
      ? [
          `The clock has steps of ${writeValue(step, 2)} ms, so turns are longer.`,
        ]
      : []),
    ...(workers > 1 && cores < 2 * workers
      ? [
          `The browser tells of ${cores} cores: ${workers} workers share them ` +
            'with the page.',
        ]
      : []),
  ];
}

/** What stands around a run, to be read with it. */
export interface Around {
  readonly agent: string;
  readonly cores: number;
}

/** The table of a run, to be copied into a report. */
export function markdownOf(run: Run, { agent, cores }: Around): string {
  const { version = '', simd = false } = run.results[0]?.engine ?? {};
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const heads = headsOf(run.workers);
  const notes = disturbances(run, cores);
  return [
    `posenc ${version}, WebAssembly ${simd ? 'with' : 'without'} SIMD, ` +
      `${cores} cores`,
    agent,
    '',
    line(heads),
    line(heads.map(() => '---')),
    ...run.results.map((one) => line(cellsOf(ratiosOf(one)))),
    '',
    ...(notes.length > 0 ? notes : ['Nothing was seen to disturb it.']),
  ].join('\n');
}
