// Limits are longer on a slower machine, and end nothing that is in time.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PACE, Patience, within } from '../../scripts/lib/pace.mjs';

const pace = process.env[PACE];
beforeAll(() => {
  process.env[PACE] = '0.1';
});
afterAll(() => {
  if (pace === undefined) delete process.env[PACE];
  else process.env[PACE] = pace;
});

it('a limit lasts ten times as long on a machine of a tenth', async () => {
  const start = performance.now();
  await new Promise((expired) => new Patience(0.2, () => expired(undefined)));
  // Nine tenths, because the first reading of the clock may come early.
  expect(performance.now() - start).toBeGreaterThan(1800);
});

it('progress renews a limit', async () => {
  let expired = false;
  const patience = new Patience(0.15, () => {
    expired = true;
  });
  const start = performance.now();
  while (performance.now() - start < 3000) {
    await new Promise((next) => setTimeout(next, 100));
    patience.renew();
  }
  patience.stop();
  expect(expired).toBe(false);
});

it('what comes in time is not ended, what does not is named', async () => {
  expect(await within(Promise.resolve(3), 0.1, 'nothing')).toBe(3);
  const never = within(new Promise(() => {}), 0.1, 'the picture');
  await expect(never).rejects.toThrow(
    'the picture hangs: ended after 0.1 quiet seconds',
  );
});
