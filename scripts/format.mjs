// @ts-check
// `npm run format`: applies the formatters, and the linter's safe corrections, and
// writes test data with one line a row.
import { readFileSync } from 'node:fs';
import { dataFiles } from './check/data.mjs';
import { tracked } from './check/step.mjs';
import { jsonRows } from './lib/json-rows.mjs';
import { at } from './lib/paths.mjs';
import { must, script, tool } from './lib/run.mjs';
import { writeIfChanged } from './lib/stamps.mjs';
import { setup } from './setup.mjs';

await script(async () => {
  await setup(['check']);
  await must(['clang-format', '-i', ...tracked('*.cpp', '*.hpp')]);
  await must(tool('@biomejs/biome/bin/biome', 'check', '--write'));
  for (const file of dataFiles().map(at)) {
    writeIfChanged(file, jsonRows(readFileSync(file, 'utf8')));
  }
});
