// The view of tables, and what it stands on, have no code for single methods.

import { methods } from 'posenc/descriptions';
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(
  [
    './encodings/*.ts',
    '../figures/*.ts',
    '../methods/*.ts',
    '../controls/*.ts',
    '!**/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

it('no file names a method', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(20);
  const names = Object.keys(methods).join('|');
  const named = new RegExp(
    `\\b(?:methods|pe)\\.(?:${names})\\b|` +
      `(?:===?|case|method:|name:) ['"](?:${names})['"]|sinus`,
    'iu',
  );
  for (const [file, text] of Object.entries(sources)) {
    expect(named.exec(text)?.[0], file).toBeUndefined();
  }
});
