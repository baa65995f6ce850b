// @ts-check
// Checks that test data in JSON have one line a row, as `npm run format` writes
// them. The formatter of the code would give each number a line of its own.
import { readFileSync } from 'node:fs';
import { jsonRows } from '../lib/json-rows.mjs';
import { at } from '../lib/paths.mjs';
import { tracked } from './step.mjs';

/** Files of test data; the formatter of the code leaves them out in biome.json. */
export const dataFiles = () =>
  tracked(
    'tests/bench/baseline.json',
    'tests/bench/chromium.json',
    'tests/bench/growth.json',
    'tests/golden/data/*.json',
    'tests/models/data/*.json',
    'tests/models/own/*.json',
    'tests/support/*.json',
  );

/** @type {import('./step.mjs').Step} */
export const data = [
  'data',
  async () => {
    const files = dataFiles();
    const others = files.filter((file) => {
      const text = readFileSync(at(file), 'utf8');
      return jsonRows(text) !== text;
    });
    if (others.length === 0) return `${files.length} files`;
    throw new Error(
      `${others.join('\n')}\nhave not one line a row: npm run format`,
    );
  },
];
