// CONTRIBUTING and the page about tests are short, and complete: they name every
// folder and every suite. `npm run check -- documents` finds names and links of
// what does not exist.
import { expect, it } from 'vitest';
import { tracked } from '../../scripts/check/step.mjs';
import { suites } from '../../scripts/suites.mjs';
import { textOf } from './pages.mjs';

const text = textOf('CONTRIBUTING.md');

it('CONTRIBUTING takes 12 kB at most', () => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12_000);
});

/** Tables whose head names a folder, with the rows of its own folders. */
const tables = [
  ...text.matchAll(/^\| `([\w/]+\/)` \|.*\n\|---.*\n((?:\|.*\n)+)/gm),
].map(([, folder = '', rows = '']) => ({ folder, rows }));

it('there is a table for each house', () => {
  expect(tables.map(({ folder }) => folder)).toEqual([
    'cpp/posenc/',
    'bindings/src/',
    'web/src/',
    'scripts/',
    'tests/',
  ]);
});

it.each(tables)('every folder of $folder is in its table', (table) => {
  const { folder, rows } = table;
  const there = tracked(folder)
    .map((file) => file.slice(folder.length).split('/'))
    .filter((parts) => parts.length > 1)
    .map(([name]) => `${name}/`);
  const named = rows.split('\n').flatMap((row) => {
    const [, first = ''] = row.split('|');
    return Array.from(first.matchAll(/`([^`]+)`/g), ([, name]) => name);
  });
  // What the build writes is in no commit.
  const written = named.filter((name) => name !== 'generated/');
  expect(written.sort()).toEqual([...new Set(there)].sort());
});

it.each(suites.map(({ name }) => name))('the suite %s is described', (name) => {
  const row = new RegExp(`^\\| .*\`${name}\`.* \\|$`, 'm');
  expect(textOf('tests/README.md')).toMatch(row);
});
