/**
 * The ropes of real models against numbers that Hugging Face's models hold once
 * they are built: float32 frequencies, attention factor, and softmax scale. What
 * a configuration means was read off the built models, too.
 */

import { readFileSync } from 'node:fs';
import { load, type RopeOptions } from 'posenc';
import { describe, expect, it } from 'vitest';

const pe = await load();

interface Model {
  readonly name: string;
  readonly rope: RopeOptions;
  readonly frequencies: readonly number[];
  /** The frequencies beyond the original length. */
  readonly long?: readonly number[];
  readonly attentionFactor: number;
  /** Left out where the model has a scale of its own. */
  readonly softmaxScale?: number;
}

const file = new URL('../support/model-ropes.json', import.meta.url);
const models: readonly Model[] = JSON.parse(readFileSync(file, 'utf8'));

/** Roundings of float32 in the reference. */
const CLOSE = 4e-6;

function expectClose(got: ArrayLike<number>, want: readonly number[]) {
  expect(got.length).toBe(want.length);
  want.forEach((value, k) => {
    const error = Math.abs((got[k] ?? Number.NaN) - value);
    expect(error, `pair ${k}`).toBeLessThanOrEqual(CLOSE * value);
  });
}

describe.each(models)('$name', (model) => {
  const rope = pe.rope(model.rope);

  it('frequencies', () => {
    expectClose(rope.frequencies, model.frequencies);
    if (model.long) expectClose(rope.at(131072).frequencies, model.long);
  });

  it('frequencies in float32', () => {
    const torch = pe.rope({ ...model.rope, precision: 'torch' });
    torch.frequencies.forEach((value, k) => {
      const want = model.frequencies[k] ?? Number.NaN;
      expect(Math.abs(value - want), `pair ${k}`).toBeLessThanOrEqual(
        2 ** -22 * want,
      );
    });
  });

  it('scales', () => {
    expect(rope.attentionFactor / model.attentionFactor).toBeCloseTo(1, 12);
    if (model.softmaxScale === undefined) return;
    expect(rope.softmaxScale / model.softmaxScale).toBeCloseTo(1, 12);
  });
});
