// A spectrum by bands of frequency keeps the power of each wave, in its place.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { logSpectrum, periodAxis, wavesOf } from './log-spectrum.js';

function spectrumOf(
  rows: number,
  columns: number,
  fill: (bin: number) => number,
) {
  const values = Float64Array.from({ length: rows * columns }, (_, i) =>
    fill(Math.floor(i / columns)),
  );
  return { values, rows, columns };
}

it('has a band for each frequency of a short table', () => {
  const spectrum = logSpectrum(spectrumOf(5, 1, (bin) => bin));
  expect(spectrum.rows).toBe(4);
  // The bands of four frequencies begin at 1, 1.5, 2.2 and 3.3.
  expect([...spectrum.edges]).toEqual([1, 1, 2, 3, 5]);
  expect([...spectrum.values]).toEqual([1, 1, 2, 3 + 4]);
  expect(wavesOf(spectrum, 0)).toEqual([8, 8]);
  expect(wavesOf(spectrum, 3)).toEqual([8 / 3, 2]);
});

it('puts a wave of the package where its length is', async () => {
  const { analysis } = await load();
  const [rows, period] = [1024, 32];
  const data = Float32Array.from({ length: rows }, (_, i) =>
    Math.sin((2 * Math.PI * i) / period),
  );
  const { power } = analysis.spectrum({ data, shape: [rows, 1] });
  const spectrum = logSpectrum({
    ...{ values: power.data, rows: power.data.length, columns: 1 },
  });
  const most = spectrum.values.indexOf(Math.max(...spectrum.values));
  const [longest, shortest] = wavesOf(spectrum, most);
  expect(longest).toBeGreaterThanOrEqual(period);
  expect(shortest).toBeLessThanOrEqual(period);
  expect(longest / shortest).toBeLessThan(1.1);
});

it('marks round periods that do not overprint', () => {
  const axis = periodAxis(logSpectrum(spectrumOf(513, 1, () => 0)));
  for (const pixels of [120, 272, 600]) {
    const { marks, cells } = axis(pixels);
    expect(marks.length).toBeGreaterThan(2);
    for (const [i, { cell }] of marks.entries()) {
      expect(cell).toBeLessThan(cells);
      const before = marks[i - 1]?.cell ?? -Infinity;
      expect(((cell - before) * pixels) / cells).toBeGreaterThanOrEqual(19);
    }
  }
  expect(axis(600).marks.map(({ label }) => label)).toContain('1\u202f000');
});
