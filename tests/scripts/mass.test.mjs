// Lines and names are counted by folder, and what grows is named.
import { expect, it } from 'vitest';
import {
  ceilingsFor,
  grown,
  massOf,
  namesIn,
  roomOf,
} from '../../scripts/check/mass.mjs';

it.each([
  ['cpp/posenc/bias/alibi.hpp', 'cpp/posenc/bias'],
  ['bindings/src/models/lint/rules.ts', 'bindings/src/models'],
  ['web/src/views/rope/desk/jobs.ts', 'web/src/views/rope'],
  ['web/src/shell/view.ts', 'web/src/shell'],
  ['bindings/src/index.ts', 'bindings/src'],
  ['bindings/embind/alibi.cpp', 'bindings/embind'],
  ['scripts/check.mjs', 'scripts'],
  ['web/vite.config.ts', 'web'],
])('%s is weighed under %s', (file, room) => expect(roomOf(file)).toBe(room));

it('names of modules are counted in every form', () => {
  const text = `
import { no } from './no.js';
const inside = 1;
export const a = 1;
export async function b() {}
export class C {}
export interface D {
  export: string;
}
export type E = string;
export { f, type G } from './f.js';
export type { H } from './h.js';
export {
  i,
  j as k,
};
export * from './l.js';
`;
  expect(namesIn('x.ts', text)).toBe(11);
});

it('names of headers are counted at the margin', () => {
  const text = `
#pragma once
#include "x.hpp"
namespace posenc {
// A comment: struct No;
inline constexpr int kOne = 1;
enum class Two : int {
  inside = 0,
};
struct Three {
  int member = 0;
};
template <class T>
constexpr T four(T value) noexcept {
  return value;
}
[[nodiscard]] Status five(const Three& options,
                          std::int64_t rows) noexcept;
}  // namespace posenc
`;
  expect(namesIn('x.hpp', text)).toBe(5);
  expect(namesIn('x.cpp', text)).toBe(0);
});

const mass = massOf([
  ['cpp/posenc/bias/b.hpp', 'int f();\nint g();\n'],
  ['bindings/src/bias/a.ts', 'export const a = 1;\n'],
  ['bindings/src/bias/b.ts', 'export const b = 1;\n\n'],
]);

it('files of a folder are added', () => {
  expect(Object.entries(mass)).toEqual([
    ['bindings/src/bias', { lines: 3, names: 2 }],
    ['cpp/posenc/bias', { lines: 2, names: 2 }],
  ]);
});

it('ceilings leave some room, and no more', () => {
  const now = { a: { lines: 3, names: 0 }, b: { lines: 990, names: 100 } };
  expect(ceilingsFor(now)).toEqual({
    a: { lines: 100, names: 0 },
    b: { lines: 1100, names: 105 },
  });
  expect(grown(now, ceilingsFor(now))).toEqual([]);
});

it('what is above its ceiling is named, and what has none', () => {
  const ceilings = { 'cpp/posenc/bias': { lines: 2, names: 1 } };
  expect(grown(mass, ceilings)).toEqual([
    'bindings/src/bias has no ceiling: 3 lines',
    'cpp/posenc/bias: 2 names, 1 above the ceiling of 1',
  ]);
});
