// The texts of parameters: taken from the comments above them, and refused
// where a comment and a parameter disagree.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wordsOf } from '../../scripts/build/words/read.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-words-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The texts of a set of parameters, by their paths. @param {string} body */
async function textsOf(body) {
  const file = join(folder, 'made-up.description.ts');
  const shared = `const shared = {
    /** First position. Defaults to 0. */
    start: { kind: 'number', default: 0 },
  } as const;\n`;
  writeFileSync(
    file,
    `${shared}export const madeUpParameters = {\n${body}\n} as const;\n`,
  );
  return (await wordsOf([file])).get('madeUpParameters');
}

it('texts come from comments, through spreads and into other parameters', async () => {
  const texts = await textsOf(`
    ...shared,
    /**
     * Lengths of the axes,
     * slowest first. Defaults to [2, 3].
     */
    grid: { kind: 'integers', default: [2, 3] },
    /** How frequencies are scaled. Optional. */
    scaling: {
      kind: 'variant',
      optional: true,
      variants: {
        linear: {
          /** Factor of the length. Required. */
          factor: { kind: 'number' },
        },
      },
    },
    /** Axes of the grid. Optional. */
    axes: {
      kind: 'records',
      optional: true,
      of: {
        /** Whether it comes around. Defaults to \`false\`. */
        cyclic: { kind: 'boolean', default: false },
      },
    },`);
  expect(texts).toEqual({
    start: 'First position. Defaults to 0.',
    grid: 'Lengths of the axes, slowest first. Defaults to [2, 3].',
    scaling: 'How frequencies are scaled. Optional.',
    'scaling.linear.factor': 'Factor of the length. Required.',
    axes: 'Axes of the grid. Optional.',
    'axes.cyclic': 'Whether it comes around. Defaults to `false`.',
  });
});

it.each([
  ['no comment', "dim: { kind: 'number' },", /comment above dim is missing/],
  [
    'another default',
    "/** The base. Defaults to 100. */\nbase: { kind: 'number', default: 10 },",
    /comment above base must end in "Defaults to 10\."/,
  ],
  [
    'another list',
    "/** The grid. Defaults to [1, 2]. */\ngrid: { kind: 'integers', default: [2, 2] },",
    /comment above grid must end in "Defaults to \[2, 2\]\."/,
  ],
  [
    'a required one that does not say so',
    "/** The width. */\ndim: { kind: 'number' },",
    /comment above dim must end in "Required\."/,
  ],
])('%s is refused', async (_, body, message) => {
  await expect(textsOf(body)).rejects.toThrow(message);
});
