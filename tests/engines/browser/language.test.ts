/** The user's language changes no number and no word of the package. */

import { load } from 'posenc';
import { encodeCsv } from 'posenc/formats';
import { expect, it } from 'vitest';

const { locale } = (await (await fetch('/run.json')).json()) as {
  locale: string;
};

it('the browser has the language of the run', () => {
  // "C" names no language: browsers then report English, or "C" itself.
  const expected = locale === 'C' ? /^(en\b|c$|und$)/i : /^de\b/;
  expect(navigator.language).toMatch(expected);
  if (locale === 'C') return;
  expect(new Intl.NumberFormat(navigator.language).format(1.5)).toBe('1,5');
});

it('numbers have decimal points', async () => {
  const pe = await load();
  const table = pe.sinusoidal({ positions: [1.5], dim: 2 });
  const text = new TextDecoder().decode(encodeCsv(table));
  expect(text).toBe('0.997495,0.0707372\n');
  expect(() => pe.rope({ headDim: 1234567.5 })).toThrow('got 1234567.5');
});
