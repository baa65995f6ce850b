// Finds imports in all of their forms, and circles of imports.
import { describe, expect, it } from 'vitest';
import { arrows, circles, importsOf } from '../../scripts/check/arrows.mjs';

it('imports of every form are found', () => {
  const text = `
/** import { no } from './comment.js'; */
import { a } from './a.js';
import type { B } from '../b.js';
import {
  c,
  type D,
} from './deep/c.js';
import './styles.css';
export * from './d.js';
export { type E, f } from './e.js';
import { load } from 'posenc';
const later = () => import('./later.js');
const from = 'import { x } from "./text.js"';
`;
  expect(importsOf('web/src/x.ts', text).sort()).toEqual(
    [
      ...['a.js', 'd.js', 'deep/c.js', 'e.js', 'later.js', 'styles.css'].map(
        (name) => `web/src/${name}`,
      ),
      'web/b.js',
    ].sort(),
  );
});

describe('circles', () => {
  it.each([
    [{ a: ['b', 'c'], b: ['c'], c: [] }, []],
    [{ a: ['a'] }, [['a']]],
    [{ a: ['b'], b: ['c'], c: ['b'] }, [['b', 'c']]],
    [
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    // An unknown file counts as importing nothing.
    [{ a: ['elsewhere'] }, []],
  ])('of %j', (graph, expected) => {
    expect(circles(new Map(Object.entries(graph)))).toEqual(expected);
  });
});

it('the project has none, and keeps its arrows', async () => {
  const [, run] = arrows;
  expect(await run()).toMatch(/^\d{3} files$/);
});
