// What the build reads from the lines that bind functions of the core, and that
// it refuses every line that it does not understand.
import { describe, expect, it } from 'vitest';
import { readCalls } from '../../scripts/build/calls/read.mjs';
import { writeCalls } from '../../scripts/build/calls/write.mjs';

const HEADERS = [
  {
    path: 'cpp/words.hpp',
    text: `
enum class Status : std::int32_t {
  ok = 0,
  bad_size = 1,  // why, with a { brace } and a = 7
};
enum class Kind : int { integer = 0, one_hot = 1 };
enum class Skewed : int { a = 0, b = 2 };
enum class Unnumbered { a, b };
enum class Twice { a = 0 };
`,
  },
  { path: 'cpp/more.hpp', text: 'enum class Twice { a = 0 };' },
];

/** @param {string} text */
const read = (text) =>
  readCalls([{ path: 'bindings/embind/x.cpp', text }], HEADERS);

const RECORD = `
template <>
inline constexpr auto record<Where> =
    [](double start, const double* positions) { return Where{}; };
`;

const MAKER = `
bind_maker("makeBank", [](Bank& bank, int head_count) { return bank.make(); });
`;

describe('what is bound', () => {
  it('is read with its types, and written with the names of TypeScript', () => {
    const calls = read(`
// bind("commented", [](int out) {});
${RECORD}
EMSCRIPTEN_BINDINGS(x) {
  ${MAKER}
  bind("table", [](Bank& bank, Kind kind, bool full, const Where& where,
                   std::int64_t row_count, void* out) {
    return table(bank, kind, full, where, row_count, out);
  });
  bind_number("largest", [](const float* x) { return largest(x); });
}`);
    expect(calls.calls.map(({ name }) => name)).toEqual([
      ...['largest', 'makeBank', 'table'],
    ]);
    expect(Object.fromEntries(calls.enums)).toEqual({
      Kind: ['integer', 'one_hot'],
      Status: ['ok', 'bad_size'],
    });
    const text = writeCalls(calls).replace(/\s+/g, ' ');
    for (const part of [
      "export type Kind = 'integer' | 'one-hot';",
      "export type Status = 'ok' | 'bad-size';",
      'interface Where { readonly start: number; readonly positions: number }',
      'makeBank(call: { readonly headCount: number }): Bank | Failure;',
      'largest(call: { readonly x: number }): number;',
      'readonly bank: Bank; readonly kind: Kind; readonly full: boolean; ' +
        'readonly where: Where; readonly rowCount: number; readonly out: ' +
        'number }): Status;',
      "table: 'bank kind:Kind full where:Where rowCount out',",
      "Where: 'start positions',",
      "Kind: 'integer one-hot',",
    ]) {
      expect(text).toContain(part);
    }
  });

  it('may have no parameters', () => {
    const { calls } = read('bind("nothing", []() { return Status::ok; });');
    expect(calls).toEqual([{ name: 'nothing', form: 'bind', parameters: [] }]);
  });
});

it.each([
  ['bind("a", &function);', 'expected `bind('],
  ['bind("a", [&](int x) {});', 'expected `bind('],
  ['bind(kName, [](int x) {});', 'expected `bind('],
  ['bind_value("a", [](int x) {});', 'no `bind_value`'],
  ['bind("A", [](int x) {});', '"A" is no name in camel case'],
  ['bind("a_b", [](int x) {});', '"a_b" is no name in camel case'],
  [
    'bind("a", [](int x) {});\nbind("a", [](int x) {});',
    'another function is bound as "a"',
  ],
  ['bind("a", [](int) {});', 'a parameter must be'],
  ['bind("a", [](int x = 1) {});', 'a parameter must be'],
  ['bind("a", [](int headCount) {});', 'a parameter must be'],
  ['bind("a", [](std::span<float> x) {});', 'a parameter must be'],
  ['bind("a", [](const float** x) {});', 'a parameter must be'],
  ['bind("a", [](int x, float x) {});', 'another parameter x'],
  ['bind("a", [](long x) {});', 'x is a `long`'],
  ['bind("a", [](const int x) {});', 'x is a `const int`'],
  ['bind("a", [](Where where) {});', 'where is a `Where`'],
  [`${RECORD}bind("a", [](Where where) {});`, 'where is a `Where`'],
  ['bind("a", [](Bank& bank) {});', 'bank is a `Bank&`'],
  [`${MAKER}bind("a", [](const Bank& bank) {});`, 'bank is a `const Bank&`'],
  ['bind_maker("a", [](int x) {});', 'the first parameter of a maker'],
  ['bind_maker("a", []() {});', 'the first parameter of a maker'],
  [`${RECORD}${RECORD}`, 'another record Where'],
  ['auto record = 1;', 'expected `record<Type>'],
  ['emscripten::function("a", &a);', 'by `bind` alone'],
  ['emscripten::class_<A>("A");', 'by `bind` alone'],
  ['bind("a", [](Skewed x) {});', 'enum Skewed needs `word = 1`'],
  ['bind("a", [](Unnumbered x) {});', 'enum Unnumbered needs `word = 0`'],
  ['bind("a", [](Twice x) {});', 'has an enum Twice, too'],
])('%s is refused', (text, message) => {
  expect(() => read(text)).toThrow(message);
});

it('errors say the file and the line', () => {
  const text = '/* two\nlines */\nbind("a", [](int x,\n  long y) {});\n';
  expect(() => read(text)).toThrow(/^build: bindings\/embind\/x\.cpp:4: y is/);
  const word = 'bind("a", [](Skewed x) {});';
  expect(() => read(word)).toThrow(/^build: cpp\/words\.hpp:7: enum Skewed/);
});
