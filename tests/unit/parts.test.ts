/** Options of a run in parts that are refused. */

import { load } from 'posenc';
import { expect, it } from 'vitest';

const pe = await load();

it.each<[string, unknown, string, string, string]>([
  [
    'null',
    null,
    'ERR_TYPE',
    'options',
    'an object such as { signal, onProgress, cost }, got null',
  ],
  [
    'a number',
    5,
    'ERR_TYPE',
    'options',
    'an object such as { signal, onProgress, cost }, got 5',
  ],
  [
    'a signal that aborts nothing',
    { signal: 5 },
    ...(['ERR_TYPE', 'signal', 'an AbortSignal, got 5'] as const),
  ],
  [
    'progress that is no function',
    { onProgress: 5 },
    ...(['ERR_TYPE', 'onProgress', 'a function, got 5'] as const),
  ],
  [
    'no number of operations',
    { cost: Number.NaN },
    ...(['ERR_RANGE', 'cost', 'a finite number ≥ 1, got NaN'] as const),
  ],
  [
    'no operations',
    { cost: 0 },
    ...(['ERR_RANGE', 'cost', 'a finite number ≥ 1, got 0'] as const),
  ],
])('runs in parts refuse %s', async (_, options, code, param, rule) => {
  const plan = pe.plan({ method: 'sinusoidal', length: 4, dim: 2 });
  await expect(plan.runInParts(options as never)).rejects.toMatchObject({
    ...{ code, param },
    message: `plan.runInParts: ${param} must be ${rule}`,
  });
});

it('runs in parts refuse an option that does not exist', async () => {
  const plan = pe.plan({ method: 'sinusoidal', length: 4, dim: 2 });
  const run = plan.runInParts({ sginal: AbortSignal.abort() } as never);
  await expect(run).rejects.toMatchObject({
    ...{ code: 'ERR_UNKNOWN_OPTION', param: 'sginal' },
    message:
      'plan.runInParts: there is no option "sginal"; did you mean "signal"?',
  });
});
