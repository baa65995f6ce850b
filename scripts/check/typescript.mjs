// @ts-check
// Format, lint and types of everything that is JavaScript or TypeScript.
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
 * Every program the compiler is asked to accept, by its configuration. Those of
 * the package are not among them: the build compiles them.
 */
const projects = ['web', 'tests', 'tests/page', 'scripts'];

/** What the types of any of them may depend on. */
const inputs = () => [
  ...tracked('*.ts', '*.js', '*.mjs', '*.json').map(at),
  ...filesBelow(at('bindings/dist'), (path) => path.endsWith('.d.ts')),
];

/** @type {Step[]} */
export const types = projects.map((folder) => {
  const name = `types-${folder.replace('/', '-')}`;
  const command = [
    ...tool('typescript/bin/tsc', '-p', at(folder), '--noEmit'),
    // What did not change is not read again.
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
