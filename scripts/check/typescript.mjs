// @ts-check
// Checks format, lint and types of all JavaScript and TypeScript. The compiler is
// TypeScript 7, five times as fast as 6, whose interface the scripts use: 7 has
// none that is stable.
import { at } from '../lib/paths.mjs';
import { tool } from '../lib/run.mjs';
import { filesBelow, whenStale } from '../lib/stamps.mjs';
import { passes, tracked } from './step.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** @type {Step} */
export const biome = [
  'biome',
  () => passes(tool('@biomejs/biome/bin/biome', 'ci', '--colors=off')),
];

/**
 * The folders of the configurations that are compiled here. The package is not
 * among them, because the build compiles it.
 */
const projects = ['web', 'tests', 'tests/page', 'scripts'];

/** All files on which the types of any of them may depend. */
const inputs = () => [
  ...tracked('*.ts', '*.js', '*.mjs', '*.json').map(at),
  ...filesBelow(at('bindings/dist'), (path) => path.endsWith('.d.ts')),
];

/** @type {Step[]} */
export const types = projects.map((folder) => {
  const name = `types-${folder.replace('/', '-')}`;
  const command = [
    ...tool('typescript7/bin/tsc', '-p', at(folder), '--noEmit'),
    // The compiler reads again only what has changed.
    ...['--incremental', '--tsBuildInfoFile', at(`build/${name}.tsbuildinfo`)],
  ];
  return [
    `types: ${folder}`,
    async () => {
      const step = () => passes(command);
      const ran = await whenStale(
        name,
        { inputs: inputs(), outputs: [] },
        step,
      );
      return ran ? undefined : 'nothing changed';
    },
  ];
});
