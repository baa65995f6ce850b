// Scores that are asked of a worker: kept, given up, and tried again.

import { expect, it } from 'vitest';
import { WorkerTrouble } from '../../../engine/trouble.js';
import { PageLimit } from '../../../shell/failure.js';
import { createScores } from './follow-scores.js';
import type { Scores, ScoresAsk } from './scores.js';

const ask = (to: number): ScoresAsk => ({ spec: { method: 'rope' }, to });

const scoresOf = (to: number): Scores => {
  const ends = Float64Array.of(to);
  return { from: ends, to: ends, values: ends };
};

const rest = () => new Promise((done) => setTimeout(done, 5));

it('asks once for what is there, and keeps what was refused', async () => {
  const asked: number[] = [];
  let told = 0;
  const scores = createScores(
    () => {
      told += 1;
    },
    async () =>
      async ({ to }) => {
        asked.push(to);
        if (to !== 7) return scoresOf(to);
        throw new PageLimit({ code: 'ERR', param: 'x', message: 'no such' });
      },
  );
  expect(scores.want([ask(1), ask(7)])).toEqual([undefined, undefined]);
  scores.want([ask(1), ask(7)]);
  await rest();
  expect([asked, told]).toEqual([[1, 7], 1]);
  const [one, refused] = scores.want([ask(1), ask(7)]);
  expect(one?.value).toEqual(scoresOf(1));
  expect(refused?.failure?.message).toBe('no such');
  // Of what is wanted next, only the new is asked for.
  scores.want([ask(7), ask(2)]);
  await rest();
  expect(asked).toEqual([1, 7, 2]);
});

it('tries again what was lost with a worker, once something else was wanted', async () => {
  let fails = true;
  let loads = 0;
  const scores = createScores(
    () => {},
    async () => {
      loads += 1;
      return async ({ to }) => {
        if (fails) throw new WorkerTrouble('it died');
        return scoresOf(to);
      };
    },
  );
  scores.want([ask(1)]);
  await rest();
  expect(scores.want([ask(1)])[0]?.failure?.code).toBe('ERR_WORKER');
  fails = false;
  scores.want([ask(2)]);
  await rest();
  scores.want([ask(1)]);
  await rest();
  expect(scores.want([ask(1)])[0]?.value).toEqual(scoresOf(1));
  expect(loads).toBe(2);
});
