// What the list of methods says of each is what the document says.

import { readFileSync } from 'node:fs';
import { methods } from 'posenc/descriptions';
import { expect, it } from 'vitest';
import { adviceIn, factsIn } from './which.js';

const text = readFileSync(
  new URL('../../docs/which.md', import.meta.url),
  'utf8',
);

it('has the facts of every method that the document compares', () => {
  const facts = factsIn(text);
  const calls = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.split(' | ').length === 6)
    .flatMap((line) => {
      const [, called, named] =
        /pe\.(\w+)\([^|]*\|$|method: '(\w+)'[^|]*\|$/.exec(line) ?? [];
      return called ?? named ?? [];
    });
  expect(new Set(calls)).toEqual(new Set(Object.keys(facts)));
  expect(calls.length).toBeGreaterThan(15);
  for (const [name, { costs, beyond, models }] of Object.entries(facts)) {
    expect(methods).toHaveProperty([name]);
    for (const words of [costs, beyond, models]) {
      expect(words).not.toBe('');
      expect(words).not.toMatch(/[`[\]]/);
    }
  }
  expect(facts.learned).toEqual({
    costs: 'L · d',
    beyond: 'has no rows there: an error',
    models: 'GPT-2, BERT, RoBERTa, OPT, ViT, DINOv2, Whisper’s decoder'.replace(
      '’',
      "'",
    ),
  });
  // The plain rope, and not one of its schedules.
  expect(facts.rope?.costs).toBe('none');
  expect(facts.rope?.models).toMatch(/^Llama, Mistral/);
});

it('advises what the document advises', () => {
  const advice = adviceIn(text);
  expect(advice).toHaveLength(8);
  for (const { method, take, why, builds } of advice) {
    expect(methods).toHaveProperty([method]);
    for (const words of [take, why, builds]) expect(words).not.toMatch(/`|^$/);
  }
  expect(advice[0]).toMatchObject({
    ...{ builds: 'a decoder of text (an LLM)', take: 'rotary', method: 'rope' },
  });
  const presets = advice.flatMap(({ method, preset }) =>
    preset === undefined ? [] : [[method, preset] as const],
  );
  for (const [method, preset] of presets) {
    const { presets: known } = Reflect.get(methods, method);
    expect(known).toHaveProperty([preset]);
  }
});
