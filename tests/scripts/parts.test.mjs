// What follows from the list of parts: exports of the package, and the lists and
// sizes that documents have.
import { expect, it } from 'vitest';
import { exportsWith } from '../../scripts/build/entries.mjs';
import { oversized, withSizes } from '../../scripts/check/size.mjs';
import { textOf } from '../readme/pages.mjs';

const { exports } = JSON.parse(textOf('bindings/package.json'));

it('each part has four exports, beside those of its kind', () => {
  const made = exportsWith(exports, ['rotary', 'gates']);
  const names = Object.keys(made);
  expect(names.slice(0, 6)).toEqual([
    ...['.', './rotary', './rotary/external', './gates', './gates/external'],
    './worker',
  ]);
  const own = names.filter((name) => name.includes('gates'));
  expect(own.map((name) => [name, made[name]])).toEqual([
    [
      './gates',
      {
        types: './dist/modules/generated/parts/gates.d.ts',
        default: './dist/gates.js',
      },
    ],
    [
      './gates/external',
      {
        types: './dist/modules/generated/external/gates.d.ts',
        default: './dist/gates.external.js',
      },
    ],
    [
      './worker/run/gates',
      {
        types: './dist/modules/generated/run/gates.d.ts',
        default: './dist/worker-run-gates.js',
      },
    ],
    [
      './gates.wasm',
      {
        types: './dist/modules/core/wasm/file.d.ts',
        default: './dist/gates.wasm',
      },
    ],
  ]);
  // Those of a part that is gone go, and nothing else does.
  expect(names).not.toContain('./bias');
  expect(names).not.toContain('./bias.wasm');
  expect(names).toContain('./models');
  expect(names).toContain('./posenc.scalar.wasm');
});

it.each(['models', 'worker', 'external', 'index', 'cli'])(
  'a part may not be called %s',
  (name) => {
    expect(() => exportsWith(exports, ['rotary', name])).toThrow(
      `build: ${name} is no part's name: it is taken`,
    );
  },
);

it('documents list all parts, with their sizes where they have some', () => {
  const known = new Map([
    ['posenc', 248_400],
    ['posenc/rotary', 77_300],
    ['posenc/bias', 66_000],
    ['posenc/gates', 31_600],
    ['posenc/models', 48_000],
  ]);
  const names = ['rotary', 'bias', 'gates'];
  const now = (/** @type {string} */ text) => withSizes(text, known, names);
  expect(
    now('`posenc` (1 kB), `posenc/bias` (2 kB), `posenc/a`, `posenc/b` (3 kB)'),
  ).toBe(
    '`posenc` (248 kB), `posenc/rotary` (77 kB), `posenc/bias` (66 kB), ' +
      '`posenc/gates` (32 kB)',
  );
  expect(now('`posenc/bias`, `posenc/rotary`, `posenc/old`.')).toBe(
    '`posenc/rotary`, `posenc/bias`, `posenc/gates`.',
  );
  // Two are no list of all, and others are no parts.
  for (const text of [
    '`posenc/rotary`, `posenc/bias` and so on',
    '`posenc/models` (48 kB), `posenc/gguf`, `posenc/formats`',
  ]) {
    expect(now(text)).toBe(text);
  }
});

it('an entry above its limit or without one is named', () => {
  const known = new Map([
    ['posenc/bias', 66_000],
    ['posenc/rotary', 77_300],
    ['posenc/gates', 31_600],
  ]);
  const limits = { 'posenc/bias': 66_000, 'posenc/rotary': 77_000 };
  expect(oversized(known, limits)).toEqual([
    'posenc/rotary 77.3 kB of 77.0 kB',
    'posenc/gates has no limit: 31.6 kB',
  ]);
});
