// The ropes of the page's models are those that the package reads.

import { extend, readModel } from 'posenc/models';
import { load } from 'posenc/rotary';
import { expect, it } from 'vitest';
import { knownModels } from './known-models.js';
import { knownRopes } from './known-ropes.js';

const ropes = knownRopes();

it('are those of layers of the models, for texts', async () => {
  const pe = await load();
  const models = new Map(knownModels().map((one) => [one.name, one.config]));
  expect(ropes.length).toBeGreaterThan(35);
  expect(new Set(ropes.map(({ name }) => name)).size).toBe(ropes.length);
  for (const { name, layer, spec, trained, context } of ropes) {
    const own = readModel(models.get(name)).layers[layer];
    const { contextLength: _, ...rest } = spec;
    expect(rest, name).toEqual(own?.spec);
    const scaling = (own?.spec?.scaling ?? {}) as Record<string, unknown>;
    const told = scaling.originalMaxPosition ?? scaling.maxPosition;
    expect(trained, name).toBe(told ?? null);
    expect(pe.make(spec).sets, name).toBe(1);
    if (context === null) continue;
    const config = models.get(name) as Record<string, unknown>;
    const turning = readModel(config).layers.filter((one) => one.spec);
    if (turning.every(({ window }) => window !== null)) {
      expect(context, name).toBe(config.max_position_embeddings);
      continue;
    }
    // The model reads so many tokens without a change.
    const asked = { to: context, for: 'transformers' } as const;
    expect(extend(config, asked).config, name).toEqual(config);
  }
});

it('has the long factors of models that have two lists', async () => {
  const pe = await load();
  const found = ropes.find(({ name }) => name === 'Phi-3 mini 128k');
  if (!found) throw new Error('it has none');
  expect([found.trained, found.context]).toEqual([4096, 131_072]);
  const { contextLength: _, ...short } = found.spec;
  expect(pe.make(found.spec).frequencies[9]).toBeLessThan(
    Number(pe.make(short as typeof found.spec).frequencies[9]),
  );
});
