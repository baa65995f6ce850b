// The configurations that the page offers say of positions what the whole files say.

import { extend, readModel } from 'posenc/models';
import { expect, it } from 'vitest';
import { groups, listed } from '../src/views/models/list.js';
import { caseOf, knownModels } from './known-models.js';

const known = knownModels();

it('has at least forty, each with a name of its own and where it is from', () => {
  const sound = known.filter(({ group }) => group !== groups.at(-1));
  expect(sound.length).toBeGreaterThanOrEqual(40);
  expect(new Set(known.map(({ name }) => name)).size).toBe(known.length);
  expect(new Set(listed.map(({ file }) => file)).size).toBe(known.length);
  for (const { name, source } of known) expect(source, name).toMatch(/\w{4}/);
  expect([...new Set(known.map(({ group }) => group))]).toEqual([...groups]);
});

it('loses nothing that the package reads', () => {
  known.forEach(({ name, config }, i) => {
    const { config: whole } = caseOf(listed[i]?.file ?? '');
    expect(readModel(config), name).toEqual(readModel(whole));
  });
});

it('loses nothing that settings need, and keeps what they change', () => {
  known.forEach(({ name, config }, i) => {
    const { config: whole } = caseOf(listed[i]?.file ?? '');
    const settings = (given: unknown) => {
      try {
        const { settings, notes } = extend(given, { to: 2e6, for: 'vllm' });
        return { settings, notes };
      } catch (error) {
        return String(error);
      }
    };
    expect(settings(config), name).toEqual(settings(whole));
  });
});

it('names a mistake in each file that is said to have one', () => {
  for (const { name, group, config } of known) {
    if (group !== groups.at(-1)) continue;
    expect(readModel(config).findings.length, name).toBeGreaterThan(0);
  }
});
