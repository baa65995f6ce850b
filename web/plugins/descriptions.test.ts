// The page loses no description that a view shows, and none changes on its way.

import { type MethodDescription, methods } from 'posenc/descriptions';
import { expect, it } from 'vitest';
import { attach, partNames, shown } from '../src/methods/described/parts.js';
import { tables } from '../src/methods/table-methods.js';
import { slots } from '../src/views/attention/state/slots.js';
import { besideFormulas, lean, rest } from './descriptions.js';

const all: Readonly<Record<string, MethodDescription>> = methods;
/** As it comes to the page. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const parts = partNames.map((part) => {
  const early = sent(lean(methods, part)) as Record<string, MethodDescription>;
  return { part, early, late: sent(rest(methods, part)) };
});

const names = [
  ...tables.map(({ name }) => name),
  ...slots.flatMap((slot) => slot.methods.map(({ name }) => name)),
  'rope',
];

it.each(names)('%s is there once, as the package describes it', (name) => {
  const having = parts.filter(({ early }) => early[name] !== undefined);
  expect(having).toHaveLength(1);
  const [{ early, late }] = having as [(typeof parts)[number]];
  const methodsThere = sent(early);
  attach(methodsThere, late);
  // No view shows these.
  const { accuracy, operations, result, ...whole } = all[
    name
  ] as MethodDescription;
  expect({ ...methodsThere[name], ...besideFormulas(methods)[name] }).toEqual(
    whole,
  );
});

it('texts that a view may not need are left out at first', () => {
  const early = sent(parts.map((part) => part.early));
  const { parameters } = methods.kerple;
  expect(JSON.stringify(early)).not.toContain(parameters.heads.doc);
  expect(JSON.stringify(early)).not.toContain(methods.kerple.goodAt);
});

it.each(Object.entries(shown))('%s has what views show', (name, parameters) => {
  const { early, late } = parts.at(-1) as (typeof parts)[number];
  const there = sent(early);
  attach(there, late);
  for (const parameter of parameters) {
    expect(there[name]?.parameters[parameter]).toEqual(
      all[name]?.parameters[parameter],
    );
  }
});

it('operations that no view shows are left out', () => {
  const there = parts.flatMap(({ early }) => Object.keys(early));
  expect(there).not.toContain('optimiser');
});
