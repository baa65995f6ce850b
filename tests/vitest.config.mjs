// Runs the vitest suites in Node: `npx vitest --config tests/vitest.config.mjs`
// or, with everything built first, `npm test -- node`.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { RecordReporter } from './support/reporter.mjs';

const here = (/** @type {string} */ file) =>
  fileURLToPath(new URL(file, import.meta.url));

/**
 * Files about what happens once a process, about memory, with mocks, or about the
 * pending work that all of a page counts together.
 */
const alone = [
  'tests/unit/load*.test.ts',
  'tests/memory/*.test.ts',
  'tests/fuzz/arguments.test.ts',
  'web/src/views/made-up.test.ts',
  'web/src/{engine/{follow,newest},state/{pending,turns}}.test.ts',
  'web/src/views/attention/desk/computing.test.ts',
];

const all = [
  'tests/{unit,formats,cli,fuzz,memory,oracle,golden,models,readme,scripts}/**/*.test.{ts,mjs}',
  'web/{plugins,src}/**/*.test.ts',
];

const project = (
  /** @type {string} */ name,
  /** @type {object} */ options,
) => ({
  test: {
    name,
    // Node imports the built package itself. Vitest would transform its bundles
    // of 1.5 MB again in every process.
    server: { deps: { external: [/\/bindings\/dist\//] } },
    setupFiles: ['begins', 'equal'].map((file) => here(`support/${file}.ts`)),
    // No test fails by a clock: `npm test` ends a suite in which nothing
    // happens any more, by a limit that knows how fast the machine is.
    testTimeout: 0,
    hookTimeout: 0,
    ...options,
  },
});

export default defineConfig({
  root: here('..'),
  test: {
    reporters: ['default', new RecordReporter()],
    // Vitest leaves a core idle otherwise, for an editor that is not there.
    maxWorkers: availableParallelism(),
    teardownTimeout: 2 ** 31 - 1, // there is no word for never
    projects: [
      project('alone', { include: alone }),
      // One process for many files: they load the package once.
      project('shared', { include: all, exclude: alone, isolate: false }),
    ],
  },
});
