// @ts-check
// Test data in JSON: a line for each row, and the same values as before.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFiles } from '../../scripts/check/data.mjs';
import { jsonRows } from '../../scripts/lib/json-rows.mjs';
import { at } from '../../scripts/lib/paths.mjs';

const rows = [
  { name: 'one', ms: { least: 1, most: 2 }, list: [1, 2, 3] },
  { name: 'two: "a, b]"', ms: { least: -0.5, most: 1e21 }, list: [] },
];

describe('jsonRows', () => {
  it('gives each row a line, in the order of the text', () => {
    const long = 'x'.repeat(80);
    const text = jsonRows(JSON.stringify({ date: 'today', long, rows }));
    expect(text.split('\n')).toEqual([
      '{',
      ' "date": "today",',
      ` "long": "${long}",`,
      ' "rows": [',
      '  {"name": "one", "ms": {"least": 1, "most": 2}, "list": [1, 2, 3]},',
      '  {"name": "two: \\"a, b]\\"", "ms": {"least": -0.5, "most": 1e+21}, "list": []}',
      ' ]',
      '}',
      '',
    ]);
  });

  it('keeps what is short in one line, and breaks what is long', () => {
    expect(jsonRows('{\n "a": [1,\n 2], "b": {}}')).toBe(
      '{"a": [1, 2], "b": {}}\n',
    );
    const numbers = Array.from({ length: 600 }, (_, i) => i);
    const text = jsonRows(JSON.stringify([{ numbers, name: 'n' }]));
    expect(text).toBe(
      `[\n {\n  "numbers": [${numbers.join(', ')}],\n  "name": "n"\n }\n]\n`,
    );
  });

  it('breaks an item that holds rows itself, however short it is', () => {
    const flat = [{ at: 1 }, { at: 2 }];
    expect(jsonRows(JSON.stringify([{ flat }]))).toBe(
      '[{"flat": [{"at": 1}, {"at": 2}]}]\n',
    );
    const text = jsonRows(JSON.stringify([{ title: 'one', rows }, { flat }]));
    expect(text.split('\n').slice(0, 5)).toEqual([
      '[',
      ' {',
      '  "title": "one",',
      '  "rows": [',
      '   {"name": "one", "ms": {"least": 1, "most": 2}, "list": [1, 2, 3]},',
    ]);
  });

  it('leaves numbers as they are written', () => {
    const text = '[1.0, 1e-05, -0.0, 123456789012345678901, true, null]\n';
    expect(jsonRows(text)).toBe(text);
  });

  it('refuses what is no JSON', () => {
    expect(() => jsonRows('{"a": 1')).toThrow(SyntaxError);
  });

  it('changes no value of pretty-printed JSON', () => {
    const all = dataFiles();
    expect(all.length).toBeGreaterThan(500);
    for (const file of all.filter((_, i) => i % 20 === 0)) {
      const value = JSON.parse(readFileSync(at(file), 'utf8'));
      const text = jsonRows(JSON.stringify(value, null, 2));
      expect(JSON.parse(text), file).toEqual(value);
    }
  });
});
