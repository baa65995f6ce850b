// Changes that findings know, as the page makes them of the reader's text.

import { mend, type readModel } from 'posenc/models';
import { expect, it } from 'vitest';
import { parseConfig, readConfig } from '../reading.js';
import { allRead, numbersIn } from '../testing.js';
import {
  changedBy,
  mendedText,
  mendLabel,
  mendWords,
  shortJson,
} from './mend.js';

it('writes a text that is read as the changed configuration', () => {
  let count = 0;
  for (const { name, reading } of allRead) {
    for (const { mends = [], key, kind } of reading.model.findings) {
      for (const changes of mends) {
        const text = mendedText(reading.config, changes);
        const config = parseConfig(text);
        expect(config, name).toEqual(mend(reading.config, changes));
        const after = readConfig(config).model;
        const ids = after.findings.map((one) => `${one.kind} ${one.key}`);
        expect(ids, name).not.toContain(`${kind} ${key}`);
        const [gone] = numbersIn(mendWords(reading.model, after));
        const lost = reading.model.findings.filter(
          (one) => !ids.includes(`${one.kind} ${one.key}`),
        );
        expect(gone, name).toBe(lost.length);
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(4);
});

it('says what is written, and what stood there', () => {
  const config = { rope_scaling: { type: 'yarn', factor: '4.0' }, a: [1, 2] };
  const changes = { 'rope_scaling.factor': 4, 'rope_scaling.type': null, b: 1 };
  expect(mendLabel(changes)).toBe(
    'Write "factor": 4, remove rope_scaling.type, write "b": 1',
  );
  expect(changedBy(config, changes)).toEqual([
    { key: 'rope_scaling.factor', before: '"4.0"', after: '4' },
    { key: 'rope_scaling.type', before: '"yarn"', after: 'removed' },
    { key: 'b', before: 'nothing', after: '1' },
  ]);
  const list = Array.from({ length: 99 }, (_, i) => i);
  expect(shortJson(list)).toHaveLength(40);
});

it('keeps the numbers that Python writes', () => {
  const given = '{"model_type": "x", "limit": [0.0, Infinity, -Infinity]}';
  const text = mendedText(parseConfig(given), { model_type: 'llama' });
  expect(text).toMatch(/\[\s*0,\s*Infinity,\s*-Infinity\s*\]/);
  expect(parseConfig(text)).toEqual({
    ...{ model_type: 'llama', limit: [0, Infinity, -Infinity] },
  });
});

it('counts what is gone, what has come and what stays', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((key) => ({
    ...{ severity: 'note', kind: 'missing', key, value: 1 },
    ...{ message: '', advice: '' },
  })) as unknown as ReturnType<typeof readModel>['findings'][number][];
  if (!a || !b || !c) throw new Error('there are three');
  expect(mendWords({ findings: [a] }, { findings: [] })).toBe(
    '1 finding is gone, none has come.',
  );
  expect(mendWords({ findings: [a, b] }, { findings: [b, c] })).toBe(
    '1 finding is gone, 1 finding has come, 1 finding stays.',
  );
  expect(mendWords({ findings: [a, b] }, { findings: [] })).toBe(
    '2 findings are gone, none has come.',
  );
});
