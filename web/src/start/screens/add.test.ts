// What the screen of adding prints is what the package's experiment finds, at
// every width.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import type { Instances } from '../screen.js';
import { textsOf } from '../testing.js';
import { add } from './add.js';

let pe: Posenc;
let use: Instances;

beforeAll(async () => {
  pe = await load();
  use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
});

const widths = [2, 4, 8, 16, 32, 64, 128, 256, 512];

function shownBy(width: number) {
  const numbers = add.compute(use, { width });
  const { shapes } = add.draw({ width }, numbers, 'wide');
  return {
    ...{ numbers, said: add.say({ width }, numbers) },
    texts: shapes.flatMap(textsOf).map((text) => text.replaceAll('\u202f', '')),
  };
}

function experiment(width: number) {
  const embeddings = pe.learned({ length: 32, dim: width, std: 1, seed: 2 });
  const table = pe.sinusoidal({ length: 32, dim: width });
  return { embeddings, table };
}

it.each(widths)('prints what the experiment finds: %i', (width) => {
  const { embeddings, table } = experiment(width);
  const found = pe.analysis.sumOrConcat({ embeddings, table, bins: 40 });
  const { numbers, said, texts } = shownBy(width);
  const { sum, concat } = found.effectiveRank;
  expect(said).toContain(`overlap by ${found.cosine.rms.toFixed(2)}.`);
  expect(said).toContain(`Sums use ${sum.toFixed(1)} directions`);
  expect(said).toContain(`concatenations ${concat.toFixed(1)} at`);
  expect(numbers.histogram).toEqual([...found.cosine.histogram]);
  for (const words of [
    `${found.cosine.rms.toFixed(2)} typical`,
    `${width} numbers a word`,
    `${2 * width} numbers a word`,
    `uses ${sum.toFixed(1)} directions`,
    `uses ${concat.toFixed(1)} directions`,
    `by chance: 1/√${width} = ${(1 / Math.sqrt(width)).toFixed(2)}`,
  ]) {
    expect(texts).toContain(words);
  }
});

it.each(widths)('draws a pair whose overlap is typical: %i', (width) => {
  const { embeddings, table } = experiment(width);
  const row = (data: Float32Array, i: number) =>
    data.subarray(i * width, (i + 1) * width);
  const overlaps = Array.from({ length: 32 * 32 }, (_, i) => {
    const word = row(embeddings.data, Math.floor(i / 32));
    const place = row(table.data, i % 32);
    const product = word.reduce((sum, x, c) => sum + x * (place[c] ?? 0), 0);
    return product / Math.hypot(...word) / Math.hypot(...place);
  });
  const { numbers, texts } = shownBy(width);
  const off = overlaps.map((overlap) => Math.abs(overlap - numbers.typical));
  expect(Math.min(...off)).toBeLessThan(1e-4);
  expect(numbers.typical / numbers.rms).toBeCloseTo(1, 1);
  expect(texts).toContain(`overlap ${numbers.typical.toFixed(2)}`);
});

it('goes from 0.71 to 0.04, as chance has it', () => {
  expect(shownBy(2).said).toContain('overlap by 0.71');
  expect(shownBy(512).said).toContain('overlap by 0.04');
  for (const width of widths) {
    const { rms } = shownBy(width).numbers;
    expect(rms * Math.sqrt(width)).toBeGreaterThan(0.9);
    expect(rms * Math.sqrt(width)).toBeLessThan(1.1);
  }
});

it('finds that adding loses directions in narrow vectors alone', () => {
  const kept = widths.map((width) => {
    const { sum, concat } = shownBy(width).numbers;
    return sum / concat;
  });
  expect(kept[0]).toBeLessThan(0.6);
  expect(kept.at(-1)).toBeGreaterThan(0.99);
  kept.slice(1).forEach((part, i) => {
    expect(part).toBeGreaterThan(kept[i] ?? 0);
  });
});

it('draws a position as long beside a word as it is', () => {
  const { embeddings, table } = experiment(512);
  const square = ({ data }: { data: Float32Array }) =>
    data.reduce((sum, x) => sum + x * x, 0);
  expect(square(table) / square(embeddings)).toBeCloseTo(1 / 2, 1);
});

it('names the overlap that is left', () => {
  const [widen] = add.tries;
  const { numbers } = shownBy(512);
  expect(widen?.done({ width: 512 }, numbers, { width: 2 })).toBe(true);
  const { embeddings, table } = experiment(512);
  const { cosine } = pe.analysis.sumOrConcat({ embeddings, table });
  expect(widen?.found({ width: 512 }, numbers)).toContain(
    `fell to ${cosine.rms.toFixed(2)}:`,
  );
});
