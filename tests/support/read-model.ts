/** Compares `readModel` of `posenc/models` with `model` of `posenc`. */

import { isDeepStrictEqual } from 'node:util';
import type { Layer, Model, ModelOptions, Posenc, PosencError } from 'posenc';
import { readModel } from 'posenc/models';
import { expect } from 'vitest';

/** What reading gives, or the error that it throws. */
export function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    const { name, message, code, param, value } = error as PosencError;
    return { name, message, code, param, value };
  }
}

/** A model without its ropes, whose facts must be those that layers name. */
function withoutRopes(model: Model): unknown {
  const bare = ({ rope, ...facts }: Layer) => {
    const same =
      (rope === null) === (facts.spec === null) &&
      facts.attentionFactor === (rope?.attentionFactor ?? 1);
    if (!same) expect.fail(`layer ${facts.index} says others than its rope`);
    return facts;
  };
  const towers = Object.entries(model.towers).map(([name, tower]) => [
    name,
    { ...tower, layers: tower?.layers.map(bare) },
  ]);
  const layers = model.layers.map(bare);
  return { ...model, layers, towers: Object.fromEntries(towers) };
}

/** Expects both to read the same, but for the ropes, or to throw the same. */
export function expectReadAlike(
  pe: Posenc,
  config: unknown,
  options?: ModelOptions,
): void {
  const alone = outcome(() => readModel(config, options));
  const whole = outcome(() => withoutRopes(pe.model(config, options)));
  // This is faster than `expect`, which then says what differs.
  if (!isDeepStrictEqual(alone, whole)) expect(alone).toStrictEqual(whole);
}
