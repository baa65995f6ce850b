// Finds imports in all of their forms, circles of imports, arrows against the
// floors of a house, and sources without a header.
import { describe, expect, it } from 'vitest';
import {
  arrows,
  betweenMethods,
  circles,
  importsOf,
  misplaced,
  sourcesWithoutHeader,
} from '../../scripts/check/arrows.mjs';

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

describe('floors', () => {
  const floors = [['base'], ['core/wasm'], ['core+arrays'], ['a', 'b'], ['.']];
  it.each([
    ['arrays/x.ts', 'base/y.ts', undefined],
    ['arrays/x.ts', 'core/y.ts', undefined],
    ['core/x.ts', 'core/wasm/y.ts', undefined],
    ['core/wasm/x.ts', 'core/y.ts', 'core/wasm stands below core+arrays'],
    ['base/deep/x.ts', 'a/y.ts', 'base stands below a'],
    ['a/x.ts', 'a/y.ts', undefined],
    ['a/x.ts', 'b/y.ts', 'a and b stand side by side'],
    ['index.ts', 'b/y.ts', undefined],
    ['b/x.ts', 'index.ts', 'b stands below .'],
    ['attic/x.ts', 'base/y.ts', 'attic/x.ts is on no floor'],
    ['a/x.ts', 'basement/y.ts', 'basement/y.ts is on no floor'],
  ])('%s imports %s', (from, to, expected) => {
    expect(misplaced(floors, from, to)).toBe(expected);
  });
});

describe('methods', () => {
  const methods = ['sinusoidal', 'sinusoidal-grid', 'tile'];
  it.each([
    ['f/tile.ts', 'f/table.ts', false],
    ['f/tile.ts', 'f/tile.description.ts', false],
    ['f/sinusoidal_grid.cpp', 'f/sinusoidal_grid.hpp', false],
    ['f/tile.description.ts', 'f/sinusoidal.ts', true],
    ['f/sinusoidal_grid.cpp', 'f/sinusoidal.hpp', true],
    // Families are kept apart by their floor.
    ['f/tile.ts', 'g/sinusoidal.ts', false],
  ])('%s imports %s', (from, to, wrong) => {
    expect(betweenMethods(methods, from, to) !== undefined).toBe(wrong);
  });
});

it('a source of the mathematics has a header of its name', () => {
  expect(
    sourcesWithoutHeader([
      ...['cpp/a/one.cpp', 'cpp/a/one.hpp', 'cpp/a/two.cpp', 'cpp/b/two.hpp'],
      ...['cpp/a/three.hpp', 'web/src/x.ts'],
    ]),
  ).toEqual(['cpp/a/two.cpp: there is no cpp/a/two.hpp']);
});

it('the project keeps its arrows', async () => {
  const [, run] = arrows;
  expect(await run()).toMatch(/^\d{3,} files$/);
});
