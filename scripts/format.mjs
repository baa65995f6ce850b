// @ts-check
// `npm run format`: applies the formatters, and the linter's safe corrections.
import { tracked } from './check/step.mjs';
import { must, script, tool } from './lib/run.mjs';
import { setup } from './setup.mjs';

await script(async () => {
  await setup(['check']);
  await must(['clang-format', '-i', ...tracked('*.cpp', '*.hpp')]);
  await must(tool('@biomejs/biome/bin/biome', 'check', '--write'));
});
