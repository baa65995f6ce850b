// @ts-check
// What the report of declarations says is what the package has. That it is not
// stale is a check of its own, `npm run check -- api`.
import { readFileSync } from 'node:fs';
import { create } from 'posenc';
import { create as createRotary } from 'posenc/rotary';
import { expect, it } from 'vitest';
import { API_REPORT } from '../../scripts/docs/api.mjs';
import { at } from '../../scripts/lib/paths.mjs';

const blocks = readFileSync(at(API_REPORT), 'utf8').trimEnd().split('\n\n');

/** @param {string} head @returns {string[]} the lines of a block */
function linesOf(head) {
  const found = blocks.filter((block) => block.split('\n')[0] === head);
  expect(found).toHaveLength(1);
  return found[0]?.split('\n').slice(1) ?? [];
}

/** @param {string} head @returns {string[]} the members of an interface */
const membersOf = (head) =>
  linesOf(head).flatMap((line) => /^ {2}(\w+)\??:/.exec(line)?.[1] ?? []);

it.each([
  ['Posenc', create],
  ['Rotary', createRotary],
])('%s has the members of its objects', async (name, make) => {
  const own = Object.keys(await make()).sort();
  expect(membersOf(`interface ${name}`)).toEqual(own);
});

it('every entry with types is there', () => {
  const { exports } = JSON.parse(
    readFileSync(at('bindings/package.json'), 'utf8'),
  );
  for (const [path, { types }] of Object.entries(exports)) {
    if (!types) continue;
    const entry = path.replace('.', 'posenc');
    const heads = blocks.map((block) => block.split('\n')[0]);
    expect(heads.filter((head) => head?.split(':')[0] === entry)).toHaveLength(
      1,
    );
  }
});

it('options are written out, and inherited ones with them', () => {
  expect(membersOf('type AlibiOptions<D extends DType = DType>')).toEqual(
    expect.arrayContaining(['heads', 'slopes', 'queries', 'dtype', 'out']),
  );
});

it('no folder of a machine stands in it', () => {
  expect(blocks.join('\n')).not.toMatch(/import\("\/|node_modules/);
});
