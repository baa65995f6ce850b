/**
 * Cases of known methods with other numbers than the committed ones: other
 * sizes, positions, batches, names and bases, with parameters left out. The
 * expected numbers come from formulas in `other/` and from the oracles. Each case must pass,
 * and must fail with a wrong number in any of its results.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { attentionCases } from './other/attention.ts';
import { broken, type Description, runCases } from './other/case-folder.ts';
import { complexOrderCases } from './other/complex-order.ts';
import { exactCases } from './other/exact.ts';
import { floaterCase, refusedFloater } from './other/floater.ts';
import { gridCases, refusedGrids } from './other/grids.ts';
import { learnedCases } from './other/learned.ts';
import { refusedRotations, rotaryCases } from './other/rotary.ts';
import { axesCases, refusedAxes } from './other/rotary-axes.ts';
import { refusedSchedules, scheduleCases } from './other/schedules.ts';
import { sinusoidalCases } from './other/sinusoidal.ts';
import { refusedTraining, trained } from './other/training.ts';

const cases: readonly Description[] = [
  ...sinusoidalCases,
  ...gridCases,
  ...learnedCases,
  trained,
  ...rotaryCases,
  ...axesCases,
  ...scheduleCases,
  ...attentionCases,
  ...complexOrderCases,
  floaterCase,
  ...exactCases,
];

/** Cases that contradict themselves, or that the library cannot compute. */
const refused = [
  ...refusedGrids,
  ...refusedTraining,
  ...refusedRotations,
  ...refusedAxes,
  ...refusedSchedules,
  refusedFloater,
];

const resultsOf = ({ tensors }: Description) =>
  tensors
    .filter(({ role }) => role === 'output' || role === 'grad')
    .map(({ name }) => name);

let lines: ReadonlyMap<string, string>;
beforeAll(async () => {
  const wrong = cases.flatMap((golden) =>
    resultsOf(golden).map((name) => broken(golden, name)),
  );
  const others = refused.map(([golden]) => golden);
  lines = await runCases([...cases, ...wrong, ...others]);
});

describe('a golden case with other numbers', () => {
  it.each(cases.map((golden) => [golden.name, golden] as const))(
    '%s passes, and fails with a wrong number',
    (name, golden) => {
      expect(lines.get(name)).toMatch(/^ok /);
      const results = resultsOf(golden);
      expect(results).not.toEqual([]);
      for (const result of results) {
        const line = lines.get(`${name}.wrong.${result}`) ?? '';
        const [, , tensor, got, word, want, error] = line.split(' ');
        expect(line).toMatch(/^FAIL /);
        expect(tensor?.replace(/\[\d+\]:$/, '')).toBe(result);
        expect([got, word, want, error].join(' ')).toMatch(
          /^\S+ for \S+, error$/,
        );
      }
    },
  );

  it.each(refused.map(([{ name }, why]) => [name, why] as const))(
    '%s fails with the reason',
    (name, why) => {
      expect(lines.get(name)).toMatch(/^FAIL /);
      expect(lines.get(name)).toMatch(why);
    },
  );
});
