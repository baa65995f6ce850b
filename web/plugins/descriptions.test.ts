// The page loses no description that a view shows, and none changes on its way.

import { type MethodDescription, methods } from 'posenc/descriptions';
import { expect, it } from 'vitest';
import { tables } from '../src/methods/tables.js';
import { slots } from '../src/views/attention/state/slots.js';
import { kept, later } from './descriptions.js';

const names = [
  ...tables.map(({ name }) => name),
  ...slots.flatMap((slot) => slot.methods.map(({ name }) => name)),
  ...['rope', 'attention', 'attentionMap', 'relativeIndices'],
];

it.each(names)('%s is there, as the package describes it', (name) => {
  const [early, late] = [kept(methods), later(methods)].map(
    (part) => JSON.parse(JSON.stringify(part))[name],
  );
  // No view shows these.
  const { accuracy, operations, result, ...whole }: MethodDescription =
    methods[name as keyof typeof methods];
  expect({ ...early, ...late }).toEqual(whole);
});

it('operations that no view shows are left out', () => {
  expect(Object.keys(kept(methods))).not.toContain('optimiser');
});
